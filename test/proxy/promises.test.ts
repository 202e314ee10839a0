import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { surfacesOf } from '../../build/contract/surfaces.ts';
import { describeCapabilities, type Target } from '../conformance/capabilities.ts';
import { generateSite } from '../hosts/generated-site.ts';
import { type Answer, send } from './fixtures/client.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { shells, shellsWithPreview } from './fixtures/shells.ts';
import { siteUrl, writeSite } from './fixtures/site.ts';

/*
 * What is answered, whatever a site is served from. First the promises of every host, which `conformance/capabilities.ts` asks
 * real servers for, too; then what each of them answers in its own way, and the proxy in this one.
 */

const folder = mkdtempSync(join(tmpdir(), 'diptych-promises-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A site at the root of its host, and one below a path whose URLs end in .html. */
const atRoot = await generateSite(join(folder, 'root'), { url: 'https://example.test', pages: 10, moved: 5 });
const url = 'https://example.test/a%20b/docs';
const belowPath = await generateSite(join(folder, 'below'), { url, pages: 10, moved: 3, htmlUrls: true });
/** What depends on where the bytes of files come from. */
const ofContent = ['documents', 'mediaTypes', 'validators', 'codings', 'ranges'] as const;
const targets: readonly Omit<Target, 'base'>[] = [
  { name: 'a proxy on a folder, behind routes of an application', dist: atRoot, unsupported: [] },
  { name: 'a proxy in front of a host', dist: atRoot, unsupported: [], only: ofContent },
  { name: 'a proxy on a folder, with nothing in memory', dist: belowPath, unsupported: [], only: ofContent },
  { name: 'the fetch handler', dist: belowPath, unsupported: ['codings'] },
];
for (const target of targets) {
  const { url: base, stop } = await shells[target.name]!(target.dist);
  afterAll(stop);
  describeCapabilities({ ...target, base });
  if (target.dist === belowPath)
    test.each<[path: string, status: number, location?: string]>([
      ['/', 302, '/a%20b/docs/'],
      ['/a%20b/docsy', 404],
      ['/developers.html', 404],
    ])(`${target.name}, outside of its path: %s is %i`, async (path, status, location) => {
      const answer = await send(base, path);
      expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([status, location, 'no-store']);
      if (status === 404) expect(JSON.parse(answer.text).detail).toContain('the site lies below /a%20b/docs');
    });
}

/** Bytes without repetition, so that a wrong offset shows; too many for memory. */
const large = Buffer.alloc(3 * 1024 * 1024 + 17);
for (let i = 0; i + 4 <= large.length; i += 4) large.writeUInt32BE(i, i);
const dates = { deprecated: '2027-01-01', sunset: '2027-04-01' };
const small = join(folder, 'small/dist');
writeSite(small, {
  rateLimit: { limit: 1_000_000, window: 60 },
  files: { 'large.bin': large },
  deprecations: [
    { path: '/api/health', ...dates, successor: '/api/v1/health', documentation: '/developers' },
    { path: '/docs/install', ...dates },
  ],
});

type Row = [method: string, path: string, headers: Record<string, string>, status: number, fields?: Record<string, unknown>];

const moved = (path: string, location: string): Row => ['GET', path, {}, 301, { location }];
const absent = (path: string): Row => ['GET', path, {}, 404];

/** Promises that a preview keeps, too. */
const everywhere: readonly Row[] = [
  ['GET', '/pricing', { accept: 'text/markdown' }, 200, { 'content-type': 'text/markdown; charset=utf-8' }],
  ['GET', '/nope', { accept: 'text/html' }, 404, { 'content-type': 'text/html; charset=utf-8' }],
  ['HEAD', '/nope', { accept: 'text/html' }, 404, { 'content-type': 'text/html; charset=utf-8' }],
  // A URL with one representation ignores Accept.
  ...['text/markdown', 'text/html;q=0'].flatMap((accept): Row[] => [
    ['GET', '/hidden', { accept }, 200, { 'content-type': 'text/html; charset=utf-8' }],
    ['GET', '/assets/pixel.png', { accept }, 200, { 'content-type': 'image/png' }],
  ]),
  ...['TRACE', 'QUERY', 'BREW'].map((method): Row => [method, '/pricing', {}, 501]),
  ['OPTIONS', '*', {}, 204, { allow: 'GET, HEAD, POST, OPTIONS' }],
  // Other spellings of a URL lead to it, with the query.
  moved('/docs?a=1&b=%2F', '/docs/?a=1&b=%2F'),
  moved('/pricing.html?x', '/pricing?x'),
  moved('/old-prices?a="<b>"', '/pricing?a=%22%3Cb%3E%22'),
  moved('/caf%C3%A9%20menu/', '/caf%C3%A9%20menu'),
  ['GET', '/caf%c3%a9%20menu', {}, 200],
  ['GET', '/%70ricing', {}, 200],
  ['GET', 'http://other.test/pricing', {}, 200],
  ['GET', 'http://other.test', {}, 200],
  // Nothing else is published, and no request leaves the site.
  ...['/away', '/away2', '/PRICING.MD', '/Docs/', '/404.html', '/pricing.html.br'].map(absent),
  ...['/docs/../pricing', '/./pricing', '/docs/..', '/docs/...', '//evil.example', '//evil.example/..', '///'].map(absent),
  ...['/docs//install', '/pricing;x=1', '/%252e%252e/', '/../../etc/passwd', '/constructor.md'].map(absent),
  ...['/..%2fetc/passwd', '/pricing%00.md', '/%c0%ae%c0%ae/', '/\\evil', '/pricing%2f', '/a%7F'].map(
    (path): Row => ['GET', path, {}, 400],
  ),
  ['GET', `/${'a'.repeat(8_191)}`, {}, 404],
  ['GET', `/${'a'.repeat(8_192)}`, {}, 414],
];

const size = 1205;
const range = (value: string, status: number, contentRange?: string): Row => [
  'GET',
  '/pricing',
  { range: value },
  status,
  { 'content-range': contentRange },
];

/** Promises to caches and clients of a published site. */
const published: readonly Row[] = [
  ['GET', '/pricing', { accept: 'text/html' }, 200, { etag: expect.stringMatching(/^"html-/) }],
  ['GET', '/pricing', { accept: 'text/markdown' }, 200, { etag: expect.stringMatching(/^"md-/) }],
  ['GET', '/pricing', { accept: 'text/plain' }, 200, { 'cache-control': 'private, no-cache', 'content-location': '/pricing.md' }],
  ...['identity;q=0', 'GZIP;q=abc'].map(
    (coding): Row => [
      'GET',
      '/pricing',
      { 'accept-encoding': coding },
      200,
      { 'content-encoding': undefined, vary: 'Accept, Accept-Encoding' },
    ],
  ),
  // Conditions. Dates say nothing, because no answer has one.
  ...['"x"', '', 'x', '"unclosed', '"html-'].map((tag): Row => ['GET', '/pricing', { 'if-none-match': tag }, 200]),
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
  range('bytes=5-5', 206, `bytes 5-5/${size}`),
  range('bytes=1204-', 206, `bytes 1204-1204/${size}`),
  range('bytes=1205-', 416, `bytes */${size}`),
  range('bytes=1200-9999', 206, `bytes 1200-1204/${size}`),
  range('bytes=0-99999999999999999999999999', 206, `bytes 0-1204/${size}`),
  range('bytes=-5', 206, `bytes 1200-1204/${size}`),
  range('bytes=-1205', 206, `bytes 0-1204/${size}`),
  ...['bytes=-1206', 'bytes=-0', 'bytes=9-5', 'bytes=0-9, 20-29', 'bytes=', 'items=0-9'].map((value) => range(value, 200)),
  range(`bytes=0-9${' '.repeat(55)}`, 206, `bytes 0-9/${size}`),
  range(`bytes=${' '.repeat(56)}0-9`, 200),
  ['HEAD', '/pricing', { range: 'bytes=0-8' }, 200],
  ['GET', '/pricing', { range: 'bytes=0-8', 'if-none-match': '*' }, 304],
  ['GET', '/assets/empty.txt', { range: 'bytes=0-' }, 200],
  ['GET', '/nope', { range: 'bytes=0-' }, 404],
  ['GET', '/pricing', { range: 'bytes=0-8', 'accept-encoding': 'br' }, 206, { 'content-encoding': undefined }],
  ['GET', '/pricing', { range: 'bytes=0-8', accept: 'text/markdown' }, 206, { 'content-length': '9' }],
  ['GET', '/large.bin', { range: 'bytes=5-70000' }, 206],
  ['GET', '/large.bin', { range: 'bytes=-3' }, 206],
  // Scripts of other sites may read everything, without credentials (CORS).
  [
    'GET',
    '/pricing',
    { origin: 'https://other.test' },
    200,
    {
      'access-control-expose-headers': expect.stringContaining('RateLimit-Remaining'),
      'access-control-allow-credentials': undefined,
    },
  ],
  // A deprecation is announced on the path, and on the twin of a page.
  ...(
    [
      ['/api/health', '*/*'],
      ['/docs/install', 'text/html'],
      ['/docs/install', 'text/markdown'],
      ['/docs/install.md', '*/*'],
    ] as const
  ).map(
    ([path, accept]): Row => [
      'GET',
      path,
      { accept },
      200,
      { deprecation: '@1798761600', sunset: 'Thu, 01 Apr 2027 00:00:00 GMT' },
    ],
  ),
  [
    'GET',
    '/api/health',
    {},
    200,
    {
      link: expect.stringMatching(
        /<https:\/\/example\.test\/developers>; rel="deprecation"; type="text\/html".*<https:\/\/example\.test\/api\/v1\/health>; rel="successor-version"/,
      ),
    },
  ],
  ['GET', '/api/v1/health', {}, 200, { deprecation: undefined, sunset: undefined }],
];

const titled = (rows: readonly Row[]) =>
  rows.map((row) => {
    const [method, path, headers] = row;
    const shown = JSON.stringify(headers).slice(0, 60);
    return [`${method} ${path.slice(0, 50)}${shown === '{}' ? '' : ` ${shown}`}`, row] as const;
  });

/** Checks status and fields of a row; those that are undefined must not be there. */
function expectRow({ status, headers }: Answer, [, , , expected, fields = {}]: Row): void {
  const there = Object.entries(fields).filter(([, value]) => value !== undefined);
  expect([status, headers]).toEqual([expected, expect.objectContaining(Object.fromEntries(there))]);
  for (const name of Object.keys(fields)) if (fields[name] === undefined) expect(headers).not.toHaveProperty(name);
}

for (const [name, start] of Object.entries(shellsWithPreview)) {
  const { url, takes, stop } = await start(small);
  afterAll(stop);
  const isPublished = name in shells;
  async function get(path: string, headers?: Record<string, string>, method = 'GET', body?: string | Buffer): Promise<Answer> {
    const answer = await send(url, path, headers, method, body);
    if (isPublished) checkInvariants(answer, method);
    return answer;
  }

  describe(name, () => {
    test.each(titled(everywhere))('%s', async (_title, row) => {
      const [method, path, headers, status] = row;
      if (!takes(method, path)) return;
      const answer = await get(path, headers, method);
      expectRow(answer, row);
      if (status >= 300 && status < 400) expect(answer.text).toBe('');
      if (status === 400 || status > 404) expect(answer.headers['content-type']).toBe('application/problem+json');
    });

    if (!isPublished) return;
    test.each(titled(published))('%s', async (_title, row) => {
      const [method, path, headers, status] = row;
      const answer = await get(path, headers, method);
      expectRow(answer, row);
      if (status !== 206) return;
      const whole = await get(path, { accept: headers.accept ?? '*/*' });
      const [, first, last] = /(\d+)-(\d+)/.exec(answer.headers['content-range']!)!;
      expect(answer.body.equals(whole.body.subarray(Number(first), Number(last) + 1))).toBe(true);
      for (const name of ['vary', 'cache-control', 'content-location', 'content-type', 'link'])
        expect(answer.headers[name]).toBe(whole.headers[name]);
    });

    test('a file that is too large for memory', async () => {
      expect((await get('/large.bin')).body.equals(large)).toBe(true);
      expect((await get('/large.bin', {}, 'HEAD')).headers['content-length']).toBe(`${large.length}`);
    });

    test.each<[path: string, headers: Record<string, string>, status: number]>([
      ['/pricing', { 'if-none-match': '"a",TAG' }, 304],
      ['/pricing', { 'if-none-match': `${'"a", '.repeat(3_000)}TAG` }, 304],
      // As Node's fetch sends it.
      ['/pricing', { 'if-none-match': 'TAG', 'cache-control': 'no-cache' }, 304],
      ['/assets/site.css', { 'if-none-match': 'TAG' }, 304],
      ['/pricing', { 'if-match': 'TAG' }, 200],
      ['/pricing', { 'if-match': 'W/TAG' }, 412],
      ['/pricing', { range: 'bytes=0-9', 'if-range': 'TAG' }, 206],
      ['/pricing', { range: 'bytes=0-9', 'if-range': 'W/TAG' }, 200],
      ['/pricing', { range: 'bytes=0-9', 'if-range': 'Fri, 31 Dec 2099 00:00:00 GMT' }, 200],
    ])('%s with its tag in %.60j → %i, with the fields of a 200', async (path, headers, status) => {
      const whole = await get(path);
      const tagged = Object.entries(headers).map(([name, value]) => [name, value.replace('TAG', whole.headers.etag!)]);
      const answer = await get(path, Object.fromEntries(tagged));
      expect(answer.status).toBe(status);
      if (status !== 304) return;
      for (const name of ['etag', 'vary', 'cache-control', 'content-location', 'link'])
        expect(answer.headers[name]).toBe(whole.headers[name]);
      expect([answer.text, answer.headers['content-type'], answer.headers['content-length']]).toEqual(['', undefined, undefined]);
    });

    const documents = surfacesOf({ agentRegistration: true })
      .filter(({ kind, id }) => kind === 'artifact' && id !== 'getSearchIndex')
      .map(({ path }) => path.replace('{section}', 'docs').replace('{page_path}', 'long').replace('{part}', '1'));
    test.each([...documents, '/pricing', '/api/v1/health', '/assets/site.css', '/nope', '/docs', '/oauth/authorize'])(
      'HEAD %s is GET without content',
      async (path) => {
        const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
        expect([head.status, head.text]).toEqual([whole.status, '']);
        // The two differ by one counted request and perhaps a second.
        const comparable = ({ headers }: Answer) => {
          const { date, 'ratelimit-remaining': left, 'ratelimit-reset': reset, ...rest } = headers;
          return rest;
        };
        expect(comparable(head)).toEqual(comparable(whole));
        expect(Number(whole.headers['ratelimit-remaining']) - Number(head.headers['ratelimit-remaining'])).toBe(1);
      },
    );

    test.each<[path: string, hint: string]>([
      ['/pricng.md', `Did you mean ${siteUrl}/pricing.md?`],
      ['/sitemap.xm', `Did you mean ${siteUrl}/sitemap.xml?`],
      ['/assets/site.cs', `See ${siteUrl}/sitemap.md`],
      ['/404', `See ${siteUrl}/sitemap.md`],
    ])('%s hints at %s', async (path, hint) => {
      expect(String(checkProblem(await get(path)).hint).startsWith(hint)).toBe(true);
    });

    // A handler sends the page as the store has it.
    test.skipIf(name === 'the fetch handler')('the 404 page links to the similar page', async () => {
      const { status, text } = await get('/pricng', { accept: 'text/html' });
      expect([status, text]).toEqual([404, expect.stringContaining('<p>Did you mean <a href="/pricing">/pricing</a>?</p>')]);
    });

    const long = `/${'a'.repeat(251)}`;
    test.each([
      ['//evil.example/a', 404, '/evil.example/a'],
      ['/%e2%82%ac', 404, '/%E2%82%AC'],
      ["/it's!(*)", 404, '/it%27s%21%28%2A%29'],
      ['/<script>', 404, '/%3Cscript%3E'],
      ['/%zz', 400, '/%25zz'],
      // 256 characters, and one more; an escape that the limit cuts is left out.
      [`${long}aaaa`, 404, `${long}aaaa`],
      [`${long}aaaaa`, 404, `${long}aaaa`],
      [`${long}a%E2%82%AC`, 404, `${long}a%E2`],
      [`${long}aa%E2%82%AC`, 404, `${long}aa`],
      [`${long}aaa%E2%82%AC`, 404, `${long}aaa`],
    ])('%.20s is %i, and its problem names the path %s', async (path, status, instance) => {
      if (!takes('GET', path)) return;
      const problem = checkProblem(await get(path));
      expect([problem.status, problem.instance]).toEqual([status, instance]);
    });

    test.each([
      ['a form', 'application/x-www-form-urlencoded', 'grant_type=urn%3Adiptych'],
      ['1 MB', 'application/octet-stream', Buffer.alloc(1_000_000, 'x')],
    ])('a stub does not read %s', async (_name, type, body) => {
      const answer = await get('/oauth/token', { 'content-type': type }, 'POST', body);
      expect([answer.status, answer.text]).toEqual([501, expect.not.stringMatching(/grant_type|"error"/)]);
    });
  });
}
