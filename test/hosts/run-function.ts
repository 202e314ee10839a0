import { createContext, runInContext, Script } from 'node:vm';

/** What a CloudFront function declares, in a context that has nothing but the language. */
export function runFunction(text: string): (event: object) => any {
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  new Script(text, { filename: 'function.js' }).runInContext(context);
  // Values cross the border as JSON, as they do there.
  return (event) => JSON.parse(runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, context));
}

/** The names of the web that a fetch runtime has, and no name of Node. */
export function runHandlerCode(code: string, result: string): any {
  const web = { URL, Request, Response, Headers, TextEncoder, TextDecoder, ReadableStream, TransformStream, console };
  return new Script(`'use strict';\n${code}\n${result};`, { filename: 'handler.js' }).runInContext(createContext({ ...web }));
}
