import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const page = (name: string): string =>
  `<!doctype html><html lang="en"><head><title>${name}</title></head><body><div class="unit"><h1>${name}</h1><p>The unit of ${name}, which is long enough to be prose.</p></div><div class="other"><h2>Other</h2><p>The other of ${name}, which is long enough to be prose.</p></div></body></html>`;
const files = Object.fromEntries(['news/a', 'news/b', 'docs/c'].map((name) => [`public/${name}.html`, page(name)]));
const site = (settings?: string): string => {
  const folder = temporaryFolder();
  writeFiles(folder, { ...files, ...(settings && { 'diptych.json': settings }) });
  return folder;
};
const twin = ['twin', 'public', '--out', 'out'];
const url = 'https://www.example.com';

it('a setting of the file and the same option of the command line write the same bytes', async () => {
  const content = { 'news/**': '.unit', '**': '.other' };
  const settings = { url, content, exclude: ['news/b.html'] };
  const [byFile, byOption] = [site(JSON.stringify({ ...settings, htmlUrls: true })), site()];
  const options = ['--url', url, '--content', 'news/**=.unit', '--content', '.other', '--exclude', 'news/b.html'];
  const switches = ['--html-urls', 'on'];
  expect([
    await runWarm(twin, { cwd: byFile }),
    await runWarm([...twin, ...options, ...switches], { cwd: byOption }),
  ]).toMatchObject([{ code: 0 }, { code: 0 }]);
  const tree = readTree(join(byFile, 'out'));
  expect(tree).toEqual(readTree(join(byOption, 'out')));
  expect(tree['news/a.md']).toContain('The unit of news/a');
  expect(tree['news/a.md']).not.toContain('The other of');
  expect(tree['docs/c.md']).toContain('The other of docs/c');
  expect(Object.keys(tree)).not.toContain('news/b.md');
});

it.each([
  ['overrides a setting', ['--url', 'https://b.example/', '--content', '.other'], 'https://b.example/news/a', 'The other of'],
  ['SITE_URL does, too', [], 'https://c.example/news/a', 'The unit of'],
])('an option %s', async (_, options, canonical, text) => {
  const cwd = site(JSON.stringify({ url, content: '.unit' }));
  const env: Record<string, string> = options.length === 0 ? { SITE_URL: 'https://c.example' } : {};
  expect(await runWarm([...twin, ...options], { cwd, env })).toMatchObject({ code: 0 });
  const body = readFileSync(join(cwd, 'out/news/a.md'), 'utf8');
  expect([body.includes(`canonical_url: ${canonical}\n`), body.includes(text)]).toEqual([true, true]);
});

it.each([
  ['{"url":"www.example.com"}', 1, 'diptych.json:1: url: '],
  [`{"url":"${url}",\n"contents":"main"}`, 1, 'diptych.json:2: unknown key "contents"'],
  [`{"url":"${url}",\n}`, 1, 'diptych.json:2: not valid JSON'],
  [`{"url":"${url}","content":["main"]}`, 1, 'diptych.json:1: content: '],
  [`{"url":"${url}","content":{"news/**":"p >> a"}}`, 1, 'diptych.json: content: of "news/**", "p >> a" is not a CSS selector'],
  [`{"url":"${url}","content":{"blog/**":".unit"}}`, 2, '--content "blog/**=.unit": the glob matches no page'],
  [`{"url":"${url}","content":{"news/**":".none"}}`, 2, '--content "news/**=.none": names nothing on any of 2 pages'],
])('%s: code %i, and nothing is written', async (settings, code, message) => {
  const cwd = site(settings);
  const before = readTree(cwd);
  const line = expect.stringContaining(`diptych: ${message}`);
  expect(await runWarm(twin, { cwd })).toMatchObject({ code, stdout: '', stderr: line });
  expect(readTree(cwd)).toEqual(before);
});

it('content with a glob without a page: one line, and all pages get twins', async () => {
  const cwd = site(`{"url":"${url}","content":{"blog/**":".unit","**":".unit"}}`);
  const run = await runWarm(twin, { cwd });
  expect(run).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^diptych: --content "blog\/\*\*=\.unit": the glob matches no page.*\n$/),
  });
  expect(Object.keys(readTree(cwd)).filter((file) => file.endsWith('.md'))).not.toEqual([]);
});

it.each([
  [['--exclude', 'old/**'], 0, '--exclude "old/**": matches no page; globs name files of the folder, such as '],
  [['--out', 'diptych.json/x'], 1, '/diptych.json is a file; name a folder elsewhere'],
])('%j: code %i, in one line', async (options, code, message) => {
  const cwd = site(JSON.stringify({ url }));
  const { stderr, ...run } = await runWarm([...twin, ...options], { cwd });
  expect(run.code).toBe(code);
  expect(stderr.split('\n')).toEqual([expect.stringContaining(message), '']);
});

it.runIf(process.platform === 'linux')('--out where no folder can be made: code 1, in one line', async () => {
  const run = await runWarm(['twin', 'public', '--out', '/proc/none/here'], { cwd: site(JSON.stringify({ url })) });
  expect(run).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^diptych: \S+ \S+: cannot be made, \/proc allows no new/),
  });
});
