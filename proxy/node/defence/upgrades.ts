import type { IncomingMessage, Server } from 'node:http';
import { type Answering, reopen } from './reopen.ts';
import { carriesBody } from './request-body.ts';

/**
 * Gives requests that ask for an upgrade back to the server without that wish: nothing is ever upgraded, so they are
 * requests like others (RFC 9110 §7.8). Without a listener Node answers them too, and drops whatever came behind them in
 * the same packet. If the embedder listens for upgrades, they are its own; other takers of a connection listen for its
 * errors.
 */
export function declineUpgrades(server: Server): void {
  server.on('upgrade', (req: IncomingMessage, socket: Answering, behind: Buffer) => {
    if (server.listenerCount('upgrade') > 1 || socket.listenerCount('error') > 0) return;
    // Whether content is among what lies behind depends on the version of Node: nothing is read after it.
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
