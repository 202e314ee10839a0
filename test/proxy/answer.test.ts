import { describe, expect, test } from 'vitest';
import { readSiteFacts } from '../../build/contract/site-facts.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import { answer } from '../../proxy/answers/answer.ts';
import { mountedAt } from '../../proxy/answers/mount.ts';
import { failureAnswer, refusalAnswer } from '../../proxy/answers/problem.ts';
import { remoteAnswer } from '../../proxy/answers/remote.ts';
import { routeAnswer } from '../../proxy/answers/routes.ts';
import type { Answer } from '../../proxy/answers/value.ts';
import { toFields } from '../../proxy/http/field-lines.ts';
import type { Coding } from '../../proxy/http/negotiate.ts';
import type { RequestFacts, RequestHeaders } from '../../proxy/http/request.ts';
import { normalPath } from '../../proxy/http/request-target.ts';
import { OriginFailure } from '../../proxy/origin/failure.ts';
import type { RemoteAnswer, RemoteContent, Site, StoredBody, StoredContent } from '../../proxy/origin/origin.ts';
import { documentOf, notFoundOf, pageOf } from '../../proxy/origin/resource.ts';
import { createTable } from '../../proxy/origin/table.ts';

/* The semantics of HTTP asked of values: no socket, no file, no server. */

const url = 'https://example.com';
const html = '<h1>Prices</h1>';
const markdown = '# Prices\n';

const stored = (text: string, tag: string, coding: Coding = 'identity', held = true): StoredBody => {
  const bytes = new TextEncoder().encode(text);
  return {
    coding,
    tag,
    size: bytes.length,
    bytes: held ? bytes : undefined,
    load: async () => (held ? bytes : undefined),
    stream: () => Promise.reject(new Error('not asked for')),
  };
};

const files: Readonly<Record<string, StoredContent>> = {
  'pricing.html': {
    kind: 'stored',
    compressible: true,
    identity: stored(html, 'h'),
    br: stored('B', 'h', 'br'),
    gzip: stored('G', 'h', 'gzip'),
  },
  'pricing.md': { kind: 'stored', compressible: false, identity: stored(markdown, 'm') },
  'plain.html': { kind: 'stored', compressible: false, identity: stored('<p>plain', 'p') },
  'llms.txt': { kind: 'stored', compressible: false, identity: stored('# Site\n', 'l') },
  'large.bin': { kind: 'stored', compressible: false, identity: stored('0123456789', 'b', 'identity', false) },
};

const overrides = {
  url,
  fallbackUrl: url,
  name: 'Example',
  rateLimitLimit: null,
  rateLimitWindow: null,
  deprecations: undefined,
  contentSecurityPolicy: null,
  sharedAge: null,
};
const redirects = new Map([['/old', { kind: 'redirect', status: 301, location: '/pricing' } as const]]);
const table = createTable(new Map(Object.entries(files)), (file) => files[file]!, redirects, false);
const site: Site = {
  ...readSiteFacts('{"x-diptych":{"agentRegistration":true}}', overrides),
  has: (path) => table.find(path) !== undefined,
  nearest: (path) => (path === '/pricng' ? '/pricing' : undefined),
  notFound: notFoundOf({ kind: 'stored', compressible: false, identity: stored('<h1>Lost</h1>', 'n') }),
  notFoundIn: new Map([['/de/', notFoundOf({ kind: 'stored', compressible: false, identity: stored('<h1>Verirrt</h1>', 'v') })]]),
};

function request(target: string, headers: RequestHeaders = {}, method = 'GET'): RequestFacts {
  const [path = '', query] = target.split('?');
  return { method, target: path, query: query === undefined ? '' : `?${query}`, headers, begun: 0 };
}

const ask = async (target: string, headers?: RequestHeaders, method?: string, of = site): Promise<Answer> => {
  const facts = request(target, headers, method);
  const path = facts.target === '' ? '/pricing' : normalPath(facts.target);
  return answer(facts, of, path === undefined ? undefined : table.find(path));
};

const fieldsOf = ({ fields }: Answer): Record<string, string> => {
  const list = toFields(fields);
  return Object.fromEntries(list.flatMap((name, i) => (i % 2 ? [] : [[name.toLowerCase(), list[i + 1]!]])));
};

const textOf = ({ body }: Answer): unknown => (body instanceof Uint8Array ? new TextDecoder().decode(body) : body);

