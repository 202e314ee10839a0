import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Times of a shutdown, in milliseconds. */
export interface DrainOptions {
  /** How long new connections are still accepted, so that a balancer notices. */
  readonly delay: number;
  /** After the delay: when answers that are still being sent are cut. */
  readonly timeout: number;
}

/** How often connections that have become idle are closed meanwhile. */
const sweep = 200;

/**
 * Ends a server without cutting an answer: every response from now on closes its connection, then no new connection
 * is accepted, then what is idle is closed, and at the end whatever is left. Closing idle sockets at once would reset
 * clients that are about to reuse them.
 */
export async function drain(server: Server, connections: ReadonlySet<Socket>, { delay, timeout }: DrainOptions): Promise<void> {
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  await new Promise((resolve) => setTimeout(resolve, delay));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweeper = setInterval(() => server.closeIdleConnections(), sweep);
  // Node's closeAllConnections passes over those that no parser reads.
  const cut = setTimeout(() => {
    for (const socket of connections) socket.destroy();
  }, timeout);
  server.closeIdleConnections();
  await closed;
  // A server is closed before the last of its connections are: what observes an answer waits for those.
  await Promise.all(Array.from(connections, (socket) => once(socket, 'close')));
  clearInterval(sweeper);
  clearTimeout(cut);
}
