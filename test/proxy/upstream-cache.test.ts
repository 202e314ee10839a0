import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProxyOptions } from '../../proxy/index.ts';
import { createMetrics } from '../../proxy/observe/metrics.ts';
import { type Answer, listeningProxy } from './fixtures/client.ts';
import { filesOf, manifestOf } from './fixtures/site.ts';
import {
  answer,
  type FrontingProxy,
  type Script,
  startFileUpstream,
  startFronting,
  startScriptedUpstream,
  type Upstream,
} from './fixtures/upstream.ts';

/* The cache of upstream answers: reuse as their fields allow, and never for a request that they do not match. */

let upstream: Upstream | undefined;
let proxy: FrontingProxy | undefined;

afterEach(async () => {
  await proxy?.stop();
  await upstream?.close();
});

/** An upstream that follows a script for one path. */
async function front(script: Script, options: ProxyOptions = {}): Promise<FrontingProxy> {
  upstream = await startScriptedUpstream({ '/file.txt': script, '/good.txt': answer('good') });
  proxy = await startFronting(upstream.url, options);
  return proxy;
}

const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => proxy!.get('/file.txt', headers, method);
const upstreamRequests = (): number => upstream!.heads.length;
const fresh = 'Content-Type: text/plain\r\nETag: "a"\r\nCache-Control: max-age=600';
/** A built site with its manifest. */
const site = (build: string): Map<string, Buffer> => {
  const files = filesOf({ siblings: false, build });
  return files.set('.well-known/diptych.json', Buffer.from(manifestOf(files, build)));
};
/** An HTTP date, some seconds from now. */
const date = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

describe('reuse by fields of the upstream: its requests for two of the client', () => {
  test.each<[fields: string, questions: number]>([
    ['X: y', 2],
    ['ETag: "a"', 2],
    [`Last-Modified: ${date(-1e8)}`, 2],
    ['Cache-Control: max-age=600', 1],
    ['Cache-Control: public', 2],
    ['Cache-Control: MAX-AGE="600"', 1],
    ['Cache-Control: max-age=0, must-revalidate', 2],
    ['Cache-Control: max-age=600, must-revalidate', 1],
    ['Cache-Control: max-age=0, s-maxage=600', 1],
    ['Cache-Control: max-age=600, s-maxage=0', 2],
    ['Cache-Control: max-age=600, max-age=0', 2],
    ['Cache-Control: max-age=600\r\nCache-Control: no-store', 2],
    ['Cache-Control: max-age=soon', 2],
    ['Cache-Control: max-age=-1', 2],
    ['Cache-Control: no-store, max-age=600', 2],
    ['Cache-Control: private, max-age=600', 2],
    ['Cache-Control: private="x", max-age=600', 2],
    ['Cache-Control: no-cache, max-age=600', 2],
    ['Cache-Control: community="private", max-age=600', 1],
    [`Expires: ${date(600)}`, 1],
    [`Expires: ${date(600)}\r\nDate: ${date(600)}`, 2],
    [`Expires: ${date(600)}\r\nCache-Control: max-age=0`, 2],
    ['Expires: 0', 2],
    ['Cache-Control: max-age=600\r\nAge: 500', 1],
    ['Cache-Control: max-age=600\r\nAge: 600', 2],
    [`Cache-Control: max-age=600\r\nDate: ${date(-601)}`, 2],
    [`Cache-Control: max-age=600\r\nDate: ${date(3600)}`, 1],
    ['Cache-Control: max-age=600\r\nVary: *', 2],
    ['Cache-Control: max-age=600\r\nVary: Accept-Encoding, Cookie, Accept', 1],
    ['Cache-Control: max-age=600\r\nSet-Cookie: a=b', 2],
  ])('%s: %i', async (fields, questions) => {
    await front(answer('text', `Content-Type: text/plain\r\n${fields}`));
    const got = [await get(), await get()];
    expect(got.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, 'text']));
    expect(upstreamRequests()).toBe(questions);
  });

  test.each<[originCache: number, fields: string, questions: number]>([
    [600, 'X: y', 1],
    [600, 'Cache-Control: public, max-age=0, must-revalidate', 1],
    [600, 'Expires: 0', 1],
    [600, 'Cache-Control: max-age=60\r\nAge: 60', 1],
    [600, 'Cache-Control: no-cache', 2],
    [600, 'Cache-Control: private', 2],
    [600, 'Cache-Control: no-store', 2],
    [600, 'Set-Cookie: a=b', 2],
    [600, 'Vary: *', 2],
    [0, 'Cache-Control: max-age=600', 2],
  ])('--origin-cache %i and %s: %i', async (originCache, fields, questions) => {
    await front(answer('text', `Content-Type: text/plain\r\n${fields}`), { originCache });
    for (let i = 0; i < 2; i++) expect((await get()).text).toBe('text');
    expect(upstreamRequests()).toBe(questions);
  });

  test('--no-memory: nothing is stored', async () => {
    await front(answer('text', fresh), { memory: false });
    for (let i = 0; i < 2; i++) expect((await get()).text).toBe('text');
    expect(upstreamRequests()).toBe(2);
  });

  test('expired: requested again', async () => {
    await front(answer('text', fresh.replace('600', '1')));
    await get();
    await sleep(1_100);
    expect((await get()).text).toBe('text');
    expect(upstreamRequests()).toBe(2);
  });

  test.each<[status: string, fields: string, found: number]>([
    ['404 Not Found', '', 404],
    ['410 Gone', '', 404],
    ['301 Moved', '\r\nLocation: /there', 301],
    ['500 Oops', '', 502],
    ['503 Oops', '', 503],
    ['204 No Content', '', 204],
    ['206 Partial Content', '\r\nContent-Range: bytes 0-3/9', 502],
    ['304 Not Modified', '', 502],
  ])('%s is requested again', async (status, fields, found) => {
    await front(answer('', `${fresh}${fields}`, status));
    for (let i = 0; i < 2; i++) expect((await get()).status).toBe(found);
    expect(upstreamRequests()).toBe(2);
  });
});

