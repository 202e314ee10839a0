import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether a request brings content: nobody reads it, on any path. */
export const carriesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** How much and how long is thrown away before the connection is closed on a client that still sends. */
const bytesLimit = 4 * 1024 * 1024;
const timeLimit = 2_000;

/**
 * Sends the whole answer at once, then throws away what the client still sends, within limits. Closing under unread
 * bytes would make the kernel reset the connection, and the client lose the answer.
 */
export function endUnread(req: IncomingMessage, res: ServerResponse, body: string | Uint8Array | undefined): void {
  // The client waits for leave to send, and does not get it.
  if (req.headers.expect !== undefined || req.complete) return void res.end(body);
  res.write(body);
  let read = 0;
  const timer = setTimeout(end, timeLimit);
  function end(): void {
    clearTimeout(timer);
    req.off('data', discard);
    res.end();
  }
  function discard(chunk: Buffer): void {
    read += chunk.length;
    if (read > bytesLimit) end();
  }
  req.on('data', discard);
  req.once('end', end);
  req.once('close', end);
  req.once('error', () => {});
}
