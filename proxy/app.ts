import type { IncomingMessage, ServerResponse } from 'node:http';
import { createExchange, type Exchange } from './exchange.ts';
import { faultOf, normalPath } from './guard.ts';
import { sendHealth } from './live.ts';
import { answerMethod, knownMethods, sendOptions } from './methods.ts';
import type { ResolvedProxyOptions } from './options.ts';
import type { Origin, Resource } from './origin/origin.ts';
import { sendFailure, sendNotFound, sendProblem, sendRefusal } from './problem.ts';
import type { Quota, RateLimiter } from './quota.ts';
import { respond } from './respond.ts';
import { exemptPaths, routes } from './routes.ts';
import { sendStub } from './stubs.ts';

type Next = (error?: unknown) => void;

/** Middleware of any Node server: what the proxy does not publish goes to `next`, where there is one. */
export type Middleware = (req: IncomingMessage, res: ServerResponse, next?: Next) => void;

/** The whole way of a request: count → guard → own routes → origin → respond → not found, failures. */
export function createApp(origin: Origin, limiter: RateLimiter, { observers, log }: ResolvedProxyOptions): Middleware {
  return function proxy(req, res, next) {
    const exchange = createExchange(req, res, origin.site);
    for (const observer of observers) res.once('close', observer.begin(exchange));
    const quota = limiter.count({
      address: req.socket.remoteAddress,
      forwardedFor: req.headers['x-forwarded-for'] as string | undefined,
      exempt: exemptPaths.has(exchange.target),
    });
    if (quota instanceof Promise) quota.then((late) => admit(exchange, late, next));
    else admit(exchange, quota, next);
  };

  function admit(exchange: Exchange, quota: Quota, next: Next | undefined): void {
    exchange.quota = quota;
    try {
      if (quota.refused) return sendRefusal(exchange);
      const fault = faultOf(exchange);
      if (fault) return sendProblem(exchange, fault);
      if (answerOwn(exchange)) return;
      const path = normalPath(exchange.target);
      const found = path === undefined ? undefined : origin.find(path);
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

  function publish(exchange: Exchange, resource: Resource | undefined, next: Next | undefined): void | Promise<void> {
    if (resource) return respond(exchange, resource);
    if (next) return next();
    if (exchange.target === '*' && exchange.req.method === 'OPTIONS') return sendOptions(exchange, [...knownMethods]);
    sendNotFound(exchange);
  }

  function fail(exchange: Exchange, error: unknown): void {
    sendFailure(exchange, error, log);
  }
}
