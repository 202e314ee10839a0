import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Control bytes, DEL and some bytes above: in method, target, field name and field value. */
const bytes = [...Array.from({ length: 32 }, (_, i) => i), 127, 128, 255].map((code) => String.fromCharCode(code));
const printable = (byte: string): string => `0x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`;

const corpus: [name: string, request: string][] = [
  // The request line.
  ['nothing but a line end', CR + CR],
  ['no method', ` / HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['no target', `GET HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['no version', `GET /${CR}Host: a${CR}${CR}`],
  ['two spaces', `GET  / HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['a tab for a space', `GET\t/\tHTTP/1.1${CR}Host: a${CR}${CR}`],
  ['a space in the target', `GET /a b HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['a space before the line end', `GET / HTTP/1.1 ${CR}Host: a${CR}${CR}`],
  ['lower-case method', `get / HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['unknown method', `BREW /pot HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['a very long method', `${'A'.repeat(5000)} / HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['a method with a slash', `G/ET / HTTP/1.1${CR}Host: a${CR}${CR}`],
  ['another protocol', `GET / ICY/1.1${CR}Host: a${CR}${CR}`],
  ['RTSP', `DESCRIBE rtsp://a/b RTSP/1.0${CR}CSeq: 1${CR}${CR}`],
  ['SIP', `OPTIONS sip:a@b SIP/2.0${CR}${CR}`],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['HTTP/2 preface', `PRI * HTTP/2.0${CR}${CR}SM${CR}${CR}`],
  ['a response', `HTTP/1.1 200 OK${CR}Content-Length: 0${CR}${CR}`],
  ['JSON', '{"jsonrpc":"2.0","method":"eth_blockNumber"}\n'],
  ...[
    ...'HTTP/0.9 HTTP/1.2 HTTP/2.0 HTTP/3.0 HTTP/9.9 HTTP/1 HTTP/11 HTTP/1.10 HTTP/-1.1 http/1.1 HTTP/1.x HTTP/1,1'.split(' '),
    'HTTP /1.1',
  ].map((version): [string, string] => [version, `GET / ${version}${CR}Host: a${CR}Connection: close${CR}${CR}`]),
  // The target.
  ...[
    ...String.raw`
      * pricing ?a=b # /#fragment /pricing#fragment // ///pricing /\ \ /.. /../ /../../../../etc/passwd
      /..;/..;/etc/passwd /docs/..%2f..%2fetc/passwd /%2e%2e%2fetc%2fpasswd /%252e%252e%252fetc /..%c0%afetc
      /..%c1%9cetc /%e0%80%af /%u002e%u002e /% /%1 /%gg /%00 /pricing%00.md /%0d%0aSet-Cookie:%20a=b /%0a /%7f
      /%ff%fe /%ed%a0%80 /%f4%90%80%80 /?%00 /docs?a=%0d%0aLocation:%20e /docs?<script> /docs?"><svg> /docs?%zz
      /<script>alert(1)</script> /"onload="alert(1) /'or'1'='1 /{{7*7}} /$%7Bjndi:ldap://e.test%7D /.git/config
      /.env /.well-known/../.git/config /.well-known/%2e%2e/.diptych.json /.diptych.json /_redirects
      /pricing.html.br /pricing/. /pricing/.. /./pricing /con /aux.md /pricing::$DATA /pricing. /pricing%20
      /pricing;a=b /pricing.md/x /__proto__ /constructor /toString /hasOwnProperty.md http:// http:///pricing
      http://evil.example/pricing https://evil.example HTTP://EVIL.example/pricing http://evil.example?x
      http://user:pass@evil.example/docs ftp://evil.example/pricing file:///etc/passwd javascript:alert(1)
      evil.example:80 169.254.169.254 http://169.254.169.254/latest/meta-data http://http://pricing
    `
      .trim()
      .split(/\s+/),
    `/${'a/'.repeat(4000)}`,
    `/${'../'.repeat(2000)}`,
    `/${'%2e'.repeat(2000)}`,
    `/?${'a'.repeat(8100)}`,
    `/${'a'.repeat(9000)}`,
    `/${'a'.repeat(20_000)}`,
    `/${'%C3%A9'.repeat(1300)}`,
  ].map((target): [string, string] => [`target ${target.slice(0, 40)} (${target.length})`, get(target)]),
  ...bytes.map((byte): [string, string] => [`${printable(byte)} in the target`, get(`/a${byte}b`)]),
  ...bytes.map((byte): [string, string] => [`${printable(byte)} in a field value`, get('/pricing', `X-A: a${byte}b${CR}`)]),
  ...bytes.map((byte): [string, string] => [`${printable(byte)} in a field name`, get('/pricing', `X${byte}A: b${CR}`)]),
  ...bytes.map((byte): [string, string] => [
    `${printable(byte)} in the method`,
    `G${byte}T / HTTP/1.1${CR}Host: a${CR}Connection: close${CR}${CR}`,
  ]),
  // Fields.
  ['no Host', `GET / HTTP/1.1${CR}Connection: close${CR}${CR}`],
  ['two Hosts', get('/', `Host: b${CR}`)],
  ['two equal Hosts', get('/', `Host: a${CR}`)],
  ['a Host with a path', `GET / HTTP/1.1${CR}Host: a/b${CR}Connection: close${CR}${CR}`],
  ['an empty Host', `GET / HTTP/1.1${CR}Host:${CR}Connection: close${CR}${CR}`],
  ['a Host with markup', `GET / HTTP/1.1${CR}Host: <script>${CR}Connection: close${CR}${CR}`],
  ['a field without a colon', get('/', `Nonsense${CR}`)],
  ['a field without a name', get('/', `: b${CR}`)],
  ['a space before the colon', get('/', `X-A : b${CR}`)],
  ['an obsolete fold', get('/', `X-A: b${CR} c${CR}`)],
  ['a fold at the first field', `GET / HTTP/1.1${CR} X-A: b${CR}Host: a${CR}${CR}`],
  ['bare LF', 'GET / HTTP/1.1\nHost: a\nConnection: close\n\n'],
  ['bare CR', 'GET / HTTP/1.1\rHost: a\rConnection: close\r\r'],
  ['__proto__', get('/', `__proto__: x${CR}constructor: y${CR}`)],
  ['101 fields', get('/', Array.from({ length: 101 }, (_, i) => `X-${i}: a${CR}`).join(''))],
  ['3,000 fields', get('/', Array.from({ length: 3000 }, (_, i) => `X-${i}: a${CR}`).join(''))],
  ['a field of 20 KB', get('/', `X-A: ${'a'.repeat(20_000)}${CR}`)],
  ['a field of 1 MB', get('/', `X-A: ${'a'.repeat(1_000_000)}${CR}`)],
  ['a cookie of 15 KB', get('/', `Cookie: ${'a'.repeat(15_000)}${CR}`)],
  ['Upgrade: websocket', get('/', `Upgrade: websocket${CR}Sec-WebSocket-Key: x${CR}Sec-WebSocket-Version: 13${CR}`)],
  ['Upgrade: h2c', get('/', `Upgrade: h2c${CR}HTTP2-Settings: x${CR}`)],
  ['Expect: nonsense', get('/', `Expect: 200-ok${CR}`)],
  ['Expect: 100-continue', get('/', `Expect: 100-continue${CR}`)],
  ['X-HTTP-Method-Override', get('/', `X-HTTP-Method-Override: DELETE${CR}`)],
  ['X-Original-URL', get('/pricing', `X-Original-URL: /admin${CR}X-Rewrite-URL: /admin${CR}`)],
  ['x-middleware-subrequest', get('/pricing', `X-Middleware-Subrequest: middleware${CR}`)],
  ['Range of 2,000 parts', get('/pricing', `Range: bytes=${'0-1,'.repeat(1500)}${CR}`)],
  ['If-None-Match of 10 KB', get('/pricing', `If-None-Match: ${'"a",'.repeat(2500)}${CR}`)],
  ['If-None-Match that never closes', get('/pricing', `If-None-Match: ${'"'.repeat(3001)}${CR}`)],
  ['Accept of 10 KB', get('/pricing', `Accept: ${'text/x,'.repeat(1400)}${CR}`)],
  ['Accept of semicolons', get('/pricing', `Accept: ${';'.repeat(4000)}${CR}`)],
  ['Accept of quotes', get('/pricing', `Accept: ${'"'.repeat(4001)}${CR}`)],
  ['Accept-Encoding of 10 KB', get('/pricing', `Accept-Encoding: ${'br;q=0.1,'.repeat(1100)}${CR}`)],
  // Framing.
  ...[
    ['Content-Length and Transfer-Encoding', `Content-Length: 5${CR}Transfer-Encoding: chunked${CR}`],
    ['Transfer-Encoding and Content-Length', `Transfer-Encoding: chunked${CR}Content-Length: 5${CR}`],
    ['two lengths', `Content-Length: 5${CR}Content-Length: 6${CR}`],
    ['two equal lengths', `Content-Length: 5${CR}Content-Length: 5${CR}`],
    ['a list of lengths', `Content-Length: 5, 5${CR}`],
    ['a negative length', `Content-Length: -1${CR}`],
    ['a signed length', `Content-Length: +5${CR}`],
    ['a hexadecimal length', `Content-Length: 0x5${CR}`],
    ['a length of letters', `Content-Length: five${CR}`],
    ['an empty length', `Content-Length:${CR}`],
    ['an enormous length', `Content-Length: 99999999999999999999999${CR}`],
    ['an unknown transfer coding', `Transfer-Encoding: nonsense${CR}`],
    ['chunked twice', `Transfer-Encoding: chunked, chunked${CR}`],
    ['chunked, identity', `Transfer-Encoding: chunked, identity${CR}`],
    ['identity, chunked', `Transfer-Encoding: identity, chunked${CR}`],
    ['a hidden chunked', `Transfer-Encoding: xchunked${CR}`],
    ['chunked after a vertical tab', `Transfer-Encoding:\x0bchunked${CR}`],
    ['a space before the colon of Transfer-Encoding', `Transfer-Encoding : chunked${CR}`],
  ].map(([name, fields]): [string, string] => [name!, `POST /oauth/token HTTP/1.1${CR}Host: a${CR}${fields}${CR}hello`]),
  ...[
    'zz\r\n',
    '-1\r\n',
    '5\nhello\n',
    '5;\r\n',
    `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    'ffffffffffffffffff\r\n',
    '5\r\nhelloX\r\n',
    '0\r\nX: \x00\r\n\r\n',
  ].map((chunk): [string, string] => [
    `chunk ${JSON.stringify(chunk.slice(0, 20))}`,
    `POST /oauth/token HTTP/1.1${CR}Host: a${CR}Transfer-Encoding: chunked${CR}${CR}${chunk}`,
  ]),
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1${CR}Host: evil.example:443${CR}${CR}`],
  [
    'CONNECT and more',
    `CONNECT evil.example:443 HTTP/1.1${CR}Host: evil.example:443${CR}${CR}GET / HTTP/1.1${CR}Host: a${CR}${CR}`,
  ],
  ['TRACE', `TRACE / HTTP/1.1${CR}Host: a${CR}Cookie: secret${CR}Connection: close${CR}${CR}`],
];

/** Sends a request. @returns the answers @throws if one is cut or badly framed */
async function answersTo(request: string, quiet = 400): Promise<Answer[]> {
  return answersIn(await proxy.raw(Buffer.from(request, 'latin1'), quiet));
}

describe('malformed requests', () => {
  test('are at least 200', () => expect(corpus.length).toBeGreaterThan(200));

  test.each(corpus)('%s', async (_name, request) => {
    const answers = await answersTo(request);
    expect(answers.length, 'one answer, or none if there is no request').toBeLessThanOrEqual(1);
    for (const answer of answers) {
      checkInvariants(answer);
      expect(answer.status === 501 || answer.status === 505 || answer.status < 500, `${answer.status}`).toBe(true);
      expect(`${JSON.stringify(answer.headers)}${answer.text}`).not.toMatch(/evil|<script|secret|root:/);
    }
  });

  const statuses: [name: string, status: number][] = [
    ['no Host', 400],
    ['two Hosts', 400],
    ['HTTP/2.0', 505],
    ['HTTP/3.0', 400],
    ['unknown method', 501],
    ['TRACE', 501],
    ['Expect: nonsense', 417],
    ['Expect: 100-continue', 200],
    ['Upgrade: websocket', 200],
    ['101 fields', 431],
    ['3,000 fields', 431],
    ['a field of 20 KB', 431],
    ['a field of 1 MB', 431],
    ['Content-Length and Transfer-Encoding', 400],
    ['two lengths', 400],
    ['an obsolete fold', 400],
    ['bare LF', 400],
    ['__proto__', 200],
    ['a cookie of 15 KB', 200],
  ];
  test.each(statuses)('%s is %i', async (name, status) => {
    const [answer] = await answersTo(corpus.find(([title]) => title === name)![1]);
    expect(answer?.status).toBe(status);
  });

  test('a chunk extension of 20 KB is 413', async () => {
    const answers = await answersTo(
      `POST /pricing HTTP/1.1${CR}Host: a${CR}Transfer-Encoding: chunked${CR}${CR}5;${'x'.repeat(20_000)}${CR}hello${CR}0${CR}${CR}`,
    );
    // Either the method or the body is refused: one answer in both cases.
    expect(answers.map(({ status }) => status)).toEqual([expect.toSatisfy((status) => status === 405 || status === 413)]);
  });

  test('the next good request is answered', async () => {
    expect((await proxy.get('/pricing')).status).toBe(200);
  });
});

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
    const silent = connect(proxy.port, '127.0.0.1');
    await once(silent, 'connect');
    const socket = connect({ port: proxy.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().write(`NONSENSE${CR}${CR}`);
    const open = (): Promise<number> => new Promise((resolve) => proxy.server.getConnections((_error, count) => resolve(count)));
    while ((await open()) > 1) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(silent.readyState).toBe('open');
    for (const each of [socket, silent]) each.destroy();
  });

  test('a POST whose body never comes: the answer does not wait for it', async () => {
    const [answer] = await answersTo(`POST /oauth/token HTTP/1.1${CR}Host: a${CR}Content-Length: 1000000${CR}${CR}`, 200);
    expect(answer!.status).toBe(501);
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

  test('clients that reset do not affect others', async () => {
    for (let i = 0; i < 50; i++) {
      const socket = connect(proxy.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(i % 2 ? 'GET /pricing HTTP/1.1\r\nHost: a\r\n\r\n' : 'GET /pri');
      await new Promise((resolve) => setTimeout(resolve, 2));
      socket.resetAndDestroy();
    }
    expect((await proxy.get('/pricing')).status).toBe(200);
  });
});
