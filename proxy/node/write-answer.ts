import { type ServerResponse, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ProblemAnswer } from '../answers/problem.ts';
import type { Answer, AnswerContent, StoredPart } from '../answers/value.ts';
import type { Exchange } from '../exchange.ts';
import type { Field, Fields } from '../http/fields.ts';
import { type Quota, quotaPairs } from '../http/quota.ts';
import type { ByteStream } from '../origin/origin.ts';

/* Writes every answer of the proxy, with the four RateLimit fields. */

/**
 * Writes an answer: at once if its bytes are in memory.
 *
 * @param isAlone no middleware of an embedder sets or reads fields: they need not be kept in the response, which costs as much
 *   as all else
 * @throws {OriginFailure} (rejects with it) before the head was written, if a file is not the one that was read before
 */
export async function writeAnswer(exchange: Exchange, answer: Answer, isAlone: boolean): Promise<void> {
  const { res, method } = exchange;
  exchange.surface = answer.surface;
  exchange.variant = answer.variant;
  const isHead = method === 'HEAD';
  const content = isPart(answer.content) && !isHead ? await bytesOf(answer.content) : answer.content;
  // A pipe to a client that has left would throw.
  if (isStream(content) && res.destroyed) return void content.destroy();
  writeHead(exchange, answer, isAlone);
  if (isHead || isPart(content)) return void res.end();
  if (!isStream(content)) return void res.end(content);
  // A surplus or missing byte would corrupt the next answer on this connection.
  res.strictContentLength = true;
  await pipeline(content, res);
}

const isPart = (content: AnswerContent): content is StoredPart => typeof content === 'object' && 'stored' in content;

const isStream = (content: AnswerContent): content is ByteStream =>
  typeof content === 'object' && !(content instanceof Uint8Array) && !isPart(content);

/** Content that was not in memory: read whole and verified, or a stream if it is too large. */
async function bytesOf({ stored, start, end }: StoredPart): Promise<Uint8Array | ByteStream> {
  const bytes = await stored.load();
  return bytes ? bytes.subarray(start, end + 1) : stored.stream(start, end);
}

function lengthOf({ content, length }: Answer): number | undefined {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof Uint8Array) return content.length;
  return isPart(content) ? content.end - content.start + 1 : length;
}

function writeHead({ res, quota }: Exchange, answer: Answer, isAlone: boolean): void {
  const length = lengthOf(answer);
  const known: Field[] = length === undefined ? [] : [['Content-Length', `${length}`]];
  const parts: readonly Fields[] = [known, answer.fields, quotaPairs(quota)];
  if (!isAlone) {
    for (const fields of parts) setBeside(res, fields);
    return void res.writeHead(answer.status);
  }
  const flat: string[] = [];
  for (const fields of parts) for (const [name, value] of fields) flat.push(name, value);
  res.writeHead(answer.status, flat);
}

/** Fields that describe the answer itself, so that fields of an embedder would be wrong. */
const descriptive: ReadonlySet<string> = new Set(
  [
    ...['Content-Type', 'Content-Length', 'Content-Encoding', 'Content-Range', 'Content-Location', 'Content-Language'],
    ...['Accept-Ranges', 'ETag', 'Last-Modified', 'Location', 'Allow', 'Retry-After'],
  ].map((name) => name.toLowerCase()),
);
const lists: ReadonlySet<string> = new Set(['vary', 'link']);

/**
 * Sets fields beside the fields of an embedder's middleware. What it has set stays, because it may be stricter: a page behind a login
 * is `private, no-store`.
 */
function setBeside(res: ServerResponse, fields: Fields): void {
  for (const [name, value] of fields) {
    const theirs = res.getHeader(name);
    const key = name.toLowerCase();
    if (theirs === undefined || descriptive.has(key)) res.setHeader(name, value);
    else if (lists.has(key)) res.setHeader(name, listOf(theirs, value));
  }
}

function listOf(theirs: number | string | readonly string[], ours: string): string {
  const members = [theirs].flat().map(String);
  return [...members, ...(members.includes(ours) ? [] : [ours])].join(', ');
}

/** Sets the four RateLimit fields on an answer of the embedder's application. */
export const setQuota = (res: ServerResponse, quota: Quota): void => setBeside(res, quotaPairs(quota));

/** An answer in place of Node's own, for a bare socket. It closes the connection. */
export function toBytes({ status, fields, content }: ProblemAnswer, quota: Quota): Buffer {
  const last: Fields = [
    ['Content-Length', `${Buffer.byteLength(content)}`],
    ['Date', new Date().toUTCString()],
    ['Connection', 'close'],
  ];
  const lines = [...fields, ...quotaPairs(quota), ...last].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(content)]);
}
