import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditSite, readRedirectsFile } from '../../build/checks/audit/audit.ts';
import type { Settings } from '../../build/settings.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { clean, content, filesOf, html, lineOf, matching, origin, rewrite, type Seed } from './seed.ts';

/** The findings in a folder with these files, with relative paths. */
async function check(
  files: Readonly<Record<string, string>>,
  settings?: Settings,
): Promise<{ lines: string[]; pages: number; notes: readonly string[] }> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const { findings, pages, notes } = await auditSite(folder, settings && { settings });
  expect(findings.filter(({ file }) => !file.startsWith(`${folder}/`))).toEqual([]);
  return { lines: findings.map((finding) => lineOf({ ...finding, file: finding.file.slice(folder.length + 1) })), pages, notes };
}

const noTwins = 'There are no twins beside the pages: only the pages were checked.';

describe('a folder that Diptych built', () => {
  it('has no findings', async () => {
    expect(await check({ ...filesOf({}), '.well-known/diptych.json': '{}' })).toEqual({ lines: [], pages: 3, notes: [] });
  });

  it.each<[what: string, seed: Seed, expected: readonly (string | RegExp)[]]>([
    [
      'a dead link',
      { pages: { 'a.html': content('Page a', '<a href="/nope">x</a>') } },
      ['error a.html:11 link to /nope: nothing is published there'],
    ],
    [
      'a twin that lost one of ten words',
      {
        pages: { 'a.html': content('Page a', '<p>one two three four five six seven eight nine ten</p>') },
        artifacts: rewrite('a.md', (body) => body.replace('seven ', '')),
      },
      [
        /^error a\.html:1 the twin of \/a holds 50\.0 % of the page; lost: words "seven" in "one two three four five six seven eight nine ten"$/,
      ],
    ],
    [
      'a twin that lost a word that is in its front matter',
      {
        pages: { 'a.html': content('Page a', '<p>about one two three four five six seven</p>') },
        artifacts: rewrite('a.md', (body) => body.replace('about one', 'one')),
      },
      [/^error a\.html:1 the twin of \/a holds .* lost: words "about" in "about one two three four five six seven"$/],
    ],
    [
      'a twin that lost a link',
      { artifacts: rewrite('index.md', (body) => body.replace(`[B](${origin}/b.md)`, 'B')) },
      [/^error index\.html:1 the twin of \/ holds 75\.0 % of the page; lost: link "https:\/\/example\.com\/b"/],
    ],
    ['a twin with additional words', { artifacts: rewrite('a.md', (body) => `${body}\nMore words than the page has.\n`) }, []],
    [
      'an unclosed fence',
      { artifacts: rewrite('a.md', (body) => `${body}\n~~~\nx\n`) },
      [/^error a\.md:\d+ the fence ~~~ is never closed$/],
    ],
    [
      'an index without a page',
      { artifacts: rewrite('sitemap.md', (body) => body.replace(/^- \[Page a\].*\n/m, '')) },
      ['error sitemap.md sitemap.md lacks 1 page: /a, listed in llms.txt'],
    ],
    [
      'a leaked page',
      {
        pages: { 'c.html': html('C', content('C'), '<meta name="robots" content="noindex">') },
        artifacts: rewrite('llms.txt', (body) => `${body}- [C](${origin}/c.md)\n`),
      },
      [
        /^error llms\.txt:\d+ link to https:\/\/example\.com\/c\.md: nothing is published there$/,
        /^error llms\.txt:\d+ llms\.txt lists \/c, which is marked noindex$/,
      ],
    ],
    [
      'pages with one description',
      {
        pages: Object.fromEntries(
          Object.entries(clean).map(([file, text]) => [file, text.replace(/What .* is about/, 'What they all are about')]),
        ),
      },
      ['warning a.html 2 pages have the same description'],
    ],
    [
      'a page that searches the site, which no index lists',
      {
        pages: {
          'c.html': html('Search', content('Search'), '<link rel="search" href="/c">'),
          'd.html': html('D', content('D'), '<link rel="search" href="/c">'),
        },
      },
      [],
    ],
    [
      'redirects',
      { pages: { 'a.html': content('Page a', '<a href="/old">x</a> <a href="/older">y</a>') }, redirects: { '/old': '/b/' } },
      ['error a.html:11 link to /older: nothing is published there'],
    ],
  ])('%s', async (_, seed, expected) => {
    const { lines } = await check({ ...filesOf(seed), '.well-known/diptych.json': JSON.stringify({ site: { url: origin } }) });
    expect(lines).toEqual(matching(expected));
  });
});

