import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { surfaces } from '../../build/contract/surfaces.ts';
import type { HostedSite, SiteSource } from '../../build/hosts/hosted-site.ts';
import { createHandler, type EdgeSite } from '../../proxy/edge/handler.ts';
import { preferenceOf } from '../../proxy/http/negotiate.ts';
import { memoryAssets } from '../proxy/fixtures/edge.ts';
import { spellings } from '../proxy/fixtures/requests.ts';
import { filesOf, siteUrl } from '../proxy/fixtures/site.ts';
import { acceptHeader } from '../support/accept-header.ts';
import { cloudflare, cloudfront, edgeSiteOf, githubPages, handlerCode, hostedSiteOf, netlify, vercel } from './hosted.ts';
import { runFunction, runHandlerCode } from './run-function.ts';

/* What is written for hosts that run code or hold files, read as the host would read it. */

const place = { folder: 'dist' };
const code = handlerCode();

function siteFrom(files: ReadonlyMap<string, Buffer>, more: Partial<SiteSource> = {}): HostedSite {
  return hostedSiteOf({
    files: [...files.keys()],
    version: '1.2.3',
    bytesOf: (file) => files.get(file)!,
    handlerCode: () => code,
    ...more,
  });
}

const files = filesOf();
const site = siteFrom(files);
const textsOf = (given: HostedSite): Record<string, string> =>
  Object.fromEntries(
    [
      ...cloudflare.siteFiles(given),
      ...cloudflare.projectFiles(given, place),
      ...netlify.projectFiles(given, place),
      ...vercel.projectFiles(given),
      ...cloudfront.projectFiles(given),
      ...githubPages.siteFiles(given),
    ].flatMap(({ path, body }) => (body === undefined ? [] : [[path, String(body)]])),
  );
const texts = textsOf(site);

