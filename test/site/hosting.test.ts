import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { capabilityIds } from '../../build/contract/capabilities.ts';
import { hosts } from '../../build/hosts/index.ts';
import { runWarm, smallStarterCopy, temporaryFolder } from '../support/cli.ts';

it('the table of the hosting page has the unsupported capabilities of each target', async () => {
  const cwd = smallStarterCopy(temporaryFolder(), ['hosting.njk']);
  expect(await runWarm(['build'], { cwd, env: { SITE_URL: 'https://www.example.com' } })).toMatchObject({ code: 0 });
  const twin = readFileSync(join(cwd, 'dist/docs/hosting.md'), 'utf8');
  const rows = [...twin.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(' | '));
  expect(rows[0]).toEqual(['Promise', 'Proxy', ...Object.values(hosts).map(({ title }) => title)]);
  const printed = rows.slice(2).map((cells) => cells.slice(1));
  const expected = capabilityIds.map((id) => [
    'yes',
    ...Object.values(hosts).map(({ unsupported }) => (id in unsupported ? 'no' : 'yes')),
  ]);
  expect(printed).toEqual(expected);
  for (const { unsupported } of Object.values(hosts))
    for (const why of Object.values(unsupported)) expect(twin.replaceAll('\\', '')).toContain(why);
});
