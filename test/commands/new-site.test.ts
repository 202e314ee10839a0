import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { printedBlock, withoutFigures } from '../support/printed.ts';

const init = (cwd: string, ...operands: string[]) => runWarm(['init', ...operands], { cwd });

it.each([
  ['a folder with a file', ['full'], 'full: not empty (it holds notes.txt); name a new folder: diptych init my-site'],
  ['a folder with hidden files', ['hidden'], 'hidden: not empty (it holds .env); name a new folder: diptych init my-site'],
  ['a file', ['full/notes.txt'], 'full/notes.txt: is a file; name a new folder: diptych init my-site'],
])('%s is refused with one line, and stays as it is', async (_, operands, line) => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'full/notes.txt': 'mine', 'full/.env': 'x', 'hidden/.env': 'x' });
  const before = readTree(folder);
  expect(await init(folder, ...operands)).toEqual({ code: 1, stdout: '', stderr: `diptych: ${line}\n` });
  expect(readTree(folder)).toEqual(before);
});

it.each([
  ['my-site', '', 'my-site', 'My site', '  cd my-site\n'],
  ['deep/er/Été 2027', '', 'ete-2027', 'Été 2027', "  cd 'deep/er/Été 2027'\n"],
  ['.', '.git', expect.stringMatching(/^diptych-/), expect.stringMatching(/^Diptych /), ''],
])('%s beside %j: its package is %s, its site %j', async (operand, beside, name, title, enter) => {
  const folder = temporaryFolder();
  if (beside) mkdirSync(join(folder, beside));
  const { code, stdout, stderr } = await init(folder, operand);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Wrote \d+ files to /);
  expect(stdout.slice(stdout.indexOf('\n\n') + 2)).toBe(
    `${enter}  npm install\n  npm run dev\n\nIf npm does not find the package diptych, or you are offline: npm install /path/to/diptych, a folder or a .tgz file.\n`,
  );
  expect(Object.values(readTree(join(folder, operand))).filter((text) => text.includes('OWNER'))).toEqual([]);
  const json = (path: string) => JSON.parse(readFileSync(join(folder, operand, path), 'utf8'));
  expect(json('package.json').name).toEqual(name);
  expect(json('site/_data/site.json').name).toEqual(title);
  expect(Number(/\d+/.exec(stdout)![0])).toBe(Object.keys(readTree(join(folder, operand))).length);
  expect(readdirSync(join(folder, operand))).toEqual(expect.arrayContaining(['.gitignore', 'package.json', 'site']));
});

it('documentation only and a blog only are two kinds', async () => {
  const { code, stderr } = await init(temporaryFolder(), 'my-site', '--docs', '--blog');
  expect([code, stderr]).toEqual([2, 'diptych: init: --docs and --blog are two kinds of site; without either, it has both\n']);
});

it.each([
  [[], ['about', 'blog', 'blog/first-post', 'blog/untitled', 'features', 'index', 'pricing', 'tags/making-of', 'tags/news']],
  [['--docs'], ['index']],
  [['--blog'], ['about', 'blog/first-post', 'index', 'tags/making-of', 'tags/news']],
])('init %j: its pages beside the documentation, built without a finding', async (options, own) => {
  const folder = temporaryFolder();
  expect((await init(folder, '.', ...options)).code).toBe(0);
  if (options.length === 0)
    writeFiles(folder, {
      'site/blog/untitled.md': '---\ndate: 2026-03-01\n---\n# A heading for a title\n\nA post without front matter but its date.',
    });
  const built = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://www.example.com' } });
  expect([built.code, built.stderr, built.stdout.match(/^(?:error|warning).*$/gm)]).toEqual([0, '', null]);
  const tree = readTree(join(folder, 'dist'));
  const service = ['404', 'developers', 'problems', 'search', 'docs/first-page', 'docs/quick-start', 'docs/settings'];
  expect(Object.keys(tree).some((file) => file.startsWith('docs/'))).toBe(!options.includes('--blog'));
  const pages = Object.keys(tree).flatMap((file) => /^(.*)\.html$/.exec(file)?.[1] ?? []);
  expect(pages.filter((page) => !service.includes(page) && page !== 'blog/second-post')).toEqual(own);
  expect(Object.keys(tree).some((file) => file.startsWith('pagefind/'))).toBe(true);
  if (options.length > 0) return;
  expect(withoutFigures(printedBlock('preview', 'Wrote dist'))).toBe(withoutFigures(built.stdout));
  expect(tree['feed.xml']).toMatch(
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed [\s\S]*<updated>2026-03-01T00:00:00\.000Z<\/updated>\n<entry>\n<title>A heading for a title<\/title>[\s\S]*<title>The second post<\/title>\n<id>https:\/\/www\.example\.com\/blog\/second-post<\/id>[\s\S]*<content type="html">&lt;p&gt;[\s\S]*href=&quot;https:\/\/www\.example\.com\/blog\/first-post&quot;/,
  );
  expect(tree['rss.xml']).toContain('<pubDate>Sun, 01 Feb 2026 00:00:00 GMT</pubDate>');
  expect(tree['blog.html']).toContain('<link rel="alternate" type="application/atom+xml" href="/feed.xml"');
  expect(tree['blog/second-post.html']).toMatch(/"@type":"BlogPosting"[^}]*"keywords":"news, making of"/);
  expect(tree['blog.md']).toMatch(/## \[The second post\][\s\S]*## \[The first post\]/);
});
