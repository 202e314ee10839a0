import { createHash, randomBytes } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, test, vi } from 'vitest';
import { parseDocument } from 'yaml';
import { planNote } from '../../build/hosts/edge/limits.ts';
import type { HostPlan } from '../../build/hosts/host.ts';
import type { HostedSite, SiteSource } from '../../build/hosts/hosted-site.ts';
import { createHandler, type EdgeSite } from '../../proxy/edge/handler.ts';
import { memoryAssets } from '../proxy/fixtures/edge.ts';
import { filesOf, siteUrl } from '../proxy/fixtures/site.ts';
import { cloudflare, cloudfront, edgeSiteOf, githubPages, handlerCode, hostedSiteOf, netlify, vercel } from './hosted.ts';
import { runHandlerCode } from './run-function.ts';

/* Exports for platforms that run code or serve files, read as the platform reads them. */

const place = { folder: 'dist' };
const code = handlerCode();

function siteFrom(files: ReadonlyMap<string, Buffer>, more: Partial<SiteSource> = {}): HostedSite {
  return hostedSiteOf({
    files: [...files.keys()],
    version: '1.2.3',
    bytesOf: (file) => files.get(file)!,
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

describe('exported files', () => {
  it('are the same for the same site', () => {
    expect(textsOf(siteFrom(new Map([...files].reverse())))).toEqual(texts);
  });

  test.each([
    '_worker.js',
    '_headers',
    '.assetsignore',
    'wrangler.jsonc',
    'netlify.toml',
    'netlify/edge-functions/diptych.js',
    '.vercel/output/functions/diptych.func/index.mjs',
    'cloudfront/function/index.mjs',
    'cloudfront/template.yaml',
  ])('%s starts with its generator and the unsupported capabilities', (path) => {
    const lines = texts[path]!.split('\n');
    expect(lines[0]).toMatch(/^(?:\/\/|#) Made by Diptych 1\.2\.3 \(diptych export\), for .*https:\/\/example\.test\.$/);
    expect(texts[path]!.slice(0, 800)).toContain('cannot keep');
  });

  it('the Worker imports nothing, and its handler uses no name of Node', async () => {
    expect(texts['_worker.js']).not.toMatch(/^\s*import\b|\bimport\(/m);
    const handler = runHandlerCode(
      texts['_worker.js']!.replace(/let files;[\s\S]*$/, ''),
      'createHandler({ site, assets: (path) => new Response(path) })',
    );
    const got: Response = await handler(new Request(`${siteUrl}/pricing`, { headers: { accept: 'text/markdown' } }));
    expect([got.status, await got.text(), got.headers.get('content-location')]).toEqual([200, '/pricing.md', '/pricing.md']);
  });

  it('the code of the handler, without the table: below 29 kB by gzip', () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(29_000);
  });

  it.each([
    '_worker.js',
    'netlify/edge-functions/diptych.js',
    '.vercel/output/functions/diptych.func/index.mjs',
    'cloudfront/function/index.mjs',
  ])('%s reads the table at start, not in the first request', (path) => {
    const start = (text: string) =>
      runHandlerCode(text.replace(/^export default/m, 'const own =').replace(/^export /gm, ''), 'createHandler');
    expect(start(texts[path]!)).toBeDefined();
    expect(() => start(texts[path]!.replace('{\\"version\\":1', '{\\"version\\":2'))).toThrow(/"site" is not a table/);
  });

  it('wrangler.jsonc excludes only images and styles from the Worker', () => {
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

  it('a page whose URL looks like a script goes to the handler', () => {
    const odd = siteFrom(filesOf({ files: { 'why-next.js.html': '<h1>Why</h1>' } }));
    expect(cloudflare.projectFiles(odd, place)[0]!.body).not.toContain('!/*.js"');
  });

  it('a download that looks like a sidecar is uploaded', () => {
    const packed = siteFrom(filesOf({ files: { 'data.tar.gz': 'x' } }));
    const ignored = String(cloudflare.siteFiles(packed).find(({ path }) => path === '.assetsignore')!.body);
    expect(ignored).toMatch(/^\*\.gz\n[\s\S]*^!\/data\.tar\.gz$/m);
  });

  it('Vercel: pages are in a folder for the function only, images at their own paths', () => {
    const paths = vercel.projectFiles(site).map(({ path }) => path);
    expect(paths).toContain('.vercel/output/static/_diptych/pricing.html');
    expect(paths).toContain('.vercel/output/static/assets/pixel.png');
    expect(paths.filter((path) => /static\/(?!_diptych|assets)/.test(path))).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.br'))).toEqual([]);
  });
});

describe('limits of platforms', () => {
  const written = [{ path: 'function/index.js', body: randomBytes(5_000) }];
  const note = (...plans: HostPlan[]) => planNote({ title: 'Host', version: '', unsupported: {}, plans }, site, written);

  it('the smallest plan is enough: no message', () => {
    expect(note({ plan: 'Free', files: 100, code: 10_000 }, { plan: 'Pro' })).toBeUndefined();
    expect(planNote(githubPages, site, written)).toBeUndefined();
  });

  it('the required plan and the reason', () => {
    expect(note({ plan: 'Free', files: 3 }, { plan: 'Pro', files: 100 })).toMatch(
      /^Host: the site has \d+ files, and its function \d+ bytes by gzip: that needs Pro, for Free takes 3 files\.$/,
    );
    expect(note({ plan: 'Free', code: 4_000 }, { plan: 'Pro' })).toMatch(/that needs Pro, for Free takes 4000 bytes of code\.$/);
  });

  it('a site too large for every plan is refused', () => {
    expect(() => note({ plan: 'Free', code: 10 }, { plan: 'Pro', code: 20 })).toThrow(
      /; Pro takes 20 bytes of code, and no plan more/,
    );
  });

  it('Netlify: alternative URLs of pages are noindex', () => {
    expect(texts['netlify.toml']).toContain('for = "/_diptych/*"\n[headers.values]\nX-Robots-Tag = "noindex"\n');
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
  const code = texts['cloudfront/function/index.mjs']!.replace(/^export /gm, '');
  const handler = runHandlerCode(code, 'handler');
  const field = (name: string, value: string) => ({ [name]: [{ key: name, value }] });
  const requestOf = (uri: string, headers: Record<string, string> = {}, method = 'GET', querystring = '') => ({
    clientIp: '203.0.113.178',
    headers: Object.assign({}, ...Object.entries(headers).map(([name, value]) => field(name, value))),
    method,
    origin: { s3: { domainName: 'bucket.s3.amazonaws.com', path: '' } },
    querystring,
    uri,
  });
  // Events as documented by AWS, in JSON.
  const call = async (eventType: string, cf: object): Promise<any> =>
    JSON.parse(JSON.stringify(await handler({ Records: [{ cf: { config: { eventType }, ...cf } }] })));
  const ask = (...request: Parameters<typeof requestOf>): Promise<any> =>
    call('origin-request', { request: requestOf(...request) });
  const answered = async (request: object, status: string, headers: object): Promise<any> =>
    call('origin-response', { request, response: { status, statusDescription: 'OK', headers } });

  test.each([
    ['/', '*/*', '/index.html'],
    ['/pricing', '*/*', '/pricing.html'],
    ['/pricing', 'text/markdown', '/pricing.md'],
    ['/docs/', '*/*', '/docs/index.html'],
    ['/llms.txt', '*/*', '/llms.txt'],
    ['/assets/site.css', '*/*', '/assets/site.css'],
    ['/hidden', 'text/markdown', '/hidden.html'],
    ['/nope', 'text/html', '/404.html'],
  ])('GET %s, Accept: %s requests %s from the bucket', async (uri, accept, file) => {
    const got = await ask(uri, { accept, 'x-diptych-target': '/docs/install' });
    expect(got).toMatchObject({ uri: file, method: 'GET', querystring: '' });
    expect(got.headers['x-diptych-target'][0].value).toBe(uri);
  });

  test('conditions are not forwarded to the bucket', async () => {
    const { etag } = (await answered(await ask('/pricing'), '200', {})).headers;
    const { headers } = await ask('/pricing', { 'if-match': etag[0].value, range: 'bytes=0-1', 'if-range': '"other"' });
    expect(Object.keys(headers).sort()).toEqual(['if-range', 'x-diptych-target']);
  });

  test.each([
    ['/pricing/', 'a=b&a=c&d', 301, '/pricing?a=b&a=c&d'],
    ['/old-prices', '', 301, '/pricing'],
  ])('GET %s?%s is answered directly: %i to %s', async (uri, query, status, location) => {
    const got = await ask(uri, {}, 'GET', query);
    expect([got.status, got.headers.location[0].value]).toEqual([`${status}`, location]);
  });

  test.each([
    ['POST', '/pricing', '405', 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/pricing', '204', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/v1/health', '200', undefined],
    ['GET', '/nope', '404', undefined],
  ])('%s %s is answered directly: %s', async (method, uri, status, allow) => {
    const got = await ask(uri, {}, method);
    expect([got.status, got.headers.allow?.[0].value]).toEqual([status, allow]);
    expect(got.headers['ratelimit-policy'][0].value).toBe('120;w=60');
    // CloudFront refuses generated answers with Content-Length, and a 204 with a body.
    expect([got.headers['content-length'], got.body === undefined]).toEqual([undefined, status === '204']);
    expect((await ask(uri, {}, 'HEAD')).body).toBeUndefined();
  });

  test('fields of the bucket are replaced by ours, except those of the content', async () => {
    const length = field('content-length', `${files.get('pricing.md')!.length}`);
    const theirs = { ...length, ...field('server', 'AmazonS3'), ...field('etag', '"md5"'), ...field('via', '1.1 x') };
    const { status, headers } = await answered(await ask('/pricing', { accept: 'text/markdown' }), '200', theirs);
    expect(status).toBe('200');
    expect(headers).toMatchObject({
      ...length,
      ...field('via', '1.1 x'),
      ...field('content-type', 'text/markdown; charset=utf-8'),
      ...field('content-location', '/pricing.md'),
      ...field('cache-control', 'private, no-cache'),
    });
    expect([headers.server, headers.etag[0].value.slice(0, 4), headers['x-diptych-target']]).toEqual([
      undefined,
      '"md-',
      undefined,
    ]);
  });

  test('an object of another length has no tag, a range keeps Content-Range, and a missing object is a 502', async () => {
    const request = await ask('/pricing');
    expect((await answered(request, '200', field('content-length', '3'))).headers.etag).toBeUndefined();
    const range = field('content-range', `bytes 0-1/${files.get('pricing.html')!.length}`);
    const part = await answered(request, '206', { ...range, ...field('content-length', '2') });
    expect([part.status, part.headers['content-range'], part.headers.etag === undefined]).toEqual([
      '206',
      range['content-range'],
      false,
    ]);
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const lost = await answered(request, '403', {});
    report.mockRestore();
    expect([lost.status, JSON.parse(lost.body).status]).toEqual(['502', 502]);
  });

  test('500 redirects fit', async () => {
    const moved = Array.from({ length: 500 }, (_, at) => `/old-${at} /pricing 301\n`).join('');
    const [, { body }] = cloudfront.projectFiles(siteFrom(filesOf({ files: { _redirects: moved } }))) as [
      unknown,
      { body: string },
    ];
    const busy = runHandlerCode(body.replace(/^export /gm, ''), 'handler');
    const got = await busy({ Records: [{ cf: { request: requestOf('/old-499') } }] });
    expect([got.status, got.headers.location[0].value]).toEqual(['301', '/pricing']);
  });

  test('the stack is valid YAML, with a version of exactly this function', () => {
    const tags = ['Ref', 'Sub', 'GetAtt', 'Not', 'Equals', 'If'].flatMap((name) => [
      { tag: `!${name}`, resolve: (text: string) => ({ [name]: text }) },
      { tag: `!${name}`, collection: 'seq' as const },
    ]);
    const stack = parseDocument(texts['cloudfront/template.yaml']!, { customTags: tags });
    expect([stack.errors, stack.warnings]).toEqual([[], []]);
    const { Resources, Parameters } = stack.toJS();
    expect(Parameters.Domain.Default).toBe('example.test');
    const [version] = Object.keys(Resources).filter((name) => /^Version[A-Za-z0-9]+$/.test(name));
    const { LambdaFunctionAssociations } = Resources.Distribution.Properties.DistributionConfig.DefaultCacheBehavior;
    expect(LambdaFunctionAssociations.map(({ LambdaFunctionARN }: any) => LambdaFunctionARN.Ref)).toEqual([version, version]);
    const other = cloudfront.projectFiles(siteFrom(filesOf({ files: { 'new.html': '<p>' } })))[0]!.body;
    expect(other).not.toContain(version);
  });
});

describe('GitHub Pages', () => {
  it('a moved page redirects, a moved twin does not', () => {
    expect(texts['old-prices.html']).toContain('<meta http-equiv="refresh" content="0; url=/pricing">');
    expect(Object.keys(texts).filter((path) => path.startsWith('old-prices'))).toEqual(['old-prices.html']);
  });
});

describe('values from pages', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(...'"\'`\\${}%<>#;/*\n\r\u2028\u2029\u0000é€😀a.b-'.match(/./gsu)!, '</script>', '*/', '//', '${x}'),
    maxLength: 12,
  });

  it('stay quoted: paths, names, redirects', () => {
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
      );
      const written = textsOf(odd);
      const worker = written['_worker.js']!.replace(/let files;[\s\S]*$/, '');
      expect(runHandlerCode(worker, 'JSON.stringify(site)')).toBe(JSON.stringify(edgeSiteOf(odd)));
      const config = JSON.parse(written['wrangler.jsonc']!.replace(/^\/\/.*$/gm, ''));
      expect(config.name).toBe('example-test');
      for (const line of written._headers!.split('\n').filter((each) => !each.startsWith('#')))
        expect(line).toMatch(/^(?:|\/\*(?:\.\w+)?| {2}[\w-]+: [\x20-\x7e]+)$/);
      for (const [file, page] of Object.entries(written).filter(([, text]) => text.includes('http-equiv="refresh"')))
        expect([file, page.match(/<(?!\/)/g)!.length]).toEqual([file, 12]);
    });
    // Each character is in half of them.
    fc.assert(property, { numRuns: 200, seed: 12 });
  });

  it('digests are those of the files', () => {
    const tag = createHash('sha256').update(files.get('pricing.md')!).digest('base64url').slice(0, 22);
    expect(edgeSiteOf(site).files['pricing.md']).toEqual([tag, files.get('pricing.md')!.length]);
  });
});
