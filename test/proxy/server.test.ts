import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ofCommandAlone, proxySettingList } from '../../build/contract/proxy-settings.ts';
import {
  createProxy,
  createProxyServer,
  type DiptychProxy,
  type Middleware,
  type Observer,
  type ProxyOptions,
} from '../../proxy/index.ts';
import { packageFolder } from '../support/package-folder.ts';
import { type Answer, ask } from './fixtures/client.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { type SiteOptions, siteUrl, temporarySite } from './fixtures/site.ts';

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function site(options?: SiteOptions): string {
  const { dir, remove } = temporarySite(options);
  onTestFinished(remove);
  return dir;
}

function created(options: ProxyOptions): DiptychProxy {
  const proxy = createProxy({ watch: false, ...options } as ProxyOptions);
  onTestFinished(() => proxy.close());
  return proxy;
}

test('a request that an application passes on without an answer is counted and observed once', async () => {
  const seen: string[] = [];
  const observers: Observer[] = [
    {
      begin:
        ({ target, res }) =>
        () =>
          void seen.push(`${target} ${res.statusCode}`),
      answeredRaw: () => {},
    },
  ];
  const proxy = createProxy({ dir: site(), rateLimitLimit: 5, rateLimit: 'enforced', observers });
  const app = express();
  app.use(proxy);
  app.get('/own', (_req, res) => void res.send('own'));
  app.use((req, res) => proxy(req, res));
  const port = await listen(createServer(app));
  const remaining = async (path: string): Promise<[number, string]> => {
    const { status, headers } = await ask(port, path);
    return [status, headers['ratelimit-remaining'] as string];
  };
  expect(await remaining('/')).toEqual([200, '4']);
  expect(await remaining('/nothing')).toEqual([404, '3']);
  expect(await remaining('/own')).toEqual([200, '2']);
  expect(seen).toEqual(['/ 200', '/nothing 404', '/own 200']);
  await proxy.close();
});

