import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Express } from 'express';

type Constructor = new (...args: unknown[]) => object;

/** Properties that Node and Express add to a request or a response later. */
const addedToRequest = ['res', 'next', 'baseUrl', 'originalUrl', 'params', '_parsedUrl'];
const addedToResponse = ['statusMessage', '_maxRequestsPerSocket', 'locals'];

/**
 * A server whose requests and responses are created with the prototypes of an Express application.
 *
 * Express 5 changes the prototypes of both for every request, and V8 gives up on their shapes: 43 of 59 µs
 * (expressjs/express#5998). With the right prototypes from the start, those changes have no effect.
 *
 * @param listener passes requests to the application; unset: the application itself
 */
export function createExpressServer(
  app: Express,
  options: ServerOptions = {},
  listener: RequestListener = app as unknown as RequestListener,
): Server {
  return createServer({ ...options, ...bornExpress(app) } as ServerOptions, listener);
}

/** Constructors with the prototypes of the application; none, for a stock server, if this version of Node prevents it. */
export function bornExpress(app: Express): { IncomingMessage?: typeof IncomingMessage; ServerResponse?: typeof ServerResponse } {
  try {
    const request = new IncomingMessage(new Socket());
    const Request = named(IncomingMessage, app.request, [...Object.getOwnPropertyNames(request), ...addedToRequest]);
    const Response = named(ServerResponse, app.response, [
      ...Object.getOwnPropertyNames(new ServerResponse(request)),
      ...addedToResponse,
    ]);
    const constructors = { IncomingMessage: Request, ServerResponse: Response } as unknown as Required<
      ReturnType<typeof bornExpress>
    >;
    new constructors.ServerResponse(new constructors.IncomingMessage(new Socket()));
    return constructors;
  } catch {
    return {};
  }
}

/**
 * Node's constructor, called on an object that already has its properties. V8 sizes an object by the assignments to `this`
 * that it sees in its constructor, and cannot see those of a constructor called on it: some thirty properties would lie
 * outside the object, 5 µs a request. `Reflect.construct`, or a subclass with another prototype, is slower than stock Express.
 */
function named(native: unknown, prototype: object, names: readonly string[]): Constructor {
  const assignments = names.filter((name) => /^\w+$/.test(name)).map((name) => `this.${name} = undefined;`);
  const body = `return function (first, second) { ${assignments.join(' ')} native.call(this, first, second); }`;
  const created = new Function('native', body)(native) as Constructor;
  created.prototype = prototype;
  return created;
}
