import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodsOf, surfaceList, surfacesOf } from '../../build/contract/surfaces.ts';
import { type Answer, startProxy } from './fixtures/client.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { type Shell, shells, shellsWithPreview } from './fixtures/shells.ts';
import { siteUrl } from './fixtures/site.ts';

/* What the proxy promises, whatever a site is served from. The conformance suite asks for the documents of a real build. */

/** URLs of documents, with a section of the site in place of the template variable. */
const documents = surfacesOf({ agentRegistration: true })
  .filter(({ kind, id }) => kind === 'artifact' && id !== 'getSearchIndex')
  .map(({ path }) => path.replace('{section}', 'docs').replace('{page_path}', 'long').replace('{part}', '1'));
const files = ['/', '/pricing', '/docs/', '/docs/install', '/pricing.md', '/index.md', '/assets/site.css'];
const readable = [...files, '/api/v1/health', '/api/health', ...documents];
const stubs = surfaceList.filter(({ kind }) => kind === 'stub');
const posts = stubs.map(({ path }) => path).filter((path) => methodsOf(path)[0] === 'POST');

type Row = [method: string, path: string, headers: Record<string, string>, status: number, fields?: Record<string, unknown>];

const moved = (path: string, location: string): Row => ['GET', path, {}, 301, { location }];
const absent = (path: string): Row => ['GET', path, {}, 404];
const refusedMethods = ['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
  ['/llms.txt', '/pricing', '/pricing.md', '/api/v1/health', '/docs'].map(
    (path): Row => [method, path, {}, 405, { allow: 'GET, HEAD, OPTIONS' }],
  ),
);
const unknownMethods = ['PROPFIND', 'TRACE', 'PURGE', 'MKCOL', 'QUERY', 'BREW'].flatMap((method) =>
  ['/llms.txt', '/pricing', '/nope', '/oauth/token', '/openapi.json'].map((path): Row => [method, path, {}, 501]),
);
const allowOf = (path: string): string =>
  surfaceList.some((surface) => surface.path === path) ? methodsOf(path).join(', ') : 'GET, HEAD, OPTIONS';

