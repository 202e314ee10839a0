import type { RequestHeaders } from './request.ts';

export type Outcome = 200 | 304 | 412;

/**
 * Whether a list of entity tags contains the tag. No tag holds a quote, so it is enough to look for the quoted tag (RFC 9110
 * §8.8.3). Strong comparison skips weak tags (§8.8.3.2). Express's `fresh` obeys Cache-Control: no-cache of the request.
 */
function names(list: string, tag: string, strong: boolean): boolean {
  if (list.trim() === '*') return true;
  const quoted = `"${tag}"`;
  for (let start = list.indexOf(quoted); start !== -1; start = list.indexOf(quoted, start + quoted.length))
    if (!strong || !list.startsWith('W/', start - 2)) return true;
  return false;
}

export const isConditional = (headers: RequestHeaders): boolean =>
  headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;

/**
 * Evaluates the preconditions of a GET or HEAD in the order of RFC 9110 §13.2.2. Dates are ignored, as §13.1.3 requires for
 * representations without Last-Modified. Cache-Control of the request is ignored, unlike in Express, because Node's fetch
 * sends `no-cache` with If-None-Match.
 *
 * @param tag the opaque part of the strong ETag of the selected representation
 */
export function evaluate(headers: RequestHeaders, tag: string): Outcome {
  const match = headers['if-match'];
  if (match !== undefined && !names(match, tag, true)) return 412;
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined && names(noneMatch, tag, false)) return 304;
  return 200;
}

/** Whether If-Range allows a range: only for exactly this representation (RFC 9110 §13.1.5). */
export const rangeHolds = (ifRange: string | undefined, tag: string): boolean => ifRange === undefined || ifRange === `"${tag}"`;
