import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often in the time that a reader has the connections are looked at. */
const looks = 20;

/** Where Node tells how much of a write the kernel has not taken. */
type Writing = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };

/**
 * Cuts connections whose reader takes nothing of what waits for it. Node's own `server.timeout` would, and moves a timer
 * of every connection twice a request, a tenth of all that a request costs; and it lets a reader wait twice as long.
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

/** Bytes that wait for a reader: changes with every byte that it takes, and with every answer that follows. */
const unsentOf = (socket: Writing): number => (socket._handle?.writeQueueSize ?? 0) + socket.writableLength;