describe('answers from the cache', () => {
  const kinds: [path: string, headers: Record<string, string>][] = [
    ['/pricing', {}],
    ['/pricing', { accept: 'text/markdown' }],
    ['/pricing.md', {}],
    ['/docs/', {}],
    ['/llms.txt', {}],
    ['/assets/site.css', {}],
    ['/hidden', {}],
  ];
  const also = (_: IncomingMessage, response: ServerResponse): boolean => {
    response.setHeader('cache-control', 'max-age=600');
    response.setHeader('age', '17');
    return false;
  };
  /** Fields that may differ: a 304 of the upstream does not show its policy. */
  const differing = { 200: /^(?:age|date|ratelimit-.*)$/, 304: /^(?:age|date|ratelimit-.*|content-security-policy)$/ };
  const comparable = ({ status, headers, text }: Answer): object => ({
    status,
    text,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !differing[status as 200 | 304].test(name))),
  });

  test.each(kinds)('%s %j: the answer of the upstream, and Age', async (path, headers) => {
    upstream = await startFileUpstream(site('a1'), also);
    const plain = await startFronting(upstream.url, { originCache: 0 });
    proxy = await startFronting(upstream.url);
    upstream.heads.length = 0;
    const first = await proxy.get(path, headers);
    const { etag } = first.headers;
    const conditions: [Record<string, string>, string][] = [
      [{}, 'GET'],
      [{}, 'HEAD'],
      [{ 'if-none-match': etag! }, 'GET'],
      [{ 'if-none-match': `"x", W/${etag}` }, 'HEAD'],
      [{ 'if-none-match': '"x"' }, 'GET'],
      [{ 'if-none-match': etag!, 'if-modified-since': date(0) }, 'GET'],
    ];
    for (const [condition, method] of conditions) {
      const before = upstreamRequests();
      const cached = await proxy.get(path, { ...headers, ...condition }, method);
      expect(upstreamRequests()).toBe(before);
      expect(Number(cached.headers.age)).toBeGreaterThanOrEqual(17);
      const { 'if-modified-since': _, ...tag } = condition;
      expect(comparable(cached)).toEqual(comparable(await plain.get(path, { ...headers, ...tag }, method)));
    }
    await plain.stop();
  });

  test.each<[headers: Record<string, string>, status: number, method?: string]>([
    [{ range: 'bytes=0-1' }, 200],
    [{ 'if-match': '"b"' }, 200],
    [{ 'if-unmodified-since': date(0) }, 200],
    [{ 'if-modified-since': date(0) }, 200],
    [{ range: 'bytes=0-1', 'if-range': '"a"' }, 200],
  ])('%j is forwarded to the upstream', async (headers, status, method) => {
    await front(answer('text', fresh));
    await get();
    expect((await get(headers, method)).status).toBe(status);
    expect(upstreamRequests()).toBe(2);
    expect((await get()).text).toBe('text');
    expect(upstreamRequests()).toBe(2);
  });

  test('HEAD stores nothing; a range is not used as the whole', async () => {
    await front((socket, head) =>
      socket.write(
        /^range:/im.test(head)
          ? answer('te', `${fresh}\r\nContent-Range: bytes 0-1/4`, '206 Partial Content')
          : head.startsWith('HEAD')
            ? answer('text', fresh).slice(0, -4)
            : answer('text', fresh),
      ),
    );
    expect((await get({}, 'HEAD')).headers['content-length']).toBe('4');
    expect((await get({ range: 'bytes=0-1' })).text).toBe('te');
    expect([(await get()).text, (await get()).text, (await get({}, 'HEAD')).text]).toEqual(['text', 'text', '']);
    expect(upstreamRequests()).toBe(3);
  });

  test('a request with a matching tag fills the cache, too', async () => {
    await front(answer('text', fresh));
    expect((await get({ 'if-none-match': '"a"' })).status).toBe(304);
    expect((await get()).text).toBe('text');
    expect((await get({ 'if-none-match': '*' })).status).toBe(304);
    expect(upstreamRequests()).toBe(1);
  });

  test('for an answer that may not be stored, conditions reach the upstream', async () => {
    await front(answer('text', 'Content-Type: text/plain\r\nETag: "a"'));
    await get();
    expect((await get({ 'if-none-match': '"a"' })).status).toBe(304);
    expect(upstream!.heads.map((head) => /if-none-match/i.test(head))).toEqual([false, true]);
  });

  test('the upstream body is not read if the client has it', async () => {
    let isOpen = true;
    await front((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nETag: "a"\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n');
      socket.on('close', () => {
        isOpen = false;
      });
    });
    expect((await get({ 'if-none-match': '"a"' })).status).toBe(304);
    await expect.poll(() => isOpen, { timeout: 5_000 }).toBe(false);
  });

  test('restrictions of a page apply to its stored twin', async () => {
    upstream = await startFileUpstream(site('a1'), ({ url }, response) => {
      response.setHeader('cache-control', url === '/pricing.html' ? 'no-store' : 'max-age=600');
      return false;
    });
    proxy = await startFronting(upstream.url);
    upstream.heads.length = 0;
    const twin = async (): Promise<string | undefined> => (await proxy!.get('/pricing.md')).headers['cache-control'];
    for (let i = 0; i < 2; i++) expect(await twin()).toBe('public, max-age=300, must-revalidate');
    await proxy.get('/pricing');
    for (let i = 0; i < 2; i++) expect(await twin()).toBe('no-store');
    expect(upstream.heads).toEqual(['GET /pricing.md', 'GET /pricing.html', 'GET /pricing.md', 'GET /pricing.md']);
  });

  test('are available while the upstream is down', async () => {
    await front(answer('text', fresh));
    await get();
    await upstream!.close();
    expect((await get()).text).toBe('text');
    expect((await proxy!.get('/good.txt')).status).toBe(502);
  });

  test('are counted', async () => {
    const metrics = await createMetrics();
    await front(answer('text', fresh), { observers: [metrics.observer] });
    for (let i = 0; i < 3; i++) await get();
    const text = await new Promise<string>((resolve) => {
      const response = { writeHead: () => response, end: resolve };
      metrics.answer({ url: '/metrics', method: 'GET' } as IncomingMessage, response as unknown as ServerResponse);
    });
    expect(text).toContain('diptych_origin_reused_total 2\n');
  });
});

