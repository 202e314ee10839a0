import { type App, createApp } from './app.ts';
import type { RateLimiter } from './http/quota.ts';
import { type ProxyOptions, type ResolvedProxyOptions, resolveProxyOptions } from './options.ts';
import { createDirectory } from './origin/folder/directory.ts';
import type { Origin } from './origin/origin.ts';
import { createUpstream } from './origin/upstream/upstream.ts';
import { createRateLimiter } from './rate-limit/limiter.ts';

/** The proxy as middleware, with what its host may want of it. */
export interface DiptychProxy extends App {
  readonly origin: Origin;
  readonly limiter: RateLimiter;
  /** Looks for a new build now; a broken one is logged and the old one stays. */
  reload(): Promise<void>;
  /** Stops watching, and closes connections to stores and hosts. */
  close(): Promise<void>;
}

/**
 * A proxy in front of a folder or a static host, as a plain `(req, res, next)`: in an Express app, or in
 * `node:http` alone. What it does not publish goes to `next` where there is one, else it is answered.
 *
 * @param given where content comes from; unset: the folder or host that the options name
 * @throws {StartError} one line, when the folder is missing, unreadable, broken or empty
 */
export function createProxy(options: ProxyOptions = {}, given?: Origin): DiptychProxy {
  const resolved = resolveProxyOptions(options);
  const origin = given ?? originOf(resolved);
  const limiter = resolved.rateLimiter ?? createRateLimiter(resolved, origin.site.quota);
  origin.onChange(() => limiter.setPolicy(origin.site.quota));
  return Object.assign(createApp(origin, limiter, resolved), {
    origin,
    limiter,
    reload: () => origin.reload(),
    close: async () => {
      await origin.close();
      await limiter.close();
    },
  });
}

const originOf = (options: ResolvedProxyOptions): Origin =>
  options.origin === null ? createDirectory(options) : createUpstream({ ...options, origin: options.origin });
