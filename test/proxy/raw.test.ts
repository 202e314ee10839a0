import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timePasses } from '../support/time-passes.ts';
import { until } from '../support/until.ts';
import { type Answer, answersIn, type RunningProxy, startProxy } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';

/* Requests over a raw socket: a corpus of malformed, hostile and unusual ones, among them those that Node answers by default. */

let proxy: RunningProxy;
beforeAll(async () => {
  proxy = await startProxy({}, { rateLimitLimit: 1_000_000 });
});
afterAll(() => proxy.stop());

const CR = '\r\n';
const get = (path: string, fields = ''): string => `GET ${path} HTTP/1.1${CR}Host: a${CR}${fields}Connection: close${CR}${CR}`;

type Row = [name: string, request: string, status: number];

/** Requests in which one thing is unusual, and the status that they get; 0: no answer. */
const corpus: readonly Row[] = [
  // The request line.
  ['nothing but a line end', CR + CR, 0],
  ['no method', ` / HTTP/1.1${CR}Host: a${CR}${CR}`, 501],
  ['no target', `GET HTTP/1.1${CR}Host: a${CR}${CR}`, 400],
  ['no version', `GET /${CR}Host: a${CR}${CR}`, 505],
  ['a space in the target', `GET /a b HTTP/1.1${CR}Host: a${CR}${CR}`, 400],
  ['a lower-case method', `get / HTTP/1.1${CR}Host: a${CR}${CR}`, 501],
  ['an unknown method', `BREW /pot HTTP/1.1${CR}Host: a${CR}${CR}`, 501],
  ['TRACE', `TRACE / HTTP/1.1${CR}Host: a${CR}Cookie: secret${CR}Connection: close${CR}${CR}`, 501],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1${CR}Host: evil.example:443${CR}${CR}`, 0],
  ['RTSP', `DESCRIBE rtsp://a/b RTSP/1.0${CR}CSeq: 1${CR}${CR}`, 501],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 501],
  ['the preface of HTTP/2', `PRI * HTTP/2.0${CR}${CR}SM${CR}${CR}`, 400],
  ['a response', `HTTP/1.1 200 OK${CR}Content-Length: 0${CR}${CR}`, 501],
  ...Object.entries({ '0.9': 505, '1.2': 400, '2.0': 505, '3.0': 400, '1': 400 }).map(
    ([version, status]): Row => [
      `version ${version}`,
      `GET / HTTP/${version}${CR}Host: a${CR}Connection: close${CR}${CR}`,
      status,
    ],
  ),
  // The target.
  ...Object.entries({
    '*': 400,
    pricing: 400,
    '?a=b': 400,
    '/#fragment': 400,
    '//pricing': 404,
    '/docs?<script>': 301,
    'http://': 200,
    'http://evil.example/pricing': 200,
    'http://user:pass@evil.example/docs': 301,
    'ftp://evil.example/pricing': 400,
    'evil.example:80': 400,
    [`/${'a/'.repeat(4_000)}`]: 404,
    [`/?${'a'.repeat(8_190)}`]: 200,
    [`/?${'a'.repeat(8_191)}`]: 414,
    [`/${'a'.repeat(20_000)}`]: 431,
  }).map(([target, status]): Row => [`target ${target.slice(0, 40)} (${target.length})`, get(target), status]),
  ...['\0', '\t', '\x1f', '\x7f', '\x80', '\xff'].flatMap((byte): Row[] => [
    [`${JSON.stringify(byte)} in the target`, get(`/a${byte}b`), 400],
    [`${JSON.stringify(byte)} in a field name`, get('/pricing', `X${byte}A: b${CR}`), 400],
    [`${JSON.stringify(byte)} in the method`, `G${byte}T / HTTP/1.1${CR}Host: a${CR}Connection: close${CR}${CR}`, 501],
  ]),
  // Fields.
  ['no Host', `GET / HTTP/1.1${CR}Connection: close${CR}${CR}`, 400],
  ['two Hosts', get('/', `Host: b${CR}`), 400],
  ['a field without a colon', get('/', `Nonsense${CR}`), 400],
  ['a space before the colon', get('/', `X-A : b${CR}`), 400],
  ['an obsolete fold', get('/', `X-A: b${CR} c${CR}`), 400],
  ['bare LF', 'GET / HTTP/1.1\nHost: a\nConnection: close\n\n', 400],
  ['bare CR', 'GET / HTTP/1.1\rHost: a\rConnection: close\r\r', 400],
  ['__proto__', get('/', `__proto__: x${CR}constructor: y${CR}`), 200],
  ['100 fields', get('/', Array.from({ length: 98 }, (_, i) => `X-${i}: a${CR}`).join('')), 200],
  ['101 fields', get('/', Array.from({ length: 99 }, (_, i) => `X-${i}: a${CR}`).join('')), 431],
  ['3,000 fields', get('/', Array.from({ length: 3000 }, (_, i) => `X-${i}: a${CR}`).join('')), 431],
  ['a cookie of 15 KB', get('/', `Cookie: ${'a'.repeat(15_000)}${CR}`), 200],
  ['a field of 20 KB', get('/', `X-A: ${'a'.repeat(20_000)}${CR}`), 431],
  ['a field of 1 MB', get('/', `X-A: ${'a'.repeat(1_000_000)}${CR}`), 431],
  ['Expect: nonsense', get('/', `Expect: 200-ok${CR}`), 417],
  ['Expect: 100-continue', get('/', `Expect: 100-continue${CR}`), 200],
  ['X-HTTP-Method-Override', get('/', `X-HTTP-Method-Override: DELETE${CR}`), 200],
  ['X-Original-URL', get('/pricing', `X-Original-URL: /admin${CR}X-Rewrite-URL: /admin${CR}`), 200],
  // Long lists, which are not read in quadratic time.
  ['Range of 2,000 parts', get('/pricing', `Range: bytes=${'0-1,'.repeat(1500)}${CR}`), 200],
  ['If-None-Match that never closes', get('/pricing', `If-None-Match: ${'"'.repeat(3001)}${CR}`), 200],
  ['Accept of semicolons', get('/pricing', `Accept: ${';'.repeat(4000)}${CR}`), 200],
  ['Accept of quotes', get('/pricing', `Accept: ${'"'.repeat(4001)}${CR}`), 200],
  // Framing.
  ...[
    `Content-Length: 5${CR}Transfer-Encoding: chunked${CR}`,
    `Transfer-Encoding: chunked${CR}Content-Length: 5${CR}`,
    `Content-Length: 5${CR}Content-Length: 6${CR}`,
    `Content-Length: 5, 5${CR}`,
    `Content-Length: -1${CR}`,
    `Content-Length: 0x5${CR}`,
    `Content-Length:${CR}`,
    `Content-Length: 99999999999999999999999${CR}`,
    `Transfer-Encoding:\x0bchunked${CR}`,
    `Transfer-Encoding : chunked${CR}`,
  ].map((fields): Row => [JSON.stringify(fields), `POST /oauth/token HTTP/1.1${CR}Host: a${CR}${fields}${CR}hello`, 400]),
];

