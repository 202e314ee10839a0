import type { Exchange } from './exchange.ts';
import { answerMethod, readMethods } from './methods.ts';
import type { Resource } from './origin/origin.ts';

/** Answers with a resource: method → variant → conditions → range → bytes. */
export function respond(exchange: Exchange, _resource: Resource): void | Promise<void> {
  if (answerMethod(exchange, readMethods)) return;
}
