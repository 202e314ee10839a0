import { randomUUID } from 'node:crypto';
import type { Observer } from '../exchange.ts';
import { toPathReference } from '../http/request-target.ts';
import type { LogLevel } from './log.ts';

export interface LineSink {
  write(line: string): void;
}

/** The status of a request whose client left before its answer was sent, as in nginx. */
const clientLeft = 499;

/**
 * The request log: one line for each finished answer, with the client's User-Agent, without bodies, queries, credentials or
 * addresses. JSON with the levels of pino (30: information, 50: error) and the time in UTC, or a short line for people.
 *
 * A 5xx answer is an error, every other one information, and so is the 501 of a stub: a `level` above `info` leaves only
 * errors.
 *
 * @param isForPeople whether a person reads it at a terminal
 */
export function createRequestLog(level: LogLevel, sink: LineSink, isForPeople = false): Observer {
  const [errors, others] = [level !== 'silent', level === 'debug' || level === 'info'];
  function write(line: RequestLine): void {
    const isError = line.status >= 500 && line.status !== 501;
    if (!(isError ? errors : others)) return;
    const { method = '-', path = '-', status, ms = 0, cut } = line;
    const time = new Date().toISOString();
    if (isForPeople) sink.write(`${time.slice(11, 19)} ${status} ${method} ${path} ${Math.round(ms)} ms${cut ? ' (cut)' : ''}\n`);
    else sink.write(`${JSON.stringify({ level: isError ? 50 : 30, time, id: randomUUID(), ...line })}\n`);
  }

  return {
    begin(exchange) {
      const { req, res, target } = exchange;
      return (bytes) => {
        const isWhole = res.writableFinished;
        write({
          method: req.method,
          path: target === '*' ? '*' : toPathReference(target),
          status: isWhole || exchange.hasFailed ? res.statusCode : clientLeft,
          surface: exchange.surface,
          variant: exchange.variant,
          bytes,
          // For reports only.
          agent: req.headers['user-agent'],
          ms: Math.round((performance.now() - exchange.arrivedAt) * 1000) / 1000,
          // Present only if the client did not get the whole answer.
          cut: isWhole ? undefined : true,
        });
      };
    },
    answeredRaw: (status) => write({ status, variant: 'problem', raw: true }),
  };
}

interface RequestLine {
  readonly method?: string | undefined;
  readonly path?: string;
  readonly status: number;
  readonly ms?: number;
  readonly cut?: true | undefined;
  readonly [field: string]: unknown;
}