describe('a site below a path, which its URL says', () => {
  /** How connect and compatible frameworks show a mount path to middleware. */
  const connectLike =
    (proxy: Middleware): RequestListener =>
    (req, res) => {
      const shortened = req as IncomingMessage & { originalUrl?: string };
      shortened.originalUrl = req.url!;
      req.url = req.url!.slice('/docs'.length).replace(/^(?!\/)/, '/');
      proxy(req, res);
    };
  const hosts: [name: string, host: (proxy: Middleware) => RequestListener][] = [
    ['node:http', (proxy) => proxy],
    ['Express, at its path', (proxy) => express().use('/docs', proxy)],
    ['Express, at the root', (proxy) => express().use(proxy)],
    ['an Express app in another', (proxy) => express().use('/docs', express().use(proxy))],
    ['connect', connectLike],
  ];
  describe.each(hosts)('by %s', (_name, host) => {
    test.each<[path: string, status: number, field: string, value: string]>([
      ['/docs/pricing', 200, 'content-location', '/docs/pricing'],
      ['/docs/pricing?a=b', 200, 'content-location', '/docs/pricing'],
      ['/docs/pricing/', 301, 'location', '/docs/pricing'],
      ['/docs/pricing.html?a=b', 301, 'location', '/docs/pricing?a=b'],
      ['/docs', 301, 'location', '/docs/'],
      ['/docs?a=b', 301, 'location', '/docs/?a=b'],
    ])('%s is %i, %s: %s', async (path, status, field, value) => {
      const proxy = created({ dir: site(), url: 'https://example.test/docs' });
      const answer = await ask(await listen(createServer(host(proxy))), path);
      expect([answer.status, answer.headers[field]]).toEqual([status, value]);
      for (const target of (answer.headers.link ?? '').match(/(?<=<)[^>]+(?=>)/g) ?? [])
        expect(target).toMatch(/^(?:https:\/\/example\.test)?\/docs\//);
    });
  });
});

describe('as middleware', () => {
  const own = (answer: Answer): unknown => [answer.status, answer.text];

  test('in an Express app with other routes', async () => {
    const proxy = created({ dir: site() });
    const app = express().disable('x-powered-by');
    app.get('/own', (_req, res) => void res.send('before'));
    app.use(proxy);
    app.post('/pricing/order', (_req, res) => void res.status(201).send('ordered'));
    app.propfind('/*any', (_req, res) => void res.status(207).send('found'));
    app.get('/after', (_req, res) => void res.send('after'));
    app.get('/boom', () => {
      throw new Error('secret');
    });
    app.get('/large', () => {
      throw Object.assign(new Error('secret'), { status: 413 });
    });
    app.use(((error, req, res, _next) => proxy.fail(error, req, res)) as express.ErrorRequestHandler);
    const port = await listen(createServer(app));
    expect(own(await ask(port, '/own'))).toEqual([200, 'before']);
    const page = await ask(port, '/pricing', { accept: 'text/markdown' });
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    const after = await ask(port, '/after');
    expect(own(after)).toEqual([200, 'after']);
    expect(after.headers['ratelimit-policy']).toBe('120;w=60');
    expect(own(await ask(port, '/pricing/order', {}, 'POST', 'x'))).toEqual([201, 'ordered']);
    expect((await ask(port, '/nope')).text).toContain('Cannot GET /nope');
    expect((await ask(port, '/pricing', {}, 'POST')).status).toBe(405);
    expect(own(await ask(port, '/pricing', {}, 'PROPFIND'))).toEqual([207, 'found']);
    expect(own(await ask(port, '/api/v1/health', {}, 'PROPFIND'))).toEqual([207, 'found']);
    expect((await ask(port, `/after?${'q'.repeat(9000)}`)).status).toBe(200);
    const failed = await ask(port, '/boom');
    checkInvariants(failed);
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain('secret');
    const large = await ask(port, '/large');
    checkInvariants(large);
    expect([large.status, large.text.includes('secret')]).toEqual([413, false]);
  });

  test.each<[fields: object, status: number, type: string, title?: string]>([
    [{ status: 400 }, 400, 'invalid-request'],
    [{ status: 401 }, 401, 'about:blank', 'Unauthorized'],
    [{ status: 403 }, 403, 'about:blank', 'Forbidden'],
    [{ statusCode: 409 }, 409, 'about:blank', 'Conflict'],
    [{ status: 415 }, 415, 'about:blank', 'Unsupported Media Type'],
    [{ status: 422 }, 422, 'about:blank'],
    [{ status: 500 }, 500, 'internal-error'],
    [{ status: 503 }, 503, 'unavailable'],
    [{ status: 599 }, 599, 'about:blank'],
    [{ status: 399 }, 500, 'internal-error'],
    [{ status: 600 }, 500, 'internal-error'],
    [{ status: '403' }, 500, 'internal-error'],
    [{}, 500, 'internal-error'],
  ])('an error of a route with %j is %i %s', async (fields, status, type, title = '') => {
    const server = createProxyServer({ dir: site(), watch: false }, (app) =>
      app.get('/own', () => {
        throw Object.assign(new Error('secret'), fields);
      }),
    );
    onTestFinished(() => server.proxy.close());
    const answer = await ask(await listen(server.server), '/own');
    const problem = JSON.parse(answer.text);
    if (type !== 'about:blank') checkInvariants(answer);
    expect([answer.status, problem.status, problem.instance]).toEqual([status, status, '/own']);
    expect(problem.type.endsWith(type)).toBe(true);
    expect(problem.title).toContain(title);
    expect(answer.text).not.toContain('secret');
  });

  test.each([
    ['Cache-Control', 'private, no-store', 'private, no-store'],
    ['Strict-Transport-Security', 'max-age=63072000; preload', 'max-age=63072000; preload'],
    ['Referrer-Policy', 'no-referrer', 'no-referrer'],
    ['Cross-Origin-Resource-Policy', 'same-origin', 'same-origin'],
    ['Content-Security-Policy', "default-src 'self'", "default-src 'self'"],
    ['Vary', 'Cookie', 'Cookie, Accept, Accept-Encoding'],
    ['Content-Type', 'text/plain', 'text/html; charset=utf-8'],
  ])('%s: %s of an embedder becomes %s', async (name, theirs, sent) => {
    const proxy = created({ dir: site() });
    const port = await listen(
      createServer((req, res) => {
        res.setHeader(name, theirs);
        proxy(req, res);
      }),
    );
    expect((await ask(port, '/pricing')).headers[name.toLowerCase()]).toBe(sent);
  });

  test('a request that fails in a route of the embedder is counted and observed once', async () => {
    const seen: string[] = [];
    const observer: Observer = {
      begin: ({ req }) => {
        return () => void seen.push(req.url!);
      },
      answeredRaw: () => {},
    };
    const proxy = created({ dir: site(), observers: [observer] });
    const app = express();
    app.get('/early', () => {
      throw new Error('before the proxy');
    });
    app.use(proxy);
    app.get('/late', () => {
      throw new Error('behind the proxy');
    });
    app.use(((error, req, res, _next) => proxy.fail(error, req, res)) as express.ErrorRequestHandler);
    const port = await listen(createServer(app));
    const left = [];
    for (const path of ['/early', '/late', '/late']) {
      const answer = await ask(port, path);
      expect(answer.status).toBe(500);
      left.push(Number(answer.headers['ratelimit-remaining']));
    }
    expect(left).toEqual([119, 118, 117]);
    await expect.poll(() => seen).toEqual(['/early', '/late', '/late']);
  });

  test('fields that the embedder set are merged, not duplicated', async () => {
    const proxy = created({ dir: site() });
    const port = await listen(
      createServer((req, res) => {
        res.setHeader('X-Own', 'kept');
        res.setHeader('Content-Security-Policy', 'theirs');
        proxy(req, res);
      }),
    );
    for (const [path, headers] of [
      ['/pricing', {}],
      ['/pricing', { 'if-none-match': '*' }],
      ['/nope', {}],
      ['/docs', {}],
    ] as const) {
      const answer = await ask(port, path, headers);
      checkInvariants(answer);
      expect(answer.headers['x-own']).toBe('kept');
      expect(answer.headers['content-security-policy']).toBe('theirs');
    }
    const plain = createProxyServer({ dir: site(), watch: false });
    onTestFinished(() => plain.proxy.close());
    const direct = await listen(plain.server);
    const names = (answer: Answer): string[] =>
      Object.keys(answer.headers)
        .filter((name) => name !== 'x-own' && name !== 'keep-alive')
        .sort();
    expect(names(await ask(port, '/pricing'))).toEqual(names(await ask(direct, '/pricing')));
  });

  test('in node:http alone every request is answered', async () => {
    const proxy = created({ dir: site() });
    const port = await listen(createServer(proxy));
    expect((await ask(port, '/pricing')).status).toBe(200);
    checkProblem(await ask(port, '/nope'));
  });

  test.each(['/pricing', '/nope', '/docs'])('a finish handler sees the fields of %s', async (path) => {
    const proxy = created({ dir: site() });
    let seen: unknown;
    const port = await listen(
      createServer((req, res) => {
        res.on('finish', () => {
          seen = Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]));
        });
        proxy(req, res);
      }),
    );
    const { date, connection, ...fields } = (await ask(port, path)).headers;
    expect(seen).toEqual(fields);
  });

  test('an editor shows a sentence for each option', () => {
    const types = ['build/contract/proxy-settings', 'proxy/settings'].map((file) =>
      readFileSync(join(packageFolder, `lib/${file}.d.ts`), 'utf8'),
    );
    const options = proxySettingList.filter(({ name }) => !ofCommandAlone(name));
    const isExplained = ({ name }: { name: string }) =>
      types.some((text) => new RegExp(`\\*/\\s+readonly ${name}\\??:`).test(text));
    expect(options.filter((option) => !isExplained(option))).toEqual([]);
  });

  test('a folder and a host: refused, by the compiler, too', () => {
    // @ts-expect-error A site comes from a folder or from a host.
    const both: ProxyOptions = { dir: '/nowhere', origin: 'http://127.0.0.1:1' };
    expect(() => createProxy(both)).toThrow(/dir and origin/);
  });

  test('the settings of the embedder’s server stay', async () => {
    const proxy = created({ dir: site(), keepAliveTimeout: 9_000, maxConnections: 9 });
    const server = createServer({ keepAliveTimeout: 3_000, headersTimeout: 4_000, requestTimeout: 5_000 }, proxy);
    const settings = (): unknown => [
      ...Object.entries(server).filter(([name, value]) => !name.startsWith('_') && (typeof value !== 'object' || value === null)),
      ...server.eventNames().map((name) => [name, server.listenerCount(name)]),
    ];
    const port = await listen(server);
    const before = settings();
    const agent = new Agent({ keepAlive: true });
    for (const path of ['/pricing', '/nope', '/assets/site.css']) {
      const [answer] = await once(request({ port, path, agent, headers: { connection: 'keep-alive' } }).end(), 'response');
      expect([answer.headers.connection, answer.headers['keep-alive']]).toEqual(['keep-alive', 'timeout=3']);
      await once(answer.resume(), 'end');
    }
    agent.destroy();
    expect(before).toContainEqual(['keepAliveTimeout', 3_000]);
    expect(settings()).toEqual(before);
  });

  test('options: url, name, quota, deprecations and policy replace values of the site', async () => {
    const { server, proxy } = createProxyServer({
      dir: site(),
      watch: false,
      url: 'https://other.test/',
      name: 'Other',
      rateLimitLimit: 7,
      rateLimitWindow: 9,
      deprecations: [{ path: '/pricing', deprecated: '2027-01-01', sunset: '2027-04-01' }],
      contentSecurityPolicy: "default-src 'self'",
    });
    onTestFinished(() => proxy.close());
    const port = await listen(server);
    const { headers } = await ask(port, '/pricing');
    expect(headers).toMatchObject({
      'ratelimit-policy': '7;w=9',
      deprecation: '@1798761600',
      'content-security-policy': "default-src 'self'",
    });
    expect(headers.link).toContain('<https://other.test/pricing>; rel="canonical"');
    expect(JSON.parse((await ask(port, '/api/health')).text).service).toBe('Other');
    const problem = checkProblem(await ask(port, '/nope'), 'https://other.test');
    expect(String(problem.type)).not.toContain(siteUrl);
  });

  test.each([
    ['http://localhost:8080', 1],
    ['https://www.example.com', 0],
  ])('the option url over a build for %s: %i warning', async (url, warnings) => {
    const lines: string[] = [];
    const log = { debug() {}, info() {}, warn: (line: string) => void lines.push(line), error() {} };
    const proxy = created({ dir: site({ site: { url } }), watch: false, url: 'https://docs.example.com', log });
    await proxy.ready;
    const line = `links in pages and documents begin with ${url}, not with https://docs.example.com: build again with SITE_URL=https://docs.example.com`;
    expect(lines).toEqual(warnings ? [line] : []);
  });

  test('an option of the wrong type or in conflict with another is named', () => {
    for (const [options, line] of [
      [{ url: 'https://example.test/path?a' }, /url/],
      [{ url: 'example.test' }, /url/],
      [{ memoryFileLimit: -1 }, /memoryFileLimit/],
      [{ rateLimit: 'strict' }, /rateLimit/],
      [{ watch: 'yes' }, /watch/],
      [{ contentSecurityPolicy: 'a\r\nb' }, /contentSecurityPolicy/],
      [{ speed: 11 }, /speed/],
    ] as const) {
      expect(() => createProxy({ dir: '/nowhere', ...options } as never), JSON.stringify(options)).toThrow(line);
      expect(() => createProxy({ dir: '/nowhere', ...options } as never)).not.toThrow(/\n|nowhere/);
    }
  });
});
