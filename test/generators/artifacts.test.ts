import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { problemTypes } from '../../build/contract/problem-types.ts';
import {
  builtPluginSite,
  pluginSite,
  readTree,
  runCli,
  runWarm,
  sharedFolder,
  smallStarterCopy,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';
import { createPage } from '../support/create-page.ts';
import { twinInMemory } from '../support/twin-in-memory.ts';
import { documentsOf, siteOf } from './seed.ts';

const layout = `<!doctype html><html lang="en"><head><title>{{ title }}</title>{% if robots %}<meta name="robots" content="{{ robots }}">{% endif %}{% if canonical %}<link rel="canonical" href="{{ canonical }}">{% endif %}</head>
<body><nav><a href="/">Home</a></nav><main>{{ content | safe }}</main></body></html>`;
const page = (front: string, body: string): string => `---\nlayout: plain.njk\n${front}\n---\n${body}\n`;
const quiet = { 'dead-link': 'off' };

const build = (pages: Record<string, string>, options: object = {}): Promise<Record<string, string>> =>
  builtPluginSite(
    { url: 'https://example.com', name: 'Example', checks: quiet, ...options },
    { 'src/_includes/plain.njk': layout, ...pages },
  );

const home = '<html lang="en"><title>Home</title><main><h1>Home</h1></main>';

it('every problem type has its heading in problems.md; a site without old paths has no _redirects', async () => {
  const { 'problems.md': problems, ...others } = await twinInMemory({ 'index.html': home });
  expect([...problems!.matchAll(/^## (.*)$/gm)].map(([, slug]) => slug)).toEqual(
    Object.values(problemTypes).map(({ slug }) => slug),
  );
  expect(others).not.toHaveProperty('_redirects');
});

it('the API catalog: the content of the site with its description, documentation and status, and no other surface', async () => {
  const documents = await twinInMemory({ 'index.html': home }, { name: 'Example' });
  const { linkset } = JSON.parse(documents['.well-known/api-catalog']!);
  const paths = (targets: { href: string }[]): string[] => targets.map(({ href }) => href.replace('https://example.com', ''));
  expect(linkset).toHaveLength(2);
  expect([linkset[0].anchor, paths(linkset[0].item)]).toEqual([
    'https://example.com/.well-known/api-catalog',
    ['/api/v1/health'],
  ]);
  const { anchor, ...relations } = linkset[1];
  expect(anchor).toBe('https://example.com/api/v1/health');
  expect(Object.entries<{ href: string }[]>(relations).map(([relation, targets]) => [relation, paths(targets)])).toEqual([
    ['service-desc', ['/.well-known/openapi.json']],
    ['service-doc', ['/', '/index.md']],
    ['service-meta', ['/llms.txt', '/llms-full.txt', '/sitemap.md']],
    ['status', ['/api/v1/health']],
  ]);
});

it('openapi.json has a line for each operation', async () => {
  const { '.well-known/openapi.json': text = '' } = await twinInMemory({ 'index.html': home });
  const operations = Object.values<object>(JSON.parse(text).paths).flatMap((item) => Object.values(item));
  const lines = text.split('\n').map((line) => line.replace(/^ {3}"\w+": |,$/g, ''));
  expect(operations.filter((operation) => !lines.includes(JSON.stringify(operation)))).toEqual([]);
});

it.each([
  ['Retry-After', '429'],
  ['Allow', '405'],
])('openapi.json: %s is a header of the problem %s alone', async (header, status) => {
  const { '.well-known/openapi.json': text = '' } = await twinInMemory({ 'index.html': home });
  const problems = Object.values<any>(JSON.parse(text).components.responses).flatMap(({ content, headers }) => {
    const problem = content?.['application/problem+json']?.example;
    return problem && header in headers ? [String(problem.status)] : [];
  });
  expect(problems).toEqual([status]);
});

it.each([
  ['/llms.txt', 'text/plain', 'string'],
  ['/.well-known/openapi.json', 'application/json', 'object'],
  ['/.well-known/api-catalog', 'application/linkset+json', 'object'],
])('openapi.json: %s is %s, of type %s', async (path, mediaType, type) => {
  const { '.well-known/openapi.json': text = '' } = await twinInMemory({ 'index.html': home });
  expect(JSON.parse(text).paths[path].get.responses[200].content).toMatchObject({ [mediaType]: { schema: { type } } });
});

it.each<[what: string, link: string, settings: object, url: string]>([
  ['templates that link to page.url', '{{ "/about.html" | url }}', {}, '/about.html'],
  ['htmlUrls: false', '/about.html', { htmlUrls: false }, '/about'],
])('permalinks that end in .html, %s: the documents say %s', async (_, link, settings, url) => {
  const tree = await build(
    {
      'src/index.njk': page('title: Home', `<h1>Home</h1><a href="${link}">About</a>`),
      'src/about.md': page('title: About\npermalink: about.html\nredirect_from: /who', '# About\n\nUs.'),
    },
    settings,
  );
  expect(tree['sitemap.xml']).toContain(`<loc>https://example.com${url}</loc>`);
  expect(tree['about.md']).toContain(`canonical_url: https://example.com${url}\n`);
  expect(tree._redirects).toBe(`/who ${url} 301\n/who.md /about.md 301\n`);
  expect(tree['llms.txt']).toContain('https://example.com/about.md');
  // The path of a page may also end with a slash.
  const how = url.endsWith('.html') ? /put `.md` in place of `.html`, or of a slash at the end, in/i : /append `.md` to/i;
  for (const file of ['llms.txt', '.well-known/openapi.json']) expect(tree[file]).toMatch(how);
});

it('a file of the author that is called like a part is none', async () => {
  const tree = await build({
    'src/about.md': page('title: About', '# About\n\nUs.'),
    'public/about.parts/s1.md': '# Mine\n',
  });
  expect(tree['about.parts/s1.md']).toBe('# Mine\n');
  const { files, artifacts } = JSON.parse(tree['.well-known/diptych.json']!);
  expect([files['about.parts/s1.md'].part, artifacts.includes('about.parts/s1.md')]).toEqual([undefined, false]);
  for (const file of ['about.md', 'llms.txt', 'llms-full.txt', 'sitemap.md', 'sitemap.xml', '.well-known/openapi.json'])
    expect([file, tree[file]!.includes('about.parts')]).toEqual([file, false]);
});

it('a page that is noindex has a redirect, but its twin has none', async () => {
  const tree = await build({
    'src/index.njk': page('title: Home', '<h1>Home</h1>'),
    'src/about.njk': page('title: About\nredirect_from: /who', '<meta name="robots" content="noindex"><h1>About</h1>'),
  });
  expect(tree._redirects).toBe('/who /about/ 301\n');
});

it('text of pages and settings is escaped in llms.txt and sitemap.md', async () => {
  const described = (title: string): string =>
    `<!doctype html><html lang="en"><title>${title}</title><meta name="description" content="${title}: What it is about."><main><h1>${title}</h1></main>`;
  const { 'llms.txt': llms, 'sitemap.md': sitemap } = await twinInMemory(
    { 'index.html': described('Home'), 'a.html': described('snake_ and *star* [note] &lt;T&gt;') },
    { description: 'Use `code` and _words_.' },
  );
  expect(llms).toContain('\n> Use \\`code\\` and \\_words\\_.\n');
  for (const index of [llms, sitemap])
    expect(index).toContain(
      '\n- [snake\\_ and \\*star\\* (note) \\<T>](https://example.com/a.md): snake\\_ and \\*star\\* \\[note\\] \\<T>: What',
    );
});

it('an index of a site without a home page does not link to one', async () => {
  const about = page('title: About', '# About').replace('plain.njk', 'bare.njk');
  const tree = await build(
    { 'src/_includes/bare.njk': layout.replace('<a href="/">Home</a>', ''), 'src/about.md': about },
    { checks: { ...quiet, 'dead-link': 'error' } },
  );
  expect(tree['index.html']).toBeUndefined();
  expect(tree['sitemap.md']).toContain('> Every public page of example.com, as links to its Markdown.\n');
});

it('a page at the URL of the health document stays there', async () => {
  const tree = await build({
    'src/index.md': page('title: Home', '# Home'),
    'src/api/health.md': page('title: Health', '# Health'),
    'src/api/v1/health.md': page('title: Health 1\npermalink: api/v1/health.html', '# Health 1'),
  });
  expect(Object.keys(tree).filter((path) => /^api\/.*health(\.html|\/index\.html)?$/.test(path))).toEqual([
    'api/health/index.html',
    'api/v1/health.html',
  ]);
});

describe('the starter', () => {
  const folder = sharedFolder();
  let tree: Record<string, string>;
  beforeAll(async () => {
    writeStarter(folder);
    const { code, stdout } = await runWarm(['build'], { cwd: folder });
    expect([code, stdout]).toEqual([0, expect.stringContaining('Parity not measured: site/odd.md (no-parity)')]);
    expect(stdout).toContain('parity of every page at least 100.0 %');
    tree = readTree(join(folder, 'dist'));
  });
  /** The starter with pages that are not in all documents. */
  function writeStarter(folder: string): void {
    smallStarterCopy(folder, ['writing-pages.md', 'proxy.md']);
    const links = '[a](writing-pages.md) [b](./proxy.md#settings) [c](../about.md)';
    writeFiles(folder, {
      'site/secret.md': '---\ntitle: Zanzibar-canary\ndraft: true\n---\n# Zanzibar-canary\n\nZanzibar-canary.\n',
      'site/docs/hidden.md': '---\ntitle: Quokka-canary\nnoindex: true\n---\n# Quokka-canary\n\nQuokka-canary text.\n',
      'site/docs/beside.md': `---\ntitle: Beside\ndescription: A page that links to its siblings as editors complete the names of files.\nsection: Guides\n---\n# Beside\n\n${links}\n`,
      'site/odd.md':
        '---\ntitle: Odd page\ndescription: A page whose author does not want its twin to be measured by the build.\nsection: About\nparity: false\n---\n# Odd page\n\nText.\n',
    });
  }

  it('two builds are byte-identical, cold cache and warm, in two processes', async () => {
    const other = temporaryFolder();
    writeStarter(other);
    expect((await runCli('build', ['build'], { cwd: other })).code).toBe(0);
    expect(readTree(join(other, 'dist'))).toEqual(tree);
    rmSync(join(other, 'dist'), { recursive: true });
    expect((await runWarm(['build'], { cwd: other })).code).toBe(0);
    expect(readTree(join(other, 'dist'))).toEqual(tree);
    expect(Object.keys(tree).length).toBeGreaterThan(100);
  });

  it('no file of dist/ contains text of a draft', () => {
    expect(
      Object.entries(tree)
        .filter(([path, body]) => path.includes('secret') || body.includes('Zanzibar'))
        .map(([path]) => path),
    ).toEqual([]);
    const quokka = Object.entries(tree).filter(([path, body]) => /hidden/.test(path) || body.includes('Quokka-canary'));
    expect(
      quokka
        .map(([path]) => path)
        .filter((path) => path !== '.well-known/diptych.json' && !/^docs\/hidden\.html(\.(br|gz))?$/.test(path)),
    ).toEqual([]);
    expect(tree['docs/hidden.html']).toContain('<meta name="robots" content="noindex');
  });

  it('a link to a source file leads people to its page and agents to its twin', () => {
    expect(tree['docs/beside.html']).toMatch(
      /href="\/docs\/writing-pages">a<.*href="\/docs\/proxy#settings">b<.*href="\/about">c</,
    );
    expect(tree['docs/beside.md']).toContain(
      '[a](http://localhost:8080/docs/writing-pages.md) [b](http://localhost:8080/docs/proxy.md#settings) [c](http://localhost:8080/about.md)',
    );
  });
});

describe('pages excluded from all artifacts', () => {
  it.each([
    ['<meta name="robots" content="noindex">', {}],
    ['<meta name="robots" content="none">', {}],
    ['<meta name="diptych" content="draft">', {}],
    ['<link rel="canonical" href="https://example.com/">', {}],
    ['', { exclude: ['hidden/**'] }],
  ])('%s %j', async (head, options) => {
    const documents = await twinInMemory(
      {
        'index.html': '<html lang="en"><title>Home</title><main><h1>Home</h1><p><a href="/hidden/">Hidden</a></p></main>',
        'hidden/index.html': `<html lang="en"><title>Kangaroo</title>${head}<main><h1>Kangaroo</h1></main>`,
      },
      options,
    );
    const holders = Object.entries(documents).filter(([, body]) => body.includes('Kangaroo') || body.includes('hidden.md'));
    expect(holders.map(([path]) => path)).toEqual([]);
    expect(documents['index.md']).toContain('[Hidden](https://example.com/hidden/)');
  });
});

it('a twin: front matter, one H1, links to the indexes, content', async () => {
  const documents = await twinInMemory({
    'index.html':
      '<html lang="en"><title>Home: a "quote"</title><main><h1>Home</h1><p>See <a href="docs/#x">docs</a>, <img src="a.png" alt="alt"> and <a href="https://other.example/">out</a>.</p></main>',
    'docs/index.html': '<html lang="en"><title>Docs</title><main><h1>Docs</h1><h2 id="x">X</h2><p>Text.</p></main>',
    'a.png': 'x',
  });
  expect(documents['index.md']).toBe(
    [
      '---',
      'title: "Home: a \\"quote\\""',
      'description: See docs, and out.',
      'canonical_url: https://example.com/',
      'tokens: 112',
      '---',
      '',
      '# Home',
      '',
      '> For the complete index of this site, see [llms.txt](https://example.com/llms.txt); every page is listed in the [sitemap](https://example.com/sitemap.md).',
      '',
      'See [docs](https://example.com/docs.md#x), ![alt](https://example.com/a.png) and [out](https://other.example/).',
      '',
    ].join('\n'),
  );
});
describe('pages of several languages', () => {
  const inLanguage = (language: string, title: string): string =>
    `<html lang="${language}"><title>${title}</title><main><h1>${title}</h1><p>Text.</p></main>`;

  it('are in a section of their language, which their twins declare', async () => {
    const documents = await twinInMemory({
      'index.html': inLanguage('en', 'Home'),
      'de/index.html': inLanguage('de', 'Start'),
      'de/mehr.html': inLanguage('de', 'Mehr'),
    });
    expect(documents['llms.txt']).toMatch(/## Pages\n\n- \[Home\][^\n]*\n\n## German\n\n- \[Start\][^\n]*\n- \[Mehr\]/);
    expect(documents['de.md']).toContain('\nlanguage: de\n');
    expect(documents['index.md']).not.toContain('language:');
  });

  it('of one language that the settings do not state are in sections by folder, not of that language', async () => {
    const documents = await twinInMemory({
      'index.html': inLanguage('fr', 'Accueil'),
      'articles/un.html': inLanguage('fr', 'Un'),
      'articles/deux.html': inLanguage('fr', 'Deux'),
    });
    expect(documents['llms.txt']).not.toContain('## French');
    expect(documents['llms.txt']).toMatch(/## Articles\n\n- \[Deux\]/);
    expect(documents['articles/un.md']).toContain('\nlanguage: fr\n');
  });
});

it('the H1 of a page that stands above main heads its twin, unless other pages have it; a bold line does not', async () => {
  const above = (title: string, h1: string) =>
    `---\ntitle: ${title}\n---\n<!doctype html><html lang="en"><head><title>${title}</title></head><body><header><h1>${h1}</h1></header><main><h2>Of ${title}</h2><p>What ${title} says in the garden bed.</p></main></body></html>`;
  const tree = await build({
    'src/index.html': above('Start', 'A *first* page'),
    'src/one.html': above('One', 'Handbook'),
    'src/two.html': above('Two', 'Handbook'),
    'src/bold.html':
      '---\ntitle: About us\n---\n<!doctype html><html lang="en"><head><title>About us</title></head><body><main><p><b>Welcome</b></p><p>Come in in the garden bed.</p></main></body></html>',
  });
  expect(['index.md', 'one.md', 'two.md', 'bold.md'].map((file) => /^# .*$/m.exec(tree[file]!)?.[0])).toEqual([
    '# A \\*first\\* page',
    '# One',
    '# Two',
    '# About us',
  ]);
});

describe('an index past 20,000 characters', () => {
  const many = Array.from({ length: 700 }, (_, at) =>
    createPage('https://example.com', `/${at % 2 ? 'alpha' : 'beta'}/p${at}`, {
      title: `Page ${at} ${'x'.repeat(60)}`,
      body: `Text of ${at}, ${'y'.repeat(60)}.`,
    }),
  );
  const home = createPage('https://example.com', '/', { title: 'Home' });
  const site = siteOf([home, ...many], { url: 'https://example.com', name: 'Example' });
  const tree = documentsOf(site);
  /** The documents of an index, found by links from the first one, and the pages that they list. */
  const walk = (file: string, name: string, seen: string[] = []): { documents: string[]; pages: string[] } => {
    const documents = [file];
    const pages: string[] = [];
    for (const [, url] of tree[file]!.matchAll(/^ *- \[[^\]]+\]\(https:\/\/example\.com\/(\S+)\)/gm)) {
      if (!url!.endsWith(name)) pages.push(url!);
      else if (!seen.includes(url!)) {
        const below = walk(url!, name, [...seen, file]);
        documents.push(...below.documents);
        pages.push(...below.pages);
      }
    }
    return { documents, pages };
  };

  it.each(['llms.txt', 'sitemap.md'])(
    '%s leads to documents of sections, none over 20,000, that list every page once',
    (name) => {
      const { documents, pages } = walk(name, name);
      expect(documents).toEqual(expect.arrayContaining([`alpha/${name}`, `alpha/1/${name}`, `beta/1/${name}`]));
      expect(documents.sort()).toEqual(
        Object.keys(tree)
          .filter((path) => `/${path}`.endsWith(`/${name}`))
          .sort(),
      );
      for (const path of documents) {
        expect(tree[path]!.length).toBeLessThanOrEqual(20_000);
        expect(tree[path]).toMatch(/^# (?:Sitemap of )?Example.*\n\n> /);
      }
      expect(pages.sort()).toEqual(site.pages.map(({ twin }) => twin.slice(1)).sort());
    },
  );

  it('the first document has the titles of the pages of each section, and links for a short one', () => {
    expect(tree['llms.txt']).toMatch(/^- \[Alpha\]\(\S+\/alpha\/llms\.txt\): 350 pages: Page 1 … 699$/m);
    // Links first, then titles without.
    expect(tree['llms.txt']).toMatch(
      /## Pages\n\n- \[Home\]\(https:\/\/example\.com\/index\.md\) \(\d+ tokens\)\n\n## Sections\n/,
    );
  });
});

it.each([
  [undefined, 'User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n'],
  [
    { search: true, 'ai-train': false },
    'User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n',
  ],
])('robots.txt, with contentSignals %j', async (contentSignals, text) => {
  const documents = await twinInMemory({ 'index.html': home }, contentSignals ? { contentSignals } : {});
  expect(documents['robots.txt']).toBe(text);
});

describe('diptych twin', () => {
  const html = (title: string, body: string): string =>
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">x</a></nav><main>${body}</main></body></html>`;
  const files = {
    'index.html': html('Home', '<h1>Home</h1><p>To <a href="guide/">the guide</a>.</p>'),
    'guide/index.html': html('Guide', '<h1>Guide</h1>'),
    'robots.txt': 'User-agent: *\nDisallow: /private\n',
  };

  it('keeps an existing document, and says so', async () => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), files);
    const { code, stdout, stderr } = await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/: 2 pages, /);
    expect(stdout).toContain('Kept existing files: robots.txt');
    const tree = readTree(join(folder, 'out'));
    expect(tree['robots.txt']).toBe(files['robots.txt']);
    expect(tree['index.md']).toContain('[the guide](https://docs.example/guide.md)');
    expect(tree['llms.txt']).toContain('https://docs.example/guide.md');
  });

  it.each([
    [['twin', 'in', '--url', 'https://x.example', '--out', '.'], /--out \.: holds in, which would be removed/],
    [['twin', 'in', '--url', 'https://x.example', '--out', 'in/new'], /--out in\/new: lies in in, which it is made of/],
  ])('%j: one line, exit code 1, nothing changed', async (args, line) => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'in'), files);
    const { code, stderr, stdout } = await runWarm(args, { cwd: folder });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(line);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(readTree(join(folder, 'in'))).toEqual(files);
    expect(existsSync(join(folder, '.in.next'))).toBe(false);
  });
});

