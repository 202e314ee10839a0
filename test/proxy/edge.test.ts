import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { problemTypes } from '../../build/contract/problem-types.ts';
import { type Assets, createHandler, type EdgeRateLimiter, type HandlerOptions } from '../../proxy/edge/handler.ts';
import { type Answer, type Listening, listen, type RunningProxy, startProxy } from './fixtures/client.ts';
import { askEdge, edgeHandler, edgeSite, memoryAssets } from './fixtures/edge.ts';
import { checkProblem } from './fixtures/invariants.ts';
import { fields, method, targetOf } from './fixtures/requests.ts';
import { filesOf, siteUrl } from './fixtures/site.ts';

/* The fetch handler: it answers like the proxy, whatever store has the files and whatever counts the requests. */

describe('the handler and the proxy answer alike', () => {
  let proxy: RunningProxy;
  const handler = edgeHandler();
  beforeAll(async () => {
    proxy = await startProxy({ siblings: false }, { rateLimitLimit: 120 });
  });
  afterAll(() => proxy.stop());

  /** Fields of the connection, the quota and the compression, which may differ. */
  const comparable = ({ headers }: Answer): Record<string, string | undefined> => {
    const { date, connection, 'keep-alive': _, 'ratelimit-remaining': __, 'ratelimit-reset': ___, ...rest } = headers;
    const { 'transfer-encoding': ____, vary, ...others } = rest as Record<string, string>;
    const varies = vary?.replace(/(?:, )?Accept-Encoding/, '');
    return { ...others, ...(varies && { vary: varies }) };
  };

  async function compare(verb: string, path: string, headers: Record<string, string>): Promise<void> {
    const [there, here] = await Promise.all([proxy.get(path, headers, verb), askEdge(handler, path, headers, verb)]);
    expect([here.status, comparable(here), here.text]).toEqual([there.status, comparable(there), there.text]);
  }

  it('generated requests', async () => {
    const paths = ['/', '/pricing', '/pricing.md', '/docs/', '/docs', '/llms.txt', '/assets/site.css', '/api/health', '/nope'];
    const request = fc.tuple(method, targetOf(paths), fields);
    let compared = 0;
    const property = fc.asyncProperty(request, async ([verb, target, all]) => {
      const { expect: _, host, upgrade, 'content-length': __, 'accept-encoding': ___, ...headers } = all;
      // Fetch allows neither invalid URLs nor TRACE.
      if (verb === 'TRACE' || !target.startsWith('/') || !URL.canParse(siteUrl + target)) return;
      const { pathname, search } = new URL(siteUrl + target);
      if (pathname + search !== target) return;
      compared++;
      await compare(verb, target, headers);
    });
    await fc.assert(property, { numRuns: 500, seed: 12 });
    expect(compared).toBeGreaterThan(200);
  });
});

