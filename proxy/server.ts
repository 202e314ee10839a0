import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Express } from 'express';

interface Constructors {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/** Node's constructors are functions that may be called, though their types are classes. */
const callable = (native: unknown): ((...args: unknown[]) => void) => native as (...args: unknown[]) => void;

/**
 * A server whose requests and responses are born with the prototypes of an Express application.
 *
 * Express 5 changes the prototypes of both for every request, which makes V8 give up on their shapes: 43 of its 59 µs
 * (expressjs/express#5998). Made here with the right ones, those changes change nothing, and the application is the
 * same. Node's own constructors run on `this` by `call`: `Reflect.construct`, or a subclass that is re-parented, is
 * slower than stock Express. Should Node make them real classes, `call` throws, and the server is a stock one.
 */
export function createExpressServer(app: Express, options: ServerOptions = {}): Server {
  return createServer({ ...options, ...bornExpress(app) } as ServerOptions, app as unknown as RequestListener);
}

/** Constructors with the prototypes of the application, or none where Node's cannot be called. */
export function bornExpress(app: Express): Constructors | Record<string, never> {
  function Request(this: IncomingMessage, socket: Socket): void {
    callable(IncomingMessage).call(this, socket);
  }
  function Response(this: ServerResponse, ...args: unknown[]): void {
    callable(ServerResponse).call(this, ...args);
  }
  Request.prototype = app.request;
  Response.prototype = app.response;
  const constructors = { IncomingMessage: Request, ServerResponse: Response } as unknown as Constructors;
  try {
    new constructors.ServerResponse(new constructors.IncomingMessage(new Socket()));
    return constructors;
  } catch {
    return {};
  }
}
