import type { IncomingMessage, ServerResponse } from 'node:http';
import { mountedAt } from './answers/mount.ts';
import type { Answer } from './answers/value.ts';
import type { Quota } from './http/quota.ts';
import type { RequestFacts, RequestHeaders } from './http/request.ts';
import type { Site } from './origin/origin.ts';

/** One request and its answer; the log and the metrics read it at the end. */
export interface Exchange extends RequestFacts {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The snapshot of the site for the whole answer, relative to the mount path. */
  readonly site: Site;
  /** Whether the request is outside the base path of the site. */
  readonly isOutside: boolean;
  quota: Quota;
  surface: Answer['surface'];
  variant: Answer['variant'];
}

/** Observes traffic: the request log, the metrics. The status is in `res.statusCode`, the size in `Content-Length`. */
export interface Observer {
  /** A request begins. The returned function gets the bytes of the answer when it was sent or cut (`res.writableFinished`). */
  begin(exchange: Exchange): (bytes: number) => void;
  /** An answer was written to a bare socket, because Node gave no request. */
  raw(status: number, address: string | undefined): void;
  /** A connection was closed without an answer: too many are open in all, or of one client. */
  refused?(bound: 'all' | 'client'): void;
  /** Another host answered: milliseconds until its head was complete, and its status unless it failed. */
  asked?(milliseconds: number, status: number | undefined): void;
  /** A cached answer of another host was used. */
  reused?(): void;
}

/** The quota before the limiter has counted. */
const uncounted: Quota = { limit: 0, remaining: 0, reset: 1, policy: '0;w=1', refused: false };

/** Opens the exchange of a request: splits the target once (RFC 9112 §3.2: origin-form, absolute-form, asterisk-form). */
export function createExchange(req: IncomingMessage, res: ServerResponse, site: Site): Exchange {
  let target = req.url ?? '/';
  if (target.charCodeAt(0) !== 47) target = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark) || '/';
  const mount = mountPathOf(req);
  const isBare = mount !== '' && path === '/' && !pathOf((req as Cut).originalUrl ?? '/').endsWith('/');
  const { site: placed, target: placedTarget, isOutside } = mountedAt(site, mount, isBare ? '' : path);
  // No spread: V8 gives an object literal with a leading spread a slow shape.
  return {
    req,
    res,
    site: placed,
    target: placedTarget,
    isOutside,
    method: req.method ?? 'GET',
    query: mark === -1 ? '' : target.slice(mark),
    headers: req.headers as RequestHeaders,
    begun: performance.now(),
    quota: uncounted,
    surface: undefined,
    variant: 'none',
  };
}

/** Where frameworks keep the full target when they shorten `url`: Express in both, connect in the last. */
interface Cut {
  readonly url?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
}

/** The path at which the embedder mounted the proxy, as received; empty at the root. */
function mountPathOf({ url = '/', baseUrl, originalUrl }: Cut): string {
  if (baseUrl !== undefined) return baseUrl;
  if (originalUrl === undefined || originalUrl === url) return '';
  const [whole, rest] = [pathOf(originalUrl), pathOf(url)];
  if (whole.endsWith(rest)) return whole.slice(0, -rest.length);
  return rest === '/' ? whole : '';
}

const pathOf = (target: string): string => target.split('?', 1)[0]!;
