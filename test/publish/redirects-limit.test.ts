import { expect, test } from 'vitest';
import { redirectLimits } from '../../build/contract/redirects.ts';
import { pluginSite, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

const { bytes, rules } = redirectLimits;
const old = (count: number, length = 1): string =>
  Array.from({ length: count }, (_, i) => `  - /${'a'.repeat(length)}${i}\n`).join('');
const page = (from: string): string => `---\nredirect_from:\n${from}---\n# Moved\n\nIt has moved.\n`;
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `/${i} /about\n`).join('');

test.each<[what: string, files: () => Record<string, string>, fault: string]>([
  [
    'redirect_from of a page, over the limit with its twin',
    () => ({ 'site/moved.md': page(old(rules / 2 + 1)) }),
    `redirect_from: ${rules + 2} redirects (two for each old path)`,
  ],
  [
    'redirect_from too long in total',
    () => ({ 'site/moved.md': page(old(5_000, bytes / 10_000)) }),
    `at most ${rules} of ${bytes} bytes are served`,
  ],
])('%s: the build ends', async (_what, files, fault) => {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, files());
  const { code, stderr } = await runWarm(['build'], { cwd: folder });
  expect(code).toBe(1);
  expect(stderr).toContain(fault);
});

test.each<[what: string, text: () => string, fault: string | undefined]>([
  ['one byte over the limit', () => `${'#'.repeat(bytes)}\n`, `_redirects is longer than ${bytes} bytes`],
  ['one rule over the limit', () => lines(rules + 1), `_redirects holds more than ${rules} rules`],
  ['as many rules as allowed', () => lines(rules), undefined],
])('%s in a _redirects file of the author: the build and the checks say so', async (_what, text, fault) => {
  const folder = pluginSite(
    temporaryFolder(),
    { name: 'Own' },
    { 'src/index.html': '<title>Home</title><main><h1>Home</h1></main>' },
  );
  writeFiles(folder, { 'public/_redirects': text() });
  const built = await runWarm(['build'], { cwd: folder });
  expect([built.code, built.stderr]).toEqual(fault === undefined ? [0, expect.anything()] : [1, expect.stringContaining(fault)]);
  const other = temporaryFolder();
  writeFiles(other, { 'index.html': '<title>Home</title><main><h1>Home</h1></main>', _redirects: text() });
  const checked = await runWarm(['check', other], { cwd: folder });
  expect(checked.stderr).toEqual(fault === undefined ? '' : expect.stringContaining(fault));
});
