import { createContext, Script } from 'node:vm';

/** The names of the web that a fetch runtime has, and no name of Node. */
export function runHandlerCode(code: string, result: string): any {
  const web = { URL, Request, Response, Headers, TextEncoder, TextDecoder, ReadableStream, TransformStream, console };
  return new Script(`'use strict';\n${code}\n${result};`, { filename: 'handler.js' }).runInContext(createContext({ ...web }));
}
