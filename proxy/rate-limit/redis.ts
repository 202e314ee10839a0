import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { UserError } from '#contract/std/errors';
import type { QuotaPolicy } from '../http/quota.ts';
import type { WindowState } from './memory.ts';

interface RedisCounterOptions {
  /** redis:// or rediss:// URL, optionally with user, password and database number. */
  readonly url: string;
  readonly policy: QuotaPolicy;
  /** Takes one line when the store is lost and one when it is back. */
  readonly say: (line: string) => void;
}

/** First part of every key in the store. */
const prefix = 'diptych';
/** Longest wait for the store, in milliseconds; then the request is counted locally. */
const deadline = 250;
/** After a late answer, milliseconds in which no request waits for the store. */
const rest = 1_000;

/** Counts in a store for several proxies. */
export interface SharedCounter {
  /** Settles when the client library is loaded; rejects if it is not installed or the URL is invalid. */
  readonly loaded: Promise<void>;
  readonly isAway: boolean;
  /** Counts one request; undefined immediately, or after the deadline, while the store is unavailable. */
  count(key: string): Promise<WindowState | undefined> | undefined;
  setPolicy(policy: QuotaPolicy): void;
  close(): Promise<void>;
}

/**
 * Counts in Redis, by one atomic script of rate-limiter-flexible. Both packages are optional and loaded only here. The store
 * counts as lost when the connection breaks or an answer is late.
 */
export function createRedisCounter({ url, policy: first, say }: RedisCounterOptions): SharedCounter {
  let limiter: RateLimiterRedis | undefined;
  let client: { readonly isReady: boolean; destroy(): void } | undefined;
  let policy = first;
  let isLost = false;
  let isClosed = false;
  let restsUntil = 0;

  function lose(reason: string): void {
    restsUntil = performance.now() + rest;
    if (isLost || isClosed) return;
    isLost = true;
    say(`Rate limits: Redis is unavailable (${reason}); each proxy counts alone until it is back.`);
  }

  function find(): void {
    if (!isLost || isClosed) return;
    isLost = false;
    say('Rate limits: Redis is back; proxies count together again.');
  }

  async function load(): Promise<void> {
    const packages = [import('redis'), import('rate-limiter-flexible')] as const;
    const [{ createClient }, { RateLimiterRedis }] = await Promise.all(packages).catch((cause: unknown) => {
      throw new UserError('shared rate limits need two packages: npm install redis rate-limiter-flexible', { cause });
    });
    // Otherwise commands of a broken connection, and their requests, would wait for the next one.
    const disableOfflineQueue = true;
    const socket = { connectTimeout: 2_000, reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 1_000) };
    let redis: ReturnType<typeof createClient>;
    try {
      redis = createClient({ url, disableOfflineQueue, socket });
    } catch (cause) {
      throw new UserError(`rateLimitStore: ${(cause as Error).message}`, { cause });
    }
    // The client emits on every failed attempt; without a listener that would end the process.
    redis.on('error', (error: NodeJS.ErrnoException) => lose(error.code ?? error.message));
    redis.on('ready', find);
    if (isClosed) return;
    client = redis;
    limiter = new RateLimiterRedis({ storeClient: redis, useRedisPackage: true, keyPrefix: prefix, ...termsOf(policy) });
    // Rejects only if closed before the first connection; the client keeps trying by itself.
    redis.connect().catch(() => {});
  }
  const loaded = load();
  // Who does not wait for it counts locally, and is told why.
  loaded.catch((error: Error) => lose(error.message));

  async function ask(counter: RateLimiterRedis, key: string): Promise<WindowState | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), deadline);
    });
    try {
      const result = await Promise.race([counter.penalty(key), late]);
      if (result === undefined) return void lose(`no answer in ${deadline} ms`);
      find();
      return { used: result.consumedPoints, msLeft: result.msBeforeNext };
    } catch (error) {
      return void lose((error as NodeJS.ErrnoException).code ?? (error as Error).message);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    loaded,
    get isAway() {
      return isLost || !client?.isReady;
    },
    count(key) {
      const isAvailable = limiter !== undefined && client!.isReady && performance.now() >= restsUntil;
      return isAvailable ? ask(limiter!, key) : undefined;
    },
    setPolicy(next) {
      policy = next;
      if (limiter !== undefined) Object.assign(limiter, termsOf(next));
    },
    async close() {
      isClosed = true;
      await loaded.catch(() => {});
      client?.destroy();
    },
  };
}

const termsOf = ({ limit, window }: QuotaPolicy) => ({ points: limit, duration: window });
