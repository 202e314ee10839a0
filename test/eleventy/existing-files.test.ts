import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  eleventyCommand,
  pluginConfig,
  pluginSite,
  type Run,
  readTree,
  runWarm,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';

const options = { url: 'https://www.example.com', name: 'Own', checks: { h1: 'off' } };
const page = (title: string, more = ''): string => plainPage(title, `Text of ${title}, [home](/), [about](/about/).`, more);
const site = { ...plainLayout, 'src/index.md': page('Home'), 'src/about.md': page('About') };

type Files = Readonly<Record<string, string>>;
const copied = (path: string, text: string): Files => ({ [`public/${path}`]: text });
const template = (path: string, text: string): Files => ({
  'src/own.njk': `---\nlayout: false\npermalink: /${path}\n---\n${text}`,
});
const config = (code: string): Files => ({
  'eleventy.config.js': pluginConfig(
    options,
    code,
    "import { writeFileSync } from 'node:fs';\nimport { setTimeout } from 'node:timers/promises';\nimport { brotliCompressSync } from 'node:zlib';",
  ),
});
const written = (path: string, text: string): Files =>
  config(`eleventyConfig.on('eleventy.after', async ({ dir }) => {
    await setTimeout(50);
    writeFileSync(dir.output + '/${path}', ${JSON.stringify(text)});
  });`);

const authorsSite = (files: Files): string => pluginSite(temporaryFolder(), options, { ...site, ...files });

const commands: Readonly<Record<string, (cwd: string) => Promise<Run>>> = {
  'npx @11ty/eleventy': (cwd) => runWarm([], { cwd, file: eleventyCommand }),
  'diptych build': (cwd) => runWarm(['build'], { cwd }),
};
const published = (folder: string): Files => readTree(join(folder, '_site'));
/** The messages of a run about existing files. */
const messagesOf = ({ stdout, stderr }: Run): string[] =>
  (stdout + stderr).split('\n').filter((line) => line.includes('existing-file'));

const decompressed = (found: Files, path: string): string =>
  brotliDecompressSync(Buffer.from(found[`${path}.br`]!, 'latin1')).toString('latin1');
function isInManifest(found: Files, path: string): void {
  const hash = createHash('sha256').update(found[path]!, 'latin1').digest('base64url');
  expect(JSON.parse(found['.well-known/diptych.json']!).files[path].hash).toBe(hash);
}

const long = `User-agent: *\nDisallow: /x\n${'# A remark that compresses well.\n'.repeat(40)}`;
const named = '- <https://www.example.com/>\n- [About](https://www.example.com/about.md)\n';
const listing = (page: string): string => `<urlset><url><loc>${page}</loc></url></urlset>`;
type Way = (path: string, text: string) => Files;
const existing: readonly (readonly [title: string, way: Way, path: string, text: string, says?: string])[] = [
  [
    'robots.txt of a template',
    template,
    'robots.txt',
    'User-agent: *\nDisallow: /x\n',
    'src/own.njk  existing-file  robots.txt of the site stays, and lacks "Sitemap: https://www.example.com/sitemap.xml"',
  ],
  ['a complete copied robots.txt', copied, 'robots.txt', 'sitemap : /s.xml\n'],
  [
    'robots.txt written by another plugin at the end of the build',
    written,
    'robots.txt',
    long,
    'robots.txt  existing-file  robots.txt of the site stays, and lacks "Sitemap: https://www.example.com/sitemap.xml"',
  ],
  [
    'sitemap.xml without a page',
    template,
    'sitemap.xml',
    listing('https://www.example.com/'),
    'sitemap.xml of the site stays, and lacks 1 of 2 pages: /about/',
  ],
  [
    'sitemap.xml of another host',
    template,
    'sitemap.xml',
    listing('https://example.com/about/'),
    'sitemap.xml of the site stays, and names its pages at https://example.com, not at https://www.example.com',
  ],
  [
    'sitemap.xml of another host, below the same path',
    (path, text) => ({
      ...template(path, text),
      'eleventy.config.js': pluginConfig({ ...options, url: `${options.url}/shop` }).replace(
        'return {',
        "return { pathPrefix: '/shop/',",
      ),
    }),
    'sitemap.xml',
    listing('https://example.com/shop/about/'),
    'sitemap.xml of the site stays, and names its pages at https://example.com/shop, not at https://www.example.com/shop',
  ],
  ['an index of sitemaps', copied, 'sitemap.xml', '<sitemapindex></sitemapindex>'],
  ['llms.txt with all pages', copied, 'llms.txt', named],
  [
    'llms.txt without pages',
    copied,
    'llms.txt',
    '# Own\n',
    'public/llms.txt  existing-file  llms.txt of the site stays, and lacks 2 of 2 pages: /, /about/',
  ],
  [
    'another document',
    copied,
    '.well-known/openapi.json',
    '{}',
    '.well-known/openapi.json of the site stays; what the build would say there is not published',
  ],
  [
    'a copied twin',
    copied,
    'about.md',
    '# Mine\n',
    'about.md of the site is the Markdown of /about/; nothing compares it with the page',
  ],
];

