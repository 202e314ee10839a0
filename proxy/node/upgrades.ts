import type { IncomingMessage, Server } from 'node:http';
import { type Answering, afterAnswers } from './client-errors.ts';
import { carriesBody } from './request-body.ts';

/**
 * Gives requests that ask for an upgrade back to the server without that wish: nothing is ever upgraded, so they are
 * requests like others (RFC 9110 §7.8). Without a listener Node answers them too, and drops whatever came behind them in
 * the same packet. Where the host listens for upgrades, they are its own; whoever else takes a connection listens for its
 * errors.
 */
export function declineUpgrades(server: Server): void {
  server.on('upgrade', (req: IncomingMessage, socket: Answering, behind: Buffer) => {
    if (server.listenerCount('upgrade') > 1 || socket.listenerCount('error') > 0) return;
    socket.on('error', ignore);
    afterAnswers(socket, () => {
      if (socket.destroyed) return;
      // What the first life of the connection left: the timer between two requests, and who listens for it.
      socket.setTimeout(0).off('error', ignore).removeAllListeners('timeout');
      // Whether content is among what lies behind depends on the version of Node: nothing is read after it.
      const bytes = carriesBody(req) ? [Buffer.from(headOf(req, last), 'latin1')] : [Buffer.from(headOf(req), 'latin1'), behind];
      socket.unshift(Buffer.concat(bytes));
      server.emit('connection', socket);
    });
  });
}

const ignore = (): void => {};

const dropped: ReadonlySet<string> = new Set(['upgrade']);
const last: ReadonlySet<string> = new Set(['upgrade', 'connection', 'content-length', 'transfer-encoding']);

/** The head as it came, without some fields; it closes the connection where those of its content are among them. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage, without = dropped): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!without.has(rawHeaders[i]!.toLowerCase())) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  if (without === last) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}
