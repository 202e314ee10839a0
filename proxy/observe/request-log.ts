import { randomUUID } from 'node:crypto';
import type { Observer } from '../exchange.ts';
import { toPathReference } from '../http/request-target.ts';
import type { LogLevel } from './log.ts';

export interface LineSink {
  write(line: string): void;
}

/**
 * The request log: one line for each finished answer, with the client's User-Agent, without bodies, queries, credentials or
 * addresses.
 *
 * A 5xx answer is an error, every other one information, and so is the 501 of a stub: a `level` above `info` leaves only
 * errors.
 */
export function createRequestLog(level: LogLevel, sink: LineSink, format: 'json' | 'combined' = 'json'): Observer {
  const toText = format === 'json' ? createJsonLine() : createCombinedLine();
  const [errors, others] = [level !== 'silent', level === 'debug' || level === 'info'];
  function write(line: RequestLine): void {
    const isError = line.status >= 500 && line.status !== 501;
    if (isError ? errors : others) sink.write(toText(line, isError));
  }

  return {
    begin(exchange) {
      const id = randomUUID();
      const { req, res, target } = exchange;
      const { method } = req;
      return (bytes) =>
        write({
          id,
          method,
          path: target === '*' ? '*' : toPathReference(target),
          status: res.statusCode,
          surface: exchange.surface,
          variant: exchange.variant,
          bytes,
          // For reports only.
          agent: req.headers['user-agent'],
          ms: Math.round((performance.now() - exchange.begun) * 1000) / 1000,
          // Present only if the client did not get the whole answer.
          cut: res.writableFinished ? undefined : true,
        });
    },
    raw: (status) => write({ id: randomUUID(), status, variant: 'problem', raw: true }),
  };
}

interface RequestLine {
  readonly id: string;
  readonly method?: string | undefined;
  readonly path?: string;
  readonly status: number;
  readonly bytes?: number;
  readonly agent?: string | undefined;
  readonly [field: string]: unknown;
}

type ToText = (line: RequestLine, isError: boolean) => string;

/** JSON with the levels of pino (30: information, 50: error) and the time in UTC, for what reads such logs. */
function createJsonLine(): ToText {
  const time = createTime(1, (at) => at.toISOString());
  return (line, isError) => `{"level":${isError ? 50 : 30},"time":"${time()}",${JSON.stringify(line).slice(1)}\n`;
}

/** Combined Log Format; `-` for a missing value. */
function createCombinedLine(): ToText {
  const time = createTime(1000, (at) => {
    const [, day, month, year, clock] = /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(at.toUTCString())!;
    return `${day}/${month}/${year}:${clock} +0000`;
  });
  const quoted = (text = '-'): string =>
    `"${text.replace(/["\\]|[^\x20-\x7E]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
  return ({ method, path, status, bytes, agent }) => {
    const request = method === undefined ? undefined : `${method} ${path} HTTP/1.1`;
    return `- - - [${time()}] ${quoted(request)} ${status} ${bytes ?? '-'} "-" ${quoted(agent)}\n`;
  };
}

/** The time as text, made once in so many milliseconds. */
function createTime(every: number, toText: (at: Date) => string): () => string {
  let last = Number.NaN;
  let text = '';
  return () => {
    const now = Math.floor(Date.now() / every);
    if (now !== last) text = toText(new Date(now * every));
    last = now;
    return text;
  };
}