describe('negotiation', () => {
  test.each([
    [undefined, 200, 'html', html],
    ['', 200, 'html', html],
    ['*/*', 200, 'html', html],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 200, 'html', html],
    ['text/markdown', 200, 'markdown', markdown],
    ['text/markdown, text/html;q=0.9', 200, 'markdown', markdown],
    ['text/markdown;q=0.5, text/html;q=0.5', 200, 'markdown', markdown],
    ['text/html;q=0, */*', 200, 'markdown', markdown],
    ['text/markdown;q=0, text/html;q=0', 406, 'problem', undefined],
    ['application/pdf', 406, 'problem', undefined],
    ['nonsense', 200, 'html', html],
  ])('Accept: %s → %i %s', async (accept, status, variant, text) => {
    const got = await ask('/pricing', { accept });
    expect([got.status, got.variant, got.surface]).toEqual([status, variant, 'getPage']);
    expect(fieldsOf(got).vary).toMatch(/^Accept/);
    if (text !== undefined) expect(textOf(got)).toBe(text);
    else expect(fieldsOf(got).link).toContain('</pricing.md>; rel="alternate"; type="text/markdown"');
  });

  test.each([
    ['/plain', 'text/markdown', 'html'],
    ['/pricing.md', 'text/html', 'markdown'],
    ['/llms.txt', 'application/pdf', 'document'],
    ['/large.bin', 'text/html', 'asset'],
  ])('%s has one representation, whatever Accept says: %s → %s', async (path, accept, variant) => {
    const got = await ask(path, { accept });
    expect([got.status, got.variant]).toEqual([200, variant]);
  });

  test.each([
    [undefined, undefined, html, '"html-h"'],
    ['gzip', 'gzip', 'G', '"html-h-gz"'],
    ['gzip, br', 'br', 'B', '"html-h-br"'],
    ['br;q=0.1, gzip', 'gzip', 'G', '"html-h-gz"'],
    ['identity', undefined, html, '"html-h"'],
    ['br;q=0, gzip;q=0', undefined, html, '"html-h"'],
    ['zstd', undefined, html, '"html-h"'],
  ])('Accept-Encoding: %s → %s', async (encoding, coding, text, etag) => {
    const got = await ask('/pricing', { 'accept-encoding': encoding });
    expect(fieldsOf(got)).toMatchObject({ etag, vary: 'Accept, Accept-Encoding' });
    expect([fieldsOf(got)['content-encoding'], textOf(got)]).toEqual([coding, text]);
  });
});

