import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headerCountLimit } from '../../http/request-target.ts';

/** A connection with the response that it is busy with, where Node keeps it; those behind it follow one by one. */
export type Answering = Socket & { _httpMessage?: ServerResponse | null };

/** Waits for the answers to the requests that came before: they are whole, and in order. */
export function afterAnswers(socket: Answering, then: () => void): void {
  const current = socket._httpMessage;
  if (!current) then();
  // The last answer of the connection: nothing may follow it.
  else if (current.shouldKeepAlive) current.once('close', () => setImmediate(afterAnswers, socket, then));
}

/**
 * Gives a connection that Node has let go of, as for an upgrade, back to its server once the answers before are sent: as a
 * new one that begins with a request that was taken from it. Nothing is read from it meanwhile.
 *
 * @param rest what came behind the head of the request
 * @param without names of fields, in lower case, that the request loses
 * @param added lines that it gets instead
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
    // Node listens for these again with the new parser, and removes its own listeners only with the connection.
    for (const event of ['timeout', 'resume', 'pause']) socket.removeAllListeners(event);
    // Of too many fields some are lost, and with them perhaps where the content ends.
    if (!socket.writable || req.rawHeaders.length > headerCountLimit * 2) return void socket.destroySoon();
    socket.unshift(Buffer.concat([Buffer.from(headOf(req, without, added), 'latin1'), rest]));
    server.emit('connection', socket);
    socket.resume();
  });
}

/** The head of a request as it came, because Node's parser took it from the packet. */
function headOf({ method, url, httpVersion, rawHeaders }: IncomingMessage, without: readonly string[], added: string): string {
  let head = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!without.includes(rawHeaders[i]!.toLowerCase())) head += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`;
  return `${head}${added}\r\n`;
}