/** Promises that a preview keeps, too. */
const everywhere: readonly Row[] = [
  // A page is negotiated; its twin is not.
  ['GET', '/pricing', {}, 200, { 'content-type': 'text/html; charset=utf-8', 'content-location': '/pricing' }],
  ['GET', '/pricing', { accept: 'text/markdown' }, 200, { 'content-type': 'text/markdown; charset=utf-8' }],
  ['GET', '/pricing', { accept: 'text/plain' }, 200, { 'content-type': 'text/plain; charset=utf-8' }],
  ['GET', '/pricing', { accept: 'image/png' }, 406],
  // A URL with one representation ignores Accept.
  ...['application/json', 'text/html'].flatMap((accept): Row[] => [
    ['GET', '/pricing.md', { accept }, 200, { 'content-type': 'text/markdown; charset=utf-8' }],
    ['GET', '/sitemap.md', { accept }, 200, { 'content-type': 'text/markdown; charset=utf-8' }],
  ]),
  ...['text/markdown', 'text/html;q=0'].flatMap((accept): Row[] => [
    ['GET', '/hidden', { accept }, 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['GET', '/llms.txt', { accept }, 200, { 'content-type': 'text/plain; charset=utf-8' }],
    ['GET', '/.well-known/jwks.json', { accept }, 200, { 'content-type': 'application/json' }],
    ['GET', '/assets/pixel.png', { accept }, 200, { 'content-type': 'image/png' }],
  ]),
  ['GET', '/nope', { accept: 'text/html' }, 404, { 'content-type': 'text/html; charset=utf-8' }],
  ['HEAD', '/nope', { accept: 'text/html' }, 404, { 'content-type': 'text/html; charset=utf-8' }],
  // Methods.
  ...refusedMethods,
  ...unknownMethods,
  ...[...readable, ...stubs.map(({ path }) => path)].map(
    (path): Row => ['OPTIONS', path, {}, 204, { allow: allowOf(path), 'content-length': undefined }],
  ),
  ...posts.map((path): Row => ['GET', path, {}, 405, { allow: 'POST, OPTIONS' }]),
  // Other spellings of a URL lead to it, with the query.
  moved('/docs', '/docs/'),
  moved('/docs?a=1&b=%2F', '/docs/?a=1&b=%2F'),
  moved('/docs/index.html', '/docs/'),
  moved('/docs/index', '/docs/'),
  moved('/docs.html', '/docs/'),
  moved('/pricing/', '/pricing'),
  moved('/pricing.html?x', '/pricing?x'),
  moved('/pricing/index.html', '/pricing'),
  moved('/index.html', '/'),
  moved('/index.html.md', '/index.md'),
  moved('/pricing/index.md', '/pricing.md'),
  moved('/docs/index.md', '/docs.md'),
  moved('/pricing.html.md', '/pricing.md'),
  moved('/old-prices', '/pricing'),
  moved('/old-prices.md', '/pricing.md'),
  moved('/old-prices?a="<b>"', '/pricing?a=%22%3Cb%3E%22'),
  moved('/caf%C3%A9%20menu/', '/caf%C3%A9%20menu'),
  ['GET', '/caf%c3%a9%20menu', {}, 200],
  ['GET', '/%70ricing', {}, 200],
  ['GET', 'http://other.test/pricing', {}, 200],
  ['GET', 'http://other.test', {}, 200],
  // Nothing else is published, and no request leaves the site.
  ...['/away', '/away2', '/LLMS.TXT', '/llms.txt/', '/Pricing', '/PRICING.MD', '/Docs/', '/404.html', '/_redirects'].map(absent),
  ...['/.diptych.json', '/.git/config', '/pricing.html.br', '/.well-known/oauth-protected-resource/anything'].map(absent),
  ...['/docs/../pricing', '/./pricing', '//evil.example', '//evil.example/..', '///', '/docs//install'].map(absent),
  ...['/pricing;x=1', '/pricing.md/', '/%252e%252e/', '/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd'].map(absent),
  ...[
    '/..%2fetc/passwd',
    '/%00',
    '/pricing%00.md',
    '/%zz',
    '/%',
    '/%ff',
    '/%c0%ae%c0%ae/',
    '/\\evil',
    '/%5cevil',
    '/pricing%2f',
  ].map((path): Row => ['GET', path, {}, 400]),
  ['GET', `/${'a'.repeat(8_000)}`, {}, 404],
  ['GET', `/${'a'.repeat(9_000)}`, {}, 414],
];

const size = 1205;
const range = (value: string, status: number, contentRange?: string): Row => [
  'GET',
  '/pricing',
  { range: value },
  status,
  { 'content-range': contentRange },
];

/** What a cache may keep: of the two variants at one URL only HTML, because some caches ignore Vary. */
const caching = (path: string, accept: string, control: string): Row => [
  'GET',
  path,
  { accept },
  200,
  { 'cache-control': control, vary: expect.stringMatching(/^Accept(?:, Accept-Encoding)?$/) },
];

/** Promises to caches and clients of a published site. */
const published: readonly Row[] = [
  caching('/pricing', 'text/html', 'public, max-age=0, must-revalidate'),
  caching('/pricing', 'text/markdown', 'private, no-cache'),
  caching('/pricing', 'text/plain', 'private, no-cache'),
  ['GET', '/pricing.md', {}, 200, { 'cache-control': 'public, max-age=300, must-revalidate' }],
  ['GET', '/llms.txt', {}, 200, { 'cache-control': 'public, max-age=300, must-revalidate' }],
  ['GET', '/assets/site.css', {}, 200, { 'cache-control': 'public, max-age=3600, must-revalidate' }],
  ['GET', '/api/v1/health', {}, 200, { 'cache-control': 'no-store' }],
  // Conditions. Dates say nothing, because no answer has one.
  ...['"x"', 'W/"x"', '', 'x', '"unclosed', '"html-'].map((tag): Row => ['GET', '/pricing', { 'if-none-match': tag }, 200]),
  ['GET', '/pricing', { 'if-none-match': '"x"', 'if-modified-since': 'Fri, 31 Dec 2099 00:00:00 GMT' }, 200],
  ['GET', '/pricing', { 'if-modified-since': 'Fri, 31 Dec 2099 00:00:00 GMT' }, 200],
  ['GET', '/nope', { 'if-none-match': '*' }, 404],
  ['GET', '/pricing', { 'if-match': '*' }, 200],
  ['GET', '/pricing', { 'if-match': '"x"', 'if-none-match': '*' }, 412],
  // A failed condition varies by what chose the representation.
  ['GET', '/pricing', { 'if-match': '"x"' }, 412, { vary: 'Accept' }],
  ['GET', '/pricing', { range: 'bytes=99999-' }, 416, { vary: 'Accept' }],
  ['GET', '/pricing.md', { 'if-match': '"x"' }, 412, { vary: undefined }],
  ['GET', '/pricing.md', { range: 'bytes=99999-' }, 416, { vary: undefined }],
  // Ranges: one that can be satisfied, else the whole.
  range('bytes=0-9', 206, `bytes 0-9/${size}`),
  range('bytes=0-0', 206, `bytes 0-0/${size}`),
  range('bytes=5-5', 206, `bytes 5-5/${size}`),
  range('bytes=1200-', 206, `bytes 1200-1204/${size}`),
  range('bytes=1200-9999', 206, `bytes 1200-1204/${size}`),
  range('bytes=-5', 206, `bytes 1200-1204/${size}`),
  range('bytes=0-99999999999999999999999999', 206, `bytes 0-1204/${size}`),
  range('bytes=99999-', 416, `bytes */${size}`),
  range('bytes=1205-', 416, `bytes */${size}`),
  ...['bytes=-99999', 'bytes=-0', 'bytes=9-5', 'bytes=0-9, 20-29', 'bytes=0-,0-,0-', 'bytes=abc', 'bytes=', 'bytes=--1'].map(
    (value) => range(value, 200),
  ),
  ...['items=0-9', 'items=99999-', `bytes=${'0-1,'.repeat(2000)}`].map((value) => range(value, 200)),
  ['HEAD', '/pricing', { range: 'bytes=0-8' }, 200],
  ['GET', '/pricing', { range: 'bytes=0-8', 'if-none-match': '*' }, 304],
  ['GET', '/assets/empty.txt', { range: 'bytes=0-' }, 200],
  ['GET', '/nope', { range: 'bytes=0-' }, 404],
  ['GET', '/pricing', { range: 'bytes=0-8', 'accept-encoding': 'br' }, 206, { 'content-encoding': undefined }],
  ['GET', '/pricing', { range: 'bytes=0-8', accept: 'text/markdown' }, 206, { 'content-length': '9' }],
  // Both panels name the canonical URL, and no field depends on who asks.
  ...['text/html', 'text/markdown'].map(
    (accept): Row => [
      'GET',
      '/pricing',
      { accept },
      200,
      { link: expect.stringContaining(`<${siteUrl}/pricing>; rel="canonical"`), vary: expect.not.stringContaining('User-Agent') },
    ],
  ),
  ...['GET', 'HEAD'].map(
    (method): Row => [
      method,
      '/.well-known/api-catalog',
      {},
      200,
      {
        'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        link: expect.stringContaining('</.well-known/api-catalog>; rel="api-catalog"'),
      },
    ],
  ),
  // Scripts of other sites may read everything, without credentials (CORS).
  ...['RateLimit-Remaining', 'ETag', 'Link', 'Retry-After'].map(
    (name): Row => [
      'GET',
      '/pricing',
      { origin: 'https://other.test' },
      200,
      { 'access-control-expose-headers': expect.stringContaining(name), 'access-control-allow-credentials': undefined },
    ],
  ),
  ...['/pricing', '/oauth/token', '/api/v1/health'].map(
    (path): Row => [
      'OPTIONS',
      path,
      { origin: 'https://other.test', 'access-control-request-method': 'GET' },
      204,
      { 'access-control-allow-methods': allowOf(path), 'access-control-max-age': '86400' },
    ],
  ),
  ...readable.map((path): Row => ['GET', path, {}, 200, { deprecation: undefined, sunset: undefined }]),
];

const titled = (rows: readonly Row[]) =>
  rows.map(([method, path, headers, ...rest]) => {
    const shown = JSON.stringify(headers).slice(0, 60);
    return [
      `${method} ${path.slice(0, 50)}${shown === '{}' ? '' : ` ${shown}`}`,
      [method, path, headers, ...rest] as Row,
    ] as const;
  });

/** Checks status and fields of a row; those that are undefined must not be there. */
function expectRow({ status, headers }: Answer, [, , , expected, fields = {}]: Row): void {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  expect([status, headers]).toEqual([expected, expect.objectContaining(Object.fromEntries(there))]);
  for (const name of Object.keys(fields)) if (fields[name] === undefined) expect(headers).not.toHaveProperty(name);
}

describe.each(Object.entries(shellsWithPreview))('%s', (name, start) => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await start();
  });
  afterAll(() => shell.stop());

  test.each(titled(everywhere))('%s', async (_title, row) => {
    const [method, path, headers, status] = row;
    if (!shell.takes(method, path)) return;
    const answer = await shell.get(path, headers, method);
    expectRow(answer, row);
    if (name in shells) checkInvariants(answer, method);
    if (status >= 300 && status < 400) expect(answer.text).toBe('');
    if (status === 400 || status > 404) expect(answer.headers['content-type']).toBe('application/problem+json');
  });
});

