import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listFiles } from '../../build/files.ts';
import { type Answer, answersIn } from '../proxy/fixtures/client.ts';
import { checkInvariants } from '../proxy/fixtures/invariants.ts';
import { fields, method, targetOf } from '../proxy/fixtures/requests.ts';
import { runCli, sharedFolder, starterCopy } from '../support/cli.ts';
import { runningProxy } from './running-proxy.ts';

/*
 * Random requests over sockets to the built starter: several per connection, some with bodies that look like requests, some with
 * changed bytes. Seed and number come from vitest.config.ts.
 */

const requests = Number(process.env.FC_REQUESTS);
const seed = Number(process.env.FC_SEED);
const perConnection = 4;
const site = 'http://localhost:8080';
/** The last request of each connection: its correct answer proves that answers and requests are in step. */
const last = '/llms.txt';
const lastRequest = `GET ${last} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

const folder = sharedFolder();
let running: Awaited<ReturnType<typeof runningProxy>>;
let port: number;
let expected: string;
let pages: ReadonlySet<string>;
const failures: unknown[] = [];

beforeAll(async () => {
  const { code, stderr } = await runCli('build', ['build'], { cwd: starterCopy(folder) });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const dist = join(folder, 'dist');
  expected = readFileSync(join(dist, last), 'latin1');
  pages = new Set(
    listFiles(dist)
      .filter((file) => file.endsWith('.html') && file !== '404.html')
      .map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`),
  );
  process.on('unhandledRejection', (reason) => failures.push(reason));
  running = await runningProxy(dist);
  port = running.port;
});
afterAll(() => running.close());

interface Sent {
  readonly verb: string;
  readonly target: string;
  readonly bytes: string;
}

/** A valid HTTP/1.1 request; a body has Content-Length or is chunked. */
const requestOf = (paths: readonly string[]): fc.Arbitrary<Sent> =>
  fc
    .record({ verb: method, target: targetOf(paths), declared: fields, body, chunked: fc.boolean() })
    .map(({ verb, target, declared, body: text, chunked }) => {
      const { 'content-length': _, upgrade, ...others } = declared;
      // A request to upgrade ends its connection: a few are enough.
      const rest = { ...others, ...(upgrade && target.length % 8 === 0 && { upgrade }) };
      const framing =
        text === '' ? {} : chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(Buffer.byteLength(text)) };
      const all = Object.entries({ host: 'a', ...rest, ...framing });
      const content = text !== '' && chunked ? `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n` : text;
      return {
        verb,
        target,
        bytes: `${verb} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`,
      };
    });
const body = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('a=b', '{}', '0\r\n\r\n', 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n', 'x'.repeat(70_000)),
  },
);

/** Changes of bytes: relative position, number of removed bytes, inserted bytes. */
const change = fc.tuple(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat({ max: 3 }),
  fc.oneof(
    fc.constantFrom(
      '',
      '\r',
      '\n',
      '\r\n',
      '\r\n\r\n',
      '\0',
      ' ',
      '\t',
      ':',
      '\x7f',
      '\xff',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
    ),
    fc.uint8Array({ maxLength: 4 }).map((codes) => String.fromCharCode(...codes)),
  ),
);
const withChanges = (text: string, changes: readonly [number, number, string][]): string =>
  changes.reduce((so, [part, gone, come]) => {
    const at = Math.floor(part * so.length);
    return so.slice(0, at) + come + so.slice(at + gone);
  }, text);

/** Sends bytes. @returns everything received until the server closes, or is silent for `quiet` ms */
function exchange(pieces: readonly string[], quiet: number): Promise<{ text: string; ended: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let ended = true;
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece, 'latin1');
    });
    socket.setTimeout(quiet, () => {
      ended = false;
      socket.destroy();
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses may close before it has read everything.
    socket.on('error', () => {});
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('latin1'), ended }));
  });
}

function checkAnswer(answer: Answer, verb: string): void {
  checkInvariants(answer, verb, site);
  expect(answer.status).not.toBe(500);
  if (answer.status >= 400 && answer.headers['content-type'] === 'text/html; charset=utf-8') expect(answer.status).toBe(404);
}

/** Runs a property, and checks for unhandled errors. */
async function check<T>(property: fc.IAsyncProperty<T>): Promise<void> {
  await fc.assert(property, { numRuns: requests / 2 / perConnection, seed });
  expect(failures).toEqual([]);
}

test(`${requests / 2} requests, ${perConnection} on a connection: all are answered, in order`, async () => {
  let inStep = 0;
  const paths = [
    ...pages,
    last,
    '/about.md',
    '/problems.md',
    '/sitemap.xml',
    '/.well-known/api-catalog',
    '/api/v1/health',
    '/api/v1/search',
    '/api/v1/search?q=markdown+twin',
    '/oauth/token',
  ];
  const connection = fc.tuple(
    fc.array(requestOf(paths), { minLength: perConnection - 1, maxLength: perConnection - 1 }),
    fc.boolean(),
  );
  await check(
    fc.asyncProperty(connection, async ([sent, pipelined]) => {
      const bytes = [...sent.map((request) => request.bytes), lastRequest];
      const { text, ended } = await exchange(pipelined ? [bytes.join('')] : bytes, 10_000);
      expect(ended, 'the server ends the connection that is to be closed').toBe(true);
      const verbs = [...sent.map(({ verb }) => verb), 'GET'];
      const answers = answersIn(text, verbs);
      for (const [at, answer] of answers.entries()) {
        const { verb = '', target = '' } = sent[at] ?? {};
        checkAnswer(answer, verbs[at]!);
        if (pages.has(target.replace(/\?.*/, '')) && /^(?:GET|HEAD)$/.test(verb) && answer.status < 500 && answer.status !== 417)
          expect(answer.headers.vary, `Vary of ${verb} ${target}`).toMatch(/(?:^|, )Accept(?:,|$)/);
        if (answer.headers.connection === 'close') expect(answers.length, 'answers after the one that closes').toBe(at + 1);
      }
      const final = answers.at(-1);
      expect(final?.headers.connection).toBe('close');
      if (answers.length < perConnection) return;
      inStep++;
      expect(final?.text).toBe(expected);
    }),
  );
  // If every connection closed early, the test would prove nothing.
  expect(inStep).toBeGreaterThan(requests / 2 / perConnection / 4);
});

test(`${requests / 2} requests with changed bytes: answers are valid HTTP/1.1, and the proxy stays alive`, async () => {
  const connection = fc.tuple(
    fc.array(
      requestOf([...pages]).filter(({ verb }) => verb !== 'HEAD'),
      { minLength: 2, maxLength: 2 },
    ),
    fc.array(change, { minLength: 1, maxLength: 4 }),
  );
  await check(
    fc.asyncProperty(connection, async ([sent, changes]) => {
      const start = withChanges(sent.map(({ bytes }) => bytes).join(''), changes);
      // A request that waits for the rest of its body is skipped.
      const { text } = await exchange([start + lastRequest + lastRequest], 250);
      for (const answer of answersIn(text)) checkAnswer(answer, 'GET');
      const after = await exchange([lastRequest], 10_000);
      expect(answersIn(after.text)[0]?.text).toBe(expected);
    }),
  );
});
