import { randomUUID } from 'node:crypto';
import { UserError } from '../../build/contract/std/errors.ts';
import type { Observer } from '../exchange.ts';
import { toPathReference } from '../http/request-target.ts';
import { createByteCounter } from './bytes-sent.ts';
import type { LogLevel } from './log.ts';

/** A stream that takes the lines. */
export interface LineSink {
  write(line: string): void;
}

/**
 * The request log: one JSON line for each finished answer, with the client's User-Agent, without bodies, queries, credentials or
 * addresses. `pino` is optional and loaded here only.
 *
 * A 5xx answer is an error, every other one information: a `level` above `info` leaves only errors. A 501 is
 * information, because stubs answer it.
 *
 * @throws {UserError} if pino is not installed
 */
export async function createRequestLog(level: LogLevel, sink: LineSink): Promise<Observer> {
  const { pino, stdTimeFunctions } = await import('pino').catch((cause: unknown) => {
    throw new UserError('the request log needs the package pino: npm install pino', { cause });
  });
  const bytesSince = createByteCounter();
  const log = pino({ level, base: null, timestamp: stdTimeFunctions.isoTime }, sink);

  function write(status: number, line: object): void {
    if (status >= 500 && status !== 501) log.error(line);
    else log.info(line);
  }

  return {
    begin(exchange) {
      const id = randomUUID();
      const { req, res, target } = exchange;
      const { socket, method } = req;
      return () => {
        const { surface, variant } = exchange;
        const status = res.statusCode;
        write(status, {
          id,
          method,
          path: target === '*' ? '*' : toPathReference(target),
          status,
          surface,
          variant,
          bytes: bytesSince(socket),
          // For reports; no answer depends on it.
          agent: req.headers['user-agent'],
          ms: Math.round((performance.now() - exchange.begun) * 1000) / 1000,
          // Present only if the client did not get the whole answer.
          ...(res.writableFinished ? {} : { cut: true }),
        });
      };
    },
    raw: (status) => write(status, { id: randomUUID(), status, variant: 'problem', raw: true }),
  };
}
