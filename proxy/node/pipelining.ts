import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headerCountLimit } from '../http/request-target.ts';

/** How many answers that are ready may wait behind the one that a connection is busy with. */
const most = 16;

/** A connection with what Node keeps here: its parser, and the response that it is busy with. */
interface Connection extends Socket {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { onIncoming?: (req: IncomingMessage, keepAlive: boolean) => number } | null;
  /** How many answers stand behind the one that is being sent, and the last of them. */
  behind?: number;
  latest?: ServerResponse;
}

/**
 * Stops reading from a connection while its answers pile up. Node takes every request of a packet at once: 64 KB hold two
 * thousand of them, 2 KB of memory each, and a client that reads nothing makes them stay. Here a request that comes while
 * sixteen answers wait, or while one is still being made, is not taken: Node lets go of the connection as for an upgrade,
 * and gets it back as a new one, with the bytes not yet taken, when the last answer was sent (RFC 9112 §9.3.2: answers
 * are in order, and nobody must work on pipelined requests at once).
 *
 * @returns to be called with every response before it is made
 */
export function boundPipelining(server: Server): (res: ServerResponse) => void {
  server.on('connection', (socket: Connection) => {
    const { parser } = socket;
    const take = parser?.onIncoming;
    if (!parser || !take) return;
    parser.onIncoming = (req, keepAlive) => {
      if (!isFull(socket)) return take(req, keepAlive);
      Object.assign(req, { upgrade: true });
      server.prependOnceListener('upgrade', (_req, _socket, rest) => hold(server, socket, req, rest));
      // What makes the parser stop behind this head.
      return 2;
    };
  });
  return (res) => {
    const connection = res.req.socket as Connection;
    // A response has its connection from the start unless others are before it.
    if (!res.socket) {
      connection.behind = (connection.behind ?? 0) + 1;
      connection.latest = res;
    } else if (connection.behind) connection.behind = 0;
  };
}

/** The last response that was begun on a connection that is still sending, or has some to send. */
const latestOf = ({ _httpMessage: current, behind, latest }: Connection): ServerResponse => (behind ? latest : current)!;

function isFull(socket: Connection): boolean {
  if (!socket._httpMessage) return false;
  return (socket.behind ?? 0) >= most || !latestOf(socket).writableEnded;
}

/** Keeps a connection that no parser reads until its last answer was sent; then it begins anew with `req` and `rest`. */
function hold(server: Server, socket: Connection, req: IncomingMessage, rest: Buffer): void {
  const latest = latestOf(socket);
  const ignore = (): void => {};
  const stay = (): void => void socket.pause();
  const drained = (): void => void latest.emit('drain');
  socket.on('error', ignore).on('resume', stay).on('drain', drained).pause();
  latest.once('close', () => {
    socket.off('error', ignore).off('drain', drained).setTimeout(0);
    // Node hears these two again with the new parser, and takes its own ears off only with the connection.
    socket.removeAllListeners('resume').removeAllListeners('pause');
    // Of too many fields some are lost, and with them perhaps where the content ends.
    if (!socket.writable || req.rawHeaders.length > headerCountLimit * 2) return void socket.destroySoon();
    socket.unshift(rest);
    socket.unshift(headOf(req));
    server.emit('connection', socket);
    socket.resume();
  });
}

/** The head of a request as it came, for Node's parser took it from the packet. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) head += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`;
  return Buffer.from(`${head}\r\n`, 'latin1');
}
