import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isLocalUrl } from '#contract/site-url';
import { failureAnswer } from '../answers/problem.ts';
import { createApp } from '../app.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import type { RateLimiter } from '../http/quota.ts';
import { type Log, sparingLog } from '../observe/log.ts';
import { createObserve } from '../observe/observe.ts';
import { OriginFailure } from '../origin/failure.ts';
import { createFolder } from '../origin/folder.ts';
import { createHost } from '../origin/host.ts';
import type { Origin } from '../origin/origin.ts';
import { createRateLimiter } from '../rate-limit/limiter.ts';
import { type ProxyOptions, type ResolvedProxyOptions, resolveProxyOptions } from '../settings.ts';
import { readBody } from './request-body.ts';
import { setQuota, writeAnswer } from './write-answer.ts';

type Next = (error?: unknown) => void;

/** Middleware for any Node server: unpublished paths go to `next`, if it is given. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: Next) => void;

/** The proxy as middleware, with methods for its embedder. */
export interface DiptychProxy extends Middleware {
  readonly origin: Origin;
  readonly limiter: RateLimiter;
  /**
   * Settles when the proxy can answer; requests wait for it. Rejects with one line if there is nothing to serve (no such
   * folder, a host without manifest), or an option needs a package that is not installed.
   */
  readonly ready: Promise<void>;
  /** Answers for an error of the embedder's own routes: by its `status` from 400 to 599, else 500. Its text goes only to the log. */
  fail(error: unknown, req: IncomingMessage, res: ServerResponse): void;
  /** Looks for a new build now; a broken one is logged, and the old one stays. */
  reload(): Promise<void>;
  /** Makes health answer 503, so that balancers stop sending requests: call it before you stop accepting connections. */
  end(): void;
  /** Stops looking for builds, and closes connections to stores. */
  close(): Promise<void>;
}

/**
 * A proxy in front of a folder or a static host, as a plain `(req, res, next)`: in an Express app, or in `node:http` alone.
 * Unpublished paths go to `next` if it is given, else they are answered.
 *
 * @throws {UserError} one line, if an option is wrong
 * @example
 * const proxy = createProxy({ dir: 'dist' });
 * await proxy.ready;
 * app.use(proxy);
 */
export const createProxy = (options?: ProxyOptions): DiptychProxy => proxyOf(resolveProxyOptions(options), false);

/**
 * The same, with options that are complete.
 *
 * @param isAlone whether no middleware of an embedder sees its answers
 */
export function proxyOf(options: ResolvedProxyOptions, isAlone: boolean): DiptychProxy {
  const { observers, allowedHosts, log } = options;
  const origin = options.origin === null ? createFolder(options) : createHost({ ...options, origin: options.origin });
  const limiter = options.rateLimiter ?? createRateLimiter(options, origin.site.quota);
  options.rateLimiter?.setPolicy(origin.site.quota);
  origin.onChange(() => {
    limiter.setPolicy(origin.site.quota);
    warnOfLocalBuild(origin, log);
  });
  const app = createApp({ origin, limiter, allowedHosts, readBody: ({ req, res }, limit) => readBody(req, res, limit) });
  const failures = sparingLog(log);
  const observe = createObserve(observers);
  let firstLook: Promise<void> | undefined = origin.ready
    .catch(() => {})
    .then(() => {
      firstLook = undefined;
    });
  /** Requests passed on to the embedder's application, counted and observed. */
  const passedOn = new WeakMap<IncomingMessage, Exchange>();

  function begin(req: IncomingMessage, res: ServerResponse): Exchange {
    const exchange = createExchange(req, res, origin.site);
    observe(exchange);
    return exchange;
  }

  async function proxy(req: IncomingMessage, res: ServerResponse, next?: Next): Promise<void> {
    if (firstLook) await firstLook;
    // The application had no answer and passed it back: it is already counted and observed.
    const known = next === undefined ? passedOn.get(req) : undefined;
    const exchange = known ?? begin(req, res);
    try {
      const counting = known ? known.quota : app.count(exchange);
      exchange.quota = counting instanceof Promise ? await counting : counting;
      const deciding = app.answer(exchange, next !== undefined);
      const answer = deciding instanceof Promise ? await deciding : deciding;
      if (answer === undefined) {
        setQuota(res, exchange.quota);
        passedOn.set(req, exchange);
        return next!();
      }
      if (answer.cause !== undefined) say(answer.cause);
      await writeAnswer(exchange, answer, isAlone);
    } catch (error) {
      fail(exchange, error);
    }
  }

  /** A failure while an answer is made or sent. After its head was sent the connection is cut, so that the client sees it. */
  function fail(exchange: Exchange, error: unknown): void {
    const { res, site, surface } = exchange;
    if (res.destroyed || (error as NodeJS.ErrnoException)?.code === 'ERR_STREAM_PREMATURE_CLOSE') return void res.destroy();
    say(error);
    exchange.hasFailed = res.headersSent;
    if (res.headersSent) return void res.destroy();
    void writeAnswer(exchange, failureAnswer(exchange, site, error, surface, STATUS_CODES), isAlone);
  }

  function say(error: unknown): void {
    if (error instanceof OriginFailure) failures.warn(error.message);
    else failures.error('unexpected error', { error: error instanceof Error ? error.stack : String(error) });
  }

  const ready = Promise.all([origin.ready, limiter.ready]).then(() => {});
  // A store that cannot be used ends no application that does not wait: it is logged, and requests are counted here.
  limiter.ready.catch(() => ready.catch(() => {}));
  return Object.assign((req: IncomingMessage, res: ServerResponse, next?: Next) => void proxy(req, res, next), {
    origin,
    limiter,
    ready,
    async fail(error: unknown, req: IncomingMessage, res: ServerResponse) {
      const known = passedOn.get(req);
      if (known) return fail(known, error);
      await firstLook;
      const exchange = begin(req, res);
      exchange.quota = await app.count(exchange);
      fail(exchange, error);
    },
    reload: () => origin.reload(),
    end: () => app.end(),
    async close() {
      await origin.close();
      await limiter.close();
    },
  });
}

/** Warns that `--url` changes only what the proxy writes, and no link in a page. */
function warnOfLocalBuild({ site: { url, builtFor } }: Origin, log: Log): void {
  if (builtFor !== undefined && isLocalUrl(builtFor) && !isLocalUrl(url))
    log.warn(`links in pages and documents begin with ${builtFor}, not with ${url}: build again with SITE_URL=${url}`);
}
