import { randomUUID } from 'node:crypto';
import { UserError } from '../../build/contract/std/errors.ts';
import type { Observer } from '../exchange.ts';
import { toPathReference } from '../http/request-target.ts';
import { createByteCounter } from './bytes-sent.ts';
import type { LogLevel } from './log.ts';

/** A stream for the lines. */
export interface LineSink {
  write(line: string): void;
}

/**
 * The request log: one line for each finished answer, with the client's User-Agent, without bodies, queries, credentials or
 * addresses. `pino`, which writes JSON, is optional and loaded only here.
 *
 * A 5xx answer is an error, every other one information, and so is the 501 of a stub: a `level` above `info` leaves only
 * errors.
 *
 * @throws {UserError} if pino is not installed
 */
export async function createRequestLog(level: LogLevel, sink: LineSink, format: 'json' | 'combined' = 'json'): Promise<Observer> {
  const log = format === 'json' ? await createJsonLog(level, sink) : createCombinedLog(level, sink);
  const bytesSince = createByteCounter();
  const write = (status: number, line: RequestLine): void => log[status >= 500 && status !== 501 ? 'error' : 'info'](line);

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
          // For reports only.
          agent: req.headers['user-agent'],
          ms: Math.round((performance.now() - exchange.begun) * 1000) / 1000,
          // Present only if the client did not get the whole answer.
          cut: res.writableFinished ? undefined : true,
        });
      };
    },
    raw: (status) => write(status, { id: randomUUID(), status, variant: 'problem', raw: true }),
  };
}

/** The fields of a line. */
interface RequestLine {
  readonly id: string;
  readonly method?: string | undefined;
  readonly path?: string;
  readonly status: number;
  readonly bytes?: number;
  readonly agent?: string | undefined;
  readonly [field: string]: unknown;
}

type LineLog = Readonly<Record<'error' | 'info', (line: RequestLine) => void>>;

async function createJsonLog(level: LogLevel, sink: LineSink): Promise<LineLog> {
  const { pino, stdTimeFunctions } = await import('pino').catch((cause: unknown) => {
    throw new UserError('the request log needs the package pino: npm install pino', { cause });
  });
  const log: LineLog = pino({ level, base: null, timestamp: stdTimeFunctions.isoTime }, sink);
  return log;
}

/** Combined Log Format; `-` for a missing value. */
function createCombinedLog(level: LogLevel, sink: LineSink): LineLog {
  const quoted = (text = '-'): string =>
    `"${text.replace(/["\\]|[^\x20-\x7E]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
  const write = ({ method, path, status, bytes, agent }: RequestLine): void => {
    const [, day, month, year, time] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date().toUTCString())!;
    const request = method === undefined ? undefined : `${method} ${path} HTTP/1.1`;
    sink.write(
      `- - - [${day}/${month}/${year}:${time} +0000] ${quoted(request)} ${status} ${bytes ?? '-'} "-" ${quoted(agent)}\n`,
    );
  };
  return { error: level === 'silent' ? () => {} : write, info: level === 'debug' || level === 'info' ? write : () => {} };
}
