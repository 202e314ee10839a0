import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree, runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { printedBlocks } from '../support/printed.ts';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="About ${title}."><main><h1>${title}</h1>${body}</main></html>`;
const url = 'https://www.example.com/base';

/** A site below a path, with pages in folders, an image, a part of a long page, and links of all kinds. */
const site = {
  'index.html': page(
    'Garden',
    `<p>See <a href="guide/tools.html#shears">tools</a>, <a href="long">long</a>, <a href="secret">secret</a> and <a href="gone">gone</a>.</p>
<p><code>[a](${url}/guide/tools.md)</code> is code.</p><pre><code>[b](${url}/guide/tools.md)</code></pre><img src="leek.png" alt="Leek">`,
  ),
  'guide/tools.html': page(
    'Tools',
    `<h2 id="shears">Shears</h2><p>Back <a href="../index.html">home</a>, <a href="#shears">here</a>, <a href="https://other.example/">elsewhere</a>, <a href="../gone">gone</a>.</p>`,
  ),
  'long.html': page(
    'Long',
    ['one', 'two', 'three', 'four']
      .map((name) => `<h2 id="${name}">${name}</h2>${`<p>Some words about ${name} here.</p>`.repeat(300)}`)
      .join(''),
  ),
  'secret.html': page('Secret', '<p>A page that stays out.</p>'),
  'leek.png': 'picture',
};

async function built(files: Readonly<Record<string, string>> = site): Promise<string> {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'dist'), files);
  const { code, stderr } = await runWarm(['twin', 'dist', '--url', url], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return cwd;
}
const bundle = (cwd: string, ...more: string[]) => runWarm(['bundle', 'dist', '--out', 'pkg/docs', ...more], { cwd });
const read = (cwd: string, file: string): string => readFileSync(join(cwd, 'pkg', file), 'utf8');

describe('diptych bundle', () => {
  it('includes all pages of a site with a divided sitemap, and replaces all of them', async () => {
    const many = Object.fromEntries(
      ['alpha', 'beta'].flatMap((folder) =>
        Array.from({ length: 150 }, (_, at) => [`${folder}/p${at}.html`, page(`${folder} ${at}`, '<p>Words of it.</p>')]),
      ),
    );
    const cwd = await built({ 'index.html': site['secret.html'], ...many });
    expect((await bundle(cwd)).stdout).toContain('301 pages');
    const index = read(cwd, 'docs/sitemap.md');
    expect(index).toContain('(alpha/sitemap.md): 150 pages: alpha 0, ');
    expect(index).not.toContain('alpha/p7.md');
    expect(read(cwd, 'docs/alpha/sitemap.md')).toContain('](1/sitemap.md)');
    expect(read(cwd, 'docs/alpha/1/sitemap.md')).toContain('](../p0.md): ');
    await bundle(cwd, '--exclude', 'alpha/p7.md');
    const without = read(cwd, 'docs/sitemap.md');
    expect(without).toMatch(/\n- \[alpha\]\(alpha\/sitemap\.md\)\n- \[beta\]\(beta\/sitemap\.md\): 150 pages: beta 0, /);
    for (const file of ['sitemap.md', 'alpha/sitemap.md', 'alpha/1/sitemap.md'])
      expect([file, /alpha 7\b|p7\.md/.test(read(cwd, `docs/${file}`))]).toEqual([file, false]);
    await bundle(cwd, '--exclude', 'alpha/**');
    for (const file of ['sitemap.md', '1/sitemap.md', 'p0.md'])
      expect([file, existsSync(join(cwd, 'pkg/docs/alpha', file))]).toEqual([file, false]);
    expect(existsSync(join(cwd, 'pkg/docs/beta/p0.md'))).toBe(true);
  });

  it('writes twins with relative links, an index and a section; prints links that leave the bundle', async () => {
    const cwd = await built();
    const { code, stdout, stderr } = await runCli('build', ['bundle', 'dist', '--out', 'pkg/docs', '--exclude', 'secret.md'], {
      cwd,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/[\d,]+ bytes/, 'N bytes')).toBe(`2 links to what is on the site, but not in the bundle:
  ${url}/secret.md  index.md:12
  ${url}/leek.png  index.md:20
2 links to nothing that the site publishes:
  ${url}/gone  index.md:12, and 1 more time
