import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Express } from 'express';

type Constructor = new (...args: unknown[]) => object;

/** What Node adds to a request or a response later, and Express. */
const addedToRequest = ['res', 'next', 'baseUrl', 'originalUrl', 'params', '_parsedUrl'];
const addedToResponse = ['statusMessage', '_maxRequestsPerSocket', 'locals'];

/**
 * A server whose requests and responses are born with the prototypes of an Express application.
 *
 * Express 5 changes the prototypes of both for every request, which makes V8 give up on their shapes: 43 of its 59 µs
 * (expressjs/express#5998). Made here with the right ones, those changes change nothing, and the application is the same.
 *
 * @param listener what hands requests to the application; unset: nothing stands between
 */
export function createExpressServer(
  app: Express,
  options: ServerOptions = {},
  listener: RequestListener = app as unknown as RequestListener,
): Server {
  return createServer({ ...options, ...bornExpress(app) } as ServerOptions, listener);
}

/** Constructors with the prototypes of the application; none, and the server is a stock one, if this Node does not let us. */
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
 * Node's constructor, run on an object that has its properties already. V8 gives an object as many slots of its own as its
 * constructor has assignments to `this`, and those of a constructor that is called on it are out of its sight: each of some
 * thirty properties would lie outside the object, 5 µs more a request. `Reflect.construct`, or a subclass with another
 * prototype, is slower than stock Express.
 */
function named(native: unknown, prototype: object, names: readonly string[]): Constructor {
  const assignments = names.filter((name) => /^\w+$/.test(name)).map((name) => `this.${name} = undefined;`);
  const body = `return function (first, second) { ${assignments.join(' ')} native.call(this, first, second); }`;
  const created = new Function('native', body)(native) as Constructor;
  created.prototype = prototype;
  return created;
}
