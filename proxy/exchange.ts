import type { IncomingMessage, ServerResponse } from 'node:http';
import { placeBelow } from './answers/mount.ts';
import type { Answer } from './answers/value.ts';
import type { Quota } from './http/quota.ts';
import type { RequestFacts, RequestHeaders } from './http/request.ts';
import type { Site } from './origin/origin.ts';

/** One request and its answer on their way through the proxy; what the log and the metrics read when it is over. */
export interface Exchange extends RequestFacts {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The one snapshot of the site that the whole answer comes from, below the path at which it is served. */
  readonly site: Site;
  /** Whether the request lies outside of the path below which the site lies. */
  readonly isOutside: boolean;
  quota: Quota;
  surface: Answer['surface'];
  variant: Answer['variant'];
}

/** Told of traffic: the request log, the metrics. The status is in `res.statusCode`, the bytes in `Content-Length`. */
export interface Observer {
  /** A request begins; what it returns is called once the answer was sent, or cut (`res.writableFinished` is false). */
  begin(exchange: Exchange): () => void;
  /** An answer on a bare socket, because Node gave no request. */
  raw(status: number, address: string | undefined): void;
  /** A connection was closed unanswered: too many are open, or one client holds too many. */
  refused?(bound: 'all' | 'client'): void;
  /** The origin, if it is another host, was asked: milliseconds until its head was complete, and its status unless it failed. */
  asked?(milliseconds: number, status: number | undefined): void;
  /** An answer of the origin was used again, without asking it. */
  reused?(): void;
}

/** Before the limiter has counted. */
const uncounted: Quota = { limit: 0, remaining: 0, reset: 1, policy: '0;w=1', refused: false };

/** Opens the exchange of a request: splits the target once (RFC 9112 §3.2: origin-form, absolute-form, asterisk-form). */
export function createExchange(req: IncomingMessage, res: ServerResponse, site: Site): Exchange {
  let target = req.url ?? '/';
  if (target.charCodeAt(0) !== 47) target = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark) || '/';
  const mount = mountPathOf(req);
  const isBare = mount !== '' && path === '/' && !pathOf((req as Cut).originalUrl ?? '/').endsWith('/');
  const { site: placed, target: placedTarget, isOutside } = placeBelow(site, mount, isBare ? '' : path);
  // No spread: a literal that begins with one gets a slow shape, and every read of the exchange would pay for it.
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

/** What frameworks keep of a request whose `url` they cut: Express both of the others, connect the last. */
interface Cut {
  readonly url?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
}

/** The path below which the embedder has mounted the proxy, as it was sent; empty at the root. */
function mountPathOf({ url = '/', baseUrl, originalUrl }: Cut): string {
  if (baseUrl !== undefined) return baseUrl;
  if (originalUrl === undefined || originalUrl === url) return '';
  const [whole, rest] = [pathOf(originalUrl), pathOf(url)];
  if (whole.endsWith(rest)) return whole.slice(0, -rest.length);
  return rest === '/' ? whole : '';
}

const pathOf = (target: string): string => target.split('?', 1)[0]!;