describe('no client affects the answer of another', () => {
  test.each<[target: string, headers: Record<string, string>]>([
    ['/file.txt', { host: 'evil.example' }],
    ['/file.txt?evil=1', {}],
    ['/%66ile.txt', {}],
    ['/file.txt?', {}],
    ['http://evil.example/file.txt', {}],
    ['/file.txt', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'evil', forwarded: 'host=evil' }],
    ['/file.txt', { 'x-original-url': '/evil', 'x-rewrite-url': '/evil', 'x-http-method-override': 'evil' }],
    ['/file.txt', { authorization: 'Bearer evil', cookie: 'a=evil' }],
    ['/file.txt', { origin: 'https://evil.example', 'accept-language': 'evil', 'user-agent': 'evil' }],
    ['/file.txt', { 'cache-control': 'no-cache, evil', pragma: 'no-cache' }],
    ['/file.txt', { 'accept-encoding': 'evil, identity;q=0.5' }],
    ['/file.txt', { accept: 'text/evil' }],
    ['/file.txt', { 'if-none-match': '"evil"' }],
    ['/file.txt', { connection: 'x-evil', 'x-evil': 'evil' }],
  ])('%s %j: one answer for both, without content of the request', async (target, headers) => {
    // The upstream echoes all that it receives.
    const echo: Script = (socket, head) => socket.write(answer(head, fresh));
    upstream = await startScriptedUpstream({
      '/file.txt': echo,
      '/file.txt?evil=1': echo,
      '/%66ile.txt': echo,
      '/file.txt?': echo,
    });
    proxy = await startFronting(upstream.url);
    const first = await proxy.get(target, headers);
    const second = await get();
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect(second.text).not.toMatch(/evil/);
    expect(upstreamRequests()).toBe(1);
  });

  test.each([
    ['/FILE.txt', 404],
    ['/file.txt/', 404],
    ['//file.txt', 404],
    ['/file.txt%00', 400],
  ])('%s has its own entry', async (path) => {
    await front(answer('text', fresh));
    await get();
    expect((await proxy!.get(path)).text).not.toBe('text');
  });

  test('codings: each client gets an accepted one, and clients with the same coding share an answer', async () => {
    const seen: string[] = [];
    const body = 'compressible '.repeat(50);
    upstream = await startFileUpstream(new Map(), (request, response) => {
      if (request.url !== '/file.txt') return false;
      const codings = `${request.headers['accept-encoding']}`;
      seen.push(codings);
      const coded = codings.includes('gzip');
      response.writeHead(200, {
        'content-type': 'text/plain',
        'cache-control': 'max-age=600',
        vary: 'Accept-Encoding',
        ...(coded && { 'content-encoding': 'gzip' }),
      });
      response.end(coded ? gzipSync(body) : body);
      return true;
    });
    proxy = await startFronting(upstream.url);
    const wanted: [accepted: string | undefined, coding: string | undefined][] = [
      ['gzip, deflate, br, zstd', 'gzip'],
      [undefined, undefined],
      ['gzip', 'gzip'],
      ['br, gzip', 'gzip'],
      ['identity', undefined],
      ['gzip;q=0', undefined],
      ['zstd', undefined],
      ['GZIP;q=0.5', 'gzip'],
      ['gzip;q=0.1, identity', undefined],
      ['*', 'gzip'],
    ];
    for (const [accepted, coding] of wanted) {
      const got = await get(accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect([accepted, got.headers['content-encoding']]).toEqual([accepted, coding]);
      expect(got.headers.vary).toBe('Accept-Encoding');
    }
    expect(seen).toEqual(['br, gzip', 'identity', 'gzip']);
  });
});