describe("another generator's folder", () => {
  it('without twins: pages are checked, and a message reports it', async () => {
    const canonical = clean['index.html']!.replace('</head>', `<link rel="canonical" href="${origin}/"></head>`);
    expect(await check({ ...clean, 'index.html': canonical })).toEqual({ lines: [], pages: 3, notes: [noTwins] });
  });

  it('without a declared URL', async () => {
    const { notes, lines } = await check({
      ...clean,
      'a.html': html('Page a', content('Page a', `<a href="${origin}/nope">x</a>`)),
    });
    expect(notes).toEqual([expect.stringMatching(/^The site does not say what its URL is/), noTwins]);
    expect(lines).toEqual([]);
  });

  it('the URL of the settings takes precedence', async () => {
    const files = { ...clean, 'a.html': html('Page a', content('Page a', '<a href="https://other.test/nope">x</a>')) };
    expect((await check(files, { url: 'https://other.test' })).lines).toEqual([
      'error a.html:11 link to https://other.test/nope: nothing is published there',
    ]);
  });

  it('below a path, as declared by its home page', async () => {
    const at = (text: string): string => text.replaceAll('href="/', 'href="/project/');
    const files = Object.fromEntries(Object.entries(clean).map(([file, text]) => [file, at(text)]));
    const home = files['index.html']!.replace('</head>', '<link rel="canonical" href="https://name.github.io/project/"></head>');
    const { lines, notes } = await check({
      ...files,
      'index.html': home,
      'a.html': at(html('Page a', content('Page a', '<a href="/nope">x</a>'))),
    });
    expect(lines).toEqual(['error a.html:11 link to /project/nope: nothing is published there']);
    expect(notes[0]).toMatch(/^The site lies below \/project: /);
  });

  it.each([
    ['half', '', /^The site lies below \/en: /],
    ['less than half', '<a href="/b">b</a>', noTwins],
  ])('a canonical URL of the home page with which %s of its links agree', async (_, link, note) => {
    const links = `<a href="/en/">Home</a><a href="/a">a</a>${link}`;
    const page = `<!doctype html><html lang="en"><head><title>Home</title><link rel="canonical" href="https://example.com/en/"></head><body><main><h1>Home</h1>${links}</main></body></html>`;
    expect((await check({ 'index.html': page })).notes[0]).toMatch(note);
  });

  it('whose llms.txt lists only some pages: a warning', async () => {
    const files = {
      ...clean,
      'llms.txt': `# Example\n\n- [A](${origin}/a)\n`,
      'sitemap.xml': `<urlset><url><loc>${origin}/</loc></url></urlset>`,
    };
    expect((await check(files)).lines).toEqual([
      'warning llms.txt llms.txt lacks 2 pages: /b/, /',
      'warning sitemap.xml sitemap.xml lacks 1 page: /a, listed in llms.txt',
      'warning sitemap.xml:1 sitemap.xml lists 1 page: /, missing in llms.txt',
    ]);
    expect((await check(files, { checks: { 'index-mismatch': 'off' } })).lines).toEqual([]);
  });

  it('pages in other encodings, file names that need encoding, deep pages', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      ...clean,
      'index.html': html(
        'Home',
        content('Home', '<a href="/a">A</a> <a href="/b/">B</a> <a href="/ü/ä%20ö">C</a> <a href="/deep">D</a>'),
      ),
      'ü/ä ö.html': Buffer.from(html('Grüße', content('Grüße')).replace('<head>', '<head><meta charset="latin1">'), 'latin1'),
      'deep.html': html('Deep', content('Deep', '<div>'.repeat(6_000))),
      'deep.md': '# Deep\n',
    });
    const { findings, pages } = await auditSite(folder);
    expect(findings.map(lineOf)).toEqual([]);
    expect(pages).toBeGreaterThanOrEqual(4);
  });

  it('pages without a twin are reported', async () => {
    const files = filesOf({ settings: { exclude: ['b/**'] } });
    expect((await check(files)).notes).toEqual(['1 of 3 pages have no twin: /b/']);
  });

  it('excluded pages are not counted', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, filesOf({}));
    const { pages } = await auditSite(folder, { settings: { exclude: ['b/**'] } });
    expect(pages).toBe(2);
  });
});

describe('_redirects', () => {
  it.each<[text: string, expected: Record<string, string>]>([
    ['/a /b', { '/a': '/b' }],
    ['/a /b 301\n/c   /d  302 # why', { '/a': '/b', '/c': '/d' }],
    ['# /a /b\n\n', {}],
    ['/a /b\n/a /c', { '/a': '/b' }],
    ['/a /b 200!', { '/a': '/b' }],
    ['/* /404.html 404', {}],
    ['https://example.com/a /b', {}],
    ['/a', {}],
  ])('%j', (text, expected) => {
    expect(Object.fromEntries(readRedirectsFile(text))).toEqual(expected);
  });
});

describe('not a site', () => {
  it.each<[what: string, prepare: (folder: string) => string, message: RegExp]>([
    ['no folder', (folder) => join(folder, 'nope'), /nope: not a folder; name the folder of a built site$/],
    [
      'a file',
      (folder) => {
        writeFiles(folder, { x: '' });
        return join(folder, 'x');
      },
      /x: not a folder/,
    ],
    [
      'a folder without pages',
      (folder) => {
        mkdirSync(join(folder, 'empty'));
        return join(folder, 'empty');
      },
      /empty: holds no HTML page/,
    ],
  ])('%s', async (_, prepare, message) => {
    await expect(auditSite(prepare(temporaryFolder()))).rejects.toThrow(message);
  });

  it('invalid settings', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, clean);
    await expect(auditSite(folder, { settings: { url: 'x' } })).rejects.toThrow(/url: expected .*, got "x"/);
  });
});
