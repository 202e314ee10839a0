import { type ProblemId, problemTypes } from '../../build/contract/problem-types.ts';
import type { Exchange } from '../exchange.ts';
import type { Log } from '../observe/log.ts';
import { OriginFailure } from '../origin/failure.ts';
import { sendProblem } from './problem.ts';

/** 429, with Retry-After equal to RateLimit-Reset (RFC 6585 §4). */
export function sendRefusal(exchange: Exchange): undefined {
  const { limit, reset, policy } = exchange.quota;
  return sendProblem(exchange, 'rateLimitExceeded', {
    detail: `${limit} requests in ${policy.slice(policy.indexOf('=') + 1)} seconds are allowed.`,
    hint: `Wait ${reset} seconds, then retry.`,
    fields: ['Retry-After', `${reset}`],
  });
}

/**
 * A failure of the origin as the problem it names, anything else as a 500 whose cause only the log knows. Where the
 * answer has begun the connection is cut: the client must see that it is not whole.
 */
export function sendFailure(exchange: Exchange, error: unknown, log: Log): void {
  const { res } = exchange;
  if (res.destroyed || (error as NodeJS.ErrnoException)?.code === 'ERR_STREAM_PREMATURE_CLOSE') return void res.destroy();
  const failure = error instanceof OriginFailure ? error : undefined;
  if (failure) log.warn(failure.message);
  else log.error('unexpected error', { error: error instanceof Error ? error.stack : String(error) });
  if (res.headersSent) return void res.destroy();
  sendProblem(exchange, failure?.problem ?? clientFaultOf(error) ?? 'internalError', {
    detail: failure?.detail,
    fields: failure?.retryAfter === undefined ? [] : ['Retry-After', failure.retryAfter],
  });
}

/** What a host's own middleware found wrong with the request, where it says so by a status as Express does. */
function clientFaultOf(error: unknown): ProblemId | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  const ids = Object.keys(problemTypes) as ProblemId[];
  return ids.find((id) => problemTypes[id].status === status && problemTypes[id].status < 500);
}