describe.each(Object.entries(shells))('%s', (_, start) => {
  let shell: Shell;
  beforeAll(async () => {
    shell = await start();
  });
  afterAll(() => shell.stop());

  async function get(path: string, headers?: Record<string, string>, method = 'GET', body?: string | Buffer): Promise<Answer> {
    const answer = await shell.get(path, headers, method, body);
    checkInvariants(answer, method);
    return answer;
  }

  test.each(titled(published))('%s', async (_title, row) => {
    const [method, path, headers, status] = row;
    const answer = await get(path, headers, method);
    expectRow(answer, row);
    if (status !== 206 || method === 'HEAD') return;
    const whole = await get(path, { accept: headers.accept ?? '*/*' });
    const [, first, last] = /(\d+)-(\d+)/.exec(answer.headers['content-range']!)!;
    expect(answer.body.equals(whole.body.subarray(Number(first), Number(last) + 1))).toBe(true);
    for (const name of ['vary', 'cache-control', 'content-location', 'content-type', 'link'])
      expect(answer.headers[name]).toBe(whole.headers[name]);
  });

  test.each(['TAG', 'W/TAG', '"a", W/TAG, "b"', '*', '"a",TAG', `${'"a", '.repeat(3_000)}TAG`])(
    'If-None-Match: %.20s → 304, with the fields of a 200',
    async (pattern) => {
      for (const accept of ['text/html', 'text/markdown']) {
        const whole = await get('/pricing', { accept });
        const answer = await get('/pricing', { accept, 'if-none-match': pattern.replace('TAG', whole.headers.etag!) });
        expect([answer.status, answer.text]).toEqual([304, '']);
        for (const name of ['etag', 'vary', 'cache-control', 'content-location', 'link'])
          expect(answer.headers[name]).toBe(whole.headers[name]);
        expect([answer.headers['content-type'], answer.headers['content-length']]).toEqual([undefined, undefined]);
      }
    },
  );

  test.each<[path: string, headers: Record<string, string>, status: number]>([
    ['/pricing', { 'if-match': 'TAG' }, 200],
    ['/pricing', { 'if-match': 'W/TAG' }, 412],
    ['/pricing', { range: 'bytes=0-9', 'if-range': 'TAG' }, 206],
    ['/pricing', { range: 'bytes=0-9', 'if-range': 'W/TAG' }, 200],
    ['/pricing', { range: 'bytes=0-9', 'if-range': '"x"' }, 200],
    ['/pricing', { range: 'bytes=0-9', 'if-range': 'Fri, 31 Dec 2099 00:00:00 GMT' }, 200],
    // As Node's fetch sends it.
    ['/pricing', { 'if-none-match': 'TAG', 'cache-control': 'no-cache' }, 304],
    ['/assets/site.css', { 'if-none-match': 'TAG' }, 304],
  ])('%s with its tag in %j → %i', async (path, headers, status) => {
    const tag = (await get(path)).headers.etag!;
    const tagged = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', tag)]));
    expect((await get(path, tagged)).status).toBe(status);
  });

  test.each([...readable, '/nope', '/docs', '/oauth/authorize'])('HEAD %s is GET without content', async (path) => {
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
    expect([head.status, head.text]).toEqual([whole.status, '']);
    // The two differ by one counted request and perhaps a second.
    const comparable = ({ headers }: Answer) => {
      const { date, 'ratelimit-remaining': left, 'ratelimit-reset': reset, ...rest } = headers;
      return rest;
    };
    expect(comparable(head)).toEqual(comparable(whole));
  });

  test.each<[path: string, hint: string | RegExp]>([
    ['/pricng', '/pricing'],
    ['/pricng.md', '/pricing.md'],
    ['/Pricing', '/pricing'],
    ['/LLMS.TXT', '/llms.txt'],
    ['/guide/install', '/docs/install'],
    ['/doc/', '/docs/'],
    ['/sitemap.xm', '/sitemap.xml'],
    // A well-known name means exactly itself.
    ['/.well-known/openid-configuration', /^See/],
    ['/.well-known/jwks.jso', /^See/],
    ['/.well-known/api-catalo', /^See/],
    ['/.well-known/openapi.jsom', /^See/],
    ['/entirely/different/place/altogether', /^See https:\/\/example\.test\/sitemap\.md/],
  ])('%s hints at %s', async (path, hint) => {
    const problem = checkProblem(await get(path));
    if (typeof hint === 'string') expect(problem.hint).toBe(`Did you mean ${siteUrl}${hint}?`);
    else expect(problem.hint).toMatch(hint);
  });

  test.each([
    ['/%E2%8', 400, '/%E2'],
    ['/a%E2%82%AC', 404, '/a%E2%82%AC'],
    [`/${'%41'.repeat(100)}`, 404, `/${'%41'.repeat(85)}`],
  ])('%.20s is %i, and no escape of its instance is cut', async (path, status, instance) => {
    const problem = checkProblem(await get(path));
    expect([problem.status, problem.instance]).toEqual([status, instance]);
  });

  test.each([
    ['JSON', 'application/json', '{"type":"anonymous"}'],
    ['broken JSON', 'application/json', '{"type":'],
    ['form', 'application/x-www-form-urlencoded', 'grant_type=urn%3Adiptych'],
    ['JWT', 'application/secevent+jwt', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.'],
    ['nothing', 'text/plain', ''],
    ['1 MB', 'application/octet-stream', Buffer.alloc(1_000_000, 'x')],
  ])('every stub answers 501 to %s', async (_name, type, body) => {
    for (const path of posts) {
      const answer = await get(path, { 'content-type': type }, 'POST', body);
      expect(answer.status).toBe(501);
      expect([answer.headers['www-authenticate'], answer.headers['retry-after']]).toEqual([undefined, undefined]);
      expect(answer.text).not.toMatch(/eyJ|grant_type|"error"/);
      expect(checkProblem(answer).hint).toContain(`${siteUrl}/auth.md`);
    }
  });

  test.each([
    [undefined, 0, 3_145_744],
    ['bytes=5-70000', 5, 70_000],
    ['bytes=-3', 3_145_742, 3_145_744],
  ])('a file that is too large for memory, Range: %s', async (asked, first, last) => {
    // Without repetition, so that a wrong offset shows.
    const large = Buffer.alloc(3 * 1024 * 1024 + 17);
    for (let i = 0; i + 4 <= large.length; i += 4) large.writeUInt32BE(i, i);
    const other = await start({ files: { 'large.bin': large } });
    const { body } = await other.get('/large.bin', asked === undefined ? {} : { range: asked });
    expect(body.equals(large.subarray(first, last + 1))).toBe(true);
    expect((await other.get('/large.bin', {}, 'HEAD')).headers['content-length']).toBe(`${large.length}`);
    await other.stop();
  });

  test('requests count down', async () => {
    const left = async (path: string) => Number((await get(path)).headers['ratelimit-remaining']);
    expect((await left('/pricing')) - (await left('/nope'))).toBe(1);
  });

  test('no answer repeats what a client says of hosts, or reads who it is', async () => {
    const names = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-for', 'x-original-url', 'user-agent'];
    const evil = Object.fromEntries(names.map((name) => [name, 'evil.example']));
    for (const path of ['/pricing', '/pricing.md', '/nope', '/docs', '/api/v1/health', '/oauth/token', '/%zz']) {
      const answer = await get(path, { ...evil, forwarded: 'host=evil.example', referer: 'https://evil.example/' });
      expect(JSON.stringify(answer.headers) + answer.text).not.toContain('evil');
    }
    expect((await get('/pricing', evil)).headers.etag).toBe((await get('/pricing')).headers.etag);
  });

  test('the key set is empty', async () => {
    expect(JSON.parse((await get('/.well-known/jwks.json')).text)).toEqual({ keys: [] });
  });

  test('a deprecation is announced on the path, and on the twin of a page', async () => {
    const dates = { deprecated: '2027-01-01', sunset: '2027-04-01' };
    const other = await start({
      deprecations: [
        { path: '/api/health', ...dates, successor: '/api/v1/health', documentation: '/developers' },
        { path: '/pricing', ...dates },
      ],
    });
    for (const [path, accept] of [
      ['/api/health', '*/*'],
      ['/pricing', 'text/html'],
      ['/pricing', 'text/markdown'],
      ['/pricing.md', '*/*'],
    ] as const) {
      const { headers } = await other.get(path, { accept });
      expect([headers.deprecation, headers.sunset]).toEqual(['@1798761600', 'Thu, 01 Apr 2027 00:00:00 GMT']);
    }
    const { headers } = await other.get('/api/health');
    expect(headers.link).toContain(`<${siteUrl}/developers>; rel="deprecation"; type="text/html"`);
    expect(headers.link).toContain(`<${siteUrl}/api/v1/health>; rel="successor-version"`);
    expect((await other.get('/api/v1/health')).headers.deprecation).toBeUndefined();
    await other.stop();
  });
});

test.each([null, 0])('the 404 page links to the similar page; maxMemory: %s', async (maxMemory) => {
  const proxy = await startProxy({}, { maxMemory });
  const { status, text } = await proxy.get('/pricng', { accept: 'text/html' });
  expect([status, text]).toEqual([404, expect.stringContaining('<p>Did you mean <a href="/pricing">/pricing</a>?</p>')]);
  await proxy.stop();
});

test('OPTIONS * names the methods of the server', async () => {
  const proxy = await startProxy();
  const { status, headers } = await proxy.get('*', {}, 'OPTIONS');
  expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  await proxy.stop();
});
