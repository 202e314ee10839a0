import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProxyServer } from '../../proxy/index.ts';
import { createLineLog } from '../../proxy/observe/log.ts';
import { createMetrics, metricsPath } from '../../proxy/observe/metrics.ts';
import { until } from '../support/until.ts';
import { answersIn, ask, listen, proxyOfTest, raw, send } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { temporarySite } from './fixtures/site.ts';

/* Limits of connections: in all, per client, and the cost of one. */

const MiB = 1024 * 1024;
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A client that sends, and starts to read on request. Clients may use any address of 127.0.0.0/8. */
function client(port: number, bytes: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
  socket.on('error', () => {}).pause();
  onTestFinished(() => void socket.destroy());
  return socket;
}

const closed = (socket: Socket): Promise<true> =>
  new Promise((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', () => resolve(true)).resume()));

const request = (path: string, fields = '', body = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n${body}`;
const last = request('/robots.txt', 'Connection: close\r\n');

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

test('a policy of the site that is not a valid field value is not sent', async () => {
  const proxy = await proxyOfTest({ site: { contentSecurityPolicy: 'default-src \u2019self\u2019' } });
  const { status, headers } = await proxy.get('/pricing');
  expect([status, headers['content-security-policy']]).toEqual([
    200,
    "object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
  ]);
});

test('the limits of the server bound time and connections', async () => {
  const { server } = await proxyOfTest();
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections, maxHeadersCount } = server;
  expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections, maxHeadersCount }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 75_000,
    timeout: 30_000,
    maxConnections: 2_000,
    maxHeadersCount: 101,
  });
});

describe('pipelined requests', () => {
  test('64 may wait: each is answered completely, in order', async () => {
    const { raw } = await proxyOfTest({ files: { 'large.bin': Buffer.alloc(12 * MiB, 'b') } }, { rateLimitLimit: 1_000_000 });
    const kinds: [request: string, status: number, length?: number][] = [
      [request('/large.bin'), 200, 12 * MiB],
      [request('/nope'), 404],
      [request('/pricing', 'Content-Length: 40\r\n', request('/inside').padEnd(40)), 200],
      [request('/large.bin', 'Range: bytes=5-9\r\n'), 206, 5],
      [request('/caf%C3%A9%20menu.md', 'X-A: caf\xe9\r\n'), 200],
      [request('/pricing', 'Transfer-Encoding: chunked\r\n', '5\r\nGET /\r\n0\r\n\r\n'), 200],
      ...Array.from({ length: 58 }, (): [string, number] => [request('/pricing.md'), 200]),
    ];
    const requests = `${kinds.map(([request]) => request).join('')}NONSENSE\r\n\r\n`;
    const answers = answersIn(await raw(Buffer.from(requests, 'latin1'), 10_000));
    expect(answers.map(({ status }) => status)).toEqual([...kinds.map(([, status]) => status), 501]);
    kinds.forEach(([, , length], i) => {
      if (length) expect(answers[i]!.body.length).toBe(length);
    });
  });

  test.each([
    [65, false],
    [66, true],
  ])('%i at once behind a slow one: the connection is ended: %s', async (waiting, isEnded) => {
    const { dir, remove } = temporarySite();
    const { server, proxy } = createProxyServer({ dir, watch: false }, (app) =>
      app.get('/slow', async (_req, res) => {
        await wait(200);
        res.send('slow');
      }),
    );
    const { port, close } = await listen(server);
    onTestFinished(async () => {
      await close();
      await proxy.close();
      remove();
    });
    const text = await raw(port, request('/slow').repeat(waiting - 1) + last, 2_000);
    expect(text === '').toBe(isEnded);
  });
});

test('a head that is not complete in time gets 408, and whoever does not read is cut', async () => {
  const { port, server, get } = await proxyOfTest({ files: { 'large.bin': Buffer.alloc(12 * MiB) } });
  // Shorter for the test.
  server.headersTimeout = 100;
  const [answer] = answersIn(await raw(port, 'GET /pricing HTTP/1.1\r\nHost: a\r\nX-Slow: ', 5_000));
  expect(answer!.status).toBe(408);
  checkInvariants(answer!);
  server.timeout = 100;
  const requested = once(server, 'request');
  client(port, request('/large.bin'));
  await requested;
  await until(async () => (await connectionsOf(server)) === 0);
  expect((await get('/pricing')).status).toBe(200);
});

test.each([
  ['by default', {}, 'timeout=75'],
  ['keepAliveTimeout: 620,000', { keepAliveTimeout: 620_000 }, 'timeout=620'],
])('an idle connection is kept, and the answer says how long: %s', async (_, options, expected) => {
  const { port, server } = await proxyOfTest({}, options);
  const socket = client(port, request('/pricing'));
  const [chunk] = await once(socket.resume(), 'data');
  expect(answersIn(String(chunk))[0]!.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': expected });
  // The timeout of a head starts with its first byte, so it does not end idle connections.
  expect(server.headersTimeout).toBeLessThan(server.keepAliveTimeout);
});

test('a connection ends with its thousandth answer', async () => {
  const { url } = await proxyOfTest();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const connections: (string | undefined)[] = [];
  for (let i = 0; i < 1_001; i++)
    connections.push((await send(url, '/robots.txt', {}, 'HEAD', undefined, agent)).headers.connection);
  expect(connections.flatMap((connection, at) => (connection === 'close' ? [at] : []))).toEqual([999]);
});

describe('too many connections', () => {
  test('in all: new ones are closed unanswered, counted and logged once; existing ones continue, and later ones are accepted', async () => {
    const lines: string[] = [];
    const metrics = await createMetrics();
    const proxy = await proxyOfTest(
      {},
      { maxConnections: 4, observers: [metrics.observer], log: createLineLog('info', (line) => lines.push(line)) },
    );
    const held = [2, 3, 4, 5].map((i) => client(proxy.port, request('/pricing').slice(0, -4), `127.0.0.${i}`).resume());
    await until(async () => (await connectionsOf(proxy.server)) === 4);
    for (let i = 6; i < 9; i++) expect(await closed(client(proxy.port, '', `127.0.0.${i}`))).toBe(true);
    expect(held.map((socket) => socket.destroyed)).toEqual([false, false, false, false]);
    expect(lines).toEqual(['warn: connections are refused: 4 are open; see --max-connections\n']);
    held[0]!.destroy();
    await until(async () => (await ask(proxy.port, '/pricing').catch(() => undefined))?.status === 200);
    expect(await seriesOf(metrics, 'diptych_connections_refused_total{bound="all"}')).toBeGreaterThanOrEqual(3);
  });

  test('of one client, with half a request each: it gets a quarter of them, and the health check of another client is answered', async () => {
    const lines: string[] = [];
    const metrics = await createMetrics();
    const proxy = await proxyOfTest(
      {},
      { maxConnections: 400, observers: [metrics.observer], log: createLineLog('info', (line) => lines.push(line)) },
    );
    const clients = Array.from({ length: 420 }, () => client(proxy.port, 'GET / HTTP/1.1\r\nHost:', '127.0.0.2').resume());
    await until(() => clients.filter((socket) => socket.destroyed).length >= 320);
    expect((await ask(proxy.port, '/api/health')).status).toBe(200);
    expect(clients.filter((socket) => !socket.destroyed)).toHaveLength(100);
    expect(await seriesOf(metrics, 'diptych_connections_refused_total{bound="client"}')).toBe(320);
    expect(lines).toEqual(['warn: connections of 127.0.0.2 are refused: it holds 100, a quarter of --max-connections\n']);
    for (const socket of clients) socket.destroy();
    await until(async () => (await raw(proxy.port, last, 500)) !== '');
    const again = client(proxy.port, request('/pricing'), '127.0.0.2');
    await new Promise((resolve) => again.once('readable', resolve));
  });

  test('of one balancer: behind --trusted-hops it may use all of them', async () => {
    const { port, server } = await proxyOfTest({}, { maxConnections: 8, trustedHops: 1 });
    for (let i = 0; i < 8; i++) client(port, request('/pricing').slice(0, -4));
    await until(async () => (await connectionsOf(server)) === 8);
    expect(await closed(client(port, ''))).toBe(true);
  });

  async function seriesOf(metrics: Awaited<ReturnType<typeof createMetrics>>, series: string): Promise<number> {
    const { port, close } = await listen((req, res) => metrics.answer(req, res));
    const { text } = await ask(port, metricsPath);
    await close();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')
        .at(-1),
    );
  }
});

test('malformed requests behind a balancer get a problem, and do not count against its quota', async () => {
  const { port, get } = await proxyOfTest({}, { trustedHops: 1, rateLimit: 'enforced', rateLimitLimit: 3 });
  for (let i = 0; i < 5; i++) expect(answersIn(await raw(port, 'NONSENSE\r\n\r\n'))[0]!.status).toBe(501);
  expect((await get('/pricing')).headers['ratelimit-remaining']).toBe('2');
});