Wrote pkg/docs: 3 pages, N bytes; and a section of AGENTS.md beside it
`);
    const home = read(cwd, 'docs/index.md');
    expect(home).toContain(
      `See [tools](guide/tools.md#shears), [long](long.md), [secret](${url}/secret.md) and [gone](${url}/gone).`,
    );
    expect(home).toContain('\n\n> Every page is listed in the [sitemap](sitemap.md).\n\n');
    expect(home).not.toContain('llms.txt');
    expect(home).toContain(`\`[a](${url}/guide/tools.md)\` is code.`);
    expect(home).toContain(`\n[b](${url}/guide/tools.md)\n`);
    expect(read(cwd, 'docs/guide/tools.md')).toContain(
      'Back [home](../index.md), [here](#shears), [elsewhere](https://other.example/)',
    );
    expect(read(cwd, 'docs/long.md')).toContain('](long.md#two)');
    expect(read(cwd, 'docs/sitemap.md')).toContain('- [Tools](guide/tools.md): About Tools.');
    expect(read(cwd, 'docs/sitemap.md')).not.toContain('ecret');
    expect(existsSync(join(cwd, 'pkg/docs/secret.md'))).toBe(false);
    expect(read(cwd, 'AGENTS.md')).toMatch(
      /^<!-- diptych bundle -->\n## Documentation of Garden\n[\s\S]+docs\/sitemap\.md[\s\S]+<!-- \/diptych bundle -->\n$/,
    );
    const tree = readTree(join(cwd, 'pkg'));
    // All relative links resolve to files of the bundle.
    for (const [file, text] of Object.entries(tree).filter(([name]) => name.endsWith('.md')))
      for (const [, target] of String(text).matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g))
        expect([file, target, existsSync(join(cwd, 'pkg', dirname(file), target!))]).toEqual([file, target, true]);
    await bundle(cwd, '--exclude', 'secret.md');
    expect(readTree(join(cwd, 'pkg'))).toEqual(tree);
  });

  it('run again: the section is replaced in place, pages that no longer exist are removed, other files stay', async () => {
    const cwd = await built();
    writeFiles(cwd, { 'pkg/AGENTS.md': '# Mine\n\nRun the tests.', 'pkg/docs/mine.md': 'mine' });
    await bundle(cwd);
    const outline = 'pkg/docs/long.parts';
    expect(existsSync(join(cwd, outline))).toBe(true);
    const first = read(cwd, 'AGENTS.md');
    expect(first).toMatch(/^# Mine\n\nRun the tests\.\n\n<!-- diptych bundle -->\n/);
    writeFiles(cwd, { 'pkg/AGENTS.md': `${first}\n## Style\n\nShort.\n` });
    expect((await bundle(cwd, '--exclude', '{secret,long}.md')).code).toBe(0);
    const again = read(cwd, 'AGENTS.md');
    expect(again).toMatch(
      /^# Mine\n\nRun the tests\.\n\n<!-- diptych bundle -->\n[\s\S]*2 pages[\s\S]*<!-- \/diptych bundle -->\n\n## Style\n\nShort\.\n$/,
    );
    expect(again.split('<!-- diptych bundle -->')).toHaveLength(2);
    expect(existsSync(join(cwd, outline))).toBe(false);
    expect(['long.md', 'secret.md', 'mine.md', 'index.md'].map((file) => existsSync(join(cwd, 'pkg/docs', file)))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it.each([
    [
      '--max-size 500',
      ['--max-size', '500'],
      {},
      1,
      /^diptych: the bundle has [\d,]+ bytes, more than 500; leave pages out with --exclude GLOB, or raise --max-size\. The largest: long\.md \([\d,]+\), /,
    ],
    [
      'a glob without a match',
      ['--exclude', 'blog/**'],
      {},
      2,
      /^diptych: --exclude blog\/\*\*: no twin has such a path, which is one like index\.md\n$/,
    ],
    [
      'an existing file at the path of a page',
      [],
      { 'pkg/docs/long.md': 'mine' },
      1,
      /^diptych: pkg\/docs\/long\.md: is not of a bundle, and would be replaced; move it, or name another folder with --out\n$/,
    ],
    [
      'one marker without the other',
      [],
      { 'pkg/AGENTS.md': 'a\n<!-- diptych bundle -->\nb\n' },
      1,
      /^diptych: AGENTS\.md: expected <!-- diptych bundle --> once, and <!-- \/diptych bundle --> once after it; correct the markers, or remove both\n$/,
    ],
    ['the built folder itself', ['--out', 'dist'], {}, 1, /^diptych: dist\/index\.md: is not of a bundle/],
  ])('%s: one line, and nothing is written', async (_, args, files, code, line) => {
    const cwd = await built();
    writeFiles(cwd, files);
    const before = readTree(cwd);
    const run = await bundle(cwd, ...args);
    expect([run.code, run.stdout]).toEqual([code, '']);
    expect(run.stderr).toMatch(line);
    expect(readTree(cwd)).toEqual(before);
  });

  it('a folder that Diptych did not build: the message tells how to fix it', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'dist'), site);
    expect(await bundle(cwd)).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'diptych: dist: has no sitemap.md that Diptych wrote; build the site, or run diptych twin dist --url https://example.com\n',
    });
  });
});

describe('its documentation', () => {
  const blocks = (language: string) =>
    printedBlocks.filter((block) => block.page.endsWith('docs/bundle.md') && block.language === language);

  it('prints what the command prints', async () => {
    const cwd = temporaryFolder();
    writeFiles(join(cwd, 'dist'), {
      'index.html': page('Garden', '<p>See <a href="tools">tools</a>.</p><img src="logo.png" alt="Logo">'),
      'tools.html': page('Tools', '<p>Back <a href="/">home</a>.</p>'),
      'logo.png': 'picture',
    });
    await runWarm(['twin', 'dist', '--url', 'https://www.example.com'], { cwd });
    const { stdout } = await runWarm(['bundle', 'dist', '--out', 'docs'], { cwd });
    expect(blocks('text')[0]!.text).toBe(stdout);
    const [first, last] = blocks('md')[0]!.text.split('…');
    const section = readFileSync(join(cwd, 'AGENTS.md'), 'utf8');
    expect([section.startsWith(first!), section.endsWith(last!)]).toEqual([true, true]);
  });

  it('ships both files that the command writes', () => {
    const { files, scripts } = JSON.parse(blocks('json')[0]!.text) as { files: string[]; scripts: { prepack: string } };
    expect([files, scripts.prepack]).toEqual([['docs', 'AGENTS.md'], 'diptych build && diptych bundle dist --out docs']);
  });
});
