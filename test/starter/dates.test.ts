import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

const post = (key: string, day: string): string => `---\n${key}: ${day}\n---\n# Post\n\nA post of ${day}.\n`;

it.each<[what: string, args: string[], pages: string[], warnings: string]>([
  [
    'without a date: pages with a later date are published, and noted',
    [],
    ['dated', 'due', 'old'],
    'diptych: site/due.md: its date, 2027-02-01, is to come, and it is published now; to hold it back, build with --date 2026-11-24\ndiptych: site/dated.md: its date, 2027-01-15, is to come, and it is published now; to hold it back, build with --date 2026-11-24\n',
  ],
  [
    'on a day before both',
    ['--date', '2027-01-14'],
    ['old'],
    'diptych: site/dated.md: held back; it is published by a build with --date 2027-01-15 or later\ndiptych: site/due.md: held back; it is published by a build with --date 2027-02-01 or later\n',
  ],
  [
    'on the day of one',
    ['--date', '2027-01-15'],
    ['dated', 'old'],
    'diptych: site/due.md: held back; it is published by a build with --date 2027-02-01 or later\n',
  ],
  ['on a day after both', ['--date', '2027-02-01'], ['dated', 'due', 'old'], ''],
])('%s', async (_, args, pages, warnings) => {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, {
    'site/old.md': post('date', '2026-01-15'),
    'site/dated.md': post('date', '2027-01-15'),
    'site/due.md': post('date', '2027-02-01'),
  });
  // 24 November 2026.
  const { code, stderr } = await runWarm(['build', ...args], { cwd: folder, env: { SOURCE_DATE_EPOCH: '1795500000' } });
  expect([code, stderr.split('\n').sort()]).toEqual([0, warnings.split('\n').sort()]);
  const files = readTree(join(folder, 'dist'));
  expect(['dated', 'due', 'old'].filter((page) => files[`${page}.html`] && files[`${page}.md`])).toEqual(pages);
  expect(files['llms.txt']!.includes('/due.md')).toBe(pages.includes('due'));
});

it('an invalid day is refused', async () => {
  expect(await runWarm(['build', '--date', 'tomorrow'], { cwd: writeSmallSite(temporaryFolder()) })).toMatchObject({
    code: 2,
    stderr: 'diptych: --date tomorrow: expected a day like 2026-11-24\n',
  });
});
