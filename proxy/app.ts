import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFailure, sendRefusal } from './answers/failure.ts';
import { sendHealth } from './answers/health.ts';
import { answerMethod, sendOptions, serverMethods } from './answers/methods.ts';
import { sendNotFound } from './answers/not-found.ts';
import { sendProblem } from './answers/problem.ts';
import { respond } from './answers/respond.ts';
import { exemptPaths, routes } from './answers/routes.ts';
import { sendStub } from './answers/stub.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { Quota, RateLimiter } from './http/quota.ts';
import { faultOf, normalPath } from './http/request-target.ts';
import { setQuota } from './node/headers.ts';
import { sparingLog } from './observe/log.ts';
import type { ResolvedProxyOptions } from './options.ts';
import type { Origin, Resource } from './origin/origin.ts';

type Next = (error?: unknown) => void;

/** Middleware of any Node server: what the proxy does not publish goes to `next`, where there is one. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: Next) => void;

export interface App extends Middleware {
  /** Answers 500 for an error of the host's own routes: the cause goes to the log, and nowhere else. */
  fail(error: unknown, req: IncomingMessage, res: ServerResponse): void;
}

/** The whole way of a request: count → guard → own routes → origin → respond → not found; failures have one exit. */
export function createApp(origin: Origin, limiter: RateLimiter, { observers, log }: ResolvedProxyOptions): App {
  const failures = sparingLog(log);

  const begin = (req: IncomingMessage, res: ServerResponse): Exchange => {
    const exchange = createExchange(req, res, origin.site);
    for (const observer of observers) res.once('close', observer.begin(exchange));
    return exchange;
  };

  const count = (exchange: Exchange): Quota | Promise<Quota> =>
    limiter.count({
      address: exchange.req.socket.remoteAddress,
      forwardedFor: exchange.req.headers['x-forwarded-for'] as string | undefined,
      exempt: exemptPaths.has(exchange.target),
    });

  function proxy(req: IncomingMessage, res: ServerResponse, next?: Next): void {
    const exchange = begin(req, res);
    const quota = count(exchange);
    if (quota instanceof Promise) quota.then((late) => admit(exchange, late, next));
    else admit(exchange, quota, next);
  }

  function admit(exchange: Exchange, quota: Quota, next: Next | undefined): undefined {
    exchange.quota = quota;
    try {
      if (quota.refused) return sendRefusal(exchange);
      const fault = next ? undefined : faultOf(exchange.req);
      if (fault) return sendProblem(exchange, fault);
      if (answerOwn(exchange)) return;
      const path = normalPath(exchange.target);
      const found = path === undefined ? undefined : origin.find(path, exchange.begun);
      if (found instanceof Promise) found.then((late) => publish(exchange, late, next)).catch((error) => fail(exchange, error));
      else publish(exchange, found, next)?.catch((error) => fail(exchange, error));
    } catch (error) {
      fail(exchange, error);
    }
  }

  function answerOwn(exchange: Exchange): boolean {
    const route = routes.get(exchange.target);
    if (!route) return false;
    exchange.surface = route.surfaces.get(exchange.req.method ?? 'GET');
    if (answerMethod(exchange, route.methods)) return true;
    if (route.kind === 'live') sendHealth(exchange, origin.status);
    else sendStub(exchange);
    return true;
  }

  function publish(exchange: Exchange, resource: Resource | undefined, next: Next | undefined): Promise<void> | undefined {
    if (resource) return respond(exchange, resource);
    if (next) {
      setQuota(exchange.res, exchange.quota);
      return void next();
    }
    if (exchange.target === '*' && exchange.req.method === 'OPTIONS') return sendOptions(exchange, serverMethods);
    return sendNotFound(exchange);
  }

  function fail(exchange: Exchange, error: unknown): void {
    sendFailure(exchange, error, failures);
  }

  return Object.assign(proxy, {
    async fail(error: unknown, req: IncomingMessage, res: ServerResponse) {
      const exchange = begin(req, res);
      exchange.quota = await count(exchange);
      fail(exchange, error);
    },
  });
}
