import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

const post = (key: string, day: string): string => `---\n${key}: ${day}\n---\n# Post\n\nA post of ${day}.\n`;

it.each<[what: string, args: string[], pages: string[], warnings: string]>([
  [
    'without a date: a page with publishAt waits, a page with a later date is published with a warning',
    [],
    ['dated', 'old'],
    'diptych: site/due.md: held back; it is published by a build with --date 2027-02-01 or later\ndiptych: site/dated.md: its date, 2027-01-15, is to come, and it is published now; to hold it back, build with --date 2026-11-24\n',
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
    'site/due.md': post('publishAt', '2027-02-01'),
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

it('reading time and author pages are options', async () => {
  const folder = temporaryFolder();
  await runWarm(['init', '.', '--blog'], { cwd: folder });
  const file = join(folder, 'site/_data/site.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  const build = async (more: object): Promise<Record<string, string>> => {
    writeFiles(folder, {
      'site/_data/site.json': JSON.stringify({ ...settings, ...more }),
      'site/blog/long.md': `---\ntitle: A long post\ndate: 2026-03-01\nauthor: Ann Lee\n---\n${'word '.repeat(880)}\n`,
    });
    const { code, stderr, stdout } = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
    expect([code, stderr, stdout.match(/^(?:error|warning).*$/gm)]).toEqual([0, '', null]);
    return readTree(join(folder, 'dist'));
  };
  const plain = await build({});
  expect(plain['blog/long.html']).not.toMatch(/min read|rel="author"/);
  expect(plain['authors/ann-lee.html']).toBeUndefined();
  const full = await build({ readingTime: true, authorPages: true });
  expect(full['blog/long.html']).toContain('by <a rel="author" href="/authors/ann-lee">Ann Lee</a>, 4 min read');
  expect(full['blog/long.md']).toContain('by [Ann Lee](https://www.example.com/authors/ann-lee), 4 min read');
  expect(full['authors/ann-lee.html']).toMatch(/<h1>Ann Lee<\/h1>[\s\S]*A long post/);
  expect(full['authors/ann-lee.html']).not.toContain('The first post');
  expect(Object.keys(full).filter((path) => /^authors\/.*html$/.test(path))).toEqual([
    'authors/ann-lee.html',
    'authors/your-name.html',
  ]);
});
