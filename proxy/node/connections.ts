import type { Server } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { sparingLog } from '../observe/log.ts';
import { createClientKey } from '../rate-limit/client-key.ts';
import type { ResolvedProxyOptions } from '../settings.ts';

/** The part of all connections that one client may hold: nobody alone keeps the others out. */
const share = 1 / 4;

/**
 * Bounds the connections of a server: `maxConnections` in all, a quarter of them for one client (an address, or an IPv6
 * prefix). Behind trusted hops every connection comes from the balancer, and only the first holds. What is refused is
 * closed without an answer, counted, and logged once in a while.
 *
 * @returns the connections that are open
 */
export function boundConnections(server: Server, options: ResolvedProxyOptions): ReadonlySet<Socket> {
  const { maxConnections, trustedHops, ipv6Prefix, observers } = options;
  const log = sparingLog(options.log);
  const keyOf = createClientKey({ trustedHops: 0, ipv6Prefix });
  const most = trustedHops > 0 ? maxConnections : Math.ceil(maxConnections * share);
  const open = new Set<Socket>();
  const held = new Map<string, number>();

  const refuse = (bound: 'all' | 'client', client: string): void => {
    for (const observer of observers) observer.refused?.(bound);
    if (bound === 'all') log.warn(`connections are refused: ${maxConnections} are open; see --max-connections`);
    else log.warn(`connections of ${client} are refused: it holds ${most}, a quarter of --max-connections`);
  };

  server.maxConnections = maxConnections;
  server.on('drop', (data?: DropArgument) => refuse('all', keyOf(data?.remoteAddress, undefined)));
  server.on('connection', (socket: Socket) => {
    if (open.has(socket)) return;
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
    refuse('client', client);
    socket.destroy();
  });
  return open;
}