describe('one upstream request at a time', () => {
  /** An upstream that answers on command. */
  async function delayedAnswer(fields = fresh): Promise<(body?: string) => void> {
    const waiting: ((text: string) => void)[] = [];
    await front((socket) => void waiting.push((text) => socket.write(text, 'latin1')));
    return (body = 'text') => {
      for (const send of waiting.splice(0)) send(answer(body, fields));
    };
  }
  const many = (): Promise<Answer[]> => Promise.all(Array.from({ length: 20 }, () => get()));

  test('twenty concurrent requests: one upstream request', async () => {
    const release = await delayedAnswer();
    const all = many();
    await expect.poll(upstreamRequests).toBe(1);
    await sleep(100);
    release();
    expect((await all).map(({ status, text }) => [status, text])).toEqual(Array(20).fill([200, 'text']));
    expect(upstreamRequests()).toBe(1);
  });

  test.each([4, 100_000])(
    'an answer of %i bytes that may not be stored: one upstream request each, and later ones do not wait',
    async (size) => {
      const release = await delayedAnswer('Content-Type: text/plain\r\nCache-Control: no-store');
      const all = many();
      await expect.poll(upstreamRequests).toBe(1);
      await sleep(100);
      release('x'.repeat(size));
      await expect.poll(upstreamRequests).toBe(20);
      release('x'.repeat(size));
      expect((await all).map(({ text }) => text.length)).toEqual(Array(20).fill(size));
      const others = many();
      await expect.poll(upstreamRequests).toBe(40);
      release();
      expect((await others).map(({ text }) => text)).toEqual(Array(20).fill('text'));
    },
  );

  test.each([0, 1])('client %i of two goes away: the other is answered', async (leaver) => {
    const release = await delayedAnswer();
    const sockets = [];
    for (let i = 0; i < 2; i++) {
      const socket = connect(proxy!.port, '127.0.0.1', () =>
        socket.write('GET /file.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
      );
      sockets.push(socket);
      await expect.poll(upstreamRequests).toBe(1);
      await sleep(50);
    }
    sockets[leaver]!.destroy();
    await sleep(50);
    release();
    const chunks: Buffer[] = [];
    for await (const chunk of sockets[1 - leaver]!) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 [\s\S]*text$/);
    expect((await get()).text).toBe('text');
    expect(upstreamRequests()).toBe(1);
  });

  test('a failure is shared by waiting requests, not by later ones', async () => {
    let fails = true;
    const { port } = await front((socket) => {
      if (fails) setTimeout(() => socket.resetAndDestroy(), 100);
      else socket.write(answer('text', fresh));
    });
    expect(port).toBeDefined();
    expect((await many()).map(({ status }) => status)).toEqual(Array(20).fill(502));
    fails = false;
    expect((await get()).text).toBe('text');
  });

  test('an origin that is this proxy: an answer, not a deadlock', async () => {
    await front(answer('text'));
    const { port } = proxy!;
    await proxy!.stop();
    proxy = undefined;
    const options = { origin: `http://127.0.0.1:${port}`, originCache: 600, originHeaderTimeout: 60_000 };
    const own = await listeningProxy(options, undefined, port);
    const got = await own.get('/file.txt');
    expect(got.status).toBe(502);
    await own.stop();
  });
});

