import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../proxy/index.ts';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { type PrintedBlock, printedBlocks } from '../support/printed.ts';
import { smallSite } from '../support/small-site.ts';
import { localServers } from './fixtures/local-servers.ts';
import { shells } from './fixtures/shells.ts';
import { page, twin, twinned } from './fixtures/twinned.ts';

/* GET /api/v1/search: what is found, how it is answered, and where it is announced. */

const filler = '<p>Words of no weight stand here in a row.</p>'.repeat(120);

const site = {
  'index.html': page(
    'Home',
    '<p>Read <a href="strings.html">strings</a>, <a href="manual.html">the manual</a>, <a href="zh.html">中文</a>.</p>',
  ),
  'strings.html': page(
    'String functions',
    '<h2 id="distance">Distance</h2><p>The function <code>levenshtein</code> counts how many letters differ.</p><h2 id="case">Case</h2><p>Configuring the <b>lower_case</b> of a mapState call, as an HTMLElement of the APIs.</p>',
  ),
  'manual.html': page(
    'Manual',
    '<p>What is on deck.</p>' +
      ['anchor', 'ballast', 'compass', 'davit']
        .map(
          (word) =>
            `<h2 id="${word}">The ${word}</h2><p>Polish the ${word} with care, as every manual of a deck says.</p>${filler}`,
        )
        .join(''),
  ),
  'zh.html': page('安装指南', '<h2 id="fonts">字体</h2><p>在这台计算机上安装新的字体，然后重新启动程序。</p>', 'zh'),
  'draft.html': page('Secret', '<p>The zeppelin is not announced.</p>', 'en', '<meta name="robots" content="noindex">'),
  'old.html': page('Old version', '<p>The zeppelin of an older version.</p>', 'en', '<meta name="diptych" content="older">'),
  'search.html': page('A page called search', '<p>Nothing else.</p>'),
  'tools.html': page(
    'Instruments',
    `<h2 id="sky">Quadrant and sextant in the old days</h2><p>One was replaced by the sextant.</p>${filler}`,
  ),
  'terms.html': page('Terms', '<ul><li>Sextant, <a href="tools.html">Sextant</a></li></ul>'),
  'posts.html': page(
    'Posts',
    '<h2><a href="tools.html">The sextant</a></h2><p>Sextant: more.</p><h2><a href="strings.html">Strings</a></h2><p>More.</p>',
  ),
  'long.html': page(
    '长文',
    `<p>${'这是一段没有空格的文字。'.repeat(40)}磁偏角在这里说明，A ${'后面还有文字。'.repeat(40)}</p>`,
    'zh',
  ),
};

interface Result {
  title: string;
  url: string;
  section?: string;
  markdown: string;
  tokens: number;
  passage?: string;
}

