import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemId } from '../../../build/contract/problem-types.ts';
import { serverMethods } from '../../../build/contract/requests.ts';
import { type Occurrence, problemAnswer, refusalAnswer } from '../../answers/problem.ts';
import type { RateLimiter } from '../../http/quota.ts';
import type { Origin } from '../../origin/origin.ts';
import type { ResolvedProxyOptions } from '../../settings.ts';
import { toBytes } from '../write-answer.ts';
import { type Answering, afterAnswers } from './reopen.ts';
import { discardThen, stopReading } from './request-body.ts';

/** An error of Node's parser or timers. */
interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Problems for the error codes of Node's parser and timers. */
const problemOf: Readonly<Record<string, ProblemId>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'contentTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/**
 * Answers input that Node's parser rejects, which Node would answer with a bare status line: a fifth of the answers to bad
 * traffic. These are counted and rendered like all answers. Behind trusted hops their sender is unknown: they are counted
 * together and never refused.
 */
export function answerRaw(
  server: Server,
  origin: Origin,
  limiter: RateLimiter,
  { observers, trustedHops }: ResolvedProxyOptions,
): void {
  const broken = new WeakSet<Duplex>();

  server.on('clientError', (error: ClientError, socket: Duplex) => {
    if (broken.has(socket)) return;
    broken.add(socket);
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (!stopReading(socket, toProblemId(error)))
      afterAnswers(socket as Answering, () => answer(socket as Socket, toProblemId(error)));
  });

  server.on('connect', (_req: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    const refusal = { detail: 'This is not a forward proxy.', fields: ['Allow', serverMethods.join(', ')] };
    afterAnswers(socket as Answering, () => answer(socket as Socket, 'methodNotAllowed', refusal));
  });

  async function answer(socket: Socket, id: ProblemId, occurrence?: Occurrence): Promise<void> {
    const nameless = trustedHops > 0;
    const address = nameless ? undefined : socket.remoteAddress;
    const quota = await limiter.count({ address, forwardedFor: undefined, exempt: nameless });
    const request = { target: '/' };
    const problem =
      quota.refused && id !== 'requestTimeout'
        ? refusalAnswer(request, origin.site, quota)
        : problemAnswer(request, origin.site, id, occurrence);
    for (const observer of observers) observer.raw(problem.status, socket.remoteAddress);
    if (!socket.writable) return;
    socket.end(toBytes(problem, quota));
    discardThen(socket, () => socket.destroySoon());
  }
}

function toProblemId({ code = '', rawPacket, bytesParsed = 0 }: ClientError): ProblemId {
  const known = problemOf[code];
  if (known) return known;
  const line = lineAt(rawPacket, bytesParsed);
  // A method unknown to the parser is unknown to the service (RFC 9110 §15.6.2).
  if (code === 'HPE_INVALID_METHOD' && /^[!#$%&'*+.^_`|~\w-]+ [/*]/.test(line)) return 'notImplemented';
  if (code === 'HPE_INVALID_VERSION' && /HTTP\/\d\.\d\s*$/.test(line)) return 'versionNotSupported';
  return 'invalidRequest';
}

/** The line at which the parser stopped; other requests may precede it in the same packet. */
function lineAt(packet: Buffer | undefined, position: number): string {
  if (packet === undefined) return '';
  const start = position === 0 ? 0 : packet.lastIndexOf('\n', position - 1) + 1;
  const end = packet.indexOf('\n', start);
  return packet.toString('latin1', start, end === -1 ? start + 256 : Math.min(end, start + 256));
}
