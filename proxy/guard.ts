import { encodePath } from '../build/contract/permalinks.ts';
import type { ProblemId } from '../build/contract/problem-types.ts';
import type { Exchange } from './exchange.ts';

/** Longest request target in octets (RFC 9112 §3 asks for at least 8000). */
export const targetLimit = 8192;
/** Most header fields; Node is told to keep one more, so that too many are refused and not dropped in silence. */
export const headerCountLimit = 100;

/** What is wrong with a request whatever its path; undefined for a sound one. */
export function faultOf({ req }: Exchange): ProblemId | undefined {
  if (req.httpVersionMajor !== 1) return 'versionNotSupported';
  const raw = req.rawHeaders;
  if (raw.length > headerCountLimit * 2) return 'headersTooLarge';
  if ((req.url?.length ?? 0) > targetLimit) return 'uriTooLong';
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts++;
  if (hosts > 1 || (hosts === 0 && req.httpVersionMinor > 0)) return 'invalidRequest';
  return undefined;
}

/**
 * The one spelling of a path under which things are published: decoded once, encoded again (faults.md §4).
 *
 * @returns undefined for a path that names nothing anywhere: broken encoding, not UTF-8, a control character, a
 * backslash, an encoded separator
 */
export function normalPath(target: string): string | undefined {
  if (target.charCodeAt(0) !== 47 || /[\\#\x00-\x20\x7f]|%2f|%5c|%[01][0-9a-f]|%7f/i.test(target)) return undefined;
  try {
    return encodePath(decodeURIComponent(target));
  } catch {
    return undefined;
  }
}
