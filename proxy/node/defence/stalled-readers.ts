import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Checks of the connections within one patience. */
const looks = 20;

/** Where Node keeps the number of bytes that the kernel has not taken. */
type Writing = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

/**
 * Cuts connections whose reader takes no bytes. Node's `server.timeout` costs a tenth of a request, because it resets a timer
 * twice for each, and waits twice as long.
 *
 * @param patience milliseconds; a reader has at most a tenth more
 */
export function cutStalledReaders(server: Server, connections: ReadonlySet<Socket>, patience: number): void {
  const stalled = new WeakMap<Socket, { readonly unsent: number; readonly since: number }>();
  server.timeout = 0;
  const looking = setInterval(() => {
    const now = performance.now();
    for (const socket of connections) {
      const unsent = unsentOf(socket);
      const known = stalled.get(socket);
      if (unsent === 0) stalled.delete(socket);
      else if (known?.unsent !== unsent) stalled.set(socket, { unsent, since: now });
      else if (now - known.since >= patience) socket.destroy();
    }
  }, patience / looks).unref();
  server.once('close', () => clearInterval(looking));
}

/** Bytes waiting for a reader: changes with every byte taken and every new answer. */
const unsentOf = (socket: Writing): number => (socket._handle?.writeQueueSize ?? 0) + socket.writableLength;
