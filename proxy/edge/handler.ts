import { createOriginTest } from '#contract/allowed-hosts';
import { targetLimit } from '#contract/requests';
import type { EdgeSite, EdgeSiteJson } from '#contract/site-facts';
import { answer, outsideAnswer } from '../answers/answer.ts';
import { failureAnswer, problemAnswer, refusalAnswer } from '../answers/problem.ts';
import { exemptPaths } from '../answers/routes.ts';
import type { Answer, StoredPart } from '../answers/value.ts';
import { collect } from '../http/collect.ts';
import type { Field } from '../http/fields.ts';
import { policyField, type Quota, type QuotaPolicy, quotaAfter, quotaPairs } from '../http/quota.ts';
import type { RequestFacts, RequestHeaders } from '../http/request.ts';
import { isPlain, normalPath, placeWithin } from '../http/request-target.ts';
import { madeAnswer } from '../search/mcp/made-answer.ts';
import { createReadPublished, type ReadFile } from '../search/read-published.ts';
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
  /** The files of the site: a binding with `fetch`, or a function of the path of a file. */
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
 * @example
 * const handler = createHandler({ site, assets: (path) => env.ASSETS.fetch(new URL(path, site.facts.url)) });
 */
export function createHandler(options: HandlerOptions): (request: Request) => Promise<Response> {
  if (typeof options?.assets !== 'function' && typeof options?.assets?.fetch !== 'function')
    throw new TypeError('createHandler: expected { site, assets }, where "assets" is a function or has the method fetch');
  const { assets, rateLimiter, report = (error) => console.error(error) } = options;
  const { site, find } = openEdgeSite(options.site as EdgeSite);
  const uncounted: Counted = { limit: site.quota.limit, policy: policyField(site.quota) };

  async function count(limiter: EdgeRateLimiter, request: Request, target: string): Promise<Counted> {
    try {
      const { used, reset } = await limiter.count(request, site.quota);
      if (!(used >= 0 && reset >= 0)) throw new TypeError(`rateLimiter.count: found ${used} requests, ${reset} seconds`);
      return quotaAfter(site.quota, used, reset, limiter.enforced === true && !exemptPaths.has(target));
    } catch (error) {
      report(error);
      return uncounted;
    }
  }

  const readFor = (request: Request): ReadFile =>
    createReadPublished(find, async (file, limit) => {
      if (file.size > limit) return undefined;
      const { body } = await fetchAsset(assets, file as Asset, 0, file.size - 1, request);
      return collect(new Response(body).body, limit);
    });

  function decide(facts: RequestFacts, isOutside: boolean, quota: Counted, request: Request): Answer | Promise<Answer> {
    if (quota.refused) return refusalAnswer(facts, site, quota as Quota);
    if (facts.target.length + facts.query.length > targetLimit) return problemAnswer(facts, site, 'uriTooLong');
    if (isOutside) return outsideAnswer(facts, site);
    const path = facts.target === '' ? '/' : normalPath(facts.target);
    const made = madeAnswer(facts, site, 'ok', () => ({
      readBody: (limit) => readBody(request, limit),
      isOwnOrigin: (from) => isOwnOrigin(from, site.url),
      find,
      read: readFor(request),
    }));
    return made ?? answer(facts, site, path === undefined ? undefined : find(path));
  }

  function toResponse({ status, fields, content }: Answer, quota: Counted, request: Request): Response | Promise<Response> {
    const headers: Field[] = [...fields, ...quotaPairs(quota)];
    const isHead = request.method === 'HEAD';
    if (typeof content === 'object' && 'stored' in content) {
      if (!isHead) return storedResponse(status, headers, content, assets, request);
      headers.push(['Content-Length', `${content.end - content.start + 1}`]);
      return responseOf(null, status, headers);
    }
    const bytes = typeof content === 'string' ? encoder.encode(content) : content instanceof Uint8Array ? content : undefined;
    if (bytes) headers.push(['Content-Length', `${bytes.length}`]);
    return responseOf(isHead || !bytes?.length ? null : (bytes as Uint8Array<ArrayBuffer>), status, headers);
  }

  return async (request) => {
    const { url } = request;
    const rest = url.slice(url.indexOf('/', 'http://'.length + 1));
    // Parsing a URL is slow, and most paths do not need it. Some runtimes give the URL as it was sent.
    const { pathname, search } = isPlain(rest) ? { pathname: rest, search: '' } : new URL(url);
    const { target, isOutside } = placeWithin(site.base, pathname);
    const headers = Object.fromEntries(request.headers) as RequestHeaders;
    const facts: RequestFacts = { method: request.method, target, query: search, headers };
    const quota = rateLimiter === undefined ? uncounted : await count(rateLimiter, request, facts.target);
    const write = (found: Answer): Response | Promise<Response> => toResponse(found, quota, request);
    try {
      const deciding = decide(facts, isOutside, quota, request);
      const found = deciding instanceof Promise ? await deciding : deciding;
      if (found.cause !== undefined) report(found.cause);
      return await write(found);
    } catch (error) {
      report(error);
      return write(failureAnswer(facts, site, error));
    }
  };
}

async function storedResponse(
  status: number,
  fields: Field[],
  { stored, start, end }: StoredPart,
  assets: Assets,
  request: Request,
): Promise<Response> {
  const { body, isListed, length, restrictions } = await fetchAsset(assets, stored as Asset, start, end, request);
  // A file other than the listed one is served without its ETag.
  const replaced = new Set([...(isListed ? [] : ['ETag']), ...restrictions.map(([name]) => name)]);
  const headers = replaced.size === 0 ? fields : [...fields.filter(([name]) => !replaced.has(name)), ...restrictions];
  if (length !== undefined) headers.push(['Content-Length', `${length}`]);
  return responseOf(body, status, headers);
}

const responseOf = (body: BodyInit | null, status: number, headers: Field[]): Response =>
  new Response(body, { status, headers: headers as [string, string][] });

/** Reads the content of a request, up to a limit in bytes. */
const readBody = async ({ body }: Request, limit: number): Promise<Uint8Array | 'contentTooLarge'> =>
  (await collect(body, limit)) ?? 'contentTooLarge';

const encoder = new TextEncoder();
