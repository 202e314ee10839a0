import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SurfaceId } from '../build/contract/surfaces.ts';
import type { Quota } from './http/quota.ts';
import type { Site } from './origin/site.ts';

/** One request and its answer on their way through the proxy; what the log and the metrics read when it is over. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** When it came, by `performance.now()`. */
  readonly begun: number;
  /** Path of the request target as it was sent, without query; `*` for `OPTIONS *`. Not validated: never reflect it raw. */
  readonly target: string;
  /** With its question mark, or empty. */
  readonly query: string;
  /** The one snapshot of the site that the whole answer comes from. */
  readonly site: Site;
  quota: Quota;
  /** The row of the contract that answered; undefined for assets, redirects and what is not published. */
  surface: SurfaceId | undefined;
  variant: 'html' | 'markdown' | 'document' | 'asset' | 'redirect' | 'problem' | 'none';
}

/** Told of traffic: the request log, the metrics. The status is in `res.statusCode`, the bytes in `Content-Length`. */
export interface Observer {
  /** A request begins; what it returns is called once the answer was sent, or cut (`res.writableFinished` is false). */
  begin(exchange: Exchange): () => void;
  /** An answer on a bare socket, where Node gave no request. */
  raw(status: number, address: string | undefined): void;
  /** The origin, where it is another host, was asked: milliseconds until its head was whole, and its status unless it failed. */
  asked?(milliseconds: number, status: number | undefined): void;
}

/** Before the limiter has spoken. */
const uncounted: Quota = { limit: 0, remaining: 0, reset: 1, policy: '0;w=1', refused: false };

/** Opens the exchange of a request: splits the target once (RFC 9112 §3.2: origin-form, absolute-form, asterisk-form). */
export function createExchange(req: IncomingMessage, res: ServerResponse, site: Site): Exchange {
  let target = req.url ?? '/';
  if (target.charCodeAt(0) !== 47) target = target.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const mark = target.indexOf('?');
  return {
    req,
    res,
    begun: performance.now(),
    target: mark === -1 ? target : target.slice(0, mark) || '/',
    query: mark === -1 ? '' : target.slice(mark),
    site,
    quota: uncounted,
    surface: undefined,
    variant: 'none',
  };
}
