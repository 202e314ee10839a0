import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { problemTypes } from '../../build/contract/problem-types.ts';
import { until } from '../support/until.ts';
import { type Answer, type ListeningProxy, listeningProxy } from './fixtures/client.ts';
import { type Command, serve } from './fixtures/command.ts';
import {
  absent,
  answer,
  type FrontingProxy,
  type Script,
  startFronting,
  startScriptedUpstream,
  type Upstream,
} from './fixtures/upstream.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n';
const fields = (count: number): string => Array.from({ length: count }, (_, i) => `X-${i}: v\r\n`).join('');
const every = (ms: number, socket: Socket, what: () => string): void => {
  const timer = setInterval(() => socket.write(what()), ms);
  socket.on('close', () => clearInterval(timer));
};

const drip = (ms: number, socket: Socket, text: string): void => {
  let sent = 0;
  every(ms, socket, () => text[sent++]!);
};

/** Deadlines of these tests in milliseconds: about the default numbers of seconds. */
const limits = { originHeaderTimeout: 400, originIdleTimeout: 300, originTimeout: 1_200 };

let upstream: Upstream | undefined;
let proxy: ListeningProxy | undefined;

async function front(script: Script, options = {}): Promise<FrontingProxy> {
  upstream = await startScriptedUpstream({ '/fault.txt': script, '/good.txt': answer('good') });
  const fronting = await startFronting(upstream.url, { ...limits, ...options });
  proxy = fronting;
  return fronting;
}

afterEach(async () => {
  await proxy?.stop();
  await upstream?.close();
});

