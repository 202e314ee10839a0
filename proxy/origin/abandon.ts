import type { Redirect, RemoteAnswer } from './origin.ts';

/** Gives up an answer that nobody is left to read, and its connection with it. */
export function abandon(answer: RemoteAnswer | Redirect | undefined): void {
  if (answer !== undefined && 'body' in answer && !(answer.body instanceof Uint8Array)) answer.body?.destroy();
}