describe('bounds', () => {
  const bodyOf = (size: number): string => 'x'.repeat(size);
  const chunked = (size: number, piece = 1_000): string =>
    `HTTP/1.1 200 OK\r\n${fresh}\r\nTransfer-Encoding: chunked\r\n\r\n${Array.from(
      { length: Math.ceil(size / piece) },
      (_, i) => {
        const length = Math.min(piece, size - i * piece);
        return `${length.toString(16)}\r\n${bodyOf(length)}\r\n`;
      },
    ).join('')}0\r\n\r\n`;

  test.each<[how: string, options: ProxyOptions, size: number, script: Script, questions: number]>([
    ['as long as a file may be', { memoryFileLimit: 50_000 }, 50_000, answer(bodyOf(50_000), fresh), 1],
    ['longer than a file may be', { memoryFileLimit: 50_000 }, 50_001, answer(bodyOf(50_001), fresh), 2],
    ['as long, in chunks', { memoryFileLimit: 50_000 }, 50_000, chunked(50_000), 1],
    ['longer, in chunks', { memoryFileLimit: 50_000 }, 50_001, chunked(50_001), 2],
    ['much longer, in chunks', { memoryFileLimit: 50_000 }, 900_000, chunked(900_000), 2],
    ['longer, in one chunk', { memoryFileLimit: 50_000 }, 200_000, chunked(200_000, 200_000), 2],
    ['longer than half of the memory', { maxMemory: 50_000 }, 25_000, answer(bodyOf(25_000), fresh), 2],
    ['no memory', { maxMemory: 0 }, 10, answer(bodyOf(10), fresh), 2],
    ['empty', {}, 0, answer('', fresh), 1],
    ['empty, in chunks', {}, 0, chunked(0), 1],
  ])('%s: complete each time', async (_, options, size, script, questions) => {
    await front(script, options);
    for (let i = 0; i < 2; i++) expect((await get()).text.length).toBe(size);
    expect(upstreamRequests()).toBe(questions);
  });

  test('over the limit: the least recently requested entries are removed', async () => {
    const files = new Map(Array.from({ length: 100 }, (_, i) => [`${i}.txt`, Buffer.alloc(10_000, `${i} `)]));
    upstream = await startFileUpstream(files, (_, response) => {
      response.setHeader('cache-control', 'max-age=600');
      return false;
    });
    proxy = await startFronting(upstream.url, { maxMemory: 400_000 });
    const read = async (i: number): Promise<boolean> => {
      const before = upstreamRequests();
      expect((await proxy!.get(`/${i}.txt`)).body.equals(files.get(`${i}.txt`)!)).toBe(true);
      return upstreamRequests() === before;
    };
    for (let i = 0; i < 100; i++) {
      await read(i);
      // An entry in constant use stays.
      expect([i, await read(0)]).toEqual([i, true]);
    }
    expect([await read(99), await read(1)]).toEqual([true, false]);
  });
});