const build = commands['npx @11ty/eleventy']!;

describe('existing files of the site stay', () => {
  /** The other command shares all but the hooks: a copied file, one of a template, and one of another plugin. */
  const withBoth = [
    'llms.txt without pages',
    'robots.txt of a template',
    'robots.txt written by another plugin at the end of the build',
  ];
  const cases = existing.flatMap(([title, way, path, text, says]) =>
    Object.keys(commands)
      .filter((command) => command.startsWith('npx') || withBoth.includes(title))
      .map((command) => ({ title, command, files: way(path, text), path, text, says })),
  );
  it.each(cases)('$title, by $command', async ({ command, files, path, text, says }) => {
    const build = commands[command]!;
    const folder = authorsSite(files);
    // The second build finds the files of the first one.
    for (const time of ['first', 'second']) {
      const run = await build(folder);
      expect([time, run.code, run.stderr]).toEqual([time, 0, expect.any(String)]);
      const found = published(folder);
      expect(found[path]).toBe(text);
      if (`${path}.br` in found) expect(decompressed(found, path)).toBe(text);
      expect(messagesOf(run)).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
      const manifest = JSON.parse(found['.well-known/diptych.json']!);
      expect([Object.keys(manifest.files).includes(path), manifest.artifacts.includes(path)]).toEqual([true, false]);
    }
  });

  it('a file that the site no longer writes is generated again', async () => {
    const folder = authorsSite({ 'public/llms.txt': '# Own\n' });
    expect((await build(folder)).code).toBe(0);
    for (const path of ['public/llms.txt', '_site/llms.txt']) rmSync(join(folder, path));
    expect((await build(folder)).code).toBe(0);
    expect(published(folder)['llms.txt']).toContain('(https://www.example.com/about.md)');
  });

  it('front matter in JavaScript runs', async () => {
    const folder = authorsSite({
      'src/code.md': page('Code').replace(/^---[\s\S]*?---/, "---js\n{ layout: 'base.liquid', title: 'Co' + 'de' }\n---"),
    });
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(published(folder)['code.md']).toMatch(/^---\ntitle: Code\n/);
  });

  it('a template that is also copied is published as rendered', async () => {
    const folder = authorsSite({
      'src/shown/index.html': '---\ntitle: Shown\n---\n<main><h1>{{ title }}</h1></main>\n',
      ...config("eleventyConfig.addPassthroughCopy('src/shown');"),
    });
    expect(await build(folder)).toMatchObject({ code: 0 });
    expect(published(folder)['shown/index.html']).toContain('<h1>Shown</h1>');
    expect(published(folder)['shown.md']).toContain('# Shown');
  });

  it.each([
    ['permalinkBypassOutputDir', 'permalink: ./beside.html\npermalinkBypassOutputDir: true\n'],
    ['permalink: ../beside.html', 'permalink: ../beside.html\n'],
  ])('a template may write outside the output folder: %s', async (_title, data) => {
    const folder = authorsSite({
      'src/beside.md': page('Beside', `eleventyExcludeFromCollections: true\n${data}`),
    });
    for (const time of ['first', 'second'])
      expect([time, await build(folder)]).toEqual([time, expect.objectContaining({ code: 0, stderr: '' })]);
    const found = readTree(folder);
    expect(found['beside.html']).toMatch(/<title>Beside<\/title><\/head>/);
    expect(Object.keys(found).filter((path) => path.includes('beside'))).toEqual(['beside.html', 'src/beside.md']);
    expect(published(folder)['sitemap.md']).not.toContain('Beside');
  });

  it('a page whose twin would overwrite a document has no twin', async () => {
    // The twin of /guide/sitemap is listed in every index.
    const folder = authorsSite({ 'src/sitemap.md': page('Sitemap'), 'src/guide/sitemap.md': page('Sitemap of the guide') });
    const { code, stdout, stderr } = await build(folder);
    expect([code, stdout + stderr]).toEqual([
      0,
      expect.stringMatching(/warning +src\/sitemap\.md .*no-twin .*its twin sitemap\.md is already a document of the site/),
    ]);
    expect(published(folder)['llms.txt']).toContain('/guide/sitemap.md');
    expect(published(folder)['sitemap.md']).toContain('(https://www.example.com/about.md)');
  });

  it('changes of another plugin to a written page are published, also when they change', async () => {
    const note = (text: string) =>
      config(`eleventyConfig.on('eleventy.after', ({ results }) => {
      for (const { outputPath, content } of results) writeFileSync(outputPath, content + '<!-- ${text} -->');
    });`);
    const folder = authorsSite({ ...note('first'), 'src/about.md': `${page('About')}\n${'Much text. '.repeat(80)}\n` });
    for (const text of ['first', 'first', 'second time']) {
      writeFiles(folder, note(text));
      expect(await build(folder)).toMatchObject({ code: 0 });
      const found = published(folder);
      expect(found['about/index.html']).toMatch(new RegExp(`rel="alternate".*</html>\n<!-- ${text} -->$`, 's'));
      isInManifest(found, 'about/index.html');
      expect(decompressed(found, 'about/index.html')).toBe(found['about/index.html']);
    }
  });

  it('an existing compressed file of a page is replaced when the page gets its links', async () => {
    const compressed = config(`eleventyConfig.on('eleventy.after', ({ dir, results }) => {
      for (const { outputPath, content } of results) writeFileSync(outputPath + '.br', brotliCompressSync(content));
    });`);
    const folder = authorsSite({
      ...compressed,
      'public/index.html.br': 'stale',
      'src/index.md': `${page('Home')}\n${'Much text. '.repeat(80)}\n`,
      'src/about.md': `${page('About')}\n${'Much text. '.repeat(80)}\n`,
    });
    expect(await build(folder)).toMatchObject({ code: 0 });
    const found = published(folder);
    expect(found['about/index.html']).toContain('rel="alternate"');
    for (const file of ['index.html', 'about/index.html']) {
      expect(decompressed(found, file)).toBe(found[file]);
      isInManifest(found, `${file}.br`);
    }
  });

  it('Markdown that a template writes for pages stays, with one warning', async () => {
    const folder = authorsSite({
      'src/own.njk':
        "---\npagination: { data: collections.all, size: 1, alias: each }\npermalink: \"{{ each.url | replace(r/.$/, '') or '/index' }}.md\"\neleventyExcludeFromCollections: true\n---\nTheirs.\n",
    });
    const { code, stdout, stderr } = await build(folder);
    expect([code, published(folder)['about.md'], published(folder)['index.md']]).toEqual([0, 'Theirs.\n', 'Theirs.\n']);
    expect((stdout + stderr).match(/existing-file {2}.*/g)).toEqual([
      expect.stringMatching(/\.md of the site is the Markdown of .*, as are \d+ more of other pages; nothing compares it/),
    ]);
  });

  it('a page that redirects an old path is not a fault', async () => {
    const refresh = '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=/about/">';
    const folder = authorsSite({
      'src/about.md': page('About', 'redirect_from: /old/\n'),
      ...template('old/index.html', refresh),
    });
    const { code, stdout, stderr } = await build(folder);
    expect([code, (stdout + stderr).match(/^(?:error|warning) .*/gm)]).toEqual([0, null]);
    expect([published(folder)['old/index.html'], published(folder)._redirects]).toEqual([
      refresh,
      expect.stringContaining('/old/ /about/ 301'),
    ]);
  });

  it('unknown front matter of a site does not stop the build', async () => {
    const lines = ['section: [docs]', 'lastmod: soon', 'order: first', 'language: { of: en }', 'redirect_from: old'];
    const wrong = { 'redirect_from: /': 'that path is published', 'redirect_from: /odd-6/': 'is the page itself' };
    const odd = [...lines, ...Object.keys(wrong)].map((line, at) => [`src/odd-${at}.md`, page(`Odd ${at}`, `${line}\n`)]);
    const { code, stdout, stderr } = await build(authorsSite(Object.fromEntries(odd)));
    expect([code, (stdout + stderr).match(/^(?:error|warning) .*/gm)]).toEqual([
      0,
      Object.values(wrong).map((why, at) =>
        expect.stringMatching(new RegExp(`src/odd-${at + lines.length}.md:4  front-matter  redirect_from .* ${why}`)),
      ),
    ]);
  });
});