describe('asset stores', () => {
  const files = filesOf({ siblings: false });
  const css = files.get('assets/site.css')!;

  it('a binding with fetch gets a request for the file, at the origin of the request', async () => {
    const requested: string[] = [];
    const assets = {
      fetch: async (request: Request) => {
        requested.push(request.url);
        return memoryAssets()(new URL(request.url).pathname);
      },
    };
    const handler = edgeHandler({ assets });
    expect((await askEdge(handler, '/pricing', { accept: 'text/markdown' })).text).toBe(files.get('pricing.md')!.toString());
    expect((await askEdge(handler, '/caf%C3%A9%20menu')).status).toBe(200);
    await askEdge(handler, '/pricing', { 'if-none-match': '*' });
    await askEdge(handler, '/pricing', {}, 'HEAD');
    expect(requested).toEqual([`${siteUrl}/pricing.md`, `${siteUrl}/caf%C3%A9%20menu.html`]);
  });

  it('security fields of the store are not weakened', async () => {
    const strict = {
      'content-security-policy': "default-src 'none'",
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=1; preload',
    };
    const assets = (path: string) => {
      const response = memoryAssets()(path);
      for (const [name, value] of Object.entries(strict)) response.headers.set(name, value);
      return response;
    };
    expect((await askEdge(edgeHandler({ assets }), '/pricing')).headers).toMatchObject(strict);
  });

  const ranging: Assets = (path, { headers }) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.Range ?? '') ?? [];
    if (first === undefined) return memoryAssets()(path);
    const part = files.get(path.slice(1))!.subarray(Number(first), Number(last) + 1);
    return new Response(new Uint8Array(part), { status: 206, headers: { 'Content-Length': `${part.length}` } });
  };
  const inPieces: Assets = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < css.length; at += 7) controller.enqueue(new Uint8Array(css.subarray(at, at + 7)));
          controller.close();
        },
      }),
    );

  test.each([
    ['obeys Range', ranging],
    ['ignores it', memoryAssets()],
    ['ignores it, in pieces', inPieces],
  ])('a range, from a store that %s', async (_, assets) => {
    for (const [range, part] of [
      ['bytes=10-30', css.subarray(10, 31)],
      ['bytes=-3', css.subarray(-3)],
      ['bytes=0-0', css.subarray(0, 1)],
    ] as const) {
      const got = await askEdge(edgeHandler({ assets }), '/assets/site.css', { range });
      expect([got.status, got.text]).toEqual([206, part.toString()]);
    }
  });

  it('a redirect of the store from about.html to about is followed', async () => {
    const assets: Assets = (path) =>
      path === '/pricing.html'
        ? new Response(null, { status: 308, headers: { Location: '/pricing' } })
        : memoryAssets()(`${path}.html`);
    expect((await askEdge(edgeHandler({ assets }), '/pricing')).text).toBe(files.get('pricing.html')!.toString());
  });

  describe('a redirect of the store to another origin is not followed', () => {
    const requested: string[] = [];
    let location: (elsewhere: string) => string;
    let store: Listening;
    let elsewhere: Listening;
    beforeAll(async () => {
      elsewhere = await listen((req, res) => {
        requested.push(`elsewhere ${req.url}`);
        res.end('theirs');
      });
      store = await listen((req, res) => {
        requested.push(`store ${req.url}`);
        res.writeHead(302, { Location: location(`127.0.0.1:${elsewhere.port}`) }).end();
      });
    });
    afterAll(() => Promise.all([store.close(), elsewhere.close()]));

    const stores: Record<string, () => Assets> = {
      'a binding': () => ({ fetch }),
      'a function that joins texts': () => (path) => fetch(store.url + path, { redirect: 'manual' }),
      'a function that joins URLs': () => (path) => fetch(new URL(path, store.url), { redirect: 'manual' }),
    };
    const locations: [string, (host: string) => string][] = [
      ['//host/x', (host) => `//${host}/x`],
      ['/\\host/x', (host) => `/\\${host}/x`],
      ['/.//host/x', (host) => `/.//${host}/x`],
      ['http://host/x', (host) => `http://${host}/x`],
    ];
    test.each(Object.keys(stores).flatMap((kind) => locations.map(([form, write]) => [kind, form, write] as const)))(
      '%s: Location: %s',
      async (kind, _, write) => {
        requested.length = 0;
        location = write;
        const report = vi.fn();
        const handler = edgeHandler({ assets: stores[kind]!(), report });
        const response = await handler(new Request(`${store.url}/pricing`));
        expect(requested).toEqual(['store /pricing.html']);
        expect(response.status).toBe(502);
        expect(String(report.mock.calls[0]![0])).toContain(`pricing.html: the host answers 302, and leads to "`);
      },
    );
  });

  it('the length of a body is said, also if the store does not say it', async () => {
    const handler = edgeHandler({
      assets: (path) => new Response(new Blob([new Uint8Array(files.get(path.slice(1))!)]).stream()),
    });
    for (const [path, range] of [['/pricing'], ['/assets/site.css', 'bytes=2-9'], ['/assets/empty.txt']] as const) {
      const { body, headers } = await askEdge(handler, path, range && { range });
      expect([path, headers['content-length']]).toEqual([path, `${body.length}`]);
    }
  });

  test.each([
    ['with', () => new Response('new', { headers: { 'Content-Length': '3' } })],
    ['without', () => new Response(new Blob(['new']).stream())],
  ])(
    'a file that differs from the table is served whole, without its ETag, from a store %s Content-Length',
    async (_, assets) => {
      const got = await askEdge(edgeHandler({ assets }), '/pricing');
      expect([got.status, got.text, got.headers.etag, got.headers['content-length']]).toEqual([200, 'new', undefined, '3']);
    },
  );

  it('a file missing in the store is a 502 without details, and is reported', async () => {
    const report = vi.fn();
    const handler = edgeHandler({ assets: () => new Response('secret', { status: 404 }), report });
    const got = await askEdge(handler, '/pricing');
    expect(checkProblem(got)).toMatchObject({ status: 502, title: problemTypes.badGateway.title });
    expect(got.text).not.toContain('secret');
    expect(report).toHaveBeenCalledOnce();
  });

  it.each<[what: string, options: unknown, line: RegExp]>([
    ['null', null, /^createHandler: .*assets/],
    ['no store', { site: edgeSite() }, /^createHandler: .*assets/],
    ['no table', { assets: memoryAssets() }, /^createHandler: "site"/],
    ['a table of another version', { site: { ...edgeSite(), version: 2 }, assets: memoryAssets() }, /^createHandler: "site"/],
  ])('%s is refused in one line', (_, options, line) => {
    expect(() => createHandler(options as HandlerOptions)).toThrow(line);
  });
});

