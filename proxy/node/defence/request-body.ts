import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** Whether a request brings content: it is not read, on any path. */
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
