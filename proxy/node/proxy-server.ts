import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import express, { type Request, type Response } from 'express';
import { headerCountLimit } from '../http/request-target.ts';
import type { Origin } from '../origin/origin.ts';
import { type ProxyOptions, resolveProxyOptions } from '../settings.ts';
import { answerRaw } from './defence/client-errors.ts';
import { boundConnections, type Counted } from './defence/connections.ts';
import { boundPipelining } from './defence/pipelining.ts';
import { cutStalledReaders } from './defence/stalled-readers.ts';
import { declineUpgrades } from './defence/upgrades.ts';
import { type DrainOptions, drain } from './drain.ts';
import { createExpressServer } from './express-server.ts';
import { createProxy, type DiptychProxy } from './middleware.ts';

/** Limits for clients, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // The guard checks Host, so that the answer is a problem, and two Host fields are refused too.
  requireHostHeader: false,
  insecureHTTPParser: false,
  noDelay: true,
} satisfies ServerOptions;

/** Counted here: Node would answer the request after the last with a bare 503. */
const requestsPerConnection = 1_000;

/** A proxy and its server. The caller calls `listen`. */
export interface ProxyServer<App = HostApp> {
  readonly server: Server;
  readonly app: App;
  readonly proxy: DiptychProxy;
  /** Ends the server without cutting an answer. Settles when the last connection is closed. */
  drain(options: DrainOptions): Promise<void>;
}

/**
 * An Express application that answers everything by the proxy, on a server hardened against bad traffic.
 *
 * @param before the embedder's own middleware and routes, run before the proxy; with `@types/express` it may name `Express`
 * @param origin source of content; unset: by the options
 * @throws {UserError} like `createProxy`
 */
export function createProxyServer<App = HostApp>(
  options: ProxyOptions = {},
  before?: (app: App) => void,
  origin?: Origin,
): ProxyServer<App> {
  const resolved = resolveProxyOptions(options);
  const proxy = createProxy(options, origin);
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  before?.(app as App);
  // Without `next`, so that Express's own 404 page never answers.
  app.use((req, res) => proxy(req, res));

  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req as { socket: Counted };
    socket.requests = (socket.requests ?? 0) + 1;
    if (socket.requests >= requestsPerConnection) res.shouldKeepAlive = false;
    note(res);
    // Targets that Express cannot parse, and errors of an embedder's routes, end here.
    app(req as Request, res as Response, (error?: unknown) => (error ? proxy.fail(error, req, res) : proxy(req, res)));
  };
  const server = createExpressServer(app, { ...limits, keepAliveTimeout: resolved.keepAliveTimeout }, listener);
  const connections = boundConnections(server, resolved);
  const note = boundPipelining(server);
  cutStalledReaders(server, connections, resolved.stallTimeout);
  // One more than the guard allows: it refuses a head that Node would cut silently.
  server.maxHeadersCount = headerCountLimit + 1;
  // With any Expect field the answer is final: no content is awaited.
  server.on('checkContinue', listener).on('checkExpectation', listener);
  declineUpgrades(server);
  answerRaw(server, proxy.origin, proxy.limiter, resolved);
  return {
    server,
    app: app as App,
    proxy,
    async drain(times) {
      proxy.end();
      await drain(server, connections, times);
      await proxy.close();
    },
  };
}

/** A handler of Express. Its types of request and response are in `@types/express`, which is optional. */
// biome-ignore lint/suspicious/noExplicitAny: an embedder's handlers name the types that they expect
type Handler = (req: any, res: any, next: (error?: unknown) => void) => unknown;
type Route = (path: string | RegExp, ...handlers: readonly Handler[]) => unknown;

/** The part of an Express application that an embedder needs to add routes. */
export interface HostApp {
  (req: IncomingMessage, res: ServerResponse): unknown;
  use(...handlers: readonly (string | RegExp | Handler)[]): unknown;
  readonly get: Route;
  readonly post: Route;
  readonly put: Route;
  readonly patch: Route;
  readonly delete: Route;
  readonly all: Route;
  set(name: string, value: unknown): unknown;
  enable(name: string): unknown;
  disable(name: string): unknown;
  readonly locals: Record<string, unknown>;
}
