import { randomUUID } from 'node:crypto';
import { parseUrl } from '#contract/site-url';
import { UserError } from '#contract/std/errors';
import { collect } from '../http/collect.ts';
import { OriginFailure } from './failure.ts';

/** Longest wait for the head of an answer, and between two pieces of its body, in milliseconds. */
const patience = 10_000;
/** Names this proxy in Via, so that it finds out if it is its own host. */
export const viaName = `diptych-${randomUUID()}`;

/** An answer of a host, with its body in pieces. */
export interface HostAnswer {
  readonly response: Response;
  /** Each piece within a time; an error ends it. */
  pieces(): AsyncGenerator<Uint8Array>;
}

export interface HostClient {
  /** URL of the folder of the site at the host, without a slash at its end. */
  readonly root: string;
  /**
   * Requests a path below it, and follows no redirect.
   *
   * @throws {OriginFailure} (rejects with it) if the host cannot be reached, or not in time
   */
  ask(
    path: string,
    init?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<HostAnswer>;
}

/**
 * A client for one static host.
 *
 * @param origin URL of the host, with the folder of the site
 * @param timeout longest time for one whole answer, in milliseconds
 * @param onAnswer called with the milliseconds until each head, and its status unless it failed
 * @throws {UserError} if it is not the URL of a host
 */
export function createHostClient(
  origin: string,
  timeout: number,
  onAnswer: (milliseconds: number, status: number | undefined) => void,
): HostClient {
  const url = parseUrl(origin);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new UserError(`origin: found ${JSON.stringify(origin)}, expected an http(s) URL without credentials and query`);
  const root = url.origin + url.pathname.replace(/\/+$/, '');
  return {
    root,
    async ask(path, { method = 'GET', headers = {} } = {}) {
      const begun = performance.now();
      const control = new AbortController();
      const late = (): void => control.abort(new OriginFailure('gatewayTimeout', `${path}: the host is too slow`));
      const deadline = setTimeout(late, timeout).unref();
      const patiently = <T>(waiting: Promise<T>): Promise<T> => {
        const timer = setTimeout(late, patience);
        return waiting.finally(() => clearTimeout(timer));
      };
      // Our own codings are verified; the host's would have to be trusted.
      const sent = { 'Accept-Encoding': 'identity', Via: `1.1 ${viaName}`, ...headers };
      const init = { method, headers: sent, redirect: 'manual', signal: control.signal } as const;
      try {
        const response = await patiently(fetch(root + path, init));
        onAnswer(performance.now() - begun, response.status);
        return { response, pieces: () => pieces(response) };
      } catch (error) {
        onAnswer(performance.now() - begun, undefined);
        clearTimeout(deadline);
        throw failure(error);
      }

      async function* pieces({ body }: Response): AsyncGenerator<Uint8Array> {
        const reader = body?.getReader();
        try {
          while (reader) {
            const { done, value } = await patiently(reader.read());
            if (done) return;
            yield value;
          }
        } catch (error) {
          throw failure(error);
        } finally {
          clearTimeout(deadline);
          await reader?.cancel().catch(() => {});
        }
      }

      function failure(error: unknown): OriginFailure {
        if (error instanceof OriginFailure) return error;
        const { cause, message } = error as Error;
        const { code, message: reason } = (cause ?? {}) as NodeJS.ErrnoException;
        return new OriginFailure('badGateway', `${path}: the host cannot be reached: ${code ?? reason ?? message}`, {
          cause: error,
        });
      }
    },
  };
}

/** The whole body. @throws {OriginFailure} (rejects with it) if it has more bytes than a limit */
export async function contentOf({ pieces }: HostAnswer, path: string, limit: number): Promise<Uint8Array> {
  const bytes = await collect(pieces(), limit);
  if (bytes === undefined) throw new OriginFailure('badGateway', `${path}: the host sends more than ${limit} bytes`);
  return bytes;
}
