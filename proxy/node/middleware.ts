import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { isLocalUrl } from '../../build/contract/site-url.ts';
import { failureAnswer } from '../answers/problem.ts';
import type { Answer } from '../answers/value.ts';
import { createApp } from '../app.ts';
import { createExchange, type Exchange } from '../exchange.ts';
import type { Quota, RateLimiter } from '../http/quota.ts';
import type { RequestHeaders } from '../http/request.ts';
import { type Log, sparingLog } from '../observe/log.ts';
import { createObserve } from '../observe/observe.ts';
import { OriginFailure } from '../origin/failure.ts';
import { createDirectory } from '../origin/folder/directory.ts';
import type { Origin } from '../origin/origin.ts';
import { createUpstream } from '../origin/upstream/upstream.ts';
import { createRateLimiter } from '../rate-limit/limiter.ts';
import { type ProxyOptions, resolveProxyOptions } from '../settings.ts';
import { readBody } from './defence/request-body.ts';
import { setQuota, writeAnswer } from './write-answer.ts';

type Next = (error?: unknown) => void;

/** Middleware for any Node server: unpublished paths go to `next`, if it is given. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: Next) => void;

/** The proxy as middleware, with methods for its embedder. */
export interface DiptychProxy extends Middleware {
  readonly origin: Origin;
  readonly limiter: RateLimiter;
  /** Settles when the proxy can answer; rejects with one line if an option needs a package that is not installed. */
  readonly ready: Promise<void>;
  /** Answers for an error of the embedder's own routes: by its `status` from 400 to 599, else 500. Its text goes only to the log. */
  fail(error: unknown, req: IncomingMessage, res: ServerResponse): void;
  /** Looks for a new build now; a broken one is logged, and the old one stays. */
  reload(): Promise<void>;
  /** Makes health answer 503, so that balancers stop sending requests: call it before you stop accepting connections. */
  end(): void;
  /** Stops watching, and closes connections to stores and hosts. */
  close(): Promise<void>;
}

/**
 * A proxy in front of a folder or a static host, as a plain `(req, res, next)`: in an Express app, or in `node:http` alone.
 * Unpublished paths go to `next` if it is given, else they are answered.
 *
 * @param source origin of content; unset: the folder or host that the options name
 * @throws {UserError} one line, if the folder is missing, unreadable, broken or empty
 */
export function createProxy(options: ProxyOptions = {}, source?: Origin): DiptychProxy {
  const resolved = resolveProxyOptions(options);
  const { observers, allowedHosts } = resolved;
  const origin =
    source ?? (resolved.origin === null ? createDirectory(resolved) : createUpstream({ ...resolved, origin: resolved.origin }));
  const limiter = resolved.rateLimiter ?? createRateLimiter(resolved, origin.site.quota);
  // A limiter of this package already has it.
  resolved.rateLimiter?.setPolicy(origin.site.quota);
  warnOfLocalBuild(origin, resolved.log);
  origin.onChange(() => {
    limiter.setPolicy(origin.site.quota);
    warnOfLocalBuild(origin, resolved.log);
  });
  const app = createApp(origin, limiter, allowedHosts, readBody);
  const failures = sparingLog(resolved.log);
  const observe = createObserve(observers);

  /** Requests passed on to the embedder's application, counted and observed. */
  const passedOn = new WeakMap<IncomingMessage, Exchange>();

  function begin(req: IncomingMessage, res: ServerResponse): Exchange {
    const exchange = createExchange(req, res, origin.site);
    observe(exchange);
    return exchange;
  }

  function proxy(req: IncomingMessage, res: ServerResponse, next?: Next): void {
    const opening = origin.opening?.(req.headers as RequestHeaders);
    if (opening) void opening.then(() => answer(req, res, next));
    else answer(req, res, next);
  }

  function answer(req: IncomingMessage, res: ServerResponse, next?: Next): void {
    // The application had no answer and passed it back: it is already counted and observed.
    const known = next === undefined ? passedOn.get(req) : undefined;
    if (known) return void proceed(known, known.quota, next);
    const exchange = begin(req, res);
    try {
      const quota = app.count(exchange);
      if (quota instanceof Promise) quota.then((late) => proceed(exchange, late, next)).catch((error) => fail(exchange, error));
      else proceed(exchange, quota, next);
    } catch (error) {
      fail(exchange, error);
    }
  }

  function proceed(exchange: Exchange, quota: Quota, next: Next | undefined): void {
    exchange.quota = quota;
    try {
      const found = app.answer(exchange, next !== undefined);
      if (found instanceof Promise) found.then((late) => finish(exchange, late, next)).catch((error) => fail(exchange, error));
      else finish(exchange, found, next);
    } catch (error) {
      fail(exchange, error);
    }
  }

  function finish(exchange: Exchange, answer: Answer | undefined, next: Next | undefined): void {
    if (answer === undefined) {
      // The embedder's application writes the answer.
      setQuota(exchange.res, exchange.quota);
      passedOn.set(exchange.req, exchange);
      next?.();
      return;
    }
    if (answer.cause !== undefined) say(answer.cause);
    writeAnswer(exchange, answer)?.catch((error) => fail(exchange, error));
  }

  /** A failure while an answer is made or sent. After its head was sent the connection is cut, so that the client sees it. */
  function fail(exchange: Exchange, error: unknown): void {
    const { res, site, surface } = exchange;
    if (res.destroyed || (error as NodeJS.ErrnoException)?.code === 'ERR_STREAM_PREMATURE_CLOSE') return void res.destroy();
    say(error);
    if (res.headersSent) return void res.destroy();
    void writeAnswer(exchange, failureAnswer(exchange, site, error, surface, STATUS_CODES));
  }

  function say(error: unknown): void {
    if (error instanceof OriginFailure) failures.warn(error.message);
    else failures.error('unexpected error', { error: error instanceof Error ? error.stack : String(error) });
  }

  return Object.assign(proxy, {
    origin,
    limiter,
    ready: limiter.ready,
    async fail(error: unknown, req: IncomingMessage, res: ServerResponse) {
      const known = passedOn.get(req);
      if (known) return fail(known, error);
      const exchange = begin(req, res);
      try {
        exchange.quota = await app.count(exchange);
      } catch (cause) {
        say(cause);
      }
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