/** Sends a request. @returns the answers @throws if one is cut or badly framed */
async function answersTo(request: string, quiet = 400): Promise<Answer[]> {
  return answersIn(await proxy.raw(Buffer.from(request, 'latin1'), quiet));
}

test.each(corpus)('%s', async (_name, request, status) => {
  const answers = await answersTo(request);
  expect(answers.map((answer) => answer.status)).toEqual(status === 0 ? [] : [status]);
  for (const answer of answers) {
    checkInvariants(answer);
    expect(`${JSON.stringify(answer.headers)}${answer.text}`).not.toMatch(/evil|<script|secret|root:/);
  }
});

test.each(['zz\r\n', '-1\r\n', '5\nhello\n', 'ffffffffffffffffff\r\n', '5\r\nhelloX\r\n', `5;${'x'.repeat(20_000)}\r\n`])(
  'a chunk that begins with %.20j: the answer stays whole, and is the last one',
  async (chunk) => {
    const head = `POST /oauth/token HTTP/1.1${CR}Host: a${CR}Transfer-Encoding: chunked${CR}${CR}`;
    expect((await answersTo(`${head}${chunk}${CR}0${CR}${CR}`)).map(({ status }) => status)).toEqual([501]);
  },
);

describe('a Host', () => {
  const names = 'a my_service example.test example.test:8080 example.test: example.test:65535 xn--caf-dma.test caf%C3%A9.test';
  const addresses = '127.0.0.1:80 [::1] [2001:db8::1]:443';
  const wrong = String.raw`a/b a,b "a" 'a' user@a a\b a?b a#b a%zz :80 a:65536 a:80:80 a:http a:-1 [::1 ::1 [::1]x [] [a.b] [::1%25lo]`;
  const rows: [host: string, status: 200 | 400][] = [
    ...`${names} ${addresses}`.split(' ').map((host): [string, 200] => [host, 200]),
    ...['', 'a b', 'a, a', 'caf\xe9.test', ...wrong.split(' ')].map((host): [string, 400] => [host, 400]),
  ];
  test.each(rows)('%j is %i', async (host, status) => {
    const [answer] = await answersTo(`GET /pricing HTTP/1.1${CR}Host: ${host}${CR}Connection: close${CR}${CR}`);
    checkInvariants(answer!);
    expect(answer!.status).toBe(status);
  });

  test.each([
    ['', 200],
    [`Host: a,b${CR}`, 400],
  ])('HTTP/1.0 with %j is %i', async (field, status) => {
    const [answer] = await answersTo(`GET /pricing HTTP/1.0${CR}${field}${CR}`);
    expect(answer!.status).toBe(status);
  });
});

