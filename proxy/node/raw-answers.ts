import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemId } from '#contract/problem-types';
import { problemAnswer, refusalAnswer } from '../answers/problem.ts';
import type { RateLimiter } from '../http/quota.ts';
import type { Origin } from '../origin/origin.ts';
import type { ResolvedProxyOptions } from '../settings.ts';
import { toBytes } from './write-answer.ts';

interface ClientError extends Error {
  readonly code?: string;
}

/** A connection with the response to its latest request, and the one that is being sent, where Node keeps it. */
type Answering = Socket & { readonly latest?: ServerResponse; readonly _httpMessage?: ServerResponse | null };

/** Problems for the error codes of Node's parser and timers; for others the request is invalid. */
const problems: Readonly<Record<string, ProblemId>> = {
  // A method unknown to the parser is unknown to the service (RFC 9110 §15.6.2).
  HPE_INVALID_METHOD: 'notImplemented',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'contentTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/** How long the client may still send after such an answer, in milliseconds. */
const lastReading = 2_000;

/**
 * Answers input that Node's parser rejects, which Node would answer with a bare status line. These answers are counted and
 * rendered like all others, after those that are on their way. Behind trusted hops their sender is unknown: they are counted
 * together and never refused.
 */
export function answerRaw(server: Server, origin: Origin, limiter: RateLimiter, options: ResolvedProxyOptions): void {
  const { observers, trustedHops } = options;
  const broken = new WeakSet<Duplex>();

  server.on('clientError', (error: ClientError, duplex: Duplex) => {
    const socket = duplex as Answering;
    if (broken.has(socket)) return;
    broken.add(socket);
    const { latest } = socket;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    // What is broken or missing is the rest of the content of a request that was answered.
    else if (latest?.headersSent && !latest.req.complete) afterAnswers(socket, () => socket.destroySoon());
    else afterAnswers(socket, () => answer(socket, problems[error.code ?? ''] ?? 'invalidRequest'));
  });

  async function answer(socket: Socket, id: ProblemId): Promise<void> {
    const isNameless = trustedHops > 0;
    const address = isNameless ? undefined : socket.remoteAddress;
    const quota = await limiter.count({ address, forwardedFor: undefined, exempt: isNameless });
    const request = { target: '/' };
    const problem =
      quota.refused && id !== 'requestTimeout'
        ? refusalAnswer(request, origin.site, quota)
        : problemAnswer(request, origin.site, id);
    for (const observer of observers) observer.answeredRaw(problem.status, socket.remoteAddress);
    if (!socket.writable) return;
    socket.end(toBytes(problem, quota));
    // What the client still sends is ignored: if it met a closed socket, the client would lose the answer.
    setTimeout(() => socket.destroy(), lastReading).unref();
  }
}

/** Calls `then` when all earlier responses of the connection were sent, whole and in order. */
function afterAnswers(socket: Answering, then: () => void): void {
  const current = socket._httpMessage;
  // An answer that waits for the content of its request waits for what is broken.
  if (!current || (!current.headersSent && !current.req.complete)) then();
  // After the last answer of a connection nothing follows.
  else if (current.shouldKeepAlive) current.once('close', () => setImmediate(afterAnswers, socket, then));
}
