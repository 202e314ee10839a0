import { isIPv6 } from '#contract/allowed-hosts';
import { decodedPath, encodePath } from '#contract/permalinks';
import type { ProblemId } from '#contract/problem-types';
import { targetLimit } from '#contract/requests';
import { memoize } from './memoize.ts';

/** Most header fields. Node keeps one more, so that a longer head is refused instead of cut silently. */
export const headerCountLimit = 100;

/** The members of a request head, Node's or another's. */
interface Head {
  readonly httpVersionMajor: number;
  readonly httpVersionMinor: number;
  readonly url?: string | undefined;
  /** Names and values alternate. */
  readonly rawHeaders: readonly string[];
  readonly headers: {
    readonly host?: string | undefined;
    readonly expect?: string | undefined;
    readonly 'transfer-encoding'?: string | undefined;
  };
}

/** The problem with a request, independent of its path; undefined for a sound one. */
export function faultOf(req: Head): ProblemId | undefined {
  if (req.httpVersionMajor !== 1) return 'versionNotSupported';
  const raw = req.rawHeaders;
  if (raw.length > headerCountLimit * 2) return 'headersTooLarge';
  if ((req.url?.length ?? 0) > targetLimit) return 'uriTooLong';
  let hosts = 0;
  for (let i = 0; i < raw.length; i += 2) if (raw[i]!.length === 4 && raw[i]!.toLowerCase() === 'host') hosts++;
  const { expect: expected, host, 'transfer-encoding': codings } = req.headers;
  if (hosts > 1 || (host === undefined ? req.httpVersionMinor > 0 : !isHost(host))) return 'invalidRequest';
  // Without a last chunk the content has no end, and HTTP/1.0 has no chunks (RFC 9112 §6.1, §6.3).
  if (codings !== undefined && (req.httpVersionMinor === 0 || !isChunked(codings))) return 'invalidRequest';
  if (expected !== undefined && expected.toLowerCase() !== '100-continue') return 'expectationFailed';
  return undefined;
}

const isChunked = (codings: string): boolean => /^\s*chunked$/i.test(codings.slice(codings.lastIndexOf(',') + 1));

/** A name, an IPv4 address, or an IPv6 address in brackets, and a port. No comma or apostrophe, unlike in RFC 3986. */
const authority = /^(?:\[([\da-f:.]+)\]|(?:[\w.~!$&()*+;=-]|%[\da-f]{2})+)(?::(\d*))?$/i;

/** Whether a Host field names a host (RFC 9112 §3.2, RFC 3986 §3.2.2). */
const isHost = memoize(
  (host: string) => {
    const [whole, address, port = ''] = authority.exec(host) ?? [];
    return whole !== undefined && (address === undefined || isIPv6(address)) && Number(port) <= 65_535;
  },
  { entries: 100 },
);

const plain = /^(?:\/[\w~-][\w.~-]*)*\/?$/;

/** Segments of unreserved characters without a leading dot: most paths, which need no further check. */
export const isPlain = (target: string): boolean => target !== '' && plain.test(target);

/** Printable ASCII without backslash and number sign. */
const printable = /^\/[!"$-[\]-~]*$/;
/** A percent-encoded separator or control character: a decoder behind us would take it for the real one. */
const disguised = /%(?:[01][0-9a-f]|2f|5c|7f)/i;

/** Whether a path is well formed: printable, percent-encoded UTF-8, nothing disguised. */
export function isWellFormed(target: string): boolean {
  return isPlain(target) || (printable.test(target) && !disguised.test(target) && decodedPath(target) !== undefined);
}

/** Longest reference to a request path, in characters of the path as received. */
const referenceLimit = 256;

/**
 * The request path as a reference that can only name a path of this site: one leading slash, markup and separators
 * percent-encoded, at most 256 characters (RFC 9457 §3.1.5).
 */
export function toPathReference(target: string): string {
  if (isPlain(target) && target.length <= referenceLimit) return target;
  if (!/^[/\\]/.test(target)) return '/';
  const path = target
    .slice(0, referenceLimit)
    .replace(/^[/\\]+/, '')
    .replace(/%[^%]?$/, '');
  return `/${path
    .split(/(%[0-9A-Fa-f]{2})/)
    .map((text, index) =>
      index % 2 ? text.toUpperCase() : encodePath(text.replace(/[\ud800-\udfff]/g, '')).replace(/[!'()*]/g, escaped),
    )
    .join('')}`;
}

const escaped = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * The canonical spelling of a path: decoded once and encoded again, so that all parts of the proxy and other hosts see the
 * same path.
 *
 * @returns undefined for a path that is malformed, or has an empty or a dot segment
 */
export function normalPath(target: string): string | undefined {
  if (isPlain(target)) return target;
  if (!isWellFormed(target)) return undefined;
  const path = decodedPath(target)!;
  return /\/(?:\.{0,2}\/|\.{1,2}$)/.test(path) ? undefined : encodePath(path);
}

/**
 * Where a path lies within a site.
 *
 * @param base base path of the site, without trailing slash; empty at the root
 */
export function placeWithin(base: string, path: string): { readonly target: string; readonly isOutside: boolean } {
  if (base === '' || path === '*') return { target: path, isOutside: false };
  const isInside = path === base || path.startsWith(`${base}/`);
  return { target: isInside ? path.slice(base.length) : path, isOutside: !isInside };
}
