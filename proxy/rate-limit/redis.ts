import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { proxySettings } from '../../build/contract/proxy-settings.ts';
import { UserError } from '../../build/contract/std/errors.ts';
import type { QuotaPolicy } from '../http/quota.ts';
import type { WindowState } from './memory.ts';

interface RedisCounterOptions {
  /** redis:// or rediss:// URL, optionally with user, password and database number. */
  readonly url: string;
  /** First part of every key. Proxies with the same prefix share quotas. */
  readonly prefix: string;
  readonly policy: QuotaPolicy;
  /** Longest wait for the store, in milliseconds; then the request is counted locally. */
  readonly deadline: number;
  /** Takes one line when the store is lost and one when it is back. */
  readonly say: (line: string) => void;
}

/** While the store is lost, milliseconds between two requests that probe it; none waits for it. */
const PROBE_EVERY = 1_000;
/** A timer late by more than this, in milliseconds, reveals a stall of this process. */
const STALL = 20;

/**
 * Counts in Redis, by one atomic script of rate-limiter-flexible. Both packages are optional and loaded only here.
 *
 * The store counts as lost when the connection breaks, an answer is late, or its window is impossible. Then no request
 * waits for it.
 */
export function createRedisCounter(options: RedisCounterOptions) {
  const { deadline, say } = options;
  let limiter: RateLimiterRedis | undefined;
  let client: { readonly isReady: boolean; destroy(): void } | undefined;
  let away = false;
  let closed = false;
  let probeAt = 0;
  let policy = options.policy;

  function reportLoss(reason: string): void {
    probeAt = performance.now() + PROBE_EVERY;
    if (away || closed) return;
    away = true;
    say(`Rate limits: Redis is unavailable (${reason}); each proxy counts alone until it is back.`);
  }

  function found(): void {
    if (!away || closed) return;
    away = false;
    say('Rate limits: Redis is back; proxies count together again.');
  }

  const loaded = (async () => {
    const [{ createClient }, { RateLimiterRedis }] = await Promise.all([import('redis'), import('rate-limiter-flexible')]).catch(
      (cause: unknown) => {
        throw new UserError('shared rate limits need two packages: npm install redis rate-limiter-flexible', { cause });
      },
    );
    const redis = createClient({
      url: options.url,
      // Otherwise commands of a broken connection, and their requests, would wait for the next one.
      disableOfflineQueue: true,
      socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1_000) },
    });
    // The client emits on every failed attempt; without a listener that would end the process.
    redis.on('error', (error: NodeJS.ErrnoException) => reportLoss(error.code ?? error.message));
    redis.on('ready', found);
    if (closed) return;
    client = redis;
    limiter = new RateLimiterRedis({ storeClient: redis, useRedisPackage: true, keyPrefix: options.prefix, ...termsOf(policy) });
    // Rejects only if closed before the first connection; the client keeps trying by itself.
    redis.connect().catch(() => {});
  })();
  // The command awaits it; an embedder that does not gets local counting, and a line with the reason.
  loaded.catch((error: Error) => reportLoss(error.message.split('\n')[0]!));

  async function ask(counter: RateLimiterRedis, key: string): Promise<WindowState | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      const wait = (due: number): void => {
        // A late timer reveals a stall of this process: the command may not even have been sent.
        const fire = () => (performance.now() > due + STALL ? wait(performance.now() + deadline) : resolve(undefined));
        timer = setTimeout(fire, due - performance.now());
      };
      wait(performance.now() + deadline);
    });
    try {
      const result = await Promise.race([counter.penalty(key), late]);
      if (result === undefined) {
        reportLoss(`no answer in ${deadline} ms`);
        return undefined;
      }
      const state = { used: result.consumedPoints, msLeft: result.msBeforeNext };
      if (!isSound(state, policy)) {
        reportLoss(`it answers ${state.used} requests, ${state.msLeft} ms left`);
        return undefined;
      }
      found();
      return state;
    } catch (error) {
      reportLoss((error as NodeJS.ErrnoException).code ?? (error as Error).message);
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** Settles when the client library is loaded; rejects if it is not installed or the URL is invalid. */
    loaded,
    get isAway(): boolean {
      return away || !client?.isReady;
    },
    /** Counts one request; undefined immediately, or after the deadline, while the store is unavailable. */
    count(key: string): Promise<WindowState | undefined> | undefined {
      if (limiter === undefined || !client!.isReady) return undefined;
      if (!away) return ask(limiter, key);
      if (performance.now() >= probeAt) {
        probeAt = performance.now() + PROBE_EVERY;
        void ask(limiter, key);
      }
      return undefined;
    },
    setPolicy(next: QuotaPolicy): void {
      policy = next;
      if (limiter !== undefined) Object.assign(limiter, termsOf(next));
    },
    async close(): Promise<void> {
      closed = true;
      await loaded.catch(() => {});
      client?.destroy();
    },
  };
}

/**
 * Whether a window is possible: this request is counted, and time is left (or 0 in its last millisecond). A proxy with an
 * older build may have begun a longer window than ours.
 */
const isSound = ({ used, msLeft }: WindowState, { window }: QuotaPolicy): boolean =>
  Number.isSafeInteger(used) &&
  used > 0 &&
  Number.isSafeInteger(msLeft) &&
  msLeft >= 0 &&
  msLeft <= Math.max(window, proxySettings.rateLimitWindow.max) * 1000;

const termsOf = ({ limit, window }: QuotaPolicy) => ({ points: limit, duration: window });
