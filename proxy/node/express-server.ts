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

/** Constructors with the prototypes of the application, or none where Node's cannot be called. */
export function bornExpress(app: Express): Constructors | Record<string, never> {
  Request.prototype = app.request;
  Response.prototype = app.response;
  const constructors = { IncomingMessage: Request, ServerResponse: Response } as unknown as Constructors;
  try {
    new constructors.ServerResponse(new constructors.IncomingMessage(new Socket()));
    return constructors;
  } catch {
    return {};
  }

  /*
   * V8 gives an object as many slots of its own as its constructor has assignments to `this`. Here Node's constructor
   * makes the properties, out of V8's sight; so they are named first, with those that Express adds. Without the names
   * each of some thirty properties lies outside the object, and a request costs 5 µs more.
   */
  function Request(this: Record<string, unknown>, socket: Socket): void {
    this._events = undefined;
    this._readableState = undefined;
    this._maxListeners = undefined;
    this.socket = undefined;
    this.httpVersionMajor = undefined;
    this.httpVersionMinor = undefined;
    this.httpVersion = undefined;
    this.complete = undefined;
    this.rawHeaders = undefined;
    this.rawTrailers = undefined;
    this.joinDuplicateHeaders = undefined;
    this.aborted = undefined;
    this.upgrade = undefined;
    this.url = undefined;
    this.method = undefined;
    this.statusCode = undefined;
    this.statusMessage = undefined;
    this.client = undefined;
    this._consuming = undefined;
    this._dumped = undefined;
    this.res = undefined;
    this.next = undefined;
    this.baseUrl = undefined;
    this.originalUrl = undefined;
    this.params = undefined;
    this._parsedUrl = undefined;
    callable(IncomingMessage).call(this, socket);
  }

  function Response(this: Record<string, unknown>, request: IncomingMessage, settings: unknown): void {
    this._events = undefined;
    this._maxListeners = undefined;
    this.outputData = undefined;
    this.outputSize = undefined;
    this.writable = undefined;
    this.destroyed = undefined;
    this._last = undefined;
    this.chunkedEncoding = undefined;
    this.shouldKeepAlive = undefined;
    this.maxRequestsOnConnectionReached = undefined;
    this._defaultKeepAlive = undefined;
    this.useChunkedEncodingByDefault = undefined;
    this.sendDate = undefined;
    this._removedConnection = undefined;
    this._removedContLen = undefined;
    this._removedTE = undefined;
    this.strictContentLength = undefined;
    this._contentLength = undefined;
    this._hasBody = undefined;
    this._trailer = undefined;
    this.finished = undefined;
    this._headerSent = undefined;
    this._closed = undefined;
    this.socket = undefined;
    this._header = undefined;
    this._keepAliveTimeout = undefined;
    this._onPendingData = undefined;
    this.req = undefined;
    this._sent100 = undefined;
    this._expect_continue = undefined;
    this._maxRequestsPerSocket = undefined;
    this.statusMessage = undefined;
    this.locals = undefined;
    callable(ServerResponse).call(this, request, settings);
  }
}
