import type { IncomingMessage, Server } from 'node:http';
import { type Answering, reopen } from './reopen.ts';
import { carriesBody } from './request-body.ts';

/**
 * Returns upgrade requests to the server without their Upgrade field: nothing is ever upgraded, so they are ordinary
 * requests (RFC 9110 §7.8). Node does so too without a listener, but drops all later bytes of the packet. An embedder that
 * listens for upgrades handles its own; handlers of a connection listen for its errors.
 */
export function declineUpgrades(server: Server): void {
  server.on('upgrade', (req: IncomingMessage, socket: Answering, behind: Buffer) => {
    if (server.listenerCount('upgrade') > 1 || socket.listenerCount('error') > 0) return;
    // Node's version decides whether content is among the later bytes: nothing is read after it.
    if (carriesBody(req))
      reopen(
        server,
        socket,
        req,
        Buffer.alloc(0),
        ['upgrade', 'connection', 'content-length', 'transfer-encoding'],
        'Connection: close\r\n',
      );
    else reopen(server, socket, req, behind, ['upgrade']);
  });
}
