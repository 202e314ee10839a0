import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  builtPluginSite,
  pluginConfig,
  pluginSite,
  readTree,
  runWarm,
  sharedFolder,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';

const url = 'https://docs.example';
const linksOf = (twin: string): string =>
  `<link rel="alternate" type="text/markdown" href="/${twin}">\n<link rel="describedby" type="text/plain" href="/llms.txt">\n<link rel="api-catalog" type="application/linkset+json" href="/.well-known/api-catalog">\n<link rel="service-desc" type="application/json" href="/.well-known/openapi.json">\n`;
const canonicalOf = (path: string): string => `<link rel="canonical" href="${url}/${path}" data-diptych="">\n`;
/** Pages with ¶ where links belong. */
const cases: readonly [file: string, page: string][] = [
  ['plain', '<!doctype html><html><head><title>T</title>¶</head><body class="a"><h1>T</h1></body></html>'],
  ['comment', '<html><head><!-- </head> --><title>T</title>¶</head><!-- <body> --><body><h1>T</h1></body></html>'],
  ['script', '<html><head><script>"</head><body>"</script><title>T</title>¶</HEAD ><body><h1>T</h1></body></html>'],
  ['no-head', '<!doctype html><title>T</title><meta charset="utf-8">¶<h1>T</h1><p>x</p>'],
  ['no-head-tags', '<html lang="en"><title>T</title>¶<body><h1>T</h1></body></html>'],
  ['text-first', '<!doctype html>\n¶Text with <b>one</b> element.'],
  ['fragment-for-scripts', '<li>Text with <b>one</b> element.</li>'],
  ['noscript', '<html><head><noscript><img src="p.gif"></noscript><title>T</title>¶</head><body><h1>T</h1></body></html>'],
  ['unclosed-head', '<html><head><title>T</title>\n¶<h1>T</h1></html>'],
  ['template', '<html><head><template><p>x</p></template><title>T</title>¶</head><body><h1>T</h1></body></html>'],
  ['late', `<html><head><title>T</title>${'<meta name="a" content="b">'.repeat(400)}¶</head><body><h1>T</h1></body></html>`],
  ['svg', '<html><head><title>T</title>¶</head><body><svg><title>s</title></svg><h1>T</h1><pre>&lt;/head></pre></body></html>'],
];
const original = (page: string): string => page.replace('¶', '');
const expected = (file: string, page: string): string => page.replace('¶', linksOf(`${file}.md`) + canonicalOf(file));

const utf16 = '<html><head><title>Grüße</title>¶</head><body><h1>Grüße</h1><p>Text.</p></body></html>';
/** A page in windows-1252, by its bytes, and what may say so. */
const western = (meta: string): string =>
  `<html><head>${meta}<title>Caf\u00E9</title>¶</head><body><h1>Caf\u00E9</h1><p>It\x92s \x93na\u00EFve\x94\x85 \x96 10\xA0\x80.</p></body></html>`;
const windows: readonly [file: string, meta: string][] = [
  ['windows', '<meta charset="windows-1252">'],
  ['unknown', '<meta charset="no-charset">'],
  ['undeclared', ''],
];
const bigEndian = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
const littleEndian = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

const others = {
  'own.html':
    '<html><head><link type=\'text/markdown; charset=utf-8\' href=/other.md rel=\'alternate nofollow\'><LINK REL=DESCRIBEDBY HREF=/x><link rel="service-desc" href="/y"><link href=/own rel=Canonical>¶</head><body><h1>T</h1></body></html>',
  'noindex.html': '<html><head><meta name="robots" content="noindex"></head><body><h1>T</h1></body></html>',
};

