import { randomUUID } from 'node:crypto';
import { UserError } from '../../build/contract/user-error.ts';
import type { Observer } from '../exchange.ts';
import { toPathReference } from '../http/request-target.ts';
import type { LogLevel } from '../log.ts';
import { createByteCounter } from './bytes-sent.ts';

/** What takes the lines: a stream, of which only this is used. */
export interface LineSink {
  write(line: string): void;
}

/**
 * The request log: one JSON line for each answer, when it is over. Neither bodies nor queries, credentials or addresses
 * are in it. `pino` is loaded here and only here.
 *
 * An answer that tells of a failure of ours is an error, every other one information: a `level` above `info` leaves
 * only the failures. A 501 is none: it is what the stubs say.
 *
 * @throws {UserError} when pino is not installed
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
          ms: Math.round((performance.now() - exchange.begun) * 1000) / 1000,
          // Written only where it is so: the client got less than the whole.
          ...(res.writableFinished ? {} : { cut: true }),
        });
      };
    },
    raw: (status) => write(status, { id: randomUUID(), status, variant: 'problem', raw: true }),
  };
}
