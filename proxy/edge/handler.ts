import type { EdgeSite, EdgeSiteJson } from '../../build/contract/edge-site.ts';
import { targetLimit } from '../../build/contract/requests.ts';
import { answer, outsideAnswer } from '../answers/answer.ts';
import { type Mounted, mountedAt } from '../answers/mount.ts';
import { failureAnswer, problemAnswer, refusalAnswer } from '../answers/problem.ts';
import { exemptPaths, routeAnswer } from '../answers/routes.ts';
import type { Answer, StoredPart } from '../answers/value.ts';
import { createOriginTest } from '../http/allowed-hosts.ts';
import { memoize } from '../http/memoize.ts';
import { policyField, type Quota, type QuotaPolicy, quotaLines } from '../http/quota.ts';
import type { RequestFacts, RequestHeaders } from '../http/request.ts';
import { isPlain, normalPath } from '../http/request-target.ts';
import { searchAnswer } from '../search/answer.ts';
import { findPages, type ReadFile } from '../search/find-pages.ts';
import { mcpAnswer } from '../search/mcp/answer.ts';
import { type Asset, type Assets, fetchAsset } from './assets.ts';
import { openEdgeSite } from './open-edge-site.ts';

export type { Assets, EdgeSite };

type EdgeCount = { readonly used: number; readonly reset: number };

/** Counts requests in a store shared by all instances of the handler. */
export interface EdgeRateLimiter {
  /**
   * Counts one request of a client. If it throws, the request is answered uncounted.
   *
   * @returns requests of that client in its window, this one included, and seconds until the window ends
   */
  count(request: Request, policy: QuotaPolicy): EdgeCount | Promise<EdgeCount>;
  /** Whether requests over the quota get 429. Default: false, the quota is only reported. */
  readonly enforced?: boolean;
}

export interface HandlerOptions {
  /** The table of the site: `diptych-site.json`, written by `diptych export fetch`. */
  readonly site: EdgeSiteJson;
  readonly assets: Assets;
  /** Without it, RateLimit-Remaining and RateLimit-Reset are not sent; RateLimit-Limit and RateLimit-Policy are. */
  readonly rateLimiter?: EdgeRateLimiter;
  /** Called with failures whose cause is hidden from clients. Default: `console.error`. */
  readonly report?: (error: unknown) => void;
}

const isOwnOrigin = createOriginTest('');

type Counted = Pick<Quota, 'limit' | 'policy'> & Partial<Quota>;