describe('links in the heads of pages, after diptych twin', () => {
  const folder = sharedFolder();
  beforeAll(async () => {
    const pages = Object.fromEntries(cases.map(([file, page]) => [`${file}.html`, original(page)]));
    const own = Object.fromEntries(Object.entries(others).map(([file, page]) => [file, original(page)]));
    writeFiles(join(folder, 'in'), {
      ...pages,
      ...own,
      ...Object.fromEntries(windows.map(([file, meta]) => [`${file}.html`, Buffer.from(original(western(meta)), 'latin1')])),
      'little.html': littleEndian(original(utf16)),
      'big.html': bigEndian(original(utf16)),
    });
    const twin = (from: string, out: string, ...more: string[]) =>
      runWarm(['twin', from, '--url', url, '--out', out, ...more], { cwd: folder });
    for (const run of [await twin('in', 'links'), await twin('links', 'again')]) expect(run.code, run.stderr).toBe(0);
  });
  const bytesOf = (path: string): Buffer => readFileSync(join(folder, path));

  it.each(cases)('%s: %s', (file, page) => {
    expect(bytesOf(`links/${file}.html`).toString()).toBe(expected(file, page));
  });

  it.each([
    ['little', littleEndian],
    ['big', bigEndian],
  ])('UTF-16, %s endian, stays as it is, and has a twin', (file, encoded) => {
    expect(bytesOf(`links/${file}.html`)).toEqual(encoded(original(utf16)));
    expect(bytesOf(`links/${file}.md`).toString()).toContain('# Grüße\n');
  });

  it.each(windows)('windows-1252 keeps its encoding: %s', (file, meta) => {
    expect(bytesOf(`links/${file}.html`).toString('latin1')).toBe(expected(file, western(meta)));
    expect(bytesOf(`links/${file}.md`).toString()).toContain('# Café\n');
    expect(bytesOf(`links/${file}.md`).toString()).toContain('It’s “naïve”… – 10\u00A0€.');
  });

  it('existing links, in any notation, are not added again', () => {
    const added = '<link rel="api-catalog" type="application/linkset+json" href="/.well-known/api-catalog">\n';
    expect(bytesOf('links/own.html').toString()).toBe(others['own.html'].replace('¶', added));
  });

  it('our canonical URL follows the site URL, and is omitted for a local one; an existing one stays', async () => {
    const page = (head: string): string => `<html><head>${head}</head><body><main><h1>T</h1><p>Text.</p></main></body></html>`;
    const theirs = '<link rel="canonical" href="https://elsewhere.example/">';
    const cwd = join(folder, 'moved');
    writeFiles(cwd, { 'index.html': page('<title>T</title>'), 'stated.html': page(theirs) });
    const run = async (...args: string[]): Promise<[links: unknown, twin: string | undefined]> => {
      const { code, stderr } = await runWarm(['twin', cwd, ...args], { cwd: folder });
      expect([code, stderr]).toEqual([0, '']);
      const tree = readTree(cwd);
      expect(tree['stated.html']!.match(/<link rel="canonical"[^>]*>/g)).toEqual([theirs]);
      return [tree['index.html']!.match(/<link rel="canonical"[^>]*>\n/g), /^canonical_url: (.*)$/m.exec(tree['index.md']!)?.[1]];
    };
    expect(await run('--url', url)).toEqual([[canonicalOf('')], `${url}/`]);
    expect(await run('--url', 'https://b.example')).toEqual([
      [canonicalOf('').replace(url, 'https://b.example')],
      'https://b.example/',
    ]);
    expect(await run('--url', 'http://localhost:8080')).toEqual([null, 'http://localhost:8080/']);
    expect(await run('--url', url)).toEqual([[canonicalOf('')], `${url}/`]);
  });

  it('a page without twin is not changed', () => {
    expect(bytesOf('links/noindex.html').toString()).toBe(others['noindex.html']);
  });

  it('a second run adds nothing', () => {
    expect(readTree(join(folder, 'again'))).toEqual(readTree(join(folder, 'links')));
  });
});

