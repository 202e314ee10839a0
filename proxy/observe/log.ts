/** The operator's log, one line per message. */
export interface Log {
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export type LogLevel = (typeof levels)[number];

const ignore = (): void => {};

/** Discards everything: the default of an embedded proxy. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * A log of plain lines for people: `warn: message {"details":…}`.
 *
 * @param least least severe level that is written
 */
export function createLineLog(least: LogLevel, write: (line: string) => void): Log {
  const writerOf = (level: keyof Log): Log[keyof Log] =>
    levels.indexOf(level) < levels.indexOf(least)
      ? ignore
      : (message, details) => write(`${level}: ${message}${details ? ` ${JSON.stringify(details)}` : ''}\n`);
  return { debug: writerOf('debug'), info: writerOf('info'), warn: writerOf('warn'), error: writerOf('error') };
}

/** Milliseconds in which a message is not repeated, and most messages in that time. */
const period = 10_000;
const different = 20;

/**
 * The same log for warnings and errors that any request may cause: each is written once in ten seconds, and at most twenty
 * in all. The next one reports how many were omitted.
 *
 * @param now monotonic clock in milliseconds
 */
export function sparingLog(log: Log, now = () => performance.now()): Log {
  const written = new Set<string>();
  let since = now();
  let omitted = 0;
  const sparing =
    (level: 'warn' | 'error'): Log[keyof Log] =>
    (message, details) => {
      if (now() - since >= period) {
        if (omitted > 0) log.warn('failures like those before were not logged', { omitted });
        written.clear();
        since = now();
        omitted = 0;
      }
      const line = details ? message + JSON.stringify(details) : message;
      if (written.has(line) || written.size >= different) return void omitted++;
      written.add(line);
      log[level](message, details);
    };
  return {
    debug: (message, details) => log.debug(message, details),
    info: (message, details) => log.info(message, details),
    warn: sparing('warn'),
    error: sparing('error'),
  };
}
