import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { proxySettings } from '../../build/contract/proxy-settings.ts';
import { createProxyServer } from '../../proxy/index.ts';
import { createLineLog } from '../../proxy/observe/log.ts';
import { createMetrics, metricsPath } from '../../proxy/observe/metrics.ts';
import { until } from '../support/until.ts';
import { answersIn, ask, raw, startProxy } from './fixtures/client.ts';
import { serve } from './fixtures/command.ts';
import { temporarySite } from './fixtures/site.ts';

/* Limits of connections: in all, per client, and the cost of one. */

const MiB = 1024 * 1024;
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(...parameters: Parameters<typeof startProxy>) {
  const proxy = await startProxy(...parameters);
  closing.push(() => proxy.stop());
  return proxy;
}

/** A client that sends, and starts to read on request. Clients may use any address of 127.0.0.0/8. */
function client(port: number, bytes: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes));
  socket.on('error', () => {}).pause();
  closing.push(() => socket.destroy());
  return socket;
}

const closed = (socket: Socket): Promise<true> =>
  new Promise((resolve) => (socket.destroyed ? resolve(true) : socket.once('close', () => resolve(true)).resume()));

const get = (path: string, fields = '', body = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${fields}\r\n${body}`;
const last = get('/robots.txt', 'Connection: close\r\n');

test('CONNECT behind a pending answer: both are answered in order, and no state remains', async () => {
  const proxy = createProxyServer({ dir: temporarySite().dir, watch: false, memory: false });
  closing.push(() => proxy.drain({ delay: 0, timeout: 0 }));
  await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
  const listening = proxy.server.listenerCount('upgrade');
  const { port } = proxy.server.address() as AddressInfo;
  const text = await raw(port, 'GET /pricing HTTP/1.1\r\nHost: a\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(answersIn(text).map(({ status }) => status)).toEqual([200, 405]);
  expect(proxy.server.listenerCount('upgrade')).toBe(listening);
});

test('a policy of the site that is not a valid field value is not sent', async () => {
  const openApi = JSON.stringify({
    servers: [{ url: 'https://a.example' }],
    'x-diptych': { contentSecurityPolicy: 'default-src \u2019self\u2019' },
  });
  const proxy = await started({ files: { '.well-known/openapi.json': openApi } });
  const { status, headers } = await proxy.get('/pricing');
  expect([status, headers['content-security-policy']]).toEqual([
    200,
    "object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
  ]);
});

describe('pipelined requests', () => {
  const residentOf = (pid: number): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
  const worked = (pid: number): string =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13).join();

  test('1,500 on each of 100 connections without a reader: below 200 MB, and a late reader gets all answers', async () => {
    const site = temporarySite({ files: { 'large.css': 'x'.repeat(30_000) } });
    const command = await serve([site.dir, '--stall-timeout', '600000']);
    closing.push(() => command.child.kill('SIGKILL'), site.remove);
    const clients = Array.from({ length: 100 }, () => client(command.port, get('/large.css').repeat(1_500)));
    let most = 0;
    for (let before = '', now = 'none'; before !== now; ) {
      before = now;
      for (let i = 0; i < 10; i++) {
        await wait(100);
        most = Math.max(most, residentOf(command.pid));
      }
      now = worked(command.pid);
    }
    expect(most).toBeLessThan(200 * MiB);
    expect((await ask(command.port, '/pricing')).status).toBe(200);
    for (const socket of clients.slice(1)) socket.destroy();
    const chunks: Buffer[] = [];
    clients[0]!.on('data', (chunk) => chunks.push(chunk));
    await closed(clients[0]!);
    expect(answersIn(Buffer.concat(chunks).toString('latin1'))).toHaveLength(1_000);
  });

  test('of every kind, more than may wait: each answered completely, in order', async () => {
    const files = { 'large.bin': Buffer.alloc(12 * MiB, 'b') };
    const { raw } = await started({ files }, { rateLimitLimit: 1_000_000 });
    const kinds: [request: string, status: number, length?: number][] = [
      [get('/pricing'), 200],
      [get('/large.bin'), 200, 12 * MiB],
      [get('/nope'), 404],
      [get('/pricing', 'Content-Length: 40\r\n', get('/inside').padEnd(40)), 200],
      [get('/large.bin', 'Range: bytes=5-9\r\n'), 206, 5],
      [get('/caf%C3%A9%20menu.md', 'X-A: caf\xe9\r\n'), 200],
      [get('/pricing', 'Transfer-Encoding: chunked\r\n', '5\r\nGET /\r\n0\r\n\r\n'), 200],
      ...Array.from({ length: 40 }, (): [string, number] => [get('/pricing.md'), 200]),
    ];
    const all = [...kinds, ...kinds, ...kinds];
    const stream = await raw(Buffer.from(all.map(([request]) => request).join('') + last, 'latin1'), 10_000);
    const answers = answersIn(stream);
    expect(answers.map(({ status }) => status)).toEqual([...all.map(([, status]) => status), 200]);
    all.forEach(([, , length], i) => {
      if (length) expect(answers[i]!.body.length).toBe(length);
    });
  });

  test('wait while an answer is pending: the application handles one per connection at a time', async () => {
    const { dir, remove } = temporarySite();
    let busy = 0;
    let most = 0;
    const { server, proxy } = createProxyServer({ dir, watch: false }, (app) =>
      app.get('/slow', async (_req, res) => {
        most = Math.max(most, ++busy);
        await wait(5);
        busy--;
        res.send('slow');
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(
      remove,
      () => proxy.close(),
      () => server.close(),
    );
    const answers = answersIn(await raw((server.address() as AddressInfo).port, get('/slow').repeat(50) + last, 10_000));
    expect(answers).toHaveLength(51);
    expect(most).toBe(1);
  });

  test('with too many fields to wait end the connection after the previous answers', async () => {
    const { raw } = await started({ files: { 'large.bin': Buffer.alloc(12 * MiB, 'b') } });
    const many = get('/pricing', Array.from({ length: 120 }, (_, i) => `X-${i}: a\r\n`).join(''), get('/inside'));
    expect(answersIn(await raw(get('/large.bin') + many + last, 5_000)).map(({ status }) => status)).toEqual([200]);
  });

  test('that wait do not delay the end of the server', async () => {
    const site = temporarySite({ files: { 'large.bin': Buffer.alloc(24 * MiB, 'x') } });
    const command = await serve([site.dir, '--stall-timeout', '600000', '--drain-delay', '0', '--drain-timeout', '300']);
    closing.push(() => command.child.kill('SIGKILL'), site.remove);
    const socket = client(command.port, get('/large.bin') + get('/pricing'));
    await new Promise((resolve) => socket.once('readable', resolve));
    command.child.kill('SIGTERM');
    expect(await command.ended).toBe(0);
  });
});

test.each([
  ['by default', {}, 'timeout=75'],
  ['keepAliveTimeout: 620,000', { keepAliveTimeout: 620_000 }, 'timeout=620'],
])('an idle connection is kept, and the answer says how long: %s', async (_, options, expected) => {
  const { port, server } = await started({}, options);
  const socket = client(port, get('/pricing'));
  const [chunk] = await once(socket.resume(), 'data');
  expect(answersIn(String(chunk))[0]!.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': expected });
  // The timeout of a head starts with its first byte, so it does not end idle connections.
  expect(server.headersTimeout).toBeLessThan(server.keepAliveTimeout);
});

test('a drain with default settings takes nine seconds, less than the ten of a container', () => {
  expect(proxySettings.drainDelay.default + proxySettings.drainTimeout.default).toBeLessThanOrEqual(9_000);
});

test('a reader that stalls is cut when --stall-timeout is over, not after twice the time', async () => {
  const { port } = await started({ files: { 'large.bin': Buffer.alloc(24 * MiB) } }, { stallTimeout: 3_000 });
  const socket = client(port, get('/large.bin'));
  await new Promise((resolve) => socket.once('readable', resolve));
  let cut = false;
  // Unread bytes precede the end of the stream: only a write detects that the connection is closed.
  socket.once('error', () => (cut = true));
  const writing = setInterval(() => socket.write('x'), 50);
  closing.push(() => clearInterval(writing));
  await Promise.race([until(() => cut), wait(5_000)]);
  expect(cut).toBe(true);
});

describe('too many connections', () => {
  test('in all: new ones are closed unanswered, counted and logged once; existing ones continue, and later ones are accepted', async () => {
    const lines: string[] = [];
    const metrics = await createMetrics();
    const proxy = await started(
      {},
      { maxConnections: 4, observers: [metrics.observer], log: createLineLog('info', (line) => lines.push(line)) },
    );
    const held = [2, 3, 4, 5].map((i) => client(proxy.port, get('/pricing').slice(0, -4), `127.0.0.${i}`).resume());
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
    const proxy = await started(
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
    const again = client(proxy.port, get('/pricing'), '127.0.0.2');
    await new Promise((resolve) => again.once('readable', resolve));
  });

  test('of one balancer: behind --trusted-hops it may use all of them', async () => {
    const { port, server } = await started({}, { maxConnections: 8, trustedHops: 1 });
    for (let i = 0; i < 8; i++) client(port, get('/pricing').slice(0, -4));
    await until(async () => (await connectionsOf(server)) === 8);
    expect(await closed(client(port, ''))).toBe(true);
  });

  test.each([
    ['of one client', (_: number) => '127.0.0.2', 4, 16],
    ['in all', (i: number) => `127.0.0.${i + 2}`, 8, 8],
  ])('%s, and idle: the oldest one is closed, and the new one is answered', async (_, addressOf, most, maxConnections) => {
    const { port, server } = await started({}, { maxConnections });
    const sockets: Socket[] = [];
    for (let i = 0; i < most * 2; i++) {
      const socket = client(port, get('/pricing'), addressOf(i));
      sockets.push(socket);
      expect(await Promise.race([new Promise((resolve) => socket.once('readable', resolve)), closed(socket)])).toBe(undefined);
      socket.resume();
    }
    await until(async () => (await connectionsOf(server)) <= most);
    expect(await closed(sockets[0]!)).toBe(true);
    expect(sockets.at(-1)!.destroyed).toBe(false);
  });

  const connectionsOf = (server: Server): Promise<number> =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

  async function seriesOf(metrics: Awaited<ReturnType<typeof createMetrics>>, series: string): Promise<number> {
    const { createServer } = await import('node:http');
    const server = createServer((req, res) => metrics.answer(req, res)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { text } = await ask((server.address() as AddressInfo).port, metricsPath);
    server.close();
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
  const { port, get } = await started({}, { trustedHops: 1, rateLimit: 'enforced', rateLimitLimit: 3 });
  for (let i = 0; i < 5; i++) expect(answersIn(await raw(port, 'NONSENSE\r\n\r\n'))[0]!.status).toBe(400);
  expect((await get('/pricing')).headers['ratelimit-remaining']).toBe('2');
});