describe('what is written', () => {
  it('is the same for the same site', () => {
    expect(textsOf(siteFrom(new Map([...files].reverse())))).toEqual(texts);
  });

  test.each([
    '_worker.js',
    '_headers',
    '.assetsignore',
    'wrangler.jsonc',
    'netlify.toml',
    'netlify/edge-functions/diptych.js',
    '.vercel/output/functions/diptych.func/index.js',
    'cloudfront/viewer-request.js',
    'cloudfront/viewer-response.js',
  ])('%s says first what made it, and what the host cannot keep', (path) => {
    const lines = texts[path]!.split('\n');
    expect(lines[0]).toMatch(/^(?:\/\/|#) Made by Diptych 1\.2\.3 \(diptych export\), for .*https:\/\/example\.test\.$/);
    expect(texts[path]!.slice(0, 800)).toContain('cannot keep');
  });

  it('the Worker imports nothing, and the handler in it knows no name of Node', async () => {
    expect(texts['_worker.js']).not.toMatch(/^\s*import\b|\bimport\(/m);
    const handler = runHandlerCode(
      texts['_worker.js']!.replace(/let files;[\s\S]*$/, ''),
      'createHandler({ site, assets: (path) => new Response(path) })',
    );
    const got: Response = await handler(new Request(`${siteUrl}/pricing`, { headers: { accept: 'text/markdown' } }));
    expect([got.status, await got.text(), got.headers.get('content-location')]).toEqual([200, '/pricing.md', '/pricing.md']);
  });

  it('the code of the handler, without the table: below 23.5 kB by gzip', () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(23_500);
  });

  it.each(['_worker.js', 'netlify/edge-functions/diptych.js', '.vercel/output/functions/diptych.func/index.js'])(
    '%s opens the table when it starts, not in the first request',
    (path) => {
      const start = (text: string) =>
        runHandlerCode(text.replace(/^export default/m, 'const own =').replace(/^export /gm, ''), 'own');
      expect(start(texts[path]!)).toBeDefined();
      expect(() => start(texts[path]!.replace('{\\"version\\":1', '{\\"version\\":2'))).toThrow(/"site" is not a table/);
    },
  );

  it('wrangler.jsonc keeps images and styles off the Worker, and nothing else', () => {
    const { assets, main } = JSON.parse(texts['wrangler.jsonc']!.replace(/^\/\/.*$/gm, ''));
    expect([main, assets.directory, assets.html_handling]).toEqual(['dist/_worker.js', 'dist', 'none']);
    const [all, ...rules] = assets.run_worker_first as string[];
    expect(all).toBe('/*');
    const isKeptOff = (path: string): boolean => rules.some((rule) => path.endsWith(rule.slice('!/*'.length)));
    expect(['/a/b.png', '/style.css', '/app.js', '/font.woff2'].filter((path) => !isKeptOff(path))).toEqual([]);
    const texts_ = ['/about', '/about.md', '/about.html', '/llms.txt', '/sitemap.xml', '/.well-known/openapi.json', '/docs/'];
    expect(texts_.filter(isKeptOff)).toEqual([]);
    expect(rules.length).toBeLessThan(100);
  });

  it('a page whose URL looks like a script is not kept off the handler', () => {
    const odd = siteFrom(filesOf({ files: { 'why-next.js.html': '<h1>Why</h1>' } }));
    expect(cloudflare.projectFiles(odd, place)[0]!.body).not.toContain('!/*.js"');
  });

  it('a download that looks like a sidecar is uploaded', () => {
    const packed = siteFrom(filesOf({ files: { 'data.tar.gz': 'x' } }));
    const ignored = String(cloudflare.siteFiles(packed).find(({ path }) => path === '.assetsignore')!.body);
    expect(ignored).not.toContain('*.gz');
    expect(ignored).toContain('/pricing.html.gz\n');
    expect(ignored).not.toContain('data.tar.gz');
  });

  it('Vercel: pages lie where only the function finds them, images at their own paths', () => {
    const paths = vercel.projectFiles(site).map(({ path }) => path);
    expect(paths).toContain('.vercel/output/static/_diptych/pricing.html');
    expect(paths).toContain('.vercel/output/static/assets/pixel.png');
    expect(paths.filter((path) => /static\/(?!_diptych|assets)/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.br'))).toEqual([]);
  });
});

describe('the table of a site of 10,000 pages', () => {
  const many = new Map(files);
  for (let page = 0; page < 10_000; page++) {
    many.set(`guides/section-${page % 97}/how-to-do-thing-${page}.html`, randomBytes(8));
    many.set(`guides/section-${page % 97}/how-to-do-thing-${page}.md`, randomBytes(8));
  }
  const large = edgeSiteOf(siteFrom(many));

  it('is below 1 MB, compressed', () => {
    expect(Object.keys(large.files).length).toBeGreaterThan(20_000);
    expect(gzipSync(JSON.stringify(large)).length).toBeLessThan(1_000_000);
    expect(brotliCompressSync(JSON.stringify(large)).length).toBeLessThan(800_000);
  });

  test.each(['/pricing', '/pricing.md', '/pricing/', '/old-prices', '/assets/site.css'])(
    'looking up %s takes as many steps as in a small site',
    async (path) => {
      const stepsOf = async (table: EdgeSite): Promise<number> => {
        const handler = createHandler({ site: table, assets: memoryAssets() });
        await handler(new Request(`${siteUrl}/llms.txt`));
        const spies = [vi.spyOn(Map.prototype, 'get'), vi.spyOn(Map.prototype, 'has'), vi.spyOn(Map.prototype, 'keys')];
        await handler(new Request(siteUrl + path));
        const steps = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
        for (const spy of spies) spy.mockRestore();
        return steps;
      };
      const [few, all] = [await stepsOf(edgeSiteOf(site)), await stepsOf(large)];
      expect(few).toBeGreaterThan(0);
      expect(all).toBe(few);
    },
  );
});

describe('CloudFront', () => {
  const onRequest = runFunction(texts['cloudfront/viewer-request.js']!);
  const onResponse = runFunction(texts['cloudfront/viewer-response.js']!);
  const ask = (uri: string, headers: Record<string, string> = {}, method = 'GET', querystring = {}): any =>
    onRequest({
      request: {
        method,
        uri,
        querystring,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      },
    });

  test.each(['cloudfront/viewer-request.js', 'cloudfront/viewer-response.js'])('%s is ES5.1 of at most 10 kB', async (path) => {
    const { parse } = await import('acorn');
    expect(() => parse(texts[path]!, { ecmaVersion: 5 })).not.toThrow();
    expect(Buffer.byteLength(texts[path]!)).toBeLessThanOrEqual(10_240);
    // Of the built-ins that both runtimes list, the few that are needed; the suite of servers runs it in njs.
    const called = new Set(
      [...texts[path]!.replace(/^var facts = .*$/m, '').matchAll(/\b(?:[A-Z]\w+\.)?[a-z]\w+(?=\()/g)].map(String),
    );
    const declared = [...texts[path]!.matchAll(/^function (\w+)/gm)].map(([, name]) => name!);
    const builtIn = [...called].filter((name) => !declared.includes(name) && !['function', 'if', 'for'].includes(name));
    const listed =
      'Number Object.keys charAt charCodeAt decodeURIComponent encodeURIComponent exec filter forEach indexOf join map match push replace slice split test toLowerCase toString toUpperCase trim';
    expect(builtIn.filter((name) => !listed.split(' ').includes(name))).toEqual([]);
  });

  test('20,000 generated Accept headers: what the core says', () => {
    const property = fc.property(acceptHeader, (accept) => {
      const { variant } = preferenceOf(accept);
      const got = ask('/pricing', { accept });
      expect(got.statusCode ?? got.uri).toBe({ html: '/pricing.html', markdown: '/pricing.md', undefined: 406 }[`${variant}`]);
    });
    fc.assert(property, { numRuns: 20_000, seed: 12 });
  }, 120_000);

  test.each([
    ['/', '/index.html'],
    ['/pricing', '/pricing.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/install', '/docs/install.html'],
    ['/nope', '/nope.html'],
    ['/llms.txt', '/llms.txt'],
    ['/pricing.md', '/pricing.md'],
    [surfaces.getApiCatalog.path, surfaces.getApiCatalog.path],
    ['/assets/site.css', '/assets/site.css'],
    ['/index.md', '/index.md'],
  ])('GET %s asks for %s', (uri, file) => {
    expect(ask(uri).uri).toBe(file);
  });

  test.each([
    ['/pricing/', '/pricing'],
    ['/pricing.html', '/pricing'],
    ['/docs', '/docs/'],
    ['/docs/index.html', '/docs/'],
    ['/index.html', '/'],
    ['/docs/index.md', '/docs.md'],
    ['/pricing.html.md', '/pricing.md'],
    ['/old-prices', '/pricing'],
  ])('GET %s redirects to %s, with its query', (uri, location) => {
    const got = ask(uri, {}, 'GET', { a: { value: 'b', multiValue: [{ value: 'b' }, { value: 'c' }] }, d: { value: '' } });
    expect([got.statusCode, got.headers.location.value]).toEqual([301, `${location}?a=b&a=c&d`]);
  });

  test.each(spellings)('%s by _redirects %j: %s', (asked, rule, location) => {
    const moved = cloudfront.projectFiles(siteFrom(filesOf({ files: { _redirects: `${rule}\n` } })));
    const { statusCode, headers } = runFunction(String(moved[0]!.body))({
      request: { method: 'GET', uri: asked, querystring: {}, headers: {} },
    });
    expect([statusCode, headers.location.value]).toEqual([301, location]);
  });

  test.each(['//evil.example/x/', '//evil%2Eexample/', '/\\evil.example/x/', '//evil.example/x.html', '//evil.example/index'])(
    'GET %s leads to no other host',
    (uri) => {
      expect(ask(uri).uri).toBe(uri);
    },
  );

  test('a page without twin is HTML, whatever Accept says', () => {
    expect(ask('/hidden', { accept: 'text/markdown' }).uri).toBe('/hidden.html');
  });

  test.each([
    ['POST', '/pricing', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/pricing', 204, 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/pricing', 501, undefined],
    ['POST', '/api/v1/health', 405, 'GET, HEAD, OPTIONS'],
    ['GET', '/api/v1/health', 200, undefined],
  ])('%s %s → %i', (method, uri, status, allow) => {
    const got = ask(uri, {}, method);
    expect([got.statusCode, got.headers.allow?.value]).toEqual([status, allow]);
    expect(got.headers['ratelimit-policy'].value).toBe('120;w=60');
  });

  test('a problem has its six members, and a path cannot leave its quotes', () => {
    for (const uri of ['/x', '/"},{"a":"', '/\\u0022', '/<b>', '/\n', "/'"]) {
      const got = ask(uri, {}, 'POST');
      const problem = JSON.parse(got.body.data);
      expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance', 'hint']);
      expect(problem.instance).toMatch(/^\/[\w.~:@$&+,;=%/-]*$/);
    }
  });

  test.each([
    ['rewritten, with the mark', true],
    ['as the viewer sent it', false],
  ])('the fields of both variants, where the response shows the request %s', (_, isRewritten) => {
    for (const [accept, type, location, caching] of [
      ['text/markdown', 'text/markdown; charset=utf-8', '/pricing.md', 'private, no-cache'],
      ['text/html', 'text/html; charset=utf-8', '/pricing', 'public, max-age=0, must-revalidate'],
    ] as const) {
      const rewritten = ask('/pricing', { accept });
      const request = isRewritten ? rewritten : { ...rewritten, uri: '/pricing', headers: {} };
      const headers = { 'content-type': { value: type }, 'cache-control': { value: 'public, max-age=0, must-revalidate' } };
      const got = onResponse({ request, response: { statusCode: 200, headers } }).headers;
      expect([got.vary.value, got['content-location'].value, got['cache-control'].value]).toEqual(['Accept', location, caching]);
      expect(got.link.value).toContain(`<${siteUrl}/pricing>; rel="canonical"`);
    }
  });

  test('a twin at its own URL: links, and nothing of a negotiation', () => {
    const headers = { 'content-type': { value: 'text/markdown; charset=utf-8' } };
    const got = onResponse({ request: { uri: '/docs.md', headers: {} }, response: { statusCode: 200, headers } }).headers;
    expect(got.link.value).toContain(`<${siteUrl}/docs/>; rel="canonical", </docs/>; rel="alternate"; type="text/html"`);
    expect([got.vary, got['content-location']]).toEqual([undefined, undefined]);
  });

  test('a part of a long page names its page, and what it is a part of', () => {
    const headers = { 'content-type': { value: 'text/markdown; charset=utf-8' } };
    const request = { uri: '/docs.parts/install.md', headers: {} };
    const got = onResponse({ request, response: { statusCode: 200, headers } }).headers;
    expect(got.link.value).toContain(`<${siteUrl}/docs/>; rel="canonical", </docs/>; rel="alternate"; type="text/html"`);
    expect(got.link.value).toContain('</docs.md>; rel="up"; type="text/markdown"');
  });

  test('a site with more redirects than fit is refused in one line that says what to do', () => {
    const moved = Array.from({ length: 500 }, (_, at) => `/old-${at} /pricing 301\n`).join('');
    const busy = siteFrom(filesOf({ files: { _redirects: moved } }));
    expect(() => cloudfront.projectFiles(busy)).toThrow(/^a CloudFront function of \d+ bytes, .* 500 redirects do not fit; .*$/);
  });

  test('objects.json names every file once, with its type and caching', () => {
    const { objects } = JSON.parse(texts['cloudfront/objects.json']!);
    const rows = Object.fromEntries(objects.map(({ file, ...row }: any) => [file, row]));
    expect(rows['pricing.md']).toEqual({
      'Content-Type': 'text/markdown; charset=utf-8',
      'Cache-Control': 'public, max-age=300, must-revalidate',
    });
    expect(rows['.well-known/api-catalog']['Content-Type']).toMatch(/^application\/linkset\+json/);
    expect(objects.map(({ file }: any) => file)).toEqual(Object.keys(edgeSiteOf(site).files));
  });
});

describe('GitHub Pages', () => {
  it('a moved page leads on, and a moved twin has no page', () => {
    expect(texts['old-prices.html']).toContain('<meta http-equiv="refresh" content="0; url=/pricing">');
    expect(Object.keys(texts).filter((path) => path.startsWith('old-prices'))).toEqual(['old-prices.html']);
  });

  it('a page gets the links that it lacks, and a line for agents, and nothing twice', () => {
    const page = texts['pricing.html']!;
    for (const link of [
      '<link rel="alternate" type="text/markdown" href="/pricing.md">',
      '<link rel="describedby" type="text/plain" href="/llms.txt">',
      '<link rel="api-catalog" type="application/linkset+json" href="/.well-known/api-catalog">',
      '<link rel="service-desc" type="application/json" href="/.well-known/openapi.json">',
      'For agents: <a href="/pricing.md">this page as Markdown</a>, <a href="/llms.txt">index of the site</a>',
    ])
      expect(page.split(link)).toHaveLength(2);
    const again = siteFrom(new Map([...files, ['pricing.html', Buffer.from(page)]]));
    expect(githubPages.siteFiles(again).map(({ path }) => path)).not.toContain('pricing.html');
  });

  it('bytes of another encoding stay as they are', () => {
    const latin = Buffer.from('<html><head><meta charset="latin1"></head><body>Caf\xe9</body></html>', 'latin1');
    const page = githubPages
      .siteFiles(siteFrom(new Map([...files, ['pricing.html', latin]])))
      .find(({ path }) => path === 'pricing.html')!;
    expect(Buffer.from(page.body!).includes(Buffer.from([0x43, 0x61, 0x66, 0xe9]))).toBe(true);
  });
});

describe('values from pages', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'"\'`\\${}%<>#;/*\n\r\u2028\u2029\u0000é€😀a.b-'.match(/./gsu)!, '</script>', '*/', '//', '${x}'),
    maxLength: 12,
  });

  it('cannot leave their quotes: paths, names, redirects', () => {
    const property = fc.property(hostile, hostile, hostile, (path, name, target) => {
      const openApi = JSON.stringify({
        servers: [{ url: siteUrl }],
        info: { title: name },
        'x-diptych': { contentSecurityPolicy: "default-src 'self'" },
      });
      const odd = siteFrom(
        new Map([
          ['index.html', Buffer.from('<html><head></head><body></body></html>')],
          [`a${path}b.html`, Buffer.from('<html><head></head><body></body></html>')],
          [`a${path}b.md`, Buffer.from('')],
          ['.well-known/openapi.json', Buffer.from(openApi)],
          ['_redirects', Buffer.from(`/old${encodeURI(target.replace(/[\ud800-\udfff]/g, ''))} /new"'%22${target} 301\n`)],
        ]),
        { handlerCode: () => 'const diptych = { createHandler() {} };\n' },
      );
      const written = textsOf(odd);
      const worker = written['_worker.js']!.replace(/let files;[\s\S]*$/, '');
      expect(runHandlerCode(worker, 'JSON.stringify(site)')).toBe(JSON.stringify(edgeSiteOf(odd)));
      const { answers } = runHandlerCode(written['cloudfront/viewer-request.js']!, 'facts');
      expect(JSON.parse(answers.health.text)).toEqual({ status: 'ok', service: odd.name });
      const config = JSON.parse(written['wrangler.jsonc']!.replace(/^\/\/.*$/gm, ''));
      expect(config.name).toBe('example-test');
      for (const line of written._headers!.split('\n').filter((each) => !each.startsWith('#')))
        expect(line).toMatch(/^(?:|\/\*(?:\.\w+)?| {2}[\w-]+: [\x20-\x7e]+)$/);
      for (const [file, page] of Object.entries(written).filter(([, text]) => text.includes('http-equiv="refresh"')))
        expect([file, page.match(/<(?!\/)/g)!.length]).toEqual([file, 12]);
    });
    // Each of its characters stands in half of them.
    fc.assert(property, { numRuns: 200, seed: 12 });
  });

  it('a digest is that of the file', () => {
    const tag = createHash('sha256').update(files.get('pricing.md')!).digest('base64url').slice(0, 22);
    expect(edgeSiteOf(site).files['pricing.md']).toEqual([tag, files.get('pricing.md')!.length]);
  });
});
