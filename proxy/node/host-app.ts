import type { IncomingMessage, ServerResponse } from 'node:http';

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
