import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import { headerCountLimit } from '../http/request-target.ts';
import { type ProxyOptions, resolveProxyOptions } from '../settings.ts';
import { boundConnections } from './connections.ts';
import { type DrainOptions, drain } from './drain.ts';
import { type DiptychProxy, proxyOf } from './middleware.ts';
import { answerRaw } from './raw-answers.ts';

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

/** How long a reader may take nothing of what waits for it, in milliseconds. */
const stallTimeout = 30_000;
/** Counted here: Node would answer the request after the last with a bare 503. */
const requestsPerConnection = 1_000;
/** Most requests of a connection that wait for answers to those before them. */
const mostWaiting = 64;

/** A connection and its requests. The parser is Node's own. */
type Counted = Socket & {
  latest?: ServerResponse;
  requests?: number;
  waiting?: number;
  parser?: { onIncoming: () => number } | null;
};

/** A proxy and its server. The caller calls `listen`. */
export interface ProxyServer {
  readonly server: Server;
  readonly proxy: DiptychProxy;
  /** Ends the server without cutting an answer. Settles when the last connection is closed. */
  drain(options: DrainOptions): Promise<void>;
}

/**
 * A server that answers everything by the proxy, hardened against bad traffic.
 *
 * @param before the embedder's own middleware and routes, run before the proxy; with `@types/express` it may name `Express`
 * @throws {UserError} one line, if an option is wrong
 * @example
 * const { server, proxy } = createProxyServer({ dir: 'dist' });
 * await proxy.ready;
 * server.listen(8080);
 */
export function createProxyServer<App = HostApp>(options?: ProxyOptions, before?: (app: App) => void): ProxyServer {
  const resolved = resolveProxyOptions(options);
  const proxy = proxyOf(resolved, before === undefined);
  const answer = before === undefined ? proxy : withRoutes(proxy, before);

  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    const socket = req.socket as Counted;
    socket.latest = res;
    socket.requests = (socket.requests ?? 0) + 1;
    // Node gives a response its socket when those before it are sent.
    socket.waiting = res.socket ? 0 : (socket.waiting ?? 0) + 1;
    if (socket.waiting > mostWaiting) return void cut(socket);
    // What follows a request to upgrade may be of another protocol, and what follows Expect may be content or not.
    if (socket.requests >= requestsPerConnection || req.headers.upgrade !== undefined || req.headers.expect !== undefined)
      res.shouldKeepAlive = false;
    answer(req, res);
  };
  const server = createServer({ ...limits, keepAliveTimeout: resolved.keepAliveTimeout }, listener);
  server.timeout = stallTimeout;
  const connections = boundConnections(server, resolved);
  // One more than the guard allows: it refuses a head that Node would cut silently.
  server.maxHeadersCount = headerCountLimit + 1;
  // With any Expect field the answer is final: no content is awaited.
  server.on('checkContinue', listener).on('checkExpectation', listener);
  answerRaw(server, proxy.origin, proxy.limiter, resolved);
  return {
    server,
    proxy,
    async drain(times) {
      proxy.end();
      await drain(server, connections, times);
      await proxy.close();
    },
  };
}

/** Ends a connection, and the parsing of its packet: Node keeps 2 KB for each request, and 64 KB hold two thousand. */
function cut(socket: Counted): void {
  socket.destroy();
  // As for an upgrade: what follows this head is not parsed.
  if (socket.parser) socket.parser.onIncoming = () => 2;
}

/** An Express application with the embedder's routes, and the proxy behind them. */
function withRoutes<App>(proxy: DiptychProxy, before: (app: App) => void): (req: IncomingMessage, res: ServerResponse) => void {
  // Loaded only here: a proxy without routes starts a third faster.
  const express = createRequire(import.meta.url)('express') as typeof import('express');
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing');
  before(app as App);
  // Without `next`, so that Express's own 404 page never answers.
  app.use((req, res) => proxy(req, res));
  // Targets that Express cannot parse, and errors of an embedder's routes, end here.
  return (req, res) =>
    app(req as Request, res as Response, (error?: unknown) => (error ? proxy.fail(error, req, res) : proxy(req, res)));
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
