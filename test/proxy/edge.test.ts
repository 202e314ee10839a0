import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, normalize } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { problemTypes } from '../../build/contract/problem-types.ts';
import { type Assets, createHandler, type EdgeRateLimiter, type HandlerOptions } from '../../proxy/edge/handler.ts';
import { type Answer, type RunningProxy, startProxy } from './fixtures/client.ts';
import { askEdge, edgeHandler, edgeSite, memoryAssets } from './fixtures/edge.ts';
import { checkProblem } from './fixtures/invariants.ts';
import { fields, method, spellings, targetOf } from './fixtures/requests.ts';
import { filesOf, siteUrl } from './fixtures/site.ts';

describe('the imports of diptych/edge', () => {
  /** All modules that a file imports, directly or not: sources by path, packages by name. */
  function graphOf(file: string, seen = new Set<string>()): Set<string> {
    if (seen.has(file)) return seen;
    seen.add(file);
    if (!file.endsWith('.ts')) return seen;
    // Type imports disappear when compiled.
    const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^;]*?from '([^']+)';$/gm);
    for (const [, name] of imports)
      graphOf(
        name!.startsWith('.') ? normalize(join(dirname(file), name!)) : name!.replace(/^#contract\/(.*)/, 'build/contract/$1.ts'),
        seen,
      );
    return seen;
  }
  const graph = [...graphOf('proxy/edge/handler.ts')];

  it('include no module of Node, and one small package', () => {
    expect(graph.length).toBeGreaterThan(30);
    expect(graph.filter((name) => !name.endsWith('.ts'))).toEqual(['fastest-levenshtein']);
  });
});

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

  test.each(spellings)('%s by _redirects %j: %s', async (path, redirects, location) => {
    const { status, headers } = await askEdge(edgeHandler({ site: { ...edgeSite(), redirects } }), path);
    expect([status, headers.location]).toEqual([301, location]);
  });

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
    const servers: Server[] = [];
    const requested: (string | undefined)[] = [];
    let location: (elsewhere: string) => string;
    let store = '';
    let elsewhere = '';
    beforeAll(async () => {
      for (const leads of [true, false]) {
        const server = createServer((req, res) => {
          requested.push(`${leads ? 'store' : 'elsewhere'} ${req.url}`);
          if (leads) res.writeHead(302, { Location: location(elsewhere) }).end();
          else res.end('theirs');
        }).listen(0, '127.0.0.1');
        await once(server, 'listening');
        servers.push(server);
      }
      [store, elsewhere] = servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`) as [string, string];
    });
    afterAll(() => servers.forEach((server) => void server.close()));

    const stores: Record<string, () => Assets> = {
      'a binding': () => ({ fetch }),
      'a function that joins texts': () => (path) => fetch(`http://${store}${path}`, { redirect: 'manual' }),
      'a function that joins URLs': () => (path) => fetch(new URL(path, `http://${store}`), { redirect: 'manual' }),
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
        const response = await handler(new Request(`http://${store}/pricing`));
        expect(requested).toEqual(['store /pricing.html']);
        expect(response.status).toBe(502);
        expect(String(report.mock.calls[0]![0])).toContain(`pricing.html: the host answers 302, and leads to "`);
      },
    );
  });

  test.each([
    ['says how long a body is', memoryAssets()],
    ['does not', (path: string) => new Response(new Blob([new Uint8Array(files.get(decodeURIComponent(path.slice(1)))!)]))],
    [
      'does not, in pieces',
      (path: string) => new Response(new Blob([new Uint8Array(files.get(decodeURIComponent(path.slice(1)))!)]).stream()),
    ],
  ])('Content-Length, from a store that %s', async (_, assets) => {
    const handler = edgeHandler({ assets });
    for (const [path, accept, range] of [
      ['/pricing', 'text/html'],
      ['/pricing', 'text/markdown'],
      ['/pricing.md', '*/*'],
      ['/assets/site.css', '*/*', 'bytes=2-9'],
      ['/assets/empty.txt', '*/*'],
      ['/pricing/', '*/*'],
      ['/nope', '*/*'],
      ['/nope', 'text/html'],
    ] as const)
      for (const method of range ? ['GET'] : ['GET', 'HEAD']) {
        const { body } = await askEdge(handler, path, { accept, ...(range && { range }) });
        const { headers } = await askEdge(handler, path, { accept, ...(range && { range }) }, method);
        expect([method, path, headers['content-length']]).toEqual([method, path, `${body.length}`]);
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
    ['null', null, /^createHandler: expected \{ site, assets \}, where "assets" is a function or has the method fetch$/],
    ['no store', { site: edgeSite() }, /^createHandler: expected \{ site, assets \}/],
    ['no table', { assets: memoryAssets() }, /^createHandler: "site" is not a table .*; run diptych export again$/],
    [
      'a table of another version',
      { site: { ...edgeSite(), version: 2 }, assets: memoryAssets() },
      /; run diptych export again$/,
    ],
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

  function counting(enforced: boolean, used: number): EdgeRateLimiter {
    const counts = new Map<string, number>();
    return {
      enforced,
      count(request) {
        const client = request.headers.get('cf-connecting-ip') ?? '';
        counts.set(client, (counts.get(client) ?? used) + 1);
        return { used: counts.get(client)!, reset: 41.2 };
      },
    };
  }

  it('with a store: all four fields, per client', async () => {
    const handler = edgeHandler({ rateLimiter: counting(false, 0) });
    const remaining = async (client: string): Promise<unknown> =>
      (await askEdge(handler, '/', { 'cf-connecting-ip': client })).headers['ratelimit-remaining'];
    expect([await remaining('a'), await remaining('a'), await remaining('b')]).toEqual(['119', '118', '119']);
    expect((await askEdge(handler, '/')).headers['ratelimit-reset']).toBe('42');
  });

  it('over the quota, enforced: 429 for all but robots.txt and health', async () => {
    const handler = edgeHandler({ rateLimiter: counting(true, 120) });
    const got = await askEdge(handler, '/pricing');
    expect([got.status, got.headers['retry-after'], got.headers['ratelimit-remaining']]).toEqual([429, '42', '0']);
    expect((await askEdge(handler, '/robots.txt')).status).toBe(200);
    expect((await askEdge(handler, '/api/v1/health')).status).toBe(200);
  });

  it('over the quota, advisory: served', async () => {
    expect((await askEdge(edgeHandler({ rateLimiter: counting(false, 120) }), '/pricing')).status).toBe(200);
  });

  it.each([
    { used: Number.NaN, reset: 1 },
    { used: 1, reset: Number.NaN },
    { used: -1, reset: 1 },
  ])('a store that answers %j: requests are still answered', async (answer) => {
    const report = vi.fn();
    const got = await askEdge(edgeHandler({ rateLimiter: { count: () => answer }, report }), '/pricing');
    expect([got.status, got.headers['ratelimit-reset']]).toEqual([200, undefined]);
    expect(String(report.mock.calls)).toContain('rateLimiter.count: found');
  });

  it('a failing store: requests are still answered', async () => {
    const report = vi.fn();
    const count = async (): Promise<never> => Promise.reject(new Error('away'));
    const got = await askEdge(edgeHandler({ rateLimiter: { count }, report }), '/pricing');
    expect([got.status, got.headers['ratelimit-remaining']]).toEqual([200, undefined]);
    expect(report).toHaveBeenCalledOnce();
  });
});

describe('a site below a path', () => {
  const { facts, ...rest } = edgeSite();
  const handler = edgeHandler({ site: { ...rest, facts: { ...facts, url: `${facts.url}/docs`, base: '/docs' } } });

  it.each<[path: string, accept: string, status: number, fields: Record<string, string>]>([
    ['/docs/pricing', 'text/markdown', 200, { 'content-location': '/docs/pricing.md' }],
    ['/docs/api/health', '*/*', 200, {}],
    ['/docs/pricing/', '*/*', 301, { location: '/docs/pricing' }],
    ['/docs', '*/*', 301, { location: '/docs/' }],
    ['/', '*/*', 302, { location: '/docs/' }],
    ['/pricing', '*/*', 404, {}],
  ])('%s with Accept: %s → %i', async (path, accept, status, fields) => {
    const answer = await askEdge(handler, path, { accept });
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(fields)]);
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