/**
 * Makes a fetch handler for a built site: the proxy's negotiation, conditions, ranges, problems, redirects, links, caching
 * and security fields, with web standards only.
 *
 * @throws {TypeError} one line, if `site` is not a table written by this version
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  const { assets, rateLimiter, report = (error) => console.error(error) } = options;
  const { site: published, find } = openEdgeSite(options.site as EdgeSite);
  /** All answers with a representation share their lines. */
  const pairsOf = memoize(pairsIn, { length: 4096 });
  const uncounted: Counted = { limit: published.quota.limit, policy: policyField(published.quota) };
  const uncountedPairs = pairsIn(quotaLines(uncounted));

  async function count(limiter: EdgeRateLimiter, request: Request, target: string): Promise<Counted> {
    try {
      const { used, reset } = await limiter.count(request, published.quota);
      if (!(used >= 0 && reset >= 0)) throw new TypeError(`rateLimiter.count: found ${used} requests, ${reset} seconds`);
      const { limit, window } = published.quota;
      return {
        ...uncounted,
        remaining: Math.max(0, limit - used),
        reset: Math.min(window, Math.max(1, Math.ceil(reset))),
        refused: used > limit && limiter.enforced === true && !exemptPaths.has(target),
      };
    } catch (error) {
      report(error);
      return uncounted;
    }
  }

  const readFor =
    (request: Request): ReadFile =>
    async (path) => {
      const resource = find(path);
      if (resource?.kind !== 'document' || resource.representation.content.kind !== 'stored') return undefined;
      const { identity } = resource.representation.content;
      const { body } = await fetchAsset(assets, identity as Asset, 0, identity.size - 1, request);
      return new Uint8Array(await new Response(body).arrayBuffer());
    };

  function decide(facts: RequestFacts, { site, isOutside }: Mounted, quota: Counted, request: Request): Answer | Promise<Answer> {
    if (quota.refused) return refusalAnswer(facts, site, quota as Quota);
    if (facts.target.length + facts.query.length > targetLimit) return problemAnswer(facts, site, 'uriTooLong');
    if (isOutside) return outsideAnswer(facts, site, published.base);
    const path = facts.target === '' ? '/' : normalPath(facts.target);
    const search = (question: string) => findPages(published, question, readFor(request));
    return (
      routeAnswer(facts, site, 'ok') ??
      searchAnswer(facts, site, search) ??
      mcpAnswer(facts, site, () => ({
        readBody: (limit) => readBody(request, limit),
        isOwnOrigin: (from) => isOwnOrigin(from, site.url),
        search,
        find,
        read: readFor(request),
      })) ??
      answer(facts, site, path === undefined ? undefined : find(path))
    );
  }

  function toResponse({ status, fields, body }: Answer, quota: Counted, request: Request): Response | Promise<Response> {
    const headers: [string, string][] = [
      ...pairsOf(fields),
      ...(quota === uncounted ? uncountedPairs : pairsIn(quotaLines(quota))),
    ];
    const isHead = request.method === 'HEAD';
    if (typeof body === 'object' && 'stored' in body) {
      if (!isHead) return storedResponse(status, headers, body, assets, request);
      headers.push(['Content-Length', `${body.end - body.start + 1}`]);
      return new Response(null, { status, headers });
    }
    const text = typeof body === 'string' ? encoder.encode(body) : undefined;
    if (text) headers.push(['Content-Length', `${text.length}`]);
    return new Response(isHead || !text?.length ? null : text, { status, headers });
  }

  return async (request) => {
    const { url } = request;
    const rest = url.slice(url.indexOf('/', 'http://'.length + 1));
    // Parsing a URL is slow, and most paths do not need it. Some runtimes give the URL as it was sent.
    const { pathname, search } = isPlain(rest) ? { pathname: rest, search: '' } : new URL(url);
    const place = mountedAt(published, '', pathname);
    const headers = Object.fromEntries(request.headers) as RequestHeaders;
    const facts: RequestFacts = { method: request.method, target: place.target, query: search, headers, begun: 0 };
    const quota = rateLimiter === undefined ? uncounted : await count(rateLimiter, request, facts.target);
    const write = (found: Answer): Response | Promise<Response> => toResponse(found, quota, request);
    try {
      const deciding = decide(facts, place, quota, request);
      const found = deciding instanceof Promise ? await deciding : deciding;
      if (found.cause !== undefined) report(found.cause);
      return await write(found);
    } catch (error) {
      report(error);
      return write(failureAnswer(facts, place.site, error));
    }
  };
}

async function storedResponse(
  status: number,
  fields: [string, string][],
  { stored, start, end }: StoredPart,
  assets: Assets,
  request: Request,
): Promise<Response> {
  const { body, isListed, length, restrictions } = await fetchAsset(assets, stored as Asset, start, end, request);
  // A file other than the listed one is served without its ETag.
  const replaced = new Set([...(isListed ? [] : ['ETag']), ...restrictions.map(([name]) => name)]);
  const headers = replaced.size === 0 ? fields : [...fields.filter(([name]) => !replaced.has(name)), ...restrictions];
  if (length !== undefined) headers.push(['Content-Length', `${length}`]);
  return new Response(body, { status, headers });
}

/** Reads the content of a request, up to a limit in bytes. */
async function readBody({ body }: Request, limit: number): Promise<Uint8Array | 'contentTooLarge'> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      return 'contentTooLarge';
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const pairsIn = (lines: string): [string, string][] =>
  [...lines.matchAll(/(.*?): (.*)\r\n/g)].map(([, name, value]) => [name!, value!]);

const encoder = new TextEncoder();
