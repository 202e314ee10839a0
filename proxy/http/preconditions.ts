import type { IncomingHttpHeaders } from 'node:http';

/** The outcome of the preconditions: send the representation, only say that it has not changed, or refuse. */
export type Outcome = 200 | 304 | 412;

/** Entity tags (RFC 9110 §8.8.3). Express's `fresh` reads them too, but obeys Cache-Control: no-cache of the request. */
const tags = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** Longest list that is read. */
const lengthLimit = 4096;

/** Whether a list names the tag. Strong comparison passes over weak tags (RFC 9110 §8.8.3.2). */
function names(list: string, tag: string, strong: boolean): boolean {
  if (list.trim() === '*') return true;
  if (!strong && list === `"${tag}"`) return true;
  for (const [, weak, opaque] of list.slice(0, lengthLimit).matchAll(tags)) if (opaque === tag && !(strong && weak)) return true;
  return false;
}

/** Whether a request has any precondition: most have none. */
export const isConditional = (headers: IncomingHttpHeaders): boolean =>
  headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110 §13.2.2. Dates are not evaluated: a stored
 * representation has a strong tag and no Last-Modified, and such a condition MUST be ignored then (§13.1.3).
 * The request's Cache-Control has no say, unlike in Express: Node's fetch sends `no-cache` beside If-None-Match.
 *
 * @param tag the opaque part of the strong ETag of the selected representation
 */
export function evaluate(headers: IncomingHttpHeaders, tag: string): Outcome {
  const match = headers['if-match'];
  if (match !== undefined && !names(match, tag, true)) return 412;
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined && names(noneMatch, tag, false)) return 304;
  return 200;
}

/** Whether If-Range allows a part to be sent: only for exactly this representation (RFC 9110 §13.1.5). */
export const rangeHolds = (ifRange: string | undefined, tag: string): boolean => ifRange === undefined || ifRange === `"${tag}"`;
