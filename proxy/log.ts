/** What the proxy tells its operator, one line a message. */
export interface Log {
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof levels)[number];

const ignore = (): void => {};

/** Says nothing: the log of an embedded proxy that was given none. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A log of plain lines for people: `warn: message {"details":…}`.
 *
 * @param least the least severe level that is written
 */
export function createLineLog(least: LogLevel, write: (line: string) => void): Log {
  const at = (level: keyof Log): Log[keyof Log] =>
    levels.indexOf(level) < levels.indexOf(least)
      ? ignore
      : (message, details) => write(`${level}: ${message}${details ? ` ${JSON.stringify(details)}` : ''}\n`);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** How often one message may be repeated, in milliseconds, and how many are remembered. */
const period = 10_000;
const remembered = 100;

/** The same log, which says the same thing at most once in ten seconds: a flood of requests makes none of lines. */
export function sparingLog(log: Log): Log {
  const said = new Map<string, number>();
  const sparing =
    (level: 'warn' | 'error'): Log[keyof Log] =>
    (message, details) => {
      const now = performance.now();
      const line = details ? message + JSON.stringify(details) : message;
      if (now - (said.get(line) ?? Number.NEGATIVE_INFINITY) < period) return;
      if (said.size >= remembered) said.clear();
      said.set(line, now);
      log[level](message, details);
    };
  return {
    debug: (message, details) => log.debug(message, details),
    info: (message, details) => log.info(message, details),
    warn: sparing('warn'),
    error: sparing('error'),
  };
}
