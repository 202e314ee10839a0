import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ProblemAnswer } from '../answers/problem.ts';
import type { Answer, Body } from '../answers/value.ts';
import type { Exchange } from '../exchange.ts';
import { toFields } from '../http/field-lines.ts';
import { type Quota, quotaLines } from '../http/quota.ts';
import { carriesBody, endUnread } from './defence/request-body.ts';

/*
 * Every answer of the proxy leaves through here, with the four RateLimit fields.
 */

/**
 * Writes an answer: at once if its bytes are in memory, else by a promise.
 *
 * @throws {OriginFailure} (rejects with it) before the head was written, if a file is no longer what the snapshot says
 */
export function writeAnswer(exchange: Exchange, answer: Answer): Promise<void> | undefined {
  const { req, res, method, quota } = exchange;
  const { body, variant } = answer;
  exchange.surface = answer.surface;
  exchange.variant = variant;
  const length = lengthOf(answer);
  if (method !== 'HEAD' && isElsewhere(body)) return writeFromElsewhere(exchange, answer, body, length);
  const discards = variant === 'problem' && carriesBody(req) && !req.readableEnded;
  // Node writes `Connection: close` then.
  if (discards) res.shouldKeepAlive = false;
  writeHead(res, answer, length, quota);
  if (method === 'HEAD' || isElsewhere(body)) res.end();
  else if (discards) endUnread(req, res, body);
  else res.end(body);
}

type Elsewhere = Exclude<Body, string | Uint8Array | undefined>;

const isElsewhere = (body: Body): body is Elsewhere => typeof body === 'object' && !(body instanceof Uint8Array);

function lengthOf({ body, length }: Answer): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.length;
  return body !== undefined && 'stored' in body ? body.end - body.start + 1 : length;
}

/** Writes what is not in memory: read as a whole and verified, or streamed if it is too much or comes from another host. */
async function writeFromElsewhere(
  { res, quota }: Exchange,
  answer: Answer,
  body: Elsewhere,
  length: number | undefined,
): Promise<void> {
  let stream = 'stored' in body ? undefined : body;
  if ('stored' in body) {
    const { stored, start, end } = body;
    const bytes = await stored.load();
    if (bytes) {
      writeHead(res, answer, length, quota);
      return void res.end(bytes.subarray(start, end + 1));
    }
    stream = await stored.stream(start, end);
    // A byte too many or too few would be taken for the next answer on this connection.
    res.strictContentLength = true;
  }
  // Nobody is left to read it, and the pipe would throw.
  if (res.destroyed) return void stream!.destroy();
  try {
    writeHead(res, answer, length, quota);
  } catch (error) {
    stream!.destroy();
    throw error;
  }
  await pipeline(stream!, res);
}

/**
 * Writes the head. Node would check and join some twenty fields for every answer, 2 µs of 17: it writes those that it must
 * know of, and the lines are set behind its status line.
 */
function writeHead(res: ServerResponse, { status, fields }: Answer, length: number | undefined, quota: Quota): void {
  const known = length === undefined ? [] : ['Content-Length', `${length}`];
  const lines = fields + quotaLines(quota);
  // An embedder's middleware may have set fields, which Node must merge.
  if (!isInsertable || !(res instanceof ServerResponse) || res.getHeaderNames().length > 0)
    return void res.writeHead(status, [...known, ...toFields(lines)]);
  res.writeHead(status, known);
  const { _header: written } = res as unknown as Written;
  const end = written.indexOf('\r\n') + 2;
  (res as unknown as Written)._header = written.slice(0, end) + lines + written.slice(end);
}

/** The bytes of an answer on a bare socket, for what Node would have answered itself. It closes the connection. */
export function toBytes(answer: ProblemAnswer, quota: Quota): Buffer {
  const { status, fields, body } = answer;
  const own = `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields}${quotaLines(quota)}${own}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** The four RateLimit fields alone, on an answer that the embedder's own application will write. */
export function setQuota(res: ServerResponse, quota: Quota): void {
  const fields = toFields(quotaLines(quota));
  for (let i = 0; i < fields.length; i += 2) res.setHeader(fields[i]!, fields[i + 1]!);
}

/** Where Node keeps a head between `writeHead` and the first byte, from 0.6 to 24. */
interface Written {
  _header: string;
}

/** Whether this runtime keeps it there: else every head is written field by field. Bun does so only until it has a connection. */
const isInsertable = ((): boolean => {
  if (process.versions.bun !== undefined) return false;
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200, ['Content-Length', '0']);
  const { _header: written } = response as unknown as Written;
  return typeof written === 'string' && /^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n/.test(written);
})();