describe('a Transfer-Encoding', () => {
  const next = `GET /pricing HTTP/1.1${CR}Host: a${CR}${CR}`;
  const rows: [name: string, request: string, answers: [number, string][]][] = [
    ...['gzip', 'identity', 'xchunked', 'chunked;a=b', 'gzip chunked', '', 'chunked, gzip', 'chunked,'].flatMap((codings) =>
      ['GET', 'POST'].map((method): [string, string, [number, string][]] => [
        `${JSON.stringify(codings)} of a ${method}`,
        `${method} /pricing HTTP/1.1${CR}Host: a${CR}Transfer-Encoding: ${codings}${CR}${CR}0${CR}${CR}`,
        [[400, 'close']],
      ]),
    ),
    ...['keep-alive', 'close'].map((connection): [string, string, [number, string][]] => [
      `of HTTP/1.0, Connection: ${connection}`,
      `GET /pricing HTTP/1.0${CR}Host: a${CR}Connection: ${connection}${CR}Transfer-Encoding: chunked${CR}${CR}0${CR}${CR}`,
      [[400, 'close']],
    ]),
    ...['chunked', 'Chunked', 'gzip, chunked'].map((codings): [string, string, [number, string][]] => [
      `${JSON.stringify(codings)} is read to its end`,
      `GET /pricing HTTP/1.1${CR}Host: a${CR}Transfer-Encoding: ${codings}${CR}${CR}0${CR}${CR}`,
      [
        [200, 'keep-alive'],
        [200, 'keep-alive'],
      ],
    ]),
  ];
  test.concurrent.each(rows)('%s', async (_name, request, expected) => {
    const answers = await answersTo(request + next);
    expect(answers.map(({ status, headers }) => [status, headers.connection])).toEqual(expected);
  });
});

