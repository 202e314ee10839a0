import { createContext, Script } from 'node:vm';

/** The web globals of a fetch runtime, without Node's own. */
export function runHandlerCode(code: string, result: string): any {
  const web = { URL, Request, Response, Headers, TextEncoder, TextDecoder, ReadableStream, TransformStream, console };
  return new Script(`'use strict';\n${code}\n${result};`, { filename: 'handler.js' }).runInContext(createContext({ ...web }));
}