/** Checks every answer, whatever the upstream did. */
function expectOurs({ status, headers, text }: Answer): void {
  for (const name of ['limit', 'remaining', 'reset', 'policy']) expect(headers[`ratelimit-${name}`]).toMatch(/^\d/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (status < 400) return;
  expect(headers['content-type']).toBe('application/problem+json');
  expect(headers['cache-control']).toBe('no-store');
  const problem = JSON.parse(text);
  expect(Object.keys(problem).sort()).toEqual(['detail', 'hint', 'instance', 'status', 'title', 'type']);
  expect(problem.status).toBe(status);
  expect(Object.values(problemTypes).find((type) => problem.type.endsWith(`#${type.slug}`))?.status).toBe(status);
  expect(text).not.toMatch(/127\.0\.0\.1|ECONN|HPE_|fault at the host/);
}

describe('an answer in time, whatever the upstream does', () => {
  test.each<[string, Script, number, string?]>([
    ['closed before the head', (s) => s.end(), 502],
    ['reset before the head', (s) => s.resetAndDestroy(), 502],
    ['no head in time', () => {}, 504],
    ['head dripped', (s) => drip(50, s, `${head}X: ${'a'.repeat(1000)}`), 504],
    ['fields dripped without end', (s) => s.write(head) && every(50, s, () => 'X: y\r\n'), 504],
    ['head, and no body in time', (s) => s.write(`${head}Content-Length: 5\r\n\r\n`), 504],
    ['head, then closed without the body', (s) => s.end(`${head}Content-Length: 5\r\n\r\n`), 502],
    ['two Content-Length that differ', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\nhi!`, 502],
    ['two equal Content-Length', `${head}Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi`, 502],
    ['Content-Length: abc', `${head}Content-Length: abc\r\n\r\nhi`, 502],
    ['Content-Length: -1', `${head}Content-Length: -1\r\n\r\nhi`, 502],
    [
      'Content-Length beside Transfer-Encoding',
      `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n`,
      502,
    ],
    ['Transfer-Encoding: gzip', `${head}Transfer-Encoding: gzip\r\n\r\nhi`, 502],
    ['an invalid chunk size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nhi`, 502],
    ['bare LF', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', 502],
    ['garbage', '\0\x01\x02 hello\r\n\r\n', 502],
    ['HTTP/0.9', '<html>hi</html>', 502],
    ['a field of 1 MB', `${head}X: ${'a'.repeat(1 << 20)}\r\nContent-Length: 2\r\n\r\nhi`, 502],
    ['1,500 fields', `${head}${fields(1500)}Content-Length: 2\r\n\r\nhi`, 200, 'hi'],
    ['CR in a field', `${head}X: a\rb\r\nContent-Length: 2\r\n\r\nhi`, 502],
    ['NUL in a field', `${head}X: a\0b\r\nContent-Length: 2\r\n\r\nhi`, 502],
    ['a folded field', `${head}X: a\r\n b\r\nContent-Length: 2\r\n\r\nhi`, 502],
    ['101 with Upgrade', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n', 502],
    ['101 without', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 502],
    ['500 interim answers', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(500)}${answer('hi')}`, 200, 'hi'],
    ['interim answers without end', (s) => every(0, s, () => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100)), 502],
    ['103 before the answer', `HTTP/1.1 103 Early Hints\r\nLink: </evil>\r\n\r\n${answer('hi')}`, 200, 'hi'],
    ['status 099', answer('hi', 'X: y', '099 Low'), 502],
    ['status 999', answer('hi', 'X: y', '999 High'), 502],
    ['status 1000', answer('hi', 'X: y', '1000 More'), 502],
    ['status 600', answer('hi', 'X: y', '600 Next'), 502],
    ['HTTP/3.7', 'HTTP/3.7 200 OK\r\nContent-Length: 2\r\n\r\nhi', 502],
    ['204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nhi', 204, ''],
    ['206 unasked', answer('hi', 'Content-Range: bytes 0-1/9', '206 Partial Content'), 502],
    ['304 unasked', 'HTTP/1.1 304 Not Modified\r\n\r\n', 502],
    ['412 unasked', answer('hi', 'X: y', '412 Precondition Failed'), 502],
    ['416 unasked', answer('hi', 'X: y', '416 Range Not Satisfiable'), 502],
    ['300', answer('hi', 'Location: /a', '300 Multiple Choices'), 502],
    ['400', answer('fault at the host', 'Content-Type: text/html', '400 Bad'), 502],
    ['401', answer('fault at the host', 'WWW-Authenticate: Basic', '401 Unauthorized'), 502],
    ['403, as S3 says absent', answer('fault at the host', 'Content-Type: application/xml', '403 Forbidden'), 404],
    ['404 as HTML', answer('fault at the host', 'Content-Type: text/html', '404 Not Found'), 404],
    ['410', answer('fault at the host', 'Content-Type: text/html', '410 Gone'), 404],
    ['429', answer('fault at the host', 'Retry-After: 7', '429 Too Many'), 503],
    ['500 as HTML', answer('fault at the host', 'Content-Type: text/html', '500 Oops'), 502],
    ['502 as HTML', answer('fault at the host', 'Content-Type: text/html', '502 Oops'), 502],
    ['503 as HTML', answer('fault at the host', 'Retry-After: 7', '503 Oops'), 503],
    ['504 as HTML', answer('fault at the host', 'Content-Type: text/html', '504 Oops'), 504],
  ])('%s', async (_name, script, status, body) => {
    const { get } = await front(script);
    const got = await get('/fault.txt');
    expect(got.status).toBe(status);
    if (body !== undefined) expect(got.text).toBe(body);
    expectOurs(got);
    const next = await get('/good.txt');
    expect([next.status, next.text]).toEqual([200, 'good']);
  });

  test('no listener', async () => {
    const closedHost = await startScriptedUpstream({});
    await closedHost.close();
    proxy = await startFronting(closedHost.url, limits);
    for (const path of ['/', '/fault.txt', '/page']) {
      const got = await proxy.get(path);
      expect(got.status).toBe(502);
      expectOurs(got);
    }
    const health = await proxy.get('/api/v1/health');
    expect(JSON.parse(health.text).status).toBe('degraded');
  });

  test('a silent upstream, requested before it described itself', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    proxy = await listeningProxy({ ...limits, origin: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    const got = await proxy.get('/page');
    expect(got.status).toBe(504);
    expectOurs(got);
    silent.close();
  });

  test('each answer in time, but too late in total: of a page with several candidate URLs', async () => {
    const slowly =
      (text: string): Script =>
      (s) =>
        void setTimeout(() => s.write(text), 300);
    upstream = await startScriptedUpstream({
      '/page.html': slowly(absent),
      '/page': slowly(answer('', 'Content-Type: text/html')),
    });
    proxy = await startFronting(upstream.url, limits);
    const got = await proxy.get('/page');
    expect(got.status).toBe(504);
    expectOurs(got);
  });

  test('each answer in time, but too late in total: of the description of the site', async () => {
    const slow = createServer((s) => s.on('data', () => setTimeout(() => s.write(absent), 300))).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    proxy = await listeningProxy({ ...limits, origin: `http://127.0.0.1:${(slow.address() as AddressInfo).port}` });
    const got = await proxy.get('/page');
    expect(got.status).toBe(504);
    expectOurs(got);
    slow.close();
  });

  test.each(['429 Too Many', '503 Oops'])('a valid Retry-After of a %s is kept', async (status) => {
    const { get } = await front(answer('', 'Retry-After: 7', status));
    expect((await get('/fault.txt')).headers['retry-after']).toBe('7');
  });

  test('an invalid Retry-After is dropped', async () => {
    const { get } = await front(answer('', 'Retry-After: soon<script>', '503 Oops'));
    expect((await get('/fault.txt')).headers['retry-after']).toBeUndefined();
  });
});

describe('bytes after a complete answer', () => {
  test.each([
    ['by length', `${head}Content-Length: 2\r\n\r\nhiEXTRA`],
    ['by chunks', `${head}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\nEXTRA`],
    ['that look like another answer', `${answer('hi')}${answer('EVIL')}`],
    ['after nothing', `${head}Content-Length: 0\r\n\r\nEXTRA`],
  ])('%s: complete, and the connection is not reused', async (_name, script) => {
    const { get } = await front(script);
    for (let i = 0; i < 3; i++)
      expect(await get('/fault.txt')).toMatchObject({ status: 200, text: script.includes('hi') ? 'hi' : '' });
    expect(new Set(upstream!.connections).size).toBe(3);
    expect((await get('/good.txt')).text).toBe('good');
  });

  test('a body in answer to HEAD: it is not the next answer', async () => {
    const body = 'x'.repeat(2000);
    const { get } = await front((s, asked) => {
      const whole = `${head}Content-Length: 2000\r\n\r\n`;
      if (asked.startsWith('HEAD')) {
        s.write(whole);
        setTimeout(() => s.write(body), 40);
      } else setTimeout(() => s.write(whole + body), 80);
    });
    expect((await get('/fault.txt', {}, 'HEAD')).status).toBe(200);
    expect(await get('/fault.txt')).toMatchObject({ status: 200, text: body });
    expect(new Set(upstream!.connections).size).toBe(2);
  });

  test('sent without a request are not the next answer', async () => {
    const { get } = await front((s) => {
      s.write(answer('hi'));
      setTimeout(() => s.write(answer('EVIL')), 30);
    });
    for (let i = 0; i < 3; i++) {
      expect((await get('/fault.txt')).text).toBe('hi');
      await sleep(80);
    }
  });
});

describe('an incomplete body never ends normally', () => {
  test.each<[string, Script]>([
    ['shorter than its length', (s) => s.end(`${head}Content-Length: 9\r\n\r\nbegun`)],
    ['without its last chunk', (s) => s.end(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n`)],
    ['reset in the middle', (s) => s.write(`${head}Content-Length: 9\r\n\r\nbegun`) && setTimeout(() => s.resetAndDestroy(), 50)],
    [
      'a broken chunk in the middle',
      (s) => s.write(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n`) && setTimeout(() => s.write('zz\r\n'), 50),
    ],
    ['stalled in the middle', (s) => s.write(`${head}Content-Length: 9\r\n\r\nbegun`)],
    ['dripped without end', (s) => s.write(`${head}Content-Length: 99999\r\n\r\nbegun`) && every(60, s, () => '.')],
    [
      'endless chunks',
      (s) => s.write(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n`) && every(60, s, () => '1\r\n.\r\n'),
    ],
  ])('%s', async (_name, script) => {
    const { raw } = await front(script);
    // The idle timeout ends a stall, the total timeout an endless body; otherwise this test times out.
    const got = await raw('GET /fault.txt HTTP/1.1\r\nHost: a\r\n\r\n', 600_000);
    expect(got).toMatch(/^HTTP\/1\.1 200 /);
    const body = got.slice(got.indexOf('\r\n\r\n') + 4);
    expect(body).toContain('begun');
    const length = /content-length: (\d+)/i.exec(got)?.[1];
    if (length !== undefined) expect(body.length).toBeLessThan(Number(length));
    else expect(body).not.toMatch(/\r\n0\r\n/);
    expect((await proxy!.get('/good.txt')).text).toBe('good');
  });

  test('longer than allowed: refused by Content-Length, cut without it', async () => {
    const { get, raw } = await front(answer('x'.repeat(2000)), { originMaxBody: 1000 });
    expect((await get('/fault.txt')).status).toBe(502);
    await proxy!.stop();
    await upstream!.close();
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    await front((s) => s.write(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`) && every(20, s, () => chunk), {
      originMaxBody: 3000,
    });
    const got = await proxy!.raw('GET /fault.txt HTTP/1.1\r\nHost: a\r\n\r\n', 3_000);
    expect(got).not.toMatch(/\r\n0\r\n/);
    expect(got.length).toBeLessThan(6_000);
    expect(raw).toBeDefined();
  });
});

describe('redirects of the upstream', () => {
  test.each<[string, string, number, string?]>([
    ['to a path', '/there', 301, '/there'],
    ['relative, with query and fragment', 'there?x=1#y', 301, '/there?x=1#y'],
    ['to its own URL', 'OWN/there', 301, '/there'],
    ['to the public URL of the site', 'https://example.test/there', 301, '/there'],
    ['to itself', '/fault.txt', 502],
    ['to many slashes', '///evil.example/x', 502],
    ['to two slashes at its own URL', 'OWN//evil.example/x', 301, '/evil.example/x'],
    ['to another host', 'https://evil.example/', 502],
    ['to another port of its host', 'http://127.0.0.1:1/', 502],
    ['to the cloud metadata', 'http://169.254.169.254/latest/meta-data/', 502],
    ['to another scheme', 'javascript:alert(1)', 502],
    ['to a backslash', '/\\evil.example', 502],
    ['to nowhere', '', 502],
    ['to an invalid path', '/%zz', 502],
  ])('%s: %s', async (_name, location, status, there) => {
    const { get } = await front((s) => s.write(answer('', `Location: ${location.replace('OWN', upstream!.url)}`, '301 Moved')), {
      url: 'https://example.test',
    });
    const got = await get('/fault.txt');
    expect(got.status).toBe(status);
    expect(got.headers.location).toBe(there);
    expectOurs(got);
    expect(upstream!.heads).toHaveLength(1);
  });

  test.each([302, 303, 307, 308])('%i stays what it is, with the query', async (status) => {
    const { get } = await front(answer('', 'Location: /there', `${status} Elsewhere`));
    const got = await get('/fault.txt?a=b');
    expect([got.status, got.headers.location]).toEqual([status, '/there?a=b']);
  });
});

describe('fields to and from the upstream', () => {
  test('hop-by-hop fields, fields listed in Connection, and fields that identify the upstream are removed', async () => {
    const { get } = await front(
      answer(
        'hi',
        'Connection: X-Secret, keep-alive\r\nX-Secret: 1\r\nKeep-Alive: timeout=9\r\nProxy-Authenticate: Basic\r\nServer: evil/1\r\nX-Powered-By: PHP\r\nVia: 1.1 x\r\nSet-Cookie: a=b\r\nRateLimit-Limit: 1\r\nRateLimit-Remaining: 0\r\nRateLimit: a\r\nAlt-Svc: h3=":443"\r\nContent-Type: text/plain',
      ),
    );
    const { headers } = await get('/fault.txt');
    for (const name of ['x-secret', 'proxy-authenticate', 'server', 'x-powered-by', 'via', 'set-cookie', 'ratelimit', 'alt-svc'])
      expect(headers[name]).toBeUndefined();
    expect(headers['ratelimit-limit']).toBe('120');
    expect(headers['keep-alive'] ?? '').not.toContain('9');
  });

  test('requests go to the upstream only, with the path, without fields of clients', async () => {
    const { raw } = await front(answer('hi'));
    const got = await raw(
      'GET http://169.254.169.254/fault.txt?q=1 HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-For: 1.2.3.4\r\nAuthorization: Bearer x\r\nCookie: a=b\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );
    expect(got).toMatch(/^HTTP\/1\.1 200 /);
    const [asked] = upstream!.heads;
    expect(asked).toMatch(/^GET \/fault\.txt HTTP\/1\.1\r\n/);
    expect(asked).toContain(`Host: 127.0.0.1:${upstream!.port}`);
    expect(asked).not.toMatch(/evil|forwarded|authorization|cookie|upgrade|q=1/i);
    expect(asked).toMatch(/CDN-Loop: diptych-/);
  });

  test.each([
    '/../fault.txt',
    '/%2e%2e/fault.txt',
    '//fault.txt',
    '/a\\fault.txt',
    '/fault.txt%00',
    '/%2ffault.txt',
    '/.git/config',
    '/.diptych.json',
    '/_redirects',
    '/_headers',
    '/404.html',
  ])('%s is not requested', async (path) => {
    upstream = await startScriptedUpstream({ [path]: answer('secret'), '/fault.txt': answer('secret') });
    proxy = await startFronting(upstream.url, limits);
    upstream.heads.length = 0;
    expect((await proxy.get(path)).status).toBeGreaterThanOrEqual(400);
    expect(upstream.heads).toEqual([]);
  });

  test('passed on with nosniff: invalid gzip, a charset, a missing type', async () => {
    upstream = await startScriptedUpstream({
      '/gzip.txt': answer('not gzip', 'Content-Encoding: gzip\r\nContent-Type: text/plain'),
      '/latin1.txt': answer('caf\xe9', 'Content-Type: text/plain; charset=iso-8859-1'),
      '/none.bin': answer('hi', 'X: y'),
    });
    proxy = await startFronting(upstream.url, limits);
    expect((await proxy.get('/gzip.txt')).headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect((await proxy.get('/latin1.txt')).headers['content-type']).toBe('text/plain; charset=iso-8859-1');
    expect((await proxy.get('/none.bin')).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
  });

  test('an origin that is this proxy: an answer, not a loop', async () => {
    proxy = await startFronting('http://127.0.0.1:9', limits);
    const { port } = proxy;
    await proxy.stop();
    const self = await startFronting(`http://127.0.0.1:${port}`, limits).catch(() => undefined);
    await self?.stop();
    proxy = await listeningProxy({ origin: `http://127.0.0.1:${port}`, ...limits }, undefined, port);
    expect((await proxy.get('/fault.txt')).status).toBe(502);
  });
});

describe('connections', () => {
  test('are kept: ten requests, one connection', async () => {
    const { get } = await front(answer('hi'));
    for (let i = 0; i < 10; i++) await get('/fault.txt');
    expect(upstream!.connections).toHaveLength(10);
    expect(new Set(upstream!.connections).size).toBe(1);
  });

  test('an idle one closed by the upstream is no failure: one retry on a new one', async () => {
    let answered = 0;
    const { get } = await front((s) => {
      if (answered++ % 2 === 0) s.write(answer('hi'));
      else s.resetAndDestroy();
    });
    const got = [await get('/fault.txt'), await get('/fault.txt')];
    expect(got.map(({ status }) => status)).toEqual([200, 200]);
    expect(upstream!.heads).toHaveLength(3);
  });

  test.each([
    ['chunked', 'Transfer-Encoding: chunked', () => '5\r\nbegun\r\n'],
    ['by length', 'Content-Length: 99999999', () => 'begun'],
  ])('an endless 404 page is not read to its end (%s)', async (_name, framing, more) => {
    let isClosed = false;
    const { get } = await front((s) => {
      s.write(`HTTP/1.1 404 Not Found\r\n${framing}\r\n\r\n${more()}`);
      every(5, s, more);
      s.on('close', () => {
        isClosed = true;
      });
    });
    expect((await get('/fault.txt')).status).toBe(404);
    await until(() => isClosed);
  });

  test.each([
    ['whole', answer('x'.repeat(8_000)), 0],
    ['begun', `${head}Content-Length: 1000000\r\n\r\nbegun`, 20],
  ])('a client that disconnects before the answer does not end the connection (%s)', async (_name, bytes, abandoned) => {
    let closed = 0;
    const { port } = await front((s) => {
      s.on('close', () => closed++);
      setTimeout(() => s.write(bytes), 80);
    });
    const { connect } = await import('node:net');
    for (let i = 0; i < 20; i++) {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /fault.txt HTTP/1.1\r\nHost: a\r\n\r\n'));
      setTimeout(() => socket.destroy(), 30 + i * 2);
    }
    await sleep(250);
    // No reader is left for an answer in progress: its connection is closed.
    await expect.poll(() => closed, { timeout: 20_000 }).toBe(abandoned);
    expect((await proxy!.get('/good.txt')).text).toBe('good');
  });

  test('a client that disconnects aborts the upstream request', async () => {
    let isClosed = false;
    const { port } = await front((s) => {
      s.write(`${head}Content-Length: 1000000\r\n\r\nbegun`);
      s.on('close', () => (isClosed = true));
    });
    const { connect } = await import('node:net');
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /fault.txt HTTP/1.1\r\nHost: a\r\n\r\n'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await until(() => isClosed);
  });
});

describe('256 MB', () => {
  const size = 256 * 1024 * 1024;
  const block = Buffer.alloc(1024 * 1024, 'diptych ');
  const hash = createHash('md5');
  for (let i = 0; i < size / block.length; i++) hash.update(block);
  const whole = hash.digest('hex');
  let big: Upstream;
  let command: Command;

  beforeAll(async () => {
    big = await startScriptedUpstream({
      '/big.bin': (socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${size}\r\n\r\n`);
        let left = size / block.length;
        const more = (): void => {
          while (left > 0 && !socket.destroyed) {
            left--;
            if (!socket.write(block)) return void socket.once('drain', more);
          }
        };
        more();
      },
    });
    command = await serve(['--origin', big.url]);
  });
  afterAll(async () => {
    command.child.kill('SIGKILL');
    await command.ended;
    await big.close();
  });

  const resident = (): number => {
    const status = readFileSync(`/proc/${command.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) * 1024;
  };

  /** Waits, reads it all, and returns the growth of memory meanwhile in MB. */
  async function download(): Promise<number> {
    const before = resident();
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, resident());
    }, 10);
    const response = await new Promise<IncomingMessage>((resolve) =>
      request({ port: command.port, path: '/big.bin' }, resolve).end(),
    );
    let bytes = 0;
    const hash = createHash('md5');
    for await (const chunk of response) {
      if (bytes === 0) await sleep(500);
      bytes += chunk.length;
      hash.update(chunk);
    }
    clearInterval(watch);
    expect(bytes).toBe(size);
    expect(hash.digest('hex')).toBe(whole);
    return (peak - before) / 1024 / 1024;
  }

  test('to a reader that pauses: complete, without buffering all of it', async () => {
    // Half of the file: uncollected garbage takes less.
    expect(await download()).toBeLessThan(128);
  });
});
