import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Answering, reopen } from './reopen.ts';

/** Most finished answers that may wait behind the current one of a connection. */
const most = 16;

/** A connection with Node's field and our counts. */
type Connection = Answering & {
  readonly parser?: { onIncoming?: (req: IncomingMessage, keepAlive: boolean) => number } | null;
  /** Number of answers waiting behind the current one, and the last of them. */
  behind?: number;
  latest?: ServerResponse;
};

/**
 * Stops reading from a connection while answers pile up. Node takes all requests of a packet at once: 64 KB hold two
 * thousand, 2 KB of memory each, kept for as long as the client reads nothing. Here a request is not taken while sixteen
 * answers wait, or one is still being made: Node releases the connection as for an upgrade, and gets it back as a new one,
 * with the remaining bytes, when the last answer was sent (RFC 9112 §9.3.2: answers are in order).
 *
 * @returns to be called with every response before it is made
 */
export function boundPipelining(server: Server): (res: ServerResponse) => void {
  server.on('connection', (socket: Connection) => {
    const { parser } = socket;
    const take = parser?.onIncoming;
    if (!parser || !take) return;
    parser.onIncoming = (req, keepAlive) => {
      // CONNECT takes the connection anyway; an embedder's own upgrade listener would get this request as an upgrade.
      if (req.method === 'CONNECT' || !isFull(socket) || server.listenerCount('upgrade') > 1) return take(req, keepAlive);
      Object.assign(req, { upgrade: true });
      server.prependOnceListener('upgrade', (_req, _socket, rest) => reopen(server, socket, req, rest));
      // Makes the parser stop after this head.
      return 2;
    };
  });
  return (res) => {
    const connection = res.req.socket as Connection;
    // A response without a connection waits for earlier ones.
    if (!res.socket) {
      connection.behind = (connection.behind ?? 0) + 1;
      connection.latest = res;
    } else if (connection.behind) connection.behind = 0;
  };
}

/** Whether answers wait, or the last one is still being made. */
function isFull({ _httpMessage: current, behind = 0, latest }: Connection): boolean {
  if (!current) return false;
  return behind >= most || !(behind ? latest! : current).writableEnded;
}
