import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { ProblemAnswer } from '../answers/problem.ts';
import type { Answer, Body } from '../answers/value.ts';
import type { Exchange } from '../exchange.ts';
import { toFields } from '../http/field-lines.ts';
import { type Quota, quotaLines } from '../http/quota.ts';
import { carriesBody, endUnread } from './defence/request-body.ts';

/* Writes every answer of the proxy, with the four RateLimit fields. */

/**
 * Writes an answer: synchronously if its bytes are in memory, else by a promise.
 *
 * @throws {OriginFailure} (rejects with it) before the head was written, if a file differs from the snapshot
 */
export function writeAnswer(exchange: Exchange, answer: Answer): Promise<void> | undefined {
  const { req, res, method, quota } = exchange;
  const { body, variant } = answer;
  exchange.surface = answer.surface;
  exchange.variant = variant;
  const length = lengthOf(answer);
  if (method !== 'HEAD' && isElsewhere(body)) return writeFromElsewhere(exchange, answer, body, length);
  const discards = variant === 'problem' && carriesBody(req) && !req.readableEnded;
  // Makes Node write `Connection: close`.
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

/** Writes content that is not in memory: read whole and verified, or streamed if it is too large or comes from another host. */
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
    // A surplus or missing byte would corrupt the next answer on this connection.
    res.strictContentLength = true;
  }
  // The client is gone, and the pipe would throw.
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
 * Writes the head. Node would check and join some twenty fields for every answer, 2 µs of 17: it gets only the fields that
 * it must know, and our lines are inserted after its status line.
 */
function writeHead(res: ServerResponse, { status, fields }: Answer, length: number | undefined, quota: Quota): void {
  const known = length === undefined ? [] : ['Content-Length', `${length}`];
  const lines = fields + quotaLines(quota);
  if (res.getHeaderNames().length > 0) return void res.writeHead(status, [...known, ...besideThose(res, toFields(lines))]);
  if (!isInsertable || !(res instanceof ServerResponse)) return void res.writeHead(status, [...known, ...toFields(lines)]);
  res.writeHead(status, known);
  const { _header: written } = res as unknown as Written;
  const end = written.indexOf('\r\n') + 2;
  (res as unknown as Written)._header = written.slice(0, end) + lines + written.slice(end);
}

/** Fields that describe the answer itself, so that those of an embedder would be wrong. */
const descriptive: ReadonlySet<string> = new Set(
  [
    ...['Content-Type', 'Content-Encoding', 'Content-Range', 'Content-Location', 'Content-Language', 'Accept-Ranges'],
    ...['ETag', 'Last-Modified', 'Location', 'Allow', 'Retry-After'],
  ].map((name) => name.toLowerCase()),
);
/** Lists, to which ours are added. */
const lists: ReadonlySet<string> = new Set(['vary', 'link']);

/**
 * Our fields beside those that an embedder's middleware has set. What it has set stays, because it may be stricter: a page
 * behind a login is `private, no-store`.
 */
function besideThose(res: ServerResponse, fields: readonly string[]): string[] {
  return fields.flatMap((name, at) => {
    if (at % 2) return [];
    const value = fields[at + 1]!;
    const key = name.toLowerCase();
    if (!res.hasHeader(key) || descriptive.has(key)) return [name, value];
    return lists.has(key) ? [name, listOf(res.getHeader(key), value)] : [];
  });
}

/** Both lists, without repetition. */
function listOf(theirs: number | string | readonly string[] | undefined, ours: string): string {
  const members = [theirs ?? []].flat().map(String);
  return [...members, ...(members.includes(ours) ? [] : [ours])].join(', ');
}

/** An answer in place of Node's own, for a bare socket. It closes the connection. */
export function toBytes(answer: ProblemAnswer, quota: Quota): Buffer {
  const { status, fields, body } = answer;
  const lastFields = `Content-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\nConnection: close\r\n`;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields}${quotaLines(quota)}${lastFields}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** Sets the four RateLimit fields on an answer of the embedder's application. */
export function setQuota(res: ServerResponse, quota: Quota): void {
  const fields = toFields(quotaLines(quota));
  for (let i = 0; i < fields.length; i += 2) res.setHeader(fields[i]!, fields[i + 1]!);
}

/** Where Node 0.6 to 24 keeps a head between `writeHead` and the first byte. */
interface Written {
  _header: string;
}

/** Whether this runtime keeps it there: else heads are written field by field. Bun does so only until it has a connection. */
const isInsertable = ((): boolean => {
  if (process.versions.bun !== undefined) return false;
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.writeHead(200, ['Content-Length', '0']);
  const { _header: written } = response as unknown as Written;
  return typeof written === 'string' && /^HTTP\/1\.1 200 OK\r\nContent-Length: 0\r\n/.test(written);
})();