describe('after a request to upgrade the connection ends', () => {
  const upgrade = (fields: string): string => `GET /pricing HTTP/1.1${CR}Host: a${CR}${fields}${CR}`;
  const next = `GET /pricing.md HTTP/1.1${CR}Host: a${CR}${CR}`;
  const websocket = upgrade(`Connection: Upgrade${CR}Upgrade: websocket${CR}Sec-WebSocket-Key: x${CR}`);
  test.each([
    ['websocket', websocket + next, 1],
    ['h2c', upgrade(`Connection: Upgrade, HTTP2-Settings${CR}Upgrade: h2c${CR}HTTP2-Settings: x${CR}`) + next, 1],
    ['TLS', upgrade(`Connection: keep-alive, upgrade${CR}Upgrade: TLS/1.2${CR}`) + next, 1],
    ['behind another', next + websocket + next, 2],
    ['not a request', `${websocket}NONSENSE${CR}${CR}`, 1],
    ['with content', `${upgrade(`Connection: Upgrade${CR}Upgrade: a${CR}Content-Length: 5${CR}`)}hello${next}`, 1],
  ])('%s', async (_name, request, count) => {
    const answers = await answersTo(request);
    for (const answer of answers) checkInvariants(answer);
    expect(answers).toHaveLength(count);
    expect([answers.at(-1)!.status, answers.at(-1)!.headers.connection]).toEqual([200, 'close']);
  });
});

describe('connections', () => {
  test('pipelined requests are answered in order, and a bad one ends the connection', async () => {
    const two = `GET /pricing.md HTTP/1.1${CR}Host: a${CR}${CR}GET /llms.txt HTTP/1.1${CR}Host: a${CR}${CR}`;
    const answers = await answersTo(`${two}NONSENSE${CR}${CR}GET /pricing HTTP/1.1${CR}Host: a${CR}${CR}`);
    expect(answers.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
      [200, 'text/markdown; charset=utf-8'],
      [200, 'text/plain; charset=utf-8'],
      [501, 'application/problem+json'],
    ]);
  });

  test('a client that continues to send can read its answer', async () => {
    for (const [head, status] of [
      [`POST /oauth/token HTTP/1.1${CR}Host: a${CR}Content-Length: 3000000${CR}${CR}`, 501],
      [`GET / HTTP/1.1${CR}Host: a${CR}X-A: `, 431],
    ] as const) {
      const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
      const failures: string[] = [];
      socket.on('error', (error: NodeJS.ErrnoException) => failures.push(error.code ?? ''));
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.write(head);
      // Sent after the answer: closing immediately would reset the connection.
      for (let i = 0; i < 12; i++) {
        socket.write('x'.repeat(20_000));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      expect(failures).toEqual([]);
      expect(answersIn(text).map((answer) => answer.status)).toEqual([status]);
      socket.destroy();
    }
  });

  test('a client that neither sends nor closes after a raw answer is disconnected like one that sends nothing', async () => {
    const pass = timePasses();
    const silent = connect(proxy.port, '127.0.0.1');
    await once(silent, 'connect');
    const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write(`NONSENSE${CR}${CR}`);
    await once(socket, 'data');
    await pass(2_000);
    const open = (): Promise<number> => new Promise((resolve) => proxy.server.getConnections((_error, count) => resolve(count)));
    await until(async () => (await open()) === 1);
    expect(silent.readyState).toBe('open');
    for (const each of [socket, silent]) each.destroy();
  });

  test('a POST that waits for 100 Continue does not get it', async () => {
    const [answer] = await answersTo(
      `POST /oauth/token HTTP/1.1${CR}Host: a${CR}Expect: 100-continue${CR}Content-Length: 10${CR}${CR}`,
    );
    expect([answer!.status, answer!.headers.connection]).toEqual([501, 'close']);
  });

  test('a body on GET is skipped, and the connection continues', async () => {
    const answers = await answersTo(
      `GET /pricing HTTP/1.1${CR}Host: a${CR}Content-Length: 5${CR}${CR}helloGET /llms.txt HTTP/1.1${CR}Host: a${CR}Connection: close${CR}${CR}`,
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});
