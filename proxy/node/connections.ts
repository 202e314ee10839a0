import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { sparingLog } from '../observe/log.ts';
import { createClientKey } from '../rate-limit/client-key.ts';
import type { ResolvedProxyOptions } from '../settings.ts';

/** Share of all connections that one client may hold. */
const share = 1 / 4;

/**
 * Bounds the connections of a server: `maxConnections` in all, a quarter of them for each client (an address, or an IPv6
 * prefix). Behind trusted hops every connection comes from the balancer, so only the first bound applies. A refused connection
 * is closed without an answer, counted, and logged sparingly.
 *
 * @returns the open connections
 */
export function boundConnections(server: Server, options: ResolvedProxyOptions): ReadonlySet<Socket> {
  const { maxConnections, trustedHops, observers } = options;
  const log = sparingLog(options.log);
  const keyOf = createClientKey(0);
  const most = trustedHops > 0 ? maxConnections : Math.ceil(maxConnections * share);
  const open = new Set<Socket>();
  const held = new Map<string, number>();
  const refuse = (bound: 'all' | 'client', line: string): void => {
    for (const observer of observers) observer.refused?.(bound);
    log.warn(line);
  };

  server.maxConnections = maxConnections;
  server.on('drop', () => refuse('all', `connections are refused: ${maxConnections} are open; see --max-connections`));
  server.on('connection', (socket: Socket) => {
    const client = keyOf(socket.remoteAddress, undefined);
    const count = (held.get(client) ?? 0) + 1;
    open.add(socket);
    held.set(client, count);
    socket.once('close', () => {
      open.delete(socket);
      const left = held.get(client)! - 1;
      if (left > 0) held.set(client, left);
      else held.delete(client);
    });
    if (count <= most) return;
    refuse('client', `connections of ${client} are refused: it holds ${most}, a quarter of --max-connections`);
    socket.destroy();
  });
  return open;
}
