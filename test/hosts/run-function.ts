import { execFileSync } from 'node:child_process';
import { createContext, runInContext, Script } from 'node:vm';

/** What a CloudFront function declares, in a context that has nothing but the language. */
export function runFunction(text: string): (event: object) => any {
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  new Script(text, { filename: 'function.js' }).runInContext(context);
  // Values cross the border as JSON, as they do there.
  return (event) => JSON.parse(runInContext(`JSON.stringify(handler(${JSON.stringify(event)}))`, context));
}

/** The same in njs, the engine that CloudFront's runtimes are versions of: what it returns for each event. */
export function runInNjs(text: string, events: readonly object[]): any[] {
  const calls = `${JSON.stringify(events)}.forEach(function (event) { console.log(JSON.stringify(handler(event))); });`;
  const printed = execFileSync('njs', ['-'], { input: `${text}\n${calls}\n`, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The names of the web that a fetch runtime has, and no name of Node. */
export function runHandlerCode(code: string, result: string): any {
  const web = { URL, Request, Response, Headers, TextEncoder, TextDecoder, ReadableStream, TransformStream, console };
  return new Script(`'use strict';\n${code}\n${result};`, { filename: 'handler.js' }).runInContext(createContext({ ...web }));
}
