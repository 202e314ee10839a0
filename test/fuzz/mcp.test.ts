import { request } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page } from '../proxy/fixtures/twinned.ts';
import { runCli, sharedFolder, writeFiles } from '../support/cli.ts';
import { runningProxy } from './running-proxy.ts';

/*
 * Random messages to the MCP server: valid, nearly valid and arbitrary ones. Seed and number come from vitest.config.ts.
 */

const requests = Number(process.env.FC_REQUESTS);
const seed = Number(process.env.FC_SEED);
/** The maximal size of an answer in bytes, larger than any document of the site. */
const longestAnswer = 40_000;

const site = { 'index.html': page('Home', '<p>Words about it.</p>'), 'about.html': page('About', '<p>Words about us.</p>') };

const folder = sharedFolder();
let running: Awaited<ReturnType<typeof runningProxy>>;
let port: number;

beforeAll(async () => {
  writeFiles(join(folder, 'out'), site);
  const { code, stderr } = await runCli('build', ['twin', 'out', '--url', 'https://docs.example', '--mcp'], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  running = await runningProxy(join(folder, 'out'));
  port = running.port;
});
afterAll(() => running.close());

const versions = ['2026-07-28', '2025-11-25'];
const methods = ['initialize', 'ping', 'server/discover', 'tools/list', 'tools/call', 'notifications/initialized'];
const words = [
  '/index.md',
  '/',
  'https://docs.example/about',
  'https://other.example/',
  '/%2e%2e/x',
  'about',
  '__proto__',
  '',
  '\u0000',
];
const oddly = <T>(right: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown> = fc.jsonValue()) =>
  fc.oneof({ weight: 5, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 300 }));

const params = fc.record(
  {
    name: oddly(fc.constantFrom('search', 'fetch', 'constructor', 'toString')),
    arguments: oddly(fc.record({ query: oddly(text), url: oddly(text) }, { requiredKeys: [] })),
    cursor: fc.string(),
    _meta: oddly(
      fc.record(
        {
          'io.modelcontextprotocol/protocolVersion': oddly(fc.constantFrom(...versions)),
          'io.modelcontextprotocol/clientCapabilities': oddly(fc.constant({})),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: [] },
);
const message = fc.record(
  {
    jsonrpc: oddly(fc.constant('2.0')),
    id: oddly(fc.oneof(fc.integer(), fc.string())),
    method: oddly(fc.constantFrom(...methods)),
    params: oddly(params),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: message.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 1, arbitrary: fc.json().map((value) => Buffer.from(value)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 30_000 }).map((depth) => Buffer.from('['.repeat(depth))) },
  { weight: 1, arbitrary: fc.integer({ min: 60_000, max: 300_000 }).map((size) => Buffer.alloc(size, ' ')) },
);
/** Mostly the first of some values. */
const mostly = (right: string, ...others: string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(right) }, fc.constantFrom(...others));
const fields = fc.record(
  {
    'content-type': mostly('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/jsonx'),
    'mcp-protocol-version': fc.constantFrom(...versions, '2024-11-05', 'x'),
    'mcp-method': fc.constantFrom(...methods),
    'mcp-name': fc.constantFrom('search', 'fetch', '=?base64?eA==?='),
    accept: mostly('application/json, text/event-stream', 'text/html', '*/*;q=0'),
    origin: mostly('https://docs.example', 'https://other.example', 'null', 'x'),
  },
  { requiredKeys: ['content-type'] },
);
const verb = fc.oneof({ weight: 8, arbitrary: fc.constant('POST') }, fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'));
const path = fc.oneof({ weight: 12, arbitrary: fc.constant('/mcp') }, fc.constantFrom('/', '/about', '/index.md', '/llms.txt'));

interface Sent {
  readonly verb: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the request has Content-Length. */
  readonly isMeasured: boolean;
}
interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const send = ({ verb, path, fields, body, isMeasured }: Sent): Promise<Received> =>
  new Promise((done, fail) => {
    const framing: Record<string, string> = isMeasured ? { 'content-length': String(body.length) } : {};
    const sent = request({ port, method: verb, path, agent: false, headers: { ...fields, ...framing } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () =>
        done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
      );
    });
    // A request refused before it was read completely still gets an answer.
    sent.on('error', (error) => ((error as NodeJS.ErrnoException).code === 'EPIPE' ? undefined : fail(error)));
    sent.end(body);
  });

/** The defect of an answer; undefined if it is valid. */
function faultOf({ verb, path, body: sent }: Sent, { status, headers, body }: Received): string | undefined {
  if (status >= 500) return `status ${status}`;
  if (body.length > longestAnswer) return `${body.length} bytes`;
  if (verb !== 'OPTIONS' && headers['ratelimit-remaining'] === undefined) return 'it is not counted';
  if (verb === 'POST' && path !== '/mcp') return status === 405 ? undefined : `status ${status} of a POST elsewhere`;
  if (verb !== 'POST' || path !== '/mcp')
    return status === 200 || path !== '/mcp' ? undefined : verb === 'OPTIONS' || status === 405 ? undefined : `status ${status}`;
  if (sent.length > 65_536)
    return status === 413 || status === 403 || status === 415 ? undefined : `status ${status} of too much`;
  if (status === 202) return body === '' ? undefined : 'an answer to a notification';
  const type = String(headers['content-type']);
  const value = JSON.parse(body) as Record<string, unknown>;
  if (type.startsWith('application/problem+json')) return value.status === status ? undefined : 'no problem';
  if (!type.startsWith('application/json')) return `type ${type}`;
  const isMessage = value.jsonrpc === '2.0' && 'result' in value !== 'error' in value;
  return isMessage ? undefined : 'no message of JSON-RPC';
}

test('any message gets a JSON-RPC answer or a problem, never a server error', async () => {
  const statuses = new Map<number, number>();
  const sent = fc.record({ verb, path, fields, body, isMeasured: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(sent, async (each) => {
      const received = await send(each);
      if (each.path === '/mcp') statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
      expect(faultOf(each, received)).toBeUndefined();
    }),
    { numRuns: Math.ceil(requests / 4), seed },
  );
  // Some messages must be valid, or the test would prove nothing.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 202, 400, 403, 405, 413, 415]));
});
