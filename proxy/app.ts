import { createHostTest, createOriginTest } from '#contract/allowed-hosts';
import type { ProblemId } from '#contract/problem-types';
import { knownMethods } from '#contract/requests';
import { answer, outsideAnswer } from './answers/answer.ts';
import { passedAnswer } from './answers/passed.ts';
import { problemAnswer, refusalAnswer } from './answers/problem.ts';
import { redirectAnswer } from './answers/redirect.ts';
import { exemptPaths, healthPaths } from './answers/routes.ts';
import type { Answer } from './answers/value.ts';
import type { Exchange } from './exchange.ts';
import type { Quota, RateLimiter } from './http/quota.ts';
import { faultOf, normalPath } from './http/request-target.ts';
import { wholeOf } from './origin/file.ts';
import type { Origin } from './origin/origin.ts';
import { madeAnswer } from './search/mcp/made-answer.ts';
import { createReadPublished } from './search/read-published.ts';

/** Makes the answer to a request and writes nothing: count → guard → own routes → origin → answer. */
export interface App {
  count(exchange: Exchange): Quota | Promise<Quota>;
  /**
   * Answers a request that was counted.
   *
   * @param isOptional the embedder has an application behind the proxy: unpublished paths give undefined
   */
  answer(exchange: Exchange, isOptional: boolean): Answer | undefined | Promise<Answer | undefined>;
  end(): void;
}

interface AppOptions {
  readonly origin: Origin;
  readonly limiter: RateLimiter;
  /** Host names, separated by commas; null: requests for any host are answered. */
  readonly allowedHosts: string | null;
  readonly readBody: (exchange: Exchange, limit: number) => Promise<Uint8Array | ProblemId>;
}

export function createApp({ origin, limiter, allowedHosts, readBody }: AppOptions): App {
  const isOwnOrigin = createOriginTest(allowedHosts ?? '');
  const isForUs = allowedHosts === null ? () => true : createHostTest(allowedHosts);
  const read = createReadPublished((path) => origin.find(path), wholeOf);
  let isEnding = false;

  function made(exchange: Exchange): Answer | Promise<Answer> | undefined {
    const { req, site } = exchange;
    return madeAnswer(exchange, site, isEnding ? 'ending' : origin.status, () => ({
      readBody: (limit) => readBody(exchange, limit),
      isOwnOrigin: (from) => isOwnOrigin(from, site.url, req.socket.localAddress),
      find: (path) => origin.find(path),
      read,
    }));
  }

  function published(exchange: Exchange, isOptional: boolean): Answer | undefined | Promise<Answer | undefined> {
    const { site, target } = exchange;
    const path = target === '' ? '/' : normalPath(target);
    const resource = path === undefined ? undefined : origin.find(path);
    if (resource === undefined && path !== undefined && origin.pass) return passed(exchange, path, isOptional);
    return resource === undefined && isOptional ? undefined : answer(exchange, site, resource);
  }

  /** What a host has beside the files of its manifest. */
  async function passed(exchange: Exchange, path: string, isOptional: boolean): Promise<Answer | undefined> {
    const { site } = exchange;
    const found = await origin.pass!(exchange, path);
    if (found?.kind === 'passed') return passedAnswer(site, found);
    if (found) return redirectAnswer(exchange, site, found);
    return isOptional ? undefined : answer(exchange, site, undefined);
  }

  return {
    count: ({ req, target }) =>
      limiter.count({
        address: req.socket.remoteAddress,
        forwardedFor: req.headers['x-forwarded-for'] as string | undefined,
        exempt: exemptPaths.has(target),
      }),
    answer(exchange, isOptional) {
      const { req, site, target, isOutside, method, quota } = exchange;
      if (quota.refused) return refusalAnswer(exchange, site, quota);
      const fault = isOptional ? undefined : faultOf(req);
      // Where the next request begins is unknown.
      if (fault) return problemAnswer(exchange, site, fault, { fields: [['Connection', 'close']] });
      // A balancer asks by address; a preview has no balancer.
      if (!isForUs(req) && !(site.crossOrigin && healthPaths.has(target)))
        return problemAnswer(exchange, site, 'misdirectedRequest');
      if (isOptional && (isOutside || !knownMethods.has(method))) return undefined;
      if (isOutside) return outsideAnswer(exchange, site);
      return made(exchange) ?? published(exchange, isOptional);
    },
    end() {
      isEnding = true;
    },
  };
}
