import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodsOf, surfaceList, surfacesOf } from '../../build/contract/surfaces.ts';
import { type Answer, answersIn, type ListeningProxy, startProxy } from './fixtures/client.ts';
import { hostedFiles, startFronting, startHost } from './fixtures/host.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { siteUrl } from './fixtures/site.ts';

/* Standards that the proxy implements, numbered: cases that the conformance suite does not cover. */

const quota = { rateLimitLimit: 1_000_000 };
const shells: Readonly<Record<string, () => Promise<ListeningProxy>>> = {
  'a folder': () => startProxy({}, quota),
  async 'a host with the manifest'() {
    const host = await startHost(hostedFiles());
    const fronting = await startFronting(host.url, quota);
    return { ...fronting, stop: () => fronting.stop().then(() => host.close()) };
  },
};

describe.each(Object.keys(shells))('%s', (shell) => {
  let proxy: ListeningProxy;
  beforeAll(async () => {
    proxy = await shells[shell]!();
  });
  afterAll(() => proxy.stop());

  async function get(path: string, headers?: Record<string, string>, method = 'GET', body?: string | Buffer): Promise<Answer> {
    const answer = await proxy.get(path, headers, method, body);
    checkInvariants(answer, method);
    return answer;
  }

  /** Stub paths, with a section of the site in place of the template variable. */
  const artifacts = surfacesOf({ agentRegistration: true })
    .filter(({ kind, id }) => kind === 'artifact' && id !== 'getSearchIndex')
    .map(({ path, mediaType }) => ({
      path: path.replace('{section}', 'docs').replace('{page_path}', 'long').replace('{part}', '1'),
      mediaType,
    }));
  const stubs = surfaceList.filter(({ kind }) => kind === 'stub');
  const readable = [
    '/',
    '/pricing',
    '/docs/',
    '/docs/install',
    '/pricing.md',
    '/index.md',
    '/assets/site.css',
    '/api/v1/health',
    '/api/health',
    ...artifacts.map(({ path }) => path),
  ];

  describe('1–9 representations', () => {
    test.each([
      ['bytes=5-5', 206, 'bytes 5-5/'],
      ['bytes=0-0', 206, 'bytes 0-0/'],
      ['bytes=-1', 206, 'bytes '],
      ['bytes=9-5', 200, undefined],
    ])('7: Range: %s → %i', async (range, status, start) => {
      const answer = await get('/pricing', { range });
      expect([answer.status, answer.headers['content-range']?.startsWith(start ?? 'none')]).toEqual([status, start && true]);
      if (status === 206) expect(answer.body).toHaveLength(1);
    });

    test('1: both variants name the canonical URL of the page', async () => {
      for (const accept of ['text/html', 'text/markdown'])
        expect((await get('/pricing', { accept })).headers.link).toContain(`<${siteUrl}/pricing>; rel="canonical"`);
    });

    test.each([
      ['/%E2%8', 400, '/%E2'],
      ['/a%E2%82%AC', 404, '/a%E2%82%AC'],
      [`/${'%41'.repeat(100)}`, 404, `/${'%41'.repeat(85)}`],
    ])('10: %.20s is %i, and no escape of its instance is cut', async (path, status, instance) => {
      const problem = checkProblem(await get(path));
      expect([problem.status, problem.instance]).toEqual([status, instance]);
    });

    test.each(['TAG', 'W/TAG', '"a", W/TAG, "b"', '*', '"a",TAG', `${'"a", '.repeat(3_000)}TAG`])(
      '5: If-None-Match: %s → 304',
      async (pattern) => {
        for (const accept of ['text/html', 'text/markdown']) {
          const whole = await get('/pricing', { accept });
          const answer = await get('/pricing', { accept, 'if-none-match': pattern.replace('TAG', whole.headers.etag!) });
          expect([answer.status, answer.text]).toEqual([304, '']);
          for (const name of ['etag', 'vary', 'cache-control', 'content-location', 'link'])
            expect(answer.headers[name]).toBe(whole.headers[name]);
          expect(answer.headers['content-type']).toBeUndefined();
          expect(answer.headers['content-length']).toBeUndefined();
        }
      },
    );

    test('5: with Cache-Control: no-cache, as Node’s fetch sends it', async () => {
      const { headers } = await get('/pricing');
      const answer = await fetch(`http://127.0.0.1:${proxy.port}/pricing`, { headers: { 'if-none-match': headers.etag! } });
      expect(answer.status).toBe(200);
      const plain = await fetch(`http://127.0.0.1:${proxy.port}/pricing`, {
        headers: { 'if-none-match': headers.etag!, 'accept-encoding': 'identity' },
      });
      expect(plain.status).toBe(304);
    });

    test.each(['"x"', 'W/"x"', '', 'x', '"unclosed', '"html-'])('5: If-None-Match: %s → 200', async (value) => {
      expect((await get('/pricing', { 'if-none-match': value })).status).toBe(200);
    });

    test('6: If-Modified-Since is ignored with If-None-Match, and without Last-Modified', async () => {
      const future = 'Fri, 31 Dec 2099 00:00:00 GMT';
      expect((await get('/pricing', { 'if-none-match': '"x"', 'if-modified-since': future })).status).toBe(200);
      expect((await get('/pricing', { 'if-modified-since': future })).status).toBe(200);
    });

    test('7: If-None-Match on a missing path', async () => {
      expect((await get('/nope', { 'if-none-match': '*' })).status).toBe(404);
    });

    test('7: If-Match: the current tag passes, another one is 412', async () => {
      const { headers } = await get('/pricing');
      expect((await get('/pricing', { 'if-match': headers.etag! })).status).toBe(200);
      expect((await get('/pricing', { 'if-match': '*' })).status).toBe(200);
      expect((await get('/pricing', { 'if-match': `W/${headers.etag}` })).status).toBe(412);
      expect((await get('/pricing', { 'if-match': '"x"', 'if-none-match': '*' })).status).toBe(412);
    });

    test.each([
      ['/pricing', 'if-match', '"x"', 412, 'Accept'],
      ['/pricing', 'range', 'bytes=99999-', 416, 'Accept'],
      ['/pricing.md', 'if-match', '"x"', 412, undefined],
      ['/pricing.md', 'range', 'bytes=99999-', 416, undefined],
    ])(
      '7: a failed condition, after %s, %s: %s chose the representation (%i), varies by %s',
      async (path, name, value, status, vary) => {
        const { status: got, headers } = await get(path, { [name]: value });
        expect([got, headers.vary]).toEqual([status, vary]);
      },
    );

    test.each([...readable, '/nope', '/docs', '/oauth/authorize'])('9: HEAD %s is GET without content', async (path) => {
      const whole = await get(path);
      const head = await get(path, {}, 'HEAD');
      expect([head.status, head.text]).toEqual([whole.status, '']);
      const { date, ...rest } = head.headers;
      const { date: _, ...same } = whole.headers;
      expect(date).toMatch(/GMT$/);
      // The two differ by one counted request and perhaps a second.
      for (const headers of [rest, same] as Record<string, string>[])
        for (const name of ['ratelimit-remaining', 'ratelimit-reset']) {
          expect(headers[name]).toMatch(/^\d+$/);
          delete headers[name];
        }
      expect(rest).toEqual(same);
    });
  });

  describe('10–12 methods', () => {
    test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('10: %s on a read-only resource', async (method) => {
      for (const path of ['/llms.txt', '/pricing', '/pricing.md', '/api/v1/health', '/docs']) {
        const answer = await get(path, {}, method);
        expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
      }
    });

    test.each([...readable, ...stubs.map(({ path }) => path)])('11: OPTIONS %s', async (path) => {
      const answer = await get(path, {}, 'OPTIONS');
      const allow = surfaceList.some((surface) => surface.path === path) ? methodsOf(path).join(', ') : 'GET, HEAD, OPTIONS';
      expect([answer.status, answer.text, answer.headers.allow]).toEqual([204, '', allow]);
      expect(answer.headers['content-length']).toBeUndefined();
      expect(answer.headers['access-control-allow-methods']).toBeUndefined();
      const preflight = await get(path, { origin: 'https://other.test', 'access-control-request-method': 'GET' }, 'OPTIONS');
      expect(preflight.headers).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-allow-methods': allow });
      expect(Number(preflight.headers['access-control-max-age'])).toBeGreaterThan(0);
    });

    test('11: OPTIONS *', async () => {
      const [answer] = answersIn(await proxy.raw('OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));
      expect([answer!.status, answer!.headers.allow]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    });

    test('11: other origins may read the headers (CORS)', async () => {
      const { headers } = await get('/pricing', { origin: 'https://other.test' });
      for (const name of ['RateLimit-Remaining', 'ETag', 'Link', 'Retry-After'])
        expect(headers['access-control-expose-headers']).toContain(name);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    });

    test.each(['PROPFIND', 'TRACE', 'PURGE', 'MKCOL', 'QUERY', 'BREW'])('12: %s', async (method) => {
      for (const path of ['/llms.txt', '/pricing', '/nope', '/oauth/token', '/openapi.json']) {
        const [answer] = answersIn(await proxy.raw(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));
        checkInvariants(answer!);
        expect(answer!.status).toBe(501);
      }
    });
  });

  describe('13–16 problems, limits, catalog', () => {
    test.each([
      ['/pricng', '/pricing'],
      ['/pricng.md', '/pricing.md'],
      ['/Pricing', '/pricing'],
      ['/LLMS.TXT', '/llms.txt'],
      ['/guide/install', '/docs/install'],
      ['/doc/', '/docs/'],
      ['/sitemap.xm', '/sitemap.xml'],
    ])('13: %s hints at %s', async (path, near) => {
      const problem = checkProblem(await get(path));
      expect(problem.hint).toBe(`Did you mean ${siteUrl}${near}?`);
    });

    test.each([
      '/.well-known/openid-configuration',
      '/.well-known/jwks.jso',
      '/.well-known/api-catalo',
      '/.well-known/openapi.jsom',
    ])('13: %s does not match another well-known name', async (path) => {
      expect(checkProblem(await get(path)).hint).not.toContain('Did you mean');
    });

    test.each([null, 0])('13: the 404 page links to the similar page; maxMemory: %s', async (maxMemory) => {
      const other = await startProxy({}, { maxMemory });
      const answer = await other.get('/pricng', { accept: 'text/html' });
      await other.stop();
      expect([answer.status, answer.text]).toEqual([
        404,
        expect.stringContaining('<p>Did you mean <a href="/pricing">/pricing</a>?</p>'),
      ]);
    });

    test('13: no similar path: the hint names the index', async () => {
      expect(checkProblem(await get('/entirely/different/place/altogether')).hint).toContain(`${siteUrl}/sitemap.md`);
    });

    test('14: the headers of rate limits count down', async () => {
      const first = await get('/pricing');
      const second = await get('/nope');
      expect(Number(second.headers['ratelimit-remaining'])).toBe(Number(first.headers['ratelimit-remaining']) - 1);
    });

    test.each(['GET', 'HEAD'])('16: %s of the catalog', async (method) => {
      const { headers } = await get('/.well-known/api-catalog', {}, method);
      expect(headers['content-type']).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
      expect(headers.link).toContain('</.well-known/api-catalog>; rel="api-catalog"');
    });
  });

  describe('19–22, 25, 26 documents and stubs', () => {
    test('19: metadata of a path without a resource', async () => {
      checkProblem(await get('/.well-known/oauth-protected-resource/anything'));
    });

    const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.';
    const bodies: [name: string, type: string, body: string | Buffer][] = [
      ['JSON', 'application/json', '{"type":"anonymous"}'],
      ['broken JSON', 'application/json', '{"type":'],
      ['form', 'application/x-www-form-urlencoded', 'grant_type=urn%3Adiptych'],
      ['JWT', 'application/secevent+jwt', jwt],
      ['nothing', 'text/plain', ''],
      ['1 MB', 'application/octet-stream', Buffer.alloc(1_000_000, 'x')],
    ];
    test.each(bodies)('20: every stub answers 501 to %s', async (_name, type, body) => {
      for (const { path, method } of stubs.filter((stub) => stub.method === 'POST')) {
        const answer = await get(path, { 'content-type': type }, method, body);
        expect(answer.status).toBe(501);
        expect(answer.headers['www-authenticate']).toBeUndefined();
        expect(answer.headers['retry-after']).toBeUndefined();
        expect(answer.text).not.toMatch(/eyJ|grant_type|"error"/);
        expect(checkProblem(answer).hint).toContain(`${siteUrl}/auth.md`);
      }
    });

    test.each(stubs.filter(({ path }) => methodsOf(path)[0] === 'POST').map(({ path }) => path))('21: GET %s', async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    });

    test('22: the key set is empty', async () => {
      expect(JSON.parse((await get('/.well-known/jwks.json')).text)).toEqual({ keys: [] });
    });
  });

  describe('27–32 hostile and unusual requests', () => {
    test.each([
      '/..%2fetc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/../../etc/passwd',
      '/docs/../pricing',
      '/./pricing',
      '/%00',
      '/pricing%00.md',
      '/%zz',
      '/%',
      '/%ff',
      '/%c0%ae%c0%ae/',
      '//evil.example',
      '//evil.example/..',
      '///',
      '/\\evil.example',
      '/%5cevil.example',
      '/pricing/',
      '/docs//install',
      '/.git/config',
      '/%252e%252e/',
      '/pricing%2f',
      '/pricing;x=1',
      '/pricing.md/',
    ])('27: %s', async (path) => {
      const [answer] = answersIn(await proxy.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));
      checkInvariants(answer!);
      if (path === '/pricing/') expect([answer!.status, answer!.headers.location]).toEqual([301, '/pricing']);
      else expect([400, 404]).toContain(answer!.status);
    });

    test.each([
      ['/docs', '/docs/'],
      ['/docs?a=1&b=%2F', '/docs/?a=1&b=%2F'],
      ['/docs/index.html', '/docs/'],
      ['/docs/index', '/docs/'],
      ['/docs.html', '/docs/'],
      ['/pricing.html?x', '/pricing?x'],
      ['/pricing/index.html', '/pricing'],
      ['/index.html', '/'],
      ['/index.html.md', '/index.md'],
      ['/pricing/index.md', '/pricing.md'],
      ['/docs/index.md', '/docs.md'],
      ['/pricing.html.md', '/pricing.md'],
      ['/old-prices', '/pricing'],
      ['/old-prices.md', '/pricing.md'],
      ['/old-prices?a="<b>"', '/pricing?a=%22%3Cb%3E%22'],
      ['/caf%C3%A9%20menu/', '/caf%C3%A9%20menu'],
    ])('27: %s is an alias of %s', async (path, location) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.location, answer.text]).toEqual([301, location, '']);
    });

    test.each(['/away', '/away2'])('27: a line of _redirects that leaves the site (%s) is not followed', async (path) => {
      expect((await get(path)).status).toBe(404);
    });

    test.each(['/caf%c3%a9%20menu', '/%70ricing', '/caf%C3%A9%20menu?x=1', 'http://other.test/pricing', 'http://other.test'])(
      '27: %s is the same resource in other letters',
      async (path) => {
        const [answer] = answersIn(await proxy.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));
        expect(answer!.status).toBe(200);
      },
    );

    test('28: no answer repeats Host or X-Forwarded-*', async () => {
      for (const path of ['/pricing', '/pricing.md', '/nope', '/docs', '/api/v1/health', '/oauth/token', '/%zz']) {
        const answer = await get(path, {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'evil.example',
          'x-forwarded-for': 'evil.example',
          forwarded: 'host=evil.example',
          'x-original-url': '/evil.example',
          referer: 'https://evil.example/',
          origin: 'https://evil.example',
          'user-agent': 'evil.example',
        });
        expect(JSON.stringify(answer.headers) + answer.text).not.toContain('evil');
      }
    });

    test('28: no Host, two Hosts', async () => {
      for (const hosts of ['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nhost: a\r\n']) {
        const [answer] = answersIn(await proxy.raw(`GET /pricing HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`));
        checkInvariants(answer!);
        expect(answer!.status).toBe(400);
      }
      const [old] = answersIn(await proxy.raw('GET /pricing HTTP/1.0\r\n\r\n'));
      expect(old!.status).toBe(200);
    });

    test('28: User-Agent is never read', async () => {
      const [one, other] = [
        await get('/pricing', { 'user-agent': 'GPTBot' }),
        await get('/pricing', { 'user-agent': 'Mozilla/5.0' }),
      ];
      expect(one!.text).toBe(other!.text);
      expect(one!.headers.etag).toBe(other!.headers.etag);
      expect(one!.headers.vary).not.toContain('User-Agent');
    });

    test.each(['/LLMS.TXT', '/llms.txt/', '/Pricing', '/PRICING.MD', '/Docs/'])('29: %s is not an alias', async (path) => {
      expect((await get(path)).status).toBe(404);
    });

    test('30: a long URL', async () => {
      for (const [length, status] of [
        [300, 404],
        [8000, 404],
        [9000, 414],
        [20_000, 431],
      ] as const) {
        const [answer] = answersIn(
          await proxy.raw(`GET /${'a'.repeat(length)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
        );
        checkInvariants(answer!);
        expect(answer!.status).toBe(status);
      }
    });

    describe('31: Range', () => {
      const size = 1205;
      const rows: [range: string, status: number, contentRange: string | undefined][] = [
        ['bytes=0-9', 206, `bytes 0-9/${size}`],
        ['bytes=1200-', 206, `bytes 1200-1204/${size}`],
        ['bytes=1200-9999', 206, `bytes 1200-1204/${size}`],
        ['bytes=-5', 206, `bytes 1200-1204/${size}`],
        ['bytes=-99999', 200, undefined],
        ['bytes=-0', 200, undefined],
        ['bytes=99999-', 416, `bytes */${size}`],
        ['bytes=1205-', 416, `bytes */${size}`],
        ['bytes=9-5', 200, undefined],
        ['bytes=0-9, 20-29', 200, undefined],
        ['bytes=0-,0-,0-', 200, undefined],
        ['bytes=abc', 200, undefined],
        ['bytes=', 200, undefined],
        ['bytes=--1', 200, undefined],
        ['items=0-9', 200, undefined],
        ['items=99999-', 200, undefined],
        [`bytes=${'0-1,'.repeat(2000)}`, 200, undefined],
        ['bytes=0-99999999999999999999999999', 206, `bytes 0-1204/${size}`],
      ];
      test.each(rows)('%s → %i', async (range, status, contentRange) => {
        const whole = await get('/pricing');
        expect(whole.body.length).toBe(size);
        const answer = await get('/pricing', { range });
        expect([answer.status, answer.headers['content-range']]).toEqual([status, contentRange]);
        if (status === 200) expect(answer.text).toBe(whole.text);
        if (status === 206) {
          const [, start, end] = /(\d+)-(\d+)/.exec(contentRange!)!;
          expect(answer.body.equals(whole.body.subarray(Number(start), Number(end) + 1))).toBe(true);
          for (const name of ['etag', 'vary', 'cache-control', 'content-location', 'content-type', 'link'])
            expect(answer.headers[name]).toBe(whole.headers[name]);
        }
      });

      test('If-Range: a range only of exactly this representation, else the whole', async () => {
        const { headers } = await get('/pricing');
        const range = 'bytes=0-9';
        expect((await get('/pricing', { range, 'if-range': headers.etag! })).status).toBe(206);
        for (const other of ['"x"', `W/${headers.etag}`, 'Fri, 31 Dec 2099 00:00:00 GMT'])
          expect((await get('/pricing', { range, 'if-range': other })).status).toBe(200);
      });

      test('of the requested variant; not for HEAD; after conditions', async () => {
        const part = await get('/pricing', { range: 'bytes=0-8', accept: 'text/markdown' });
        expect(part.text).toBe('# Pricing');
        expect((await get('/pricing', { range: 'bytes=0-8' }, 'HEAD')).status).toBe(200);
        expect((await get('/pricing', { range: 'bytes=0-8', 'if-none-match': '*' })).status).toBe(304);
        expect((await get('/assets/empty.txt', { range: 'bytes=0-' })).status).toBe(200);
        expect((await get('/nope', { range: 'bytes=0-' })).status).toBe(404);
        expect(
          (await get('/pricing', { range: 'bytes=0-8', 'accept-encoding': 'br' })).headers['content-encoding'],
        ).toBeUndefined();
      });
    });

    test('32: nothing is deprecated today', async () => {
      for (const path of readable) {
        const { headers } = await get(path);
        expect([headers.deprecation, headers.sunset]).toEqual([undefined, undefined]);
      }
    });

    test('32: a deprecation is announced on the path and on the twin of a page', async () => {
      const deprecations = [
        {
          path: '/api/health',
          deprecated: '2027-01-01',
          sunset: '2027-04-01',
          successor: '/api/v1/health',
          documentation: '/developers',
        },
        { path: '/pricing', deprecated: '2027-01-01', sunset: '2027-04-01' },
      ];
      const other = await startProxy({ deprecations });
      for (const [path, accept] of [
        ['/api/health', '*/*'],
        ['/pricing', 'text/html'],
        ['/pricing', 'text/markdown'],
        ['/pricing.md', '*/*'],
      ]) {
        const { headers } = await other.get(path!, { accept: accept! });
        expect([headers.deprecation, headers.sunset]).toEqual(['@1798761600', 'Thu, 01 Apr 2027 00:00:00 GMT']);
      }
      const { headers } = await other.get('/api/health');
      expect(headers.link).toContain(`<${siteUrl}/developers>; rel="deprecation"; type="text/html"`);
      expect(headers.link).toContain(`<${siteUrl}/api/v1/health>; rel="successor-version"`);
      expect((await other.get('/api/v1/health')).headers.deprecation).toBeUndefined();
      await other.stop();
    });
  });
});