describe('a page whose twin loses text', () => {
  // More is hidden than shown: only a script can show it.
  const losing =
    '<main><h1>Kept</h1><p>A part of the page.</p><div hidden><p>Every word of this long paragraph is hidden until a script shows it.</p></div></main>';

  it.each([['error'], [undefined]] as const)('a build with the plugin, whose site asks for %s', async (severity) => {
    const folder = pluginSite(
      temporaryFolder(),
      { url: 'https://example.com', checks: { ...quiet, ...(severity && { parity: severity }) } },
      { 'src/_includes/plain.njk': layout, 'src/lost.md': page('title: Lost', losing) },
    );
    const { code, stdout } = await runWarm(['build'], { cwd: folder });
    expect(stdout).toMatch(/src\/lost\.md:5 .*parity.*lost: hidden text "Every word of this long/);
    expect([code, existsSync(join(folder, '_site'))]).toEqual(severity === 'error' ? [1, false] : [0, true]);
  });

  it('no-parity in its meta: no finding, but a line', async () => {
    const cwd = temporaryFolder();
    const head = '<title>Lost</title><meta name="diptych" content="no-parity">';
    writeFiles(cwd, { 'out/index.html': `<html lang="en"><head>${head}</head><body>${losing}</body></html>` });
    const { code, stdout } = await runWarm(['twin', 'out', '--url', 'https://docs.example', '--strict'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Parity not measured: index\.html \(no-parity\)\n/)]);
    expect(readTree(cwd)['out/index.md']).toContain('# Kept');
  });
});
