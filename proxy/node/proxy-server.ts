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

/** Limits on what a client may do to the server: in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // Checked by the guard, so that the answer is a problem and two of them are refused too.
  requireHostHeader: false,
  insecureHTTPParser: false,
  noDelay: true,
} satisfies ServerOptions;

/** Counted here: Node would answer the request after the last by a bare 503. */
const requestsPerConnection = 1_000;

/** A proxy with the server in front of it. The caller calls `listen`. */
export interface ProxyServer<App = HostApp> {
  readonly server: Server;
  readonly app: App;
  readonly proxy: DiptychProxy;
  /** Ends it without cutting an answer. Settles when the last connection is closed. */
  drain(options: DrainOptions): Promise<void>;
}

/**
 * An Express application that answers everything by the proxy, on a server that is hard on bad traffic.
 *
 * @param before the embedder's own middleware and routes, seen before the proxy; with `@types/express` it may name `Express`
 * @param origin where content comes from; unset: by the options
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
  // Without `next`: nothing is left for Express's own 404 page.
  app.use((req, res) => proxy(req, res));

  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req as { socket: Counted };
    socket.requests = (socket.requests ?? 0) + 1;
    if (socket.requests >= requestsPerConnection) res.shouldKeepAlive = false;
    note(res);
    // What Express cannot route (a target that it cannot parse), or what an embedder's route throws, ends here too.
    app(req as Request, res as Response, (error?: unknown) => (error ? proxy.fail(error, req, res) : proxy(req, res)));
  };
  const server = createExpressServer(app, { ...limits, keepAliveTimeout: resolved.keepAliveTimeout }, listener);
  const connections = boundConnections(server, resolved);
  const note = boundPipelining(server);
  cutStalledReaders(server, connections, resolved.stallTimeout);
  // One more than the guard allows: it refuses what Node would drop in silence.
  server.maxHeadersCount = headerCountLimit + 1;
  // Whatever a client expects, the answer is final: no body is ever waited for.
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

/** A handler of Express. Its own types of request and response come with `@types/express`, which are optional. */
// biome-ignore lint/suspicious/noExplicitAny: an embedder's handlers name the types that they expect
type Handler = (req: any, res: any, next: (error?: unknown) => void) => unknown;
type Route = (path: string | RegExp, ...handlers: readonly Handler[]) => unknown;

/** An Express application, as far as an embedder that adds its routes needs it. */
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
