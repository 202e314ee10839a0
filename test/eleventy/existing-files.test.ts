import { createHash } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pluginSite, type Run, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const options = { url: 'https://www.example.com', name: 'Own', checks: { h1: 'off' } };
const page = (title: string, more = ''): string =>
  `---\nlayout: base.liquid\ntitle: ${title}\n${more}---\n# ${title}\n\nText of ${title}, [home](/), [about](/about/).\n`;
const site = {
  'src/_includes/base.liquid':
    '<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>\n',
  'src/index.md': page('Home'),
  'src/about.md': page('About'),
};
const output = 'layout: false\npermalink: ';
const template = (path: string, text: string): Record<string, string> => ({
  'src/own.njk': `---\n${output}${path}\n---\n${text}`,
});

/** A configuration with the plugin first, then more code. */
const config = (more: string): Record<string, string> => ({
  'eleventy.config.js': `import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import diptych from 'diptych';
export default (eleventyConfig) => {
  eleventyConfig.addPlugin(diptych, ${JSON.stringify(options)});
  eleventyConfig.addPassthroughCopy({ public: '/' });
  ${more}
  return { dir: { input: 'src', output: '_site' } };
};
`,
});
const written = (path: string, text: string): Record<string, string> =>
  config(`eleventyConfig.on('eleventy.after', async ({ dir }) => {
    await setTimeout(50);
    writeFileSync(dir.output + '/${path}', ${JSON.stringify(text)});
  });`);

function authorsSite(files: Readonly<Record<string, string>>): string {
  const folder = pluginSite(temporaryFolder(), options, { ...site, ...files });
  symlinkSync(resolve('node_modules/@11ty'), join(folder, 'node_modules/@11ty'));
  return folder;
}

const commands: Readonly<Record<string, (cwd: string) => Promise<Run>>> = {
  'npx @11ty/eleventy': (cwd) => runWarm([], { cwd, file: resolve('node_modules/@11ty/eleventy/cmd.cjs') }),
  'diptych build': (cwd) => runWarm(['build'], { cwd }),
};
const published = (folder: string): Record<string, string> => readTree(join(folder, '_site'));
/** The messages of a run about existing files. */
const messagesOf = ({ stdout, stderr }: Run): string[] =>
  (stdout + stderr).split('\n').filter((line) => line.includes('existing-file'));

const long = `User-agent: *\nDisallow: /x\n${'# A remark that compresses well.\n'.repeat(40)}`;
const named = '- <https://www.example.com/>\n- [About](https://www.example.com/about.md)\n';
type ExistingRow = readonly [title: string, files: Readonly<Record<string, string>>, path: string, text: string, says?: string];
const existing: readonly ExistingRow[] = [
  [
    'robots.txt of a template',
    template('/robots.txt', 'User-agent: *\nDisallow: /x\n'),
    'robots.txt',
    'User-agent: *\nDisallow: /x\n',
    'src/own.njk  existing-file  robots.txt of the site stays, and lacks "Sitemap: https://www.example.com/sitemap.xml"',
  ],
  ['a complete copied robots.txt', { 'public/robots.txt': 'sitemap : /s.xml\n' }, 'robots.txt', 'sitemap : /s.xml\n'],
  [
    'robots.txt written by another plugin at the end of the build',
    written('robots.txt', long),
    'robots.txt',
    long,
    'robots.txt  existing-file  robots.txt of the site stays, and lacks "Sitemap: https://www.example.com/sitemap.xml"',
  ],
  [
    'sitemap.xml without a page',
    template('/sitemap.xml', '<urlset><url><loc>https://www.example.com/</loc></url></urlset>'),
    'sitemap.xml',
    '<urlset><url><loc>https://www.example.com/</loc></url></urlset>',
    'sitemap.xml of the site stays, and lacks 1 of 2 pages: /about/',
  ],
  [
    'sitemap.xml of another host',
    template('/sitemap.xml', '<urlset><url><loc>https://example.com/about/</loc></url></urlset>'),
    'sitemap.xml',
    '<urlset><url><loc>https://example.com/about/</loc></url></urlset>',
    'sitemap.xml of the site stays, and names its pages at https://example.com, not at https://www.example.com',
  ],
  [
    'sitemap.xml of another host, below the same path',
    {
      ...template('/sitemap.xml', '<urlset><url><loc>https://example.com/shop/about/</loc></url></urlset>'),
      'eleventy.config.js': config('')
        ['eleventy.config.js']!.replace(options.url, `${options.url}/shop`)
        .replace('return {', "return { pathPrefix: '/shop/',"),
    },
    'sitemap.xml',
    '<urlset><url><loc>https://example.com/shop/about/</loc></url></urlset>',
    'sitemap.xml of the site stays, and names its pages at https://example.com/shop, not at https://www.example.com/shop',
  ],
  [
    'an index of sitemaps',
    { 'public/sitemap.xml': '<sitemapindex></sitemapindex>' },
    'sitemap.xml',
    '<sitemapindex></sitemapindex>',
  ],
  ['llms.txt with all pages', { 'public/llms.txt': named }, 'llms.txt', named],
  [
    'llms.txt without pages',
    { 'public/llms.txt': '# Own\n' },
    'llms.txt',
    '# Own\n',
    'public/llms.txt  existing-file  llms.txt of the site stays, and lacks 2 of 2 pages: /, /about/',
  ],
  [
    'another document',
    { 'public/.well-known/openapi.json': '{}' },
    '.well-known/openapi.json',
    '{}',
    '.well-known/openapi.json of the site stays; what the build would say there is not published',
  ],
  [
    'a copied twin',
    { 'public/about.md': '# Mine\n' },
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
  const cases = existing.flatMap(([title, files, path, text, says]) =>
    Object.keys(commands)
      .filter((command) => command.startsWith('npx') || withBoth.includes(title))
      .map((command) => ({ title, command, files, path, text, says })),
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
      const sidecar = found[`${path}.br`];
      if (sidecar !== undefined) expect(brotliDecompressSync(Buffer.from(sidecar, 'latin1')).toString()).toBe(text);
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

  it('a setting makes it an error', async () => {
    const folder = authorsSite({ 'public/llms.txt': '# Own\n' });
    const strict = { ...options, checks: { ...options.checks, 'existing-file': 'error' } };
    writeFiles(folder, {
      'eleventy.config.js': config('')['eleventy.config.js']!.replace(JSON.stringify(options), JSON.stringify(strict)),
    });
    expect((await build(folder)).code).toBe(1);
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
      const { hash } = JSON.parse(found['.well-known/diptych.json']!).files['about/index.html'];
      expect(hash).toBe(createHash('sha256').update(found['about/index.html']!).digest('base64url'));
      expect(brotliDecompressSync(Buffer.from(found['about/index.html.br']!, 'latin1')).toString('latin1')).toBe(
        found['about/index.html'],
      );
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
      expect(brotliDecompressSync(Buffer.from(found[`${file}.br`]!, 'latin1')).toString('latin1')).toBe(found[file]);
      const { hash } = JSON.parse(found['.well-known/diptych.json']!).files[`${file}.br`];
      expect(hash).toBe(
        createHash('sha256')
          .update(Buffer.from(found[`${file}.br`]!, 'latin1'))
          .digest('base64url'),
      );
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
      ...template('/old/index.html', refresh),
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
