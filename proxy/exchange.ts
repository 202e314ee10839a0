import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answers/value.ts';
import type { Quota } from './http/quota.ts';
import type { RequestFacts, RequestHeaders } from './http/request.ts';
import { placeWithin } from './http/request-target.ts';
import type { Site } from './origin/origin.ts';

/** One request and its answer; the log and the metrics read it at the end. */
export interface Exchange extends RequestFacts {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The snapshot of the site for the whole answer. */
  readonly site: Site;
  /** Whether the request is outside the base path of the site. */
  readonly isOutside: boolean;
  /** When the request arrived, by `performance.now()`. */
  readonly arrivedAt: number;
  quota: Quota;
  surface: Answer['surface'];
  variant: Answer['variant'];
  /** The proxy gave up an answer that it had begun. */
  hasFailed: boolean;
}

/** Observes traffic: the request log, the metrics. */
export interface Observer {
  /** A request begins. The returned function gets the bytes of the answer when it was sent or cut: `res` says which, and has the status. */
  begin(exchange: Exchange): (bytes: number) => void;
  /** An answer was written to a bare socket, because Node gave no request. */
  answeredRaw(status: number, address: string | undefined): void;
  /** A connection was closed without an answer: too many are open in all, or of one client. */
  refusedConnection?(bound: 'all' | 'client'): void;
  /** A host answered: milliseconds until its head was complete, and its status unless it failed. */
  hostAnswered?(milliseconds: number, status: number | undefined): void;
}

/** The quota before the limiter has counted. */
const uncounted: Quota = { limit: 0, remaining: 0, reset: 1, policy: '0;w=1', refused: false };

/** Opens the exchange of a request: splits the target once (RFC 9112 §3.2: origin-form, absolute-form, asterisk-form). */
export function createExchange(req: IncomingMessage, res: ServerResponse, site: Site): Exchange {
  const asked = targetOf(req);
  const target = asked.startsWith('/') ? asked : asked.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = target.indexOf('?');
  const place = placeWithin(site.base, mark === -1 ? target : target.slice(0, mark) || '/');
  return {
    req,
    res,
    site,
    target: place.target,
    isOutside: place.isOutside,
    method: req.method ?? 'GET',
    query: mark === -1 ? '' : target.slice(mark),
    headers: req.headers as RequestHeaders,
    arrivedAt: performance.now(),
    quota: uncounted,
    surface: undefined,
    variant: 'none',
    hasFailed: false,
  };
}

/** Where frameworks keep the full target when they shorten `url`: Express in both, connect in the last. */
interface Shortened {
  readonly url?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
}

/** The whole target, wherever the proxy is mounted: the URL of the site says what it lies below. */
function targetOf({ url = '/', baseUrl, originalUrl }: Shortened): string {
  if (originalUrl === undefined) return url;
  if (baseUrl === undefined) return originalUrl;
  return originalUrl.split('?', 1)[0] === baseUrl ? originalUrl : baseUrl + url;
}