const indexIn = (dir: string): string[] => readdirSync(dir).filter((name) => /^search-[\w-]{22}\.bin$/.test(name));
const { listen, serve } = localServers();
const folder = await twinned(site);
const base = await serve({ dir: folder });
const ask = async (base: string, q: string): Promise<Result[]> => {
  const answer = await fetch(`${base}/api/v1/search?q=${encodeURIComponent(q)}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  return ((await answer.json()) as { results: Result[] }).results;
};

describe('GET /api/v1/search', () => {
  it.each<[question: string, url: string, section: string | undefined, markdown: string, passage: RegExp]>([
    ['levenshtein', '/strings.html#distance', 'Distance', '/strings.md', /^The function `levenshtein` counts how many/],
    ['LEVENSHTEIN distance?', '/strings.html#distance', 'Distance', '/strings.md', /levenshtein/],
    ['configure', '/strings.html#case', 'Case', '/strings.md', /Configuring the \*\*lower_case\*\*/],
    ['lower case', '/strings.html#case', 'Case', '/strings.md', /lower_case/],
    ['mapState', '/strings.html#case', 'Case', '/strings.md', /mapState/],
    ['elements', '/strings.html#case', 'Case', '/strings.md', /HTMLElement/],
    ['levensh', '/strings.html#distance', 'Distance', '/strings.md', /levenshtein/],
    ['levenshtien', '/strings.html#distance', 'Distance', '/strings.md', /levenshtein/],
    ['polish the compass', '/manual.html#compass', 'The compass', '/manual.parts/compass.md', /Polish the compass/],
    // The page is found, not the section that repeats a word: the passage stands before its first section.
    // It stands in the smallest document with it: the outline, not the whole page.
    ['manual deck', '/manual.html', undefined, '/manual.parts/contents.md', /^What is on deck\.$/],
    ['字体', '/zh.html#fonts', '字体', '/zh.md', /安装新的字体/],
    ['怎么安装字体', '/zh.html#fonts', '字体', '/zh.md', /字体/],
    ['磁偏角', '/long.html', undefined, '/long.md', /磁偏角.{80,}/],
    // A list of links, and a list of posts, only lead to the page that says it.
    ['sextant', '/tools.html#sky', 'Quadrant and sextant in the old days', '/tools.md', /replaced by the sextant/],
  ])('%s: %s, %s', async (question, url, section, markdown, passage) => {
    const [first] = await ask(base, question);
    expect(first).toMatchObject({ url: `https://docs.example${url}`, markdown: `https://docs.example${markdown}` });
    expect(first!.section).toBe(section);
    expect(first!.passage).toMatch(passage);
    // The tokens count the linked document.
    const read = await fetch(base + markdown);
    expect(String(first!.tokens)).toBe(read.headers.get('x-markdown-tokens'));
    expect(first!.passage).not.toMatch(/^(?:title|description|canonical_url):|^# |^> /);
  });

  it.each(['zeppelin', 'xyzzy', '...', 'a'.repeat(500)])(
    '%.20s: no result, neither from drafts nor from older versions',
    async (question) => {
      expect(await ask(base, question)).toEqual([]);
    },
  );

  it('at most five sections, each once, at most two of a page', async () => {
    const found = (await ask(base, 'home string manual polish compass search version read')).map(({ url }) => url);
    expect(found.length).toBe(5);
    expect(new Set(found).size).toBe(5);
    const pages = found.map((url) => url.replace(/#.*/, ''));
    expect(pages.filter((page) => page.endsWith('/manual.html')).length).toBe(2);
  });

  it.each([
    ['', /missing or empty/],
    ['?q=', /missing or empty/],
    ['?q=%20%20', /missing or empty/],
    ['?x=levenshtein', /missing or empty/],
    [`?q=${'a'.repeat(501)}`, /501 characters; at most 500/],
  ])('%s is 400: %s', async (query, detail) => {
    const answer = await fetch(`${base}/api/v1/search${query}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(((await answer.json()) as { detail: string }).detail).toMatch(detail);
  });

  it('HEAD, validators, caching and quota as for a document', async () => {
    const url = `${base}/api/v1/search?q=levenshtein`;
    const got = await fetch(url);
    const head = await fetch(url, { method: 'HEAD' });
    for (const name of ['etag', 'cache-control', 'vary', 'link', 'content-length', 'content-type', 'ratelimit-limit'])
      expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    expect(got.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
    expect(got.headers.get('ratelimit-remaining')).toMatch(/^\d+$/);
    const etag = got.headers.get('etag')!;
    const known = await fetch(url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await fetch(url, { headers: { 'if-match': '"x"' } })).status).toBe(412);
    const other = await fetch(url, { headers: { accept: 'text/markdown' } });
    expect(other.headers.get('etag')).not.toBe(etag);
  });

  it.each([
    ['/levenshtein', '/api/v1/search?q=levenshtein'],
    ['/docs/polish-compass.php', '/api/v1/search?q=docs+polish+compass'],
    ['/%E5%AD%97%E4%BD%93', '/api/v1/search?q=%E5%AD%97%E4%BD%93'],
  ])('the 404 of %s links to %s, which finds a page', async (path, search) => {
    const { hint } = (await (await fetch(base + path)).json()) as { hint: string };
    expect(hint).toContain(`Search: https://docs.example${search}`);
    expect(((await (await fetch(base + search)).json()) as { results: Result[] }).results.length).toBeGreaterThan(0);
  });
});

describe('endpoints', () => {
  it.each(['the fetch handler', 'a proxy in front of a host'])('%s answers alike', async (name) => {
    const shell = await shells[name]!(folder);
    onTestFinished(() => void shell.stop());
    for (const question of ['levenshtein', 'polish the compass', '字体', 'xyzzy']) {
      const path = `/api/v1/search?q=${encodeURIComponent(question)}`;
      const [answer, own] = [await fetch(shell.url + path), await fetch(base + path)];
      expect([answer.status, await answer.text()]).toEqual([200, await own.text()]);
      for (const name of ['etag', 'vary', 'cache-control', 'link']) expect(answer.headers.get(name)).toBe(own.headers.get(name));
    }
  });

  it('below the path of its URL', async () => {
    const mounted = await serve({ dir: folder, url: 'https://docs.example/help' });
    expect((await ask(`${mounted}/help`, 'levenshtein'))[0]!.url).toBe('https://docs.example/help/strings.html#distance');
  });

  it('a new build has its own index, a build without index has no search', async () => {
    const dir = await twinned(site);
    const [index] = indexIn(dir);
    const proxy = createProxy({ dir, watch: false });
    onTestFinished(() => proxy.close());
    const url = await listen(proxy);
    expect((await ask(url, 'levenshtein'))[0]!.title).toBe('String functions');
    writeFiles(dir, { 'strings.html': page('Hamming', '<p>Not the other one.</p>') });
    await twin(dir);
    const [next] = indexIn(dir);
    expect(next).not.toBe(index);
    await proxy.reload();
    expect(await ask(url, 'levenshtein')).toEqual([]);
    expect((await ask(url, 'hamming'))[0]!.title).toBe('Hamming');
    rmSync(join(dir, next!));
    writeFileSync(join(dir, next!), 'no index');
    await proxy.reload();
    const broken = await fetch(`${url}/api/v1/search?q=hamming`);
    expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '60']);
  });
});

