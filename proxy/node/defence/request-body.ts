import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProblemId } from '../../../build/contract/problem-types.ts';

/** Whether a request brings content: it is read where it is a message, and nowhere else. */
export const carriesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** How much and how long is thrown away before the connection is closed on a client that still sends. */
const bytesLimit = 4 * 1024 * 1024;
const timeLimit = 2_000;

/**
 * Throws away what a client still sends, within limits, and then ends. Closing under unread bytes would make the kernel
 * reset the connection, and the client lose the answer.
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

/** Sends the whole answer at once, and lets the client send its request to the end. */
export function endUnread(req: IncomingMessage, res: ServerResponse, body: string | Uint8Array | undefined): void {
  // The client waits for leave to send, and does not get it.
  if (req.headers.expect !== undefined || req.complete) return void res.end(body);
  res.write(body);
  discardThen(req, () => res.end());
}

/** Connections whose request is being read, and what ends that. */
const reading = new WeakMap<object, (problem: ProblemId) => void>();

/** Ends the reading of a request whose content is broken or comes too slowly, if there is one: it is answered by the problem. */
export function stopReading(socket: object, problem: ProblemId): boolean {
  const stop = reading.get(socket);
  stop?.(problem);
  return stop !== undefined;
}

/**
 * Reads the content of a request, after leave was given to a client that waits for it.
 *
 * @param limit most bytes
 * @returns the problem that it is answered by, if it is not read to its end
 * @throws (rejects) if the client goes away
 */
export function readBody(req: IncomingMessage, res: ServerResponse, limit: number): Promise<Uint8Array | ProblemId> {
  // A parser of the embedder's, such as express.json(), has read it.
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
