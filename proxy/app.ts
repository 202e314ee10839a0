import type { ProblemId } from '../build/contract/problem-types.ts';
import { knownMethods } from '../build/contract/requests.ts';
import { answer, outsideAnswer } from './answers/answer.ts';
import { failureAnswer, problemAnswer, refusalAnswer } from './answers/problem.ts';
import { remoteAnswer } from './answers/remote.ts';
import { exemptPaths, healthPaths, routeAnswer } from './answers/routes.ts';
import type { Answer } from './answers/value.ts';
import type { Exchange } from './exchange.ts';
import { createHostTest, createOriginTest } from './http/allowed-hosts.ts';
import type { Quota, RateLimiter } from './http/quota.ts';
import { faultOf, normalPath } from './http/request-target.ts';
import type { Origin, Resource } from './origin/origin.ts';
import { searchAnswer } from './search/answer.ts';
import { createReadPublished, findPages } from './search/find-pages.ts';
import { mcpAnswer } from './search/mcp/answer.ts';

/** Makes the answer to a request and writes nothing: count → guard → own routes → origin → answer. */
export interface App {
  count(exchange: Exchange): Quota | Promise<Quota>;
  /**
   * The answer to a counted request.
   *
   * @param isOptional the embedder has an application behind the proxy: unpublished paths give undefined
   */
  answer(exchange: Exchange, isOptional: boolean): Answer | undefined | Promise<Answer | undefined>;
  /** Makes health report that the server is about to end. */
  end(): void;
}

/**
 * @param allowedHosts host names, separated by commas; null: requests for any host are answered
 * @param readBody reads the content of a request, or returns the problem to answer with
 */
export function createApp(
  origin: Origin,
  limiter: RateLimiter,
  allowedHosts: string | null,
  readBody: (req: Exchange['req'], res: Exchange['res'], limit: number) => Promise<Uint8Array | ProblemId>,
): App {
  const isOwnOrigin = createOriginTest(allowedHosts ?? '');
  const isForUs = allowedHosts === null ? () => true : createHostTest(allowedHosts);
  const read = createReadPublished(origin.find);
  const search = (question: string) => findPages(origin.site, question, read);
  let isEnding = false;

  function publish(exchange: Exchange, resource: Resource | undefined, isOptional: boolean) {
    return resource === undefined && isOptional ? undefined : answer(exchange, exchange.site, resource, remoteAnswer);
  }

  return {
    count: ({ req, target }) =>
      limiter.count({
        address: req.socket.remoteAddress,
        forwardedFor: req.headers['x-forwarded-for'] as string | undefined,
        exempt: exemptPaths.has(target),
      }),

    answer(exchange, isOptional) {
      const { req, site, target, isOutside, method, quota, begun } = exchange;
      if (quota.refused) return refusalAnswer(exchange, site, quota);
      const fault = isOptional ? undefined : faultOf(req);
      if (fault) return problemAnswer(exchange, site, fault);
      // A balancer asks by address; a preview has no balancer.
      if (!isForUs(req) && !(site.crossOrigin && healthPaths.has(target)))
        return problemAnswer(exchange, site, 'misdirectedRequest');
      if (isOptional && (isOutside || !knownMethods.has(method))) return undefined;
      if (isOutside) return outsideAnswer(exchange, site, origin.site.base);
      const routed = routeAnswer(exchange, site, isEnding ? 'ending' : origin.status);
      if (routed) return routed;
      const results = searchAnswer(exchange, site, search);
      if (results) return results;
      const reply = mcpAnswer(exchange, site, () => ({
        readBody: (limit) => readBody(req, exchange.res, limit),
        isOwnOrigin: (from) => isOwnOrigin(from, site.url, req.socket.localAddress),
        search,
        find: (path) => origin.find(path, begun),
        read,
      }));
      if (reply) return reply;
      const path = target === '' ? '/' : normalPath(target);
      const found = path === undefined ? undefined : origin.find(path, begun);
      if (!(found instanceof Promise)) return publish(exchange, found, isOptional);
      return found.then(
        (resource) => publish(exchange, resource, isOptional),
        (error) => failureAnswer(exchange, site, error),
      );
    },

    end() {
      isEnding = true;
    },
  };
}
