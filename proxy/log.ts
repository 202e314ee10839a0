/** What the proxy tells its operator, one line a message. pino's `(details, message)` order turned round. */
export interface Log {
  debug(message: string, details?: Readonly<Record<string, unknown>>): void;
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

const ignore = (): void => {};

/** Says nothing: the log of an embedded proxy that was given none. */
export const silentLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
