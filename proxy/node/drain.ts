import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Times of a shutdown, in milliseconds. */
export interface DrainOptions {
  /** How long new connections are still accepted, so that a balancer notices the shutdown. */
  readonly delay: number;
  /** After the delay: when unfinished answers are cut. */
  readonly timeout: number;
}

/** Interval at which idle connections are closed. */
const sweep = 200;

/**
 * Ends a server without cutting an answer. From now on every response closes its connection; after the delay no connection
 * is accepted, then idle ones are closed, and at the timeout all others. Closing idle sockets at once would reset clients
 * that are about to reuse them.
 */
export async function drain(server: Server, connections: ReadonlySet<Socket>, { delay, timeout }: DrainOptions): Promise<void> {
  server.prependListener('request', (_req, res) => {
    res.shouldKeepAlive = false;
  });
  await new Promise((resolve) => setTimeout(resolve, delay));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweeper = setInterval(() => server.closeIdleConnections(), sweep);
  // Node's closeAllConnections skips connections that no parser reads.
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