describe('an incomplete body', () => {
  const begun = `HTTP/1.1 200 OK\r\n${fresh}\r\n`;
  test.each<[string, Script, number]>([
    ['shorter than its length', (s) => s.end(`${begun}Content-Length: 9\r\n\r\nbegun`), 502],
    ['without its last chunk', (s) => s.end(`${begun}Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n`), 502],
    [
      'reset in the middle',
      (s) => s.write(`${begun}Content-Length: 9\r\n\r\nbegun`) && setTimeout(() => s.resetAndDestroy(), 50),
      502,
    ],
    ['stalled in the middle', (s) => s.write(`${begun}Content-Length: 9\r\n\r\nbegun`), 502],
    ['as long as its connection, which may end early', (s) => s.end(`${begun}Connection: close\r\n\r\nbegun`), 200],
  ])('%s: not stored', async (_, script, status) => {
    let isBroken = true;
    await front(
      (socket, head) => {
        if (!isBroken) return void socket.write(answer('whole', fresh));
        (script as (socket: unknown, head: string) => void)(socket, head);
      },
      { originIdleTimeout: 300 },
    );
    const got = await get();
    expect(got.status).toBe(status);
    if (status === 502) expect(got.headers['content-type']).toBe('application/problem+json');
    isBroken = false;
    expect((await get()).text).toBe('whole');
    expect(upstreamRequests()).toBe(2);
  });
});

describe('a new build', () => {
  test('is used as soon as the description lists it, whatever lifetime is left', async () => {
    const files = site('a1');
    upstream = await startFileUpstream(files);
    proxy = await startFronting(upstream.url, { originCache: 3_600 });
    expect((await proxy.get('/pricing')).text).toContain('build a1');
    for (const [file, content] of site('b2')) if (file !== '.well-known/diptych.json') files.set(file, content);
    expect((await proxy.get('/pricing')).text).toContain('build a1');
    files.set('.well-known/diptych.json', site('b2').get('.well-known/diptych.json')!);
    await proxy.proxy.reload();
    expect((await proxy.get('/pricing')).text).toContain('build b2');
  });

  test('is used without a signal, when the description is read again', async () => {
    const files = site('a1');
    upstream = await startFileUpstream(files);
    proxy = await startFronting(upstream.url, { originCache: 3_600, originRefresh: 1 });
    expect((await proxy.get('/pricing')).text).toContain('build a1');
    for (const [file, content] of site('b22')) files.set(file, content);
    await expect.poll(async () => (await proxy!.get('/pricing')).text, { timeout: 20_000, interval: 100 }).toContain('build b22');
  });

  test('reload empties the cache, pending requests included', async () => {
    const waiting: ((text: string) => void)[] = [];
    await front((socket) => void waiting.push((text) => socket.write(answer(text, fresh))));
    const before = get();
    await expect.poll(() => waiting.length).toBe(1);
    await proxy!.proxy.reload();
    waiting.shift()!('old');
    expect((await before).text).toBe('old');
    const after = get();
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()!('new');
    expect((await after).text).toBe('new');
    expect((await get()).text).toBe('new');
    await proxy!.proxy.reload();
    const later = get();
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()!('newer');
    expect((await later).text).toBe('newer');
  });
});
