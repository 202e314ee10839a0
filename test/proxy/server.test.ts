import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
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
import { type Answer, ask, listen, send } from './fixtures/client.ts';
import { checkInvariants, checkProblem } from './fixtures/invariants.ts';
import { type SiteOptions, siteUrl, temporarySite } from './fixtures/site.ts';

/* The proxy in an application: below a path, beside other routes, and with its fields and errors. */

/** Serves until the test ends. @returns the port */
async function listening(served: Parameters<typeof listen>[0]): Promise<number> {
  const { port, close } = await listen(served);
  onTestFinished(close);
  return port;
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
    let url: string;
    beforeAll(async () => {
      const { dir, remove } = temporarySite();
      const proxy = createProxy({ dir, watch: false, url: 'https://example.test/docs' });
      const listening = await listen(host(proxy));
      url = listening.url;
      return async () => {
        await listening.close();
        await proxy.close();
        remove();
      };
    });

    test.each<[path: string, status: number, field: string, value: string]>([
      ['/docs/pricing', 200, 'content-location', '/docs/pricing'],
      ['/docs/pricing?a=b', 200, 'content-location', '/docs/pricing'],
      ['/docs/pricing/', 301, 'location', '/docs/pricing'],
      ['/docs/pricing.html?a=b', 301, 'location', '/docs/pricing?a=b'],
      ['/docs', 301, 'location', '/docs/'],
      ['/docs?a=b', 301, 'location', '/docs/?a=b'],
    ])('%s is %i, %s: %s', async (path, status, field, value) => {
      const answer = await send(url, path);
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
    app.use(((error, req, res, _next) => proxy.fail(error, req, res)) as express.ErrorRequestHandler);
    const port = await listening(app);
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
  });

  test.each<[fields: object, status: number, type: string, title?: string]>([
    [{ status: 400 }, 400, 'invalid-request'],
    [{ status: 403 }, 403, 'about:blank', 'Forbidden'],
    [{ statusCode: 409 }, 409, 'about:blank', 'Conflict'],
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
    const answer = await ask(await listening(server.server), '/own');
    const problem = JSON.parse(answer.text);
    if (type !== 'about:blank') checkInvariants(answer);
    expect([answer.status, problem.status, problem.instance]).toEqual([status, status, '/own']);
    expect(problem.type.endsWith(type)).toBe(true);
    expect(problem.title).toContain(title);
    expect(answer.text).not.toContain('secret');
  });

  test.each<[name: string, theirs: string, sent: string, path?: string, headers?: Record<string, string>]>([
    // What the embedder says may be stricter.
    ['Cache-Control', 'private, no-store', 'private, no-store'],
    ['Strict-Transport-Security', 'max-age=63072000; preload', 'max-age=63072000; preload'],
    ['Content-Security-Policy', 'theirs', 'theirs'],
    ['Content-Security-Policy', 'theirs', 'theirs', '/nope'],
    ['X-Own', 'kept', 'kept', '/pricing', { 'if-none-match': '*' }],
    ['X-Own', 'kept', 'kept', '/docs'],
    // A list is completed, and what describes the answer is ours.
    ['Vary', 'Cookie', 'Cookie, Accept, Accept-Encoding'],
    ['Vary', 'Accept, Accept-Encoding', 'Accept, Accept-Encoding'],
    ['Content-Type', 'text/plain', 'text/html; charset=utf-8'],
  ])('%s: %s of an embedder becomes %s', async (name, theirs, sent, path = '/pricing', headers = {}) => {
    const proxy = created({ dir: site() });
    const port = await listening((req, res) => {
      res.setHeader(name, theirs);
      proxy(req, res);
    });
    const answer = await ask(port, path, headers);
    if (name !== 'Cache-Control') checkInvariants(answer);
    expect(answer.headers[name.toLowerCase()]).toBe(sent);
  });

  test('a request is counted and observed once, also if it is passed on, passed back or fails', async () => {
    const seen: string[] = [];
    const observer: Observer = {
      begin:
        ({ target, res }) =>
        () =>
          void seen.push(`${target} ${res.statusCode}`),
      answeredRaw: () => {},
    };
    const proxy = created({ dir: site(), observers: [observer] });
    const broken = () => {
      throw new Error('secret');
    };
    const app = express();
    app.get('/early', broken);
    app.use(proxy);
    app.get('/own', (_req, res) => void res.send('own'));
    app.get('/late', broken);
    app.use((req, res) => proxy(req, res));
    app.use(((error, req, res, _next) => proxy.fail(error, req, res)) as express.ErrorRequestHandler);
    const port = await listening(app);
    const left = [];
    for (const path of ['/early', '/', '/nothing', '/own', '/late'])
      left.push(Number((await ask(port, path)).headers['ratelimit-remaining']));
    expect(left).toEqual([119, 118, 117, 116, 115]);
    await expect.poll(() => seen).toEqual(['/early 500', '/ 200', '/nothing 404', '/own 200', '/late 500']);
  });

  test.each(['/pricing', '/nope', '/docs'])('a finish handler sees the fields of %s', async (path) => {
    const proxy = created({ dir: site() });
    let seen: unknown;
    const port = await listening((req, res) => {
      res.on('finish', () => {
        seen = Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]));
      });
      proxy(req, res);
    });
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

  test('the settings of the embedder’s server stay', async () => {
    const proxy = created({ dir: site(), keepAliveTimeout: 9_000, maxConnections: 9 });
    const server = createServer({ keepAliveTimeout: 3_000, headersTimeout: 4_000, requestTimeout: 5_000 }, proxy);
    const settings = (): unknown => [
      ...Object.entries(server).filter(([name, value]) => !name.startsWith('_') && (typeof value !== 'object' || value === null)),
      ...server.eventNames().map((name) => [name, server.listenerCount(name)]),
    ];
    const port = await listening(server);
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
    const port = await listening(server);
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
});