describe('the setting searchApi', () => {
  const build = async (settings: object): Promise<string> => {
    const cwd = mkdtempSync(join(dirname(folder), 'site-'));
    writeFiles(cwd, {
      ...smallSite,
      'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', name: 'Small', ...settings }),
      'site/about.md': '# About\n\nThis is about herons.\n',
    });
    const { code, stderr } = await runWarm(['build'], { cwd });
    expect([code, stderr]).toEqual([0, '']);
    return join(cwd, 'dist');
  };
  const builds = new Map<string, Promise<string>>();
  /** The folder of a site with these settings, built once. */
  function built(settings: object): Promise<string> {
    const key = JSON.stringify(settings);
    if (!builds.has(key)) builds.set(key, build(settings));
    return builds.get(key)!;
  }
  const named = (dist: string): string[] =>
    ['llms.txt', '.well-known/openapi.json', '.well-known/api-catalog'].filter((file) =>
      readFileSync(join(dist, file), 'utf8').includes('/api/v1/search'),
    );

  it.each<[settings: object, index: number, announced: number]>([
    [{}, 1, 0],
    [{ searchApi: true }, 1, 3],
    [{ searchApi: false }, 0, 0],
  ])('%j: %i index, announced in %i documents', async (settings, index, announced) => {
    const dist = await built(settings);
    expect([indexIn(dist).length, named(dist).length]).toEqual([index, announced]);
    const url = await serve({ dir: dist });
    expect((await fetch(`${url}/api/v1/search?q=heron`)).status).toBe(index ? 200 : 404);
    const { hint } = (await (await fetch(`${url}/nope`)).json()) as { hint: string };
    expect(hint.includes('Search: ')).toBe(index === 1);
  });

  it('two builds make the same index', async () => {
    const one = await built({});
    const two = await build({});
    expect(indexIn(one)).toEqual(indexIn(two));
    expect(readFileSync(join(one, indexIn(one)[0]!))).toEqual(readFileSync(join(two, indexIn(two)[0]!)));
  });

  it.each<[host: string, settings: object, path: string]>([
    ['nginx', { searchApi: true }, '/api/v1/search'],
    ['github-pages', { searchApi: true }, '/api/v1/search'],
    ['nginx', { mcp: true }, '/mcp'],
  ])('export %s refuses a site that announces it, %j, and no other', async (host, settings, path) => {
    const exported = async (announced: object) => runWarm(['export', host, await built(announced)], { cwd: temporaryFolder() });
    expect(await exported(settings)).toMatchObject({ code: 1, stderr: expect.stringContaining(` announces ${path}`) });
    expect(await exported({})).toMatchObject({ code: 0 });
  });
});

it('the documentation prints the members of an answer in order', async () => {
  const [{ text }] = printedBlocks.filter(({ page, language }) => page.endsWith('docs/search.md') && language === 'text') as [
    PrintedBlock,
  ];
  const { results } = JSON.parse(text) as { results: [Result] };
  const [found] = await ask(base, 'levenshtein distance');
  expect(Object.keys(found!)).toEqual(Object.keys(results[0]));
  expect([found!.title, found!.section, found!.passage]).toEqual([results[0].title, results[0].section, results[0].passage]);
});
