import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProblemId } from '../../../build/contract/problem-types.ts';

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
export function endUnread(req: IncomingMessage, res: ServerResponse, body: string | Uint8Array | undefined): void {
  // The client waits for 100 (Continue) and gets the final answer instead.
  if (req.headers.expect !== undefined || req.complete) return void res.end(body);
  res.write(body);
  discardThen(req, () => res.end());
}

/** Connections whose request is being read, with the function that ends the reading. */
const reading = new WeakMap<object, (problem: ProblemId) => void>();

/** Ends the reading of a request with broken or slow content by a problem. Returns whether one was being read. */
export function stopReading(socket: object, problem: ProblemId): boolean {
  const stop = reading.get(socket);
  stop?.(problem);
  return stop !== undefined;
}

/**
 * Reads the content of a request, after 100 (Continue) for a client that waits for it.
 *
 * @param limit most bytes
 * @returns the problem to answer with, if the content is not read to its end
 * @throws (rejects) if the client goes away
 */
export function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Uint8Array | ProblemId> {
  // The embedder's parser, such as express.json(), has read it.
  const { body } = req as { body?: unknown };
  if (req.readableDidRead && body !== undefined)
    return Promise.resolve(Buffer.from(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)));
  if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.resolve('contentTooLarge');
  if (req.headers.expect !== undefined) res.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (found: Uint8Array | ProblemId): void => {
      req.off('data', take);
      reading.delete(req.socket);
      resolve(found);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) end('contentTooLarge');
      else chunks.push(chunk);
    };
    reading.set(req.socket, end);
    req
      .on('data', take)
      .once('end', () => end(Buffer.concat(chunks)))
      .once('error', reject);
    if (req.readableEnded) end(Buffer.concat(chunks));
  });
}