describe('the quota', () => {
  it('without a store: limit and policy, but no counted fields', async () => {
    for (const path of ['/', '/nope', '/api/health']) {
      const { headers } = await askEdge(edgeHandler(), path);
      expect(headers).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-policy': '120;w=60' });
      expect([headers['ratelimit-remaining'], headers['ratelimit-reset']]).toEqual([undefined, undefined]);
    }
  });

  const counting = (enforced: boolean, used: number): EdgeRateLimiter => ({
    enforced,
    count: ({ headers }) => ({ used: headers.get('cf-connecting-ip') === 'b' ? 1 : used, reset: 41.2 }),
  });

  it('with a store: all four fields, per client, rounded up', async () => {
    const handler = edgeHandler({ rateLimiter: counting(false, 2) });
    const left = await Promise.all(['a', 'b'].map((client) => askEdge(handler, '/', { 'cf-connecting-ip': client })));
    expect(left.map(({ headers }) => [headers['ratelimit-remaining'], headers['ratelimit-reset']])).toEqual([
      ['118', '42'],
      ['119', '42'],
    ]);
  });

  it.each<[path: string, enforced: boolean, used: number, status: number, retry: string | undefined]>([
    ['/pricing', true, 120, 200, undefined],
    ['/pricing', true, 121, 429, '42'],
    ['/pricing', false, 121, 200, undefined],
    ['/robots.txt', true, 121, 200, undefined],
    ['/api/v1/health', true, 121, 200, undefined],
  ])('%s, enforced %s, request %i of 120: %i', async (path, enforced, used, status, retry) => {
    const got = await askEdge(edgeHandler({ rateLimiter: counting(enforced, used) }), path);
    expect([got.status, got.headers['retry-after'], got.headers['ratelimit-remaining']]).toEqual([status, retry, '0']);
  });

  it.each<[what: string, count: EdgeRateLimiter['count'], reported: string]>([
    ['counts in no number', () => ({ used: Number.NaN, reset: 1 }), 'rateLimiter.count: found'],
    ['says no time', () => ({ used: 1, reset: Number.NaN }), 'rateLimiter.count: found'],
    ['counts below 0', () => ({ used: -1, reset: 1 }), 'rateLimiter.count: found'],
    ['fails', () => Promise.reject(new Error('away')), 'away'],
  ])('a store that %s: requests are answered, and it is reported', async (_, count, reported) => {
    const report = vi.fn();
    const got = await askEdge(edgeHandler({ rateLimiter: { count }, report }), '/pricing');
    expect([got.status, got.headers['ratelimit-remaining']]).toEqual([200, undefined]);
    expect(String(report.mock.calls)).toContain(reported);
  });
});

describe('a site with a shared age of 600 seconds', () => {
  const { facts, ...rest } = edgeSite();
  const handler = edgeHandler({ site: { ...rest, facts: { ...facts, sharedAge: 600 } } });

  it.each<[path: string, accept: string, caching: string, ours: string | undefined]>([
    ['/pricing', 'text/html', 'public, max-age=0, s-maxage=600, must-revalidate', undefined],
    ['/pricing', 'text/markdown', 'private, no-cache', 'max-age=600'],
    ['/pricing.md', '*/*', 'public, max-age=300, s-maxage=600, must-revalidate', undefined],
    ['/llms.txt', '*/*', 'public, max-age=300, s-maxage=600, must-revalidate', undefined],
    ['/assets/site.css', '*/*', 'public, max-age=3600, must-revalidate', undefined],
    ['/pricing', 'image/png', 'no-store', undefined],
    ['/nope', '*/*', 'no-store', undefined],
    ['/api/health', '*/*', 'no-store', undefined],
  ])('%s with Accept: %s → %s', async (path, accept, caching, ours) => {
    const { headers } = await askEdge(handler, path, { accept });
    expect([headers['cache-control'], headers['diptych-cache-control']]).toEqual([caching, ours]);
  });
});
