import { once } from 'node:events';
import { Agent, createServer, IncomingMessage, type RequestListener, request, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import express, { Router } from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { createProxy, createProxyServer, type Middleware, type Observer } from '../../proxy/index.ts';
import { bornExpress, createExpressServer } from '../../proxy/node/express-server.ts';
import { type Answer, ask } from './fixtures/client.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { siteUrl, temporarySite } from './fixtures/site.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function site(): string {
  const { dir, remove } = temporarySite();
  closing.push(remove);
  return dir;
}

describe('a server with the prototypes of Express', () => {
  test('requests and responses have them before the application runs', async () => {
    const app = express();
    const server = createExpressServer(app);
    const seen: unknown[] = [];
    server.prependListener('request', (req, res) =>
      seen.push(Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response),
    );
    app.use((_req, res) => void res.end('ok'));
    const port = await listen(server);
    expect((await ask(port, '/')).text).toBe('ok');
    expect(seen).toEqual([true, true]);
  });

  test('all properties of requests and responses are own properties, with the names of Node', () => {
    const { IncomingMessage: Request, ServerResponse: Response } = bornExpress(express()) as Required<
      ReturnType<typeof bornExpress>
    >;
    const request = new Request!(new Socket());
    const nodes = new IncomingMessage(new Socket());
    const named = (object: object): string[] => Object.getOwnPropertyNames(object);
    const added = ['res', 'next', 'baseUrl', 'originalUrl', 'params', '_parsedUrl', '_maxRequestsPerSocket', 'locals'];
    const extra = (ours: object, native: object): string[] =>
      named(ours).filter((name) => !named(native).includes(name) && !added.includes(name));
    // Exact for Node 20; another Node may differ, which costs only speed.
    if (process.versions.node.startsWith('20.')) {
      expect(extra(request, nodes)).toEqual([]);
      expect(extra(new Response!(request), new ServerResponse(nodes)).filter((name) => name !== 'statusMessage')).toEqual([]);
    }
    expect(request).toBeInstanceOf(IncomingMessage);
    expect(new Response!(request)).toBeInstanceOf(ServerResponse);
  });

  test('falls back to a plain server where the prototypes cannot be set', () => {
    const app = express();
    Object.defineProperty(app.request, 'url', { get: () => '/', configurable: true });
    expect(bornExpress(app)).toEqual({});
    expect(createExpressServer(app).listening).toBe(false);
  });

  test('Express works as usual: ip, accepts, json, sendFile, routers, errors', async () => {
    const app = express();
    const router = Router();
    router.get(
      '/json',
      (req, res) =>
        void res.json({ ip: req.ip, html: req.accepts('html'), base: req.baseUrl, query: req.query.a, get: req.get('host') }),
    );
    app.use('/sub', router);
    app.get('/file', (_req, res) => res.sendFile(new URL('../../package.json', import.meta.url).pathname));
    app.get('/items/:id', (req, res) => void res.status(201).send(`item ${req.params.id} ${req.originalUrl}`));
    app.get('/boom', () => {
      throw new Error('boom');
    });
    app.use(((_error, _req, res, _next) => void res.status(500).send('handled')) as express.ErrorRequestHandler);
    const port = await listen(createExpressServer(app));
    expect(JSON.parse((await ask(port, '/sub/json?a=1', { accept: 'text/html', host: 'h' })).text)).toEqual({
      ip: '127.0.0.1',
      html: 'html',
      base: '/sub',
      query: '1',
      get: 'h',
    });
    expect(JSON.parse((await ask(port, '/file')).text).name).toBe('diptych');
    const item = await ask(port, '/items/7?x');
    expect([item.status, item.text]).toEqual([201, 'item 7 /items/7?x']);
    expect((await ask(port, '/boom')).text).toBe('handled');
  });
});

test('a request that an application passes on without an answer is counted and observed once', async () => {
  const seen: string[] = [];
  const observers: Observer[] = [
    {
      begin:
        ({ target, res }) =>
        () =>
          void seen.push(`${target} ${res.statusCode}`),
      raw: () => {},
    },
  ];
  const proxy = createProxy({ dir: site(), rateLimitLimit: 5, rateLimit: 'enforced', observers });
  const app = express();
  app.use(proxy);
  app.get('/own', (_req, res) => void res.send('own'));
  app.use((req, res) => proxy(req, res));
  const port = await listen(createExpressServer(app));
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

describe('below a path', () => {
  const below = '/docs';
  /** How connect and compatible frameworks show a mount path to middleware. */
  const connectLike =
    (proxy: Middleware): RequestListener =>
    (req, res) => {
      const cut = req as IncomingMessage & { originalUrl?: string };
      if (!/^\/docs(?:[/?]|$)/.test(req.url!)) return void res.writeHead(404).end();
      cut.originalUrl = req.url!;
      req.url = req.url!.slice(below.length).replace(/^(?!\/)/, '/');
      proxy(req, res);
    };
  const hosts: [name: string, host: (proxy: Middleware) => RequestListener][] = [
    ['Express', (proxy) => express().use(below, proxy)],
    ['an Express app in another', (proxy) => express().use(below, express().use(proxy))],
    ['Express, by a pattern', (proxy) => express().use('/:any', proxy)],
    ['connect', connectLike],
  ];

  function start(host: (proxy: Middleware) => RequestListener): Promise<number> {
    const proxy = createProxy({ dir: site(), watch: false });
    closing.push(() => proxy.close());
    return listen(createServer(host(proxy)));
  }

  describe.each(hosts)('of %s', (_name, host) => {
    const targets = ({ headers }: Answer): string[] => (headers.link ?? '').match(/(?<=<)[^>]+(?=>)/g) ?? [];
    const rows: [path: string, accept: string][] = [
      ['/pricing', 'text/html'],
      ['/pricing', 'text/markdown'],
      ['/pricing.md', '*/*'],
      ['/pricing', 'application/json'],
      ['/llms.txt', '*/*'],
      ['/api/v1/health', '*/*'],
      ['/oauth/token', '*/*'],
      ['/', 'text/html'],
    ];
    test.each(rows)('%s with Accept: %s names nothing outside', async (path, accept) => {
      const answer = await ask(await start(host), below + path, { accept });
      expect(answer.headers.link ?? answer.text).toContain('/docs/');
      for (const target of [...targets(answer), ...[answer.headers['content-location'] ?? []].flat()])
        expect(target).toMatch(/^(?:https:\/\/example\.test)?\/docs\//);
      if (answer.status < 400) return;
      const { type, instance, hint } = JSON.parse(answer.text);
      expect([type.startsWith('https://example.test/docs/'), instance]).toEqual([true, below + path]);
      for (const url of hint.match(/https:[^\s?]+/g) ?? []) expect(url).toMatch(/^https:\/\/example\.test\/docs\//);
    });

    const redirects: [path: string, location: string][] = [
      ['/docs/pricing/', '/docs/pricing'],
      ['/docs/pricing.html?a=b', '/docs/pricing?a=b'],
      ['/docs', '/docs/'],
      ['/docs?a=b', '/docs/?a=b'],
    ];
    test.each(redirects)('%s → %s', async (path, location) => {
      const { status, headers } = await ask(await start(host), path);
      expect([status, headers.location]).toEqual([301, location]);
    });
  });

  test('mounted at two paths and at the root, each has its own links', async () => {
    const port = await start((proxy) => express().use('/a', proxy).use('/b', proxy).use(proxy));
    for (const base of ['/a', '/b', '', '/a'])
      expect((await ask(port, `${base}/pricing`)).headers['content-location']).toBe(`${base}/pricing`);
  });

  test('a path forged by the client is encoded', async () => {
    const port = await start((proxy) => express().use('/:any', proxy));
    const { headers } = await ask(port, `/"a'%3cb/pricing`);
    expect(headers['content-location']).toBe('/%22a%27%3Cb/pricing');
  });
});

describe('as middleware', () => {
  const own = (answer: Answer): unknown => [answer.status, answer.text];

  test('in an Express app with other routes', async () => {
    const proxy = createProxy({ dir: site(), watch: false });
    closing.push(() => proxy.close());
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
    closing.push(() => server.proxy.close());
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
    const proxy = createProxy({ dir: site(), watch: false });
    closing.push(() => proxy.close());
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
      raw: () => {},
    };
    const proxy = createProxy({ dir: site(), watch: false, observers: [observer] });
    closing.push(() => proxy.close());
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
    const proxy = createProxy({ dir: site(), watch: false });
    closing.push(() => proxy.close());
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
    closing.push(() => plain.proxy.close());
    const direct = await listen(plain.server);
    const names = (answer: Answer): string[] =>
      Object.keys(answer.headers)
        .filter((name) => name !== 'x-own' && name !== 'keep-alive')
        .sort();
    expect(names(await ask(port, '/pricing'))).toEqual(names(await ask(direct, '/pricing')));
  });

  test('in node:http alone every request is answered', async () => {
    const proxy = createProxy({ dir: site(), watch: false });
    closing.push(() => proxy.close());
    const port = await listen(createServer(proxy));
    expect((await ask(port, '/pricing')).status).toBe(200);
    checkProblem(await ask(port, '/nope'));
  });

  test('the settings of the embedder’s server stay', async () => {
    const proxy = createProxy({ dir: site(), watch: false, keepAliveTimeout: 9_000, maxConnections: 9 });
    closing.push(() => proxy.close());
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

  test('options: url, name, quota, deprecations and policy override those of the site', async () => {
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
    closing.push(() => proxy.close());
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

  test('an option of the wrong type or in conflict with another is named', () => {
    for (const [options, line] of [
      [{ url: 'https://example.test/path?a' }, /url/],
      [{ url: 'example.test' }, /url/],
      [{ memoryFileLimit: -1 }, /memoryFileLimit/],
      [{ rateLimit: 'strict' }, /rateLimit/],
      [{ watch: 'yes' }, /watch/],
      [{ contentSecurityPolicy: 'a\r\nb' }, /contentSecurityPolicy/],
      [{ speed: 11 }, /speed/],
      [{ origin: 'http://127.0.0.1:1' }, /dir and origin/],
    ] as const) {
      expect(() => createProxy({ dir: '/nowhere', ...options } as never), JSON.stringify(options)).toThrow(line);
      expect(() => createProxy({ dir: '/nowhere', ...options } as never)).not.toThrow(/\n|nowhere/);
    }
  });
});
