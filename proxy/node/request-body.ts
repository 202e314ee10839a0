import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProblemId } from '#contract/problem-types';

export const carriesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** How much is discarded, and for how long, before the connection of a client that still sends is closed. */
const bytesLimit = 4 * 1024 * 1024;
const timeLimit = 2_000;

/**
 * Discards further input of a client, within limits, and then ends. The kernel resets a connection that is closed with
 * unread bytes, and the client would lose the answer.
 */
export function discardThen(source: Readable, end: () => void): void {
  let left = bytesLimit;
  const timer = setTimeout(finish, timeLimit);
  function finish(): void {
    clearTimeout(timer);
    source.off('data', discard);
    end();
  }
  function discard(chunk: Buffer): void {
    left -= chunk.length;
    if (left < 0) finish();
  }
  source
    .on('data', discard)
    .once('end', finish)
    .once('close', finish)
    .once('error', () => {});
}

/** Sends the whole answer at once, and lets the client finish its request. */
export function endUnread(req: IncomingMessage, res: ServerResponse, content: string | Uint8Array | undefined): void {
  // The client waits for 100 (Continue) and gets the final answer instead.
  if (req.headers.expect !== undefined || req.complete) return void res.end(content);
  res.write(content);
  discardThen(req, () => res.end());
}

/**
 * Reads the content of a request, after 100 (Continue) for a client that waits for it.
 *
 * @param limit most bytes
 * @returns the problem to answer with, if it has more
 * @throws (rejects) if it breaks off
 */
export async function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Uint8Array | ProblemId> {
  // The embedder's parser, such as express.json(), has read it.
  const { body } = req as { body?: unknown };
  if (req.readableDidRead && body !== undefined)
    return Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  if (Number(req.headers['content-length'] ?? 0) > limit) return 'contentTooLarge';
  if (req.headers.expect !== undefined) res.writeContinue();
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const add = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      req.off('data', add);
      resolve('contentTooLarge');
    };
    req
      .on('data', add)
      .once('end', () => resolve(Buffer.concat(chunks)))
      .once('error', reject);
    if (req.readableEnded) resolve(Buffer.concat(chunks));
  });
}
