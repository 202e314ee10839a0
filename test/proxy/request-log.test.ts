import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createRequestLog } from '../../proxy/observe/request-log.ts';
import { until } from '../support/until.ts';
import { ask, proxyOfTest, type RunningProxy, raw } from './fixtures/client.ts';
import { serve } from './fixtures/command.ts';
import { type SiteOptions, temporarySite } from './fixtures/site.ts';

/* The log of requests: one line for each answer, and nothing that is private. */

/** Starts a proxy with a request log. @returns it and its lines so far */
async function logged(
  level: Parameters<typeof createRequestLog>[0] = 'info',
  site: SiteOptions = {},
  isForPeople = false,
): Promise<RunningProxy & { text: () => string; lines: () => Record<string, unknown>[] }> {
  let written = '';
  const sink = {
    write(line: string) {
      written += line;
    },
  };
  const observer = createRequestLog(level, sink, isForPeople);
  const proxy = await proxyOfTest(site, { observers: [observer] });
  const lines = () =>
    written
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { ...proxy, text: () => written, lines };
}

const agent = { accept: 'text/markdown' };

test('one line per answer, with the fields that operators need', async () => {
  const { get, lines } = await logged();
  const { body } = await get('/pricing', agent);
  const [line, ...more] = lines();
  expect(more).toEqual([]);
  expect(line).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    method: 'GET',
    path: '/pricing',
    status: 200,
    surface: 'getPage',
    variant: 'markdown',
    bytes: expect.any(Number),
    ms: expect.any(Number),
  });
  expect(line!.bytes).toBeGreaterThan(body.length);
  expect(line!.bytes).toBeLessThan(body.length + 3_000);
  expect(line!.ms).toBeGreaterThan(0);
});

test.each([
  ['GET', '/nope', {}, { path: '/nope', status: 404, variant: 'problem' }],
  ['POST', '/oauth/token', {}, { level: 30, status: 501, surface: 'token' }],
  ['OPTIONS', '*', {}, { path: '*', status: 204 }],
  ['GET', '/a%0Ab<script>', {}, { path: '/a%0Ab%3Cscript%3E', status: 400 }],
  ['GET', '/', { 'user-agent': 'Claude-User/1.0 "x"' }, { agent: 'Claude-User/1.0 "x"' }],
] as const)('%s %s', async (method, path, headers, expected) => {
  const { get, lines } = await logged();
  await get(path, headers, method);
  expect(lines()).toEqual([expect.objectContaining(expected)]);
});

test('no private data: no credentials, cookies, queries, bodies, addresses', async () => {
  const { get, text } = await logged();
  await get('/pricing?token=secret-query', {
    authorization: 'Bearer secret-bearer',
    cookie: 'a=secret-cookie',
    'x-forwarded-for': '198.51.100.99',
    referer: 'https://secret.example/',
  });
  await get('/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, 'POST', 'assertion=secret-body');
  expect(text()).toContain('/pricing');
  expect(text()).not.toMatch(/secret|198\.51|127\.0\.0\.1/);
});

test('for people: the time, the status, the method, the path and how long it took', async () => {
  const { get, text } = await logged('info', {}, true);
  await get('/pricing');
  expect(text()).toMatch(/^\d\d:\d\d:\d\d 200 GET \/pricing \d+ ms\n$/);
});

test('one line per answer for every request target, each with its own id', async () => {
  const { raw: send, text, lines } = await logged();
  await send('GET /%0a%22%7d{"level":60} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(text().split('\n')).toHaveLength(3);
  expect(lines().map(({ level }) => level)).toEqual([30, 30]);
  expect(lines()[0]!.id).not.toBe(lines()[1]!.id);
});

test('a cut answer is marked', async () => {
  const { port, lines } = await logged('info', { files: { 'big.bin': Buffer.alloc(30_000_000) } });
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  await until(() => lines().length > 0);
  expect(lines()).toEqual([expect.objectContaining({ path: '/big.bin', status: 499, cut: true })]);
  await ask(port, '/');
  expect(lines()[1]).not.toHaveProperty('cut');
});

test('a reader that stalls at the end of the server is cut after the timeout, and logged', async () => {
  const observed = await logged('info', { files: { 'big.bin': Buffer.alloc(30_000_000) } });
  const socket = connect(observed.port, '127.0.0.1', () => socket.write('GET /big.bin HTTP/1.1\r\nHost: a\r\n\r\n'));
  await once(socket, 'readable');
  await observed.drain({ delay: 0, timeout: 50 });
  expect(observed.lines()).toEqual([expect.objectContaining({ path: '/big.bin', status: 499, cut: true })]);
  socket.destroy();
});

test.each([
  ['info', 4],
  ['warn', 1],
  ['error', 1],
  ['silent', 0],
] as const)('%s: %i lines of a page, a 404, an invalid request and a failure of ours', async (level, count) => {
  const { proxy, lines, get, port } = await logged(level);
  await get('/');
  await get('/nope');
  await raw(port, 'garbage\r\n\r\n');
  Object.assign(proxy.origin, {
    find: () => {
      throw new Error('broken');
    },
  });
  await get('/pricing');
  expect(lines()).toHaveLength(count);
  if (count === 4) expect(lines()[2]).toMatchObject({ status: 501, raw: true });
  if (count === 1) expect(lines()[0]).toMatchObject({ level: 50, status: 500 });
});

test('diptych-proxy --log-requests: lines on standard output, everything else on the other', async () => {
  const { dir, remove } = temporarySite();
  const { child, ended, out, err, port } = await serve([dir, '--log-requests']);
  await ask(port, '/pricing', agent);
  await ask(port, '/nope');
  child.kill('SIGINT');
  await ended;
  remove();
  const lines = out()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({ path: '/pricing', variant: 'markdown' }),
    expect.objectContaining({ path: '/nope', status: 404 }),
  ]);
  expect(err()).toContain('serves');
});

test('a full disk under the log: requests are answered, and that lines are lost is said once', async () => {
  const { dir, remove } = temporarySite();
  const { child, ended, err, port } = await serve([dir, '--log-requests'], { under: 'exec >/dev/full' });
  for (let i = 0; i < 5; i++) expect((await ask(port, '/')).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  remove();
  expect(err().match(/lines of the request log are lost/g)).toHaveLength(1);
});

test('a closed pipe of the log does not end the proxy', async () => {
  const { dir, remove } = temporarySite();
  const { child, ended, port } = await serve([dir, '--log-requests', '--log-level', 'debug']);
  for (const stream of [child.stdout!, child.stderr!]) stream.destroy();
  child.kill('SIGHUP');
  for (let i = 0; i < 5; i++) expect((await ask(port, '/')).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  remove();
});
