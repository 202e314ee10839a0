import type { EdgeSite } from '../../build/contract/edge-site.ts';
import { targetLimit } from '../../build/contract/target-limit.ts';
import { answer, outsideAnswer } from '../answers/answer.ts';
import { type Place, placeBelow } from '../answers/mount.ts';
import { failureAnswer, problemAnswer, refusalAnswer } from '../answers/problem.ts';
import { exemptPaths, routeAnswer } from '../answers/routes.ts';
import type { Answer } from '../answers/value.ts';
import { toFields } from '../http/field-lines.ts';
import { policyField, type Quota, type QuotaPolicy, quotaLines } from '../http/quota.ts';
import type { RequestFacts, RequestHeaders } from '../http/request.ts';
import { normalPath } from '../http/request-target.ts';
import { type Asset, type Assets, fetchAsset } from './assets.ts';
import { openEdgeSite } from './open-edge-site.ts';

export type { Assets, EdgeSite };

type EdgeCount = { readonly used: number; readonly reset: number };

/** Counts requests in a store that every instance of the handler shares. */
export interface EdgeRateLimiter {
  /**
   * Counts one request of a client.
   *
   * @returns requests of that client in its window, this one included, and seconds until the window ends. If it throws,
   *   the request is answered uncounted
   */
  count(request: Request, policy: QuotaPolicy): EdgeCount | Promise<EdgeCount>;
  /** Whether a request over the quota gets 429. Default: it is only reported. */
  readonly enforced?: boolean;
}

export interface HandlerOptions {
  /** The table of the site: `site.json` of `diptych export fetch`. */
  readonly site: EdgeSite;
  readonly assets: Assets;
  /** Without it RateLimit-Limit and RateLimit-Policy are sent, RateLimit-Remaining and RateLimit-Reset are not. */
  readonly rateLimiter?: EdgeRateLimiter;
  /** Is told of failures that clients are not told of. Default: `console.error`. */
  readonly report?: (error: unknown) => void;
}

type Counted = Pick<Quota, 'limit' | 'policy'> & Partial<Quota>;

/**
 * Answers requests for a built site with nothing but web standards: negotiation, conditions, ranges, problems, redirects,
 * links, caches and security fields as the proxy has them.
 *
 * @throws {TypeError} one line, if `site` is not a table that this version wrote
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const { assets, rateLimiter, report = (error) => console.error(error) } = options;
  const { site: published, find } = openEdgeSite(options.site);
  const uncounted: Counted = { limit: published.quota.limit, policy: policyField(published.quota) };

  async function count(request: Request, target: string): Promise<Counted> {
    if (!rateLimiter) return uncounted;
    try {
      const { used, reset } = await rateLimiter.count(request, published.quota);
      if (!(used >= 0 && reset >= 0)) throw new TypeError(`rateLimiter.count: found ${used} requests, ${reset} seconds`);
      const { limit, window } = published.quota;
      return {
        ...uncounted,
        remaining: Math.max(0, limit - used),
        reset: Math.min(window, Math.max(1, Math.ceil(reset))),
        refused: used > limit && rateLimiter.enforced === true && !exemptPaths.has(target),
      };
    } catch (error) {
      report(error);
      return uncounted;
    }
  }

  function decide(facts: RequestFacts, { site, isOutside }: Place, quota: Counted): Answer | Promise<Answer> {
    if (quota.refused) return refusalAnswer(facts, site, quota as Quota);
    if (facts.target.length + facts.query.length > targetLimit) return problemAnswer(facts, site, 'uriTooLong');
    if (isOutside) return outsideAnswer(facts, site, published.base);
    const path = facts.target === '' ? '/' : normalPath(facts.target);
    return routeAnswer(facts, site, 'ok') ?? answer(facts, site, path === undefined ? undefined : find(path));
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const place = placeBelow(published, '', pathname);
    const facts = factsOf(request, place.target, search);
    const quota = await count(request, facts.target);
    const write = (found: Answer): Promise<Response> => toResponse(found, quota, assets, request);
    try {
      const found = await decide(facts, place, quota);
      if (found.cause !== undefined) report(found.cause);
      return await write(found);
    } catch (error) {
      report(error);
      return write(failureAnswer(facts, place.site, error));
    }
  };
}

function factsOf(request: Request, target: string, query: string): RequestFacts {
  const headers = Object.fromEntries(request.headers) as RequestHeaders;
  return { method: request.method, target, query, headers, begun: 0 };
}

async function toResponse(found: Answer, quota: Counted, assets: Assets, request: Request): Promise<Response> {
  const { status, body } = found;
  const headers = new Headers();
  const fields = toFields(found.fields + quotaLines(quota));
  for (let i = 0; i < fields.length; i += 2) headers.append(fields[i]!, fields[i + 1]!);
  const part = typeof body === 'object' && 'stored' in body ? body : undefined;
  const text = typeof body === 'string' ? encoder.encode(body) : undefined;
  const known = part ? part.end - part.start + 1 : text?.length;
  if (known !== undefined) headers.set('Content-Length', `${known}`);
  if (request.method === 'HEAD' || !part)
    return new Response(request.method === 'HEAD' || !known ? null : text!, { status, headers });
  const asset = part.stored as Asset;
  const { body: bytes, isListed, length, restrictions } = await fetchAsset(assets, asset, part.start, part.end, request);
  // What lies there is served, but not under the name of other bytes.
  if (!isListed) headers.delete('ETag');
  if (length === undefined) headers.delete('Content-Length');
  else headers.set('Content-Length', `${length}`);
  for (const [name, value] of restrictions) headers.set(name, value);
  return new Response(bytes, { status, headers });
}

const encoder = new TextEncoder();
