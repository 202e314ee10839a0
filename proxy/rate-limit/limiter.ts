import { type Quota, type QuotaPolicy, quotaAfter, type RateLimiter } from '../http/quota.ts';
import type { ResolvedProxyOptions } from '../settings.ts';
import { createClientKey } from './client-key.ts';
import { createMemoryCounter, type WindowState } from './memory.ts';
import { createRedisCounter, type SharedCounter } from './redis.ts';

export type RateLimitOptions = Pick<ResolvedProxyOptions, 'rateLimit' | 'rateLimitStore' | 'trustedHops' | 'log'>;

/** Clients that are counted in memory. Beyond this number, those that have been inactive longest are forgotten. */
const mostClients = 100_000;

const internals = {
  /** Monotonic clock in milliseconds. */
  now: () => performance.now(),
  createStore: createRedisCounter as (...options: Parameters<typeof createRedisCounter>) => SharedCounter,
};

/**
 * Counts the requests of each client in windows on a monotonic clock: in this process, or in Redis if `rateLimitStore`
 * names one. If Redis does not answer by the deadline, the request is counted here.
 */
export function createRateLimiter(
  options: RateLimitOptions,
  first: QuotaPolicy,
  inner: Partial<typeof internals> = {},
): RateLimiter {
  const { now, createStore } = { ...internals, ...inner };
  const { rateLimit, rateLimitStore, log } = options;
  const keyOf = createClientKey(options.trustedHops);
  const local = createMemoryCounter(mostClients, first.window * 1000, now);
  const shared =
    rateLimitStore === null ? undefined : createStore({ url: rateLimitStore, policy: first, say: (line) => log.warn(line) });
  let policy = first;

  const quotaOf = ({ used, msLeft }: WindowState, exempt: boolean): Quota =>
    quotaAfter(policy, used, msLeft / 1000, rateLimit === 'enforced' && !exempt);

  return {
    count({ address, forwardedFor, exempt }) {
      const client = keyOf(address, forwardedFor);
      const answer = shared?.count(client);
      if (answer === undefined) return quotaOf(local.count(client), exempt);
      return answer.then((state) => {
        if (state === undefined) return quotaOf(local.count(client), exempt);
        // The local table mirrors the store, so that no quota restarts when the store is lost.
        local.set(client, state);
        return quotaOf(state, exempt);
      });
    },
    setPolicy(next) {
      policy = next;
      local.window = next.window * 1000;
      shared?.setPolicy(next);
    },
    get isShared() {
      return shared && !shared.isAway;
    },
    ready: shared?.loaded ?? Promise.resolve(),
    close: async () => shared?.close(),
  };
}
