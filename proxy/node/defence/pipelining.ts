import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Answering, reopen } from './reopen.ts';

/** How many answers that are ready may wait behind the one that a connection is busy with. */
const most = 16;

/** A connection with what Node keeps here, and what is counted. */
type Connection = Answering & {
  readonly parser?: { onIncoming?: (req: IncomingMessage, keepAlive: boolean) => number } | null;
  /** How many answers stand behind the one that is being sent, and the last of them. */
  behind?: number;
  latest?: ServerResponse;
};

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
      // CONNECT takes the connection anyway; an embedder that listens for upgrades itself would be handed this request as one.
      if (req.method === 'CONNECT' || !isFull(socket) || server.listenerCount('upgrade') > 1) return take(req, keepAlive);
      Object.assign(req, { upgrade: true });
      server.prependOnceListener('upgrade', (_req, _socket, rest) => reopen(server, socket, req, rest));
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

/** Whether answers wait for their turn, or the last that was begun is still being made. */
function isFull({ _httpMessage: current, behind = 0, latest }: Connection): boolean {
  if (!current) return false;
  return behind >= most || !(behind ? latest! : current).writableEnded;
}