describe('preconditions', () => {
  test.each([
    [{ 'if-none-match': '"html-h"' }, 304],
    [{ 'if-none-match': 'W/"html-h"' }, 304],
    [{ 'if-none-match': '"x", "html-h"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"md-m"' }, 200],
    [{ 'if-none-match': '"html-h-br"' }, 200],
    [{ 'if-none-match': '"html-h-br"', 'accept-encoding': 'br' }, 304],
    [{ 'if-match': '"html-h"' }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': 'W/"html-h"' }, 412],
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-match': '"x"', 'if-none-match': '"html-h"' }, 412],
    [{ 'if-modified-since': 'Sun, 22 Nov 2026 00:00:00 GMT' }, 200],
    [{ 'if-none-match': '"html-h"', range: 'bytes=0-1' }, 304],
  ] as const)('%o → %i', async (headers, status) => {
    const got = await ask('/pricing', headers);
    expect(got.status).toBe(status);
    expect(fieldsOf(got).vary).toMatch(/^Accept/);
    if (status !== 304) return;
    expect(got.body).toBeUndefined();
    expect(Object.keys(fieldsOf(got))).not.toContain('content-type');
    expect(fieldsOf(got)).toMatchObject({ 'content-location': '/pricing', etag: expect.any(String) });
  });
});

describe('ranges', () => {
  test.each([
    [{ range: 'bytes=0-3' }, 206, '<h1>', 'bytes 0-3/15'],
    [{ range: 'bytes=-5' }, 206, '</h1>'.slice(-5), 'bytes 10-14/15'],
    [{ range: 'bytes=10-' }, 206, '</h1>', 'bytes 10-14/15'],
    [{ range: 'bytes=0-3', 'accept-encoding': 'br' }, 206, '<h1>', 'bytes 0-3/15'],
    [{ range: 'bytes=0-3', 'if-range': '"html-h"' }, 206, '<h1>', 'bytes 0-3/15'],
    [{ range: 'bytes=0-3', 'if-range': '"other"' }, 200, html, undefined],
    [{ range: 'bytes=0-3', 'if-range': 'W/"html-h"' }, 200, html, undefined],
    [{ range: 'bytes=0-1,3-4' }, 200, html, undefined],
    [{ range: 'bytes=9-5' }, 200, html, undefined],
    [{ range: 'lines=1-2' }, 200, html, undefined],
    [{ range: 'bytes=99-' }, 416, undefined, 'bytes */15'],
  ] as const)('%o → %i', async (headers, status, text, contentRange) => {
    const got = await ask('/pricing', headers);
    expect([got.status, fieldsOf(got)['content-range']]).toEqual([status, contentRange]);
    if (text !== undefined) expect(textOf(got)).toBe(text);
  });

  test('HEAD ignores Range (RFC 9110 §14.2)', async () => {
    expect((await ask('/pricing', { range: 'bytes=0-3' }, 'HEAD')).status).toBe(200);
  });

  test.each([
    [{}, 200, { start: 0, end: 9 }],
    [{ range: 'bytes=2-4' }, 206, { start: 2, end: 4 }],
  ])('bytes that are not in memory are referred to: %o', async (headers, status, part) => {
    const got = await ask('/large.bin', headers);
    expect(got.status).toBe(status);
    expect(got.body).toMatchObject({ ...part, stored: { size: 10 } });
  });
});

describe('methods', () => {
  test.each([
    ['OPTIONS', '/pricing', 204, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '*', 204, 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/pricing', 405, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/old', 405, 'GET, HEAD, OPTIONS'],
    ['BREW', '/pricing', 501, undefined],
    ['BREW', '/nope', 501, undefined],
    ['POST', '/nope', 404, undefined],
    ['HEAD', '/pricing', 200, undefined],
  ])('%s %s → %i', async (method, target, status, allow) => {
    const got = await ask(target, {}, method);
    expect([got.status, fieldsOf(got).allow]).toEqual([status, allow]);
  });

  test('a preflight is told that it may (Fetch §3.2), an OPTIONS without it is not', async () => {
    const preflight = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
    expect(fieldsOf(await ask('/pricing', preflight, 'OPTIONS'))['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS');
    expect(fieldsOf(await ask('/pricing', {}, 'OPTIONS'))['access-control-allow-methods']).toBeUndefined();
  });
});

describe('problems', () => {
  const problemOf = (got: Answer): Record<string, unknown> => JSON.parse(got.body as string);

  test.each([
    ['/pricng', 404, { instance: '/pricng', hint: `Did you mean ${url}/pricing?` }],
    ['/nope', 404, { instance: '/nope', hint: `See ${url}/llms.txt for every public page.` }],
    ['/a%0Ab', 400, { instance: '/a%0Ab' }],
    ['/%zz', 400, { instance: '/%25zz' }],
    ['//evil.example/x', 404, { instance: '/evil.example/x' }],
    ['/<script>', 404, { instance: '/%3Cscript%3E' }],
  ])('%s → %i', async (target, status, members) => {
    const got = await ask(target);
    expect([got.status, got.variant, fieldsOf(got)['content-type']]).toEqual([status, 'problem', 'application/problem+json']);
    expect(problemOf(got)).toMatchObject({ status, ...members });
  });

  test('a browser gets the site’s own page for a 404', async () => {
    const got = await ask('/nope', { accept: 'text/html' });
    expect([got.status, got.variant, textOf(got)]).toEqual([404, 'html', '<h1>Lost</h1>']);
  });

  test('a browser that misspells a path is led to the page that was meant', async () => {
    const got = await ask('/pricng', { accept: 'text/html', 'accept-encoding': 'br' });
    expect([got.status, fieldsOf(got)['content-encoding']]).toEqual([404, undefined]);
    expect(textOf(got)).toBe('<h1>Lost</h1><p>Did you mean <a href="/pricing">/pricing</a>?</p>');
  });

  test('over the quota: 429, Retry-After is RateLimit-Reset (RFC 6585 §4)', () => {
    const quota = { limit: 120, remaining: 0, reset: 7, policy: '120;w=60', refused: true };
    const got = refusalAnswer(request('/pricing'), site, quota);
    expect([got.status, fieldsOf(got)['retry-after']]).toEqual([429, '7']);
    expect(problemOf(got).detail).toBe('120 requests in 60 seconds are allowed.');
  });

  test.each([
    [new OriginFailure('unavailable', 'secret', { retryAfter: '3', detail: 'Soon.' }), 503, 'Soon.'],
    [Object.assign(new Error('secret'), { status: 413 }), 413, expect.any(String)],
    [new Error('secret'), 500, expect.any(String)],
    ['secret', 500, expect.any(String)],
  ])('a failure: %s → %i, and its cause is for the log only', (error, status, detail) => {
    const got = failureAnswer(request('/pricing'), site, error);
    expect([got.status, got.cause]).toEqual([status, error]);
    expect(problemOf(got).detail).toEqual(detail);
    expect(got.body).not.toContain('secret');
  });
});

describe('redirects', () => {
  test.each([
    ['/old', '/pricing'],
    ['/old?a=b', '/pricing?a=b'],
    ['/old?a="<b>"', '/pricing?a=%22%3Cb%3E%22'],
    ['/old.md', '/pricing.md'],
    ['/pricing.html', '/pricing'],
    ['/pricing/', '/pricing'],
  ])('%s → %s', async (target, location) => {
    const got = await ask(target);
    expect([got.status, got.variant, got.body, fieldsOf(got).location]).toEqual([301, 'redirect', '', location]);
  });
});

describe('below a path', () => {
  const { site: below } = mountedAt(site, '/docs', '/');

  test('every path in a field begins with it', async () => {
    const { link, 'content-location': location } = fieldsOf(await ask('/pricing', {}, 'GET', below));
    expect(location).toBe('/docs/pricing');
    expect([...link!.matchAll(/<([^>]*)>/g)].map(([, target]) => target!.replace(url, ''))).toEqual(
      expect.arrayContaining(['/docs/pricing', '/docs/pricing.md', '/docs/llms.txt']),
    );
  });

  test('without a slash at its end it leads to the one with it', async () => {
    expect(fieldsOf(await ask('', {}, 'GET', below)).location).toBe('/docs/');
  });
});

describe('own routes', () => {
  test.each([
    ['GET', '/api/v1/health', 200, '{"status":"degraded","service":"Example"}'],
    ['GET', surfaces.getHealthAlias.path, 200, '{"status":"degraded","service":"Example"}'],
    ['POST', '/api/v1/health', 405, undefined],
    ['POST', '/oauth/token', 501, undefined],
  ])('%s %s → %i', (method, target, status, body) => {
    const got = routeAnswer(request(target, {}, method), site, 'degraded')!;
    expect(got.status).toBe(status);
    if (body !== undefined) expect(got.body).toBe(body);
  });

  test('every other path has none', () => {
    expect(routeAnswer(request('/pricing'), site, 'ok')).toBeUndefined();
  });
});

describe('another host', () => {
  const remote = (found: Awaited<ReturnType<RemoteContent['open']>> | Error): RemoteContent => ({
    kind: 'remote',
    open: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
  });
  const body = new TextEncoder().encode('bytes');
  const whole: RemoteAnswer = { status: 200, etag: 'W/"html-1"', length: 5, cacheControl: 'private', body };

  test.each([
    ['whole', whole, 200, { etag: 'W/"html-1"', 'cache-control': expect.stringMatching(/^private/) }],
    ['part', { status: 206, contentRange: 'bytes 0-4/9', body }, 206, { 'content-range': 'bytes 0-4/9' }],
    ['not modified', { status: 304, etag: '"html-1"' }, 304, { etag: '"html-1"' }],
    ['precondition failed', { status: 412 }, 412, { vary: 'Accept' }],
    ['range not satisfiable', { status: 416, contentRange: 'bytes */9' }, 416, { 'content-range': 'bytes */9' }],
    ['moved', { kind: 'redirect', status: 302, location: '/new' }, 302, { location: '/new' }],
    ['nothing there', undefined, 404, { vary: 'Accept' }],
    ['failed', new OriginFailure('badGateway', 'broken'), 502, {}],
  ] as const)('%s', async (_name, found, status, fields) => {
    const got = await answer(request('/page'), site, pageOf('/page', remote(found)), remoteAnswer);
    expect(got.status).toBe(status);
    expect(fieldsOf(got)).toMatchObject(fields);
  });

  test('HTML stands in for a twin that is not there', async () => {
    const page = pageOf('/page', remote(whole), '/page.md', remote(undefined));
    const got = await answer(request('/page', { accept: 'text/markdown' }), site, page, remoteAnswer);
    expect([got.status, got.variant, got.length]).toEqual([200, 'html', 5]);
  });

  test('a field that would end the line is refused', async () => {
    const got = await answer(
      request('/x.bin'),
      site,
      documentOf('/x.bin', remote({ ...whole, etag: '"a"\r\nX: y' })),
      remoteAnswer,
    );
    expect([got.status, got.fields.includes('X: y')]).toEqual([500, false]);
  });
});
