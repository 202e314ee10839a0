import type { IncomingMessage } from 'node:http';
import { encodePath } from '../../build/contract/permalinks.ts';
import type { ProblemId } from '../../build/contract/problem-types.ts';

/** Longest request target in octets (RFC 9112 §3 asks for at least 8000). */
export const targetLimit = 8192;
/** Most header fields; Node is told to keep one more, so that too many are refused and not dropped in silence. */
export const headerCountLimit = 100;

/** What is wrong with a request whatever its path; undefined for a sound one. */
export function faultOf(req: IncomingMessage): ProblemId | undefined {
  if (req.httpVersionMajor !== 1) return 'versionNotSupported';
  const raw = req.rawHeaders;
  if (raw.length > headerCountLimit * 2) return 'headersTooLarge';
  if ((req.url?.length ?? 0) > targetLimit) return 'uriTooLong';
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts++;
  const expected = req.headers.expect;
  if (expected !== undefined && expected.toLowerCase() !== '100-continue') return 'expectationFailed';
  if (hosts > 1 || (hosts === 0 && req.httpVersionMinor > 0)) return 'invalidRequest';
  return undefined;
}

const plain = /^(?:\/[\w~-][\w.~-]*)*\/?$/;

/** Segments of unreserved characters that do not begin with a dot: most paths, which need no second look. */
export const isPlain = (target: string): boolean => target !== '' && plain.test(target);

/** Printable ASCII without the backslash and the number sign. */
const printable = /^\/[!"$-[\]-~]*$/;
/** A separator or a control character in disguise (faults.md §4). */
const disguised = /%(?:[01][0-9a-f]|2f|5c|7f)/i;

/** Whether a path could name anything anywhere: printable, percent-encoded UTF-8, nothing disguised. */
export function isWellFormed(target: string): boolean {
  return isPlain(target) || (printable.test(target) && !disguised.test(target) && decoded(target) !== undefined);
}

/**
 * The one spelling of a path under which things are published: decoded once, encoded again, so that every part of
 * the proxy, and another host, sees the same path.
 *
 * @returns undefined for a path that is not well formed, or that has an empty or a dot segment
 */
export function normalPath(target: string): string | undefined {
  if (isPlain(target)) return target;
  if (!isWellFormed(target)) return undefined;
  const path = decoded(target)!;
  return /\/(?:\.{0,2}\/|\.{1,2}$)/.test(path) ? undefined : encodePath(path);
}

function decoded(target: string): string | undefined {
  try {
    return decodeURIComponent(target);
  } catch {
    return undefined;
  }
}