describe('links in the heads of pages of a site with the plugin', () => {
  const layout =
    '<!doctype html><html lang="{{ lang }}"><head><title>{{ title }}</title></head><body><main>{{ content }}</main></body></html>\n';
  const pages = {
    'src/_includes/base.liquid': layout,
    'src/index.md': '---\nlayout: base.liquid\nlang: en\ntitle: Home\n---\n# Home\n\n[de](/de/)\n',
    'src/de/index.md': '---\nlayout: base.liquid\nlang: de\ntitle: Start\n---\n# Start\n\n[en](/)\n',
  };

  it('as with diptych twin, translations included; manifest and compressed files match', async () => {
    const tree = await builtPluginSite({ url, name: 'Own' }, pages);
    const [first, ...rest] = linksOf('de.md').replace('/llms.txt', '/de/llms.txt').split('\n');
    const languages = `<link rel="alternate" hreflang="de" href="${url}/de/">\n<link rel="alternate" hreflang="en" href="${url}/">`;
    expect(tree['de/index.html']).toContain(`<title>Start</title>${[first, languages, ...rest].join('\n')}</head>`);
    expect(JSON.parse(tree['.well-known/diptych.json']!).files['de/index.html'].size).toBe(tree['de/index.html']!.length);
  });

  const whole = (head: string, body: string): string =>
    `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
  const feed = (list: string): string => `---\npermalink: feed.xml\neleventyExcludeFromCollections: true\n---\n${list}\n`;

  // A page gets its links when it is rendered, as far as they are known then.
  it.each<[what: string, files: Record<string, string>, configuration: string, expected: [file: string, text: string]]>([
    [
      'of a page with a late noindex: none',
      { 'src/a.html': whole('<title>A</title>', '<h1>A</h1><meta name="robots" content="noindex">') },
      '',
      ['a/index.html', whole('<title>A</title>', '<h1>A</h1><meta name="robots" content="noindex">')],
    ],
    [
      'of a page without an end tag of its head',
      { 'src/a.html': '<title>A</title><h1>A</h1>' },
      '',
      ['a/index.html', `<title>A</title>${linksOf('a.md')}<h1>A</h1>`],
    ],
    [
      'of a page whose twin name is taken by a copied file',
      {
        'src/a.html': whole('<title>A</title>', '<h1>A</h1><p>a</p>'),
        'public/a.html': whole('<title>B</title>', '<h1>B</h1><p>b</p>'),
      },
      '',
      ['a/index.html', whole(`<title>A</title>${linksOf('a/index.md')}`, '<h1>A</h1><p>a</p>')],
    ],
    [
      'of a page that a late transform changes',
      { 'src/a.html': whole('<title>A</title>', '<h1>A</h1><p>a</p>') },
      "eleventyConfig.addPlugin(() => eleventyConfig.on('eleventy.config', (all) => { all.getConfig().transforms.last = (text) => String(text).replace('<p>a</p>', '<p>b</p>'); }));",
      ['a/index.html', whole(`<title>A</title>${linksOf('a.md')}`, '<h1>A</h1><p>b</p>')],
    ],
    [
      'of a page whose content a feed transforms again: only in the page',
      {
        'src/a.html': whole('<title>A</title>', '<h1>A</h1><p>a</p>'),
        'src/feed.njk': feed(
          '{% set text %}<p>a</p>{% endset %}{% for each in collections.all %}{{ text | renderTransforms(each.page) | safe }}{% endfor %}',
        ),
      },
      '',
      ['feed.xml', '<p>a</p>\n'],
    ],
  ])('%s', async (_, files, configuration, [file, text]) => {
    const config = pluginConfig({ url, name: 'Own' }, configuration);
    const folder = pluginSite(temporaryFolder(), {}, { 'eleventy.config.js': config, ...files });
    for (const build of ['cold', 'warm']) {
      const { code, stderr } = await runWarm(['build'], { cwd: folder });
      expect([build, code, stderr]).toEqual([build, 0, '']);
      const tree = readTree(join(folder, '_site'));
      expect(tree[file]).toBe(text);
      expect(JSON.parse(tree['.well-known/diptych.json']!).files[file].size).toBe(text.length);
    }
  });
});
