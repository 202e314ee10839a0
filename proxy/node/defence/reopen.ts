import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headerCountLimit } from '../../http/request-target.ts';

/** A connection with its current response, where Node keeps it. */
export type Answering = Socket & { _httpMessage?: ServerResponse | null };

/** Calls `then` when all earlier responses of the connection were sent, whole and in order. */
export function afterAnswers(socket: Answering, then: () => void): void {
  const current = socket._httpMessage;
  if (!current) then();
  // The last answer of the connection: nothing follows it.
  else if (current.shouldKeepAlive) current.once('close', () => setImmediate(afterAnswers, socket, then));
}

/**
 * Returns a connection that Node released, as for an upgrade, to its server when the earlier answers are sent: as a new
 * connection that begins with the request. Nothing is read from it meanwhile.
 *
 * @param rest bytes after the head of the request
 * @param without names of fields, in lower case, to remove from the request
 * @param added lines to add instead
 */
export function reopen(
  server: Server,
  socket: Answering,
  req: IncomingMessage,
  rest: Buffer,
  without: readonly string[] = [],
  added = '',
): void {
  const ignore = (): void => {};
  const stay = (): void => void socket.pause();
  const drained = (): void => void socket._httpMessage?.emit('drain');
  socket.on('error', ignore).on('resume', stay).on('drain', drained).pause();
  afterAnswers(socket, () => {
    socket.off('error', ignore).off('drain', drained).setTimeout(0);
    // Node adds these listeners again for the new parser, and removes its own only with the connection.
    for (const event of ['timeout', 'resume', 'pause']) socket.removeAllListeners(event);
    // Node drops fields beyond the limit, perhaps the one that frames the content.
    if (!socket.writable || req.rawHeaders.length > headerCountLimit * 2) return void socket.destroySoon();
    socket.unshift(Buffer.concat([Buffer.from(headOf(req, without, added), 'latin1'), rest]));
    server.emit('connection', socket);
    socket.resume();
  });
}

/** The head of a request as received, rebuilt because Node's parser consumed it. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage, without: readonly string[], added: string): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!without.includes(rawHeaders[i]!.toLowerCase())) head += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`;
  return `${head}${added}\r\n`;
}
