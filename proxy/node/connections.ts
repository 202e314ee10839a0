import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { sparingLog } from '../observe/log.ts';
import { createClientKey } from '../rate-limit/client-key.ts';
import type { ResolvedProxyOptions } from '../settings.ts';

/** Share of all connections that one client may hold. */
const clientShare = 1 / 4;

/**
 * Bounds the connections of a server: `maxConnections` in all, a quarter of them for each client (an address, or an IPv6
 * prefix). Behind trusted hops every connection comes from the balancer, so only the first bound applies. A refused connection
 * is closed without an answer, counted, and logged sparingly. Returns the open connections.
 */
export function boundConnections(server: Server, options: ResolvedProxyOptions): ReadonlySet<Socket> {
  const { maxConnections, trustedHops, observers } = options;
  const log = sparingLog(options.log);
  const keyOf = createClientKey(0);
  const clientLimit = trustedHops > 0 ? maxConnections : Math.ceil(maxConnections * clientShare);
  const sockets = new Set<Socket>();
  const countByClient = new Map<string, number>();
  const refuse = (bound: 'all' | 'client', line: string): void => {
    for (const observer of observers) observer.refusedConnection?.(bound);
    log.warn(line);
  };

  server.maxConnections = maxConnections;
  server.on('drop', () => refuse('all', `connections are refused: ${maxConnections} are open; see --max-connections`));
  server.on('connection', (socket: Socket) => {
    const client = keyOf(socket.remoteAddress, undefined);
    const count = (countByClient.get(client) ?? 0) + 1;
    sockets.add(socket);
    countByClient.set(client, count);
    socket.once('close', () => {
      sockets.delete(socket);
      const left = countByClient.get(client)! - 1;
      if (left > 0) countByClient.set(client, left);
      else countByClient.delete(client);
    });
    if (count <= clientLimit) return;
    refuse('client', `connections of ${client} are refused: it holds ${clientLimit}, a quarter of --max-connections`);
    socket.destroy();
  });
  return sockets;
}
