import type { Server } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { sparingLog } from '../../observe/log.ts';
import { createClientKey } from '../../rate-limit/client-key.ts';
import type { ResolvedProxyOptions } from '../../settings.ts';
import type { Answering } from './reopen.ts';

export type Counted = Answering & { requests?: number };

/** Share of all connections that one client may hold. */
const share = 1 / 4;
/** Share of all connections from which on idle ones are closed for new ones. */
const crowded = 9 / 10;

/**
 * Bounds the connections of a server: `maxConnections` in all, a quarter of them for each client (an address, or an IPv6
 * prefix). Behind trusted hops every connection comes from the balancer, so only the first bound applies. Idle connections
 * are closed first, the oldest first. A refused connection is closed without an answer, counted, and logged sparingly.
 *
 * @returns the open connections
 */
export function boundConnections(server: Server, options: ResolvedProxyOptions): ReadonlySet<Socket> {
  const { maxConnections, trustedHops, ipv6Prefix, observers } = options;
  const log = sparingLog(options.log);
  const keyOf = createClientKey({ trustedHops: 0, ipv6Prefix });
  const most = trustedHops > 0 ? maxConnections : Math.ceil(maxConnections * share);
  const open = new Set<Socket>();
  const held = new Map<string, Set<Socket>>();

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
    const sameClient = held.get(client) ?? new Set();
    open.add(socket);
    held.set(client, sameClient.add(socket));
    socket.once('close', () => {
      open.delete(socket);
      sameClient.delete(socket);
      if (sameClient.size === 0) held.delete(client);
    });
    if (sameClient.size > most && !closeIdle(sameClient)) {
      refuse('client', client);
      socket.destroy();
    } else if (open.size > maxConnections * crowded) closeIdle(open);
  });
  return open;
}

/** Closes the oldest idle connection, if there is one. */
function closeIdle(sockets: ReadonlySet<Counted>): boolean {
  for (const socket of sockets) {
    if (socket.destroyed || !socket.requests || socket._httpMessage) continue;
    socket.destroy();
    return true;
  }
  return false;
}
