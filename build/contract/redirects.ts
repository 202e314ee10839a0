import { mediaTypeOf } from './media-types.ts';
import { decodedPath, encodePath, type IsPage, pageUrlsOf, twinUrlAt } from './permalinks.ts';

/** File of the redirects in the output folder, in the format of Netlify and Cloudflare Pages. Not a URL of the site. */
export const redirectsFile = '_redirects';

/** A rule as the build writes it. */
export const redirectLine = (from: string, to: string): string => `${from} ${to} 301\n`;

/** Limits of a `_redirects` file: the build writes no more, and neither the proxy nor the checks read more. */
export const redirectLimits = {
  /** Length of the file in bytes. */
  bytes: 8 * 1024 * 1024,
  /** Lines that are rules. The build writes two for each old path: the page's and its twin's. */
  rules: 100_000,
} as const;

/**
 * Refuses a file that is too long, before it is read.
 *
 * @param length in bytes; UTF-16 units of a string are never more
 * @throws {RangeError} one line: the limit, and how to fix it
 */
export function checkRedirectsLength(length: number): void {
  if (length > redirectLimits.bytes)
    throw new RangeError(
      `${redirectsFile} is longer than ${redirectLimits.bytes} bytes: remove rules, or move redirects to the server in front`,
    );
}

/**
 * Reads the rules of a `_redirects` file (Netlify's format: `from to [status]`, one to a line, `#` begins a comment) in
 * time linear in its length. Rules with conditions are passed over. What a rule means is up to the caller.
 *
 * @throws {RangeError} one line, when there are more rules or bytes than {@link redirectLimits} allows
 */
export function* redirectRules(text: string): Generator<readonly [from: string, to: string, status: string]> {
  checkRedirectsLength(text.length);
  let rules = 0;
  for (const line of linesOf(text)) {
    const words = line.match(/\S+/g) ?? [];
    const comment = words.findIndex((word) => word.startsWith('#'));
    const [from, to, ...more] = comment < 0 ? words : words.slice(0, comment);
    if (from === undefined || to === undefined) continue;
    if (++rules > redirectLimits.rules)
      throw new RangeError(
        `${redirectsFile} holds more than ${redirectLimits.rules} rules: remove some, or move redirects to the server in front`,
      );
    // A rule for some visitors only (`Country=de`) is not one for all.
    if (!more.some((word) => word.includes('='))) yield [from, to, more[0] ?? '301'];
  }
}

/** A longer line names no path that can be asked for. */
const longestLine = 65_536;

/** The lines of a text that may hold a rule. Without a pattern: of a line of megabytes it would need more stack than there is. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0, at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 10 && code !== 13 && at < text.length) continue;
    if (at > start && at - start <= longestLine) yield text.slice(start, at);
    start = at + 1;
  }
}

/** Another spelling of a URL, or a line of `_redirects`. */
export interface Redirect {
  readonly kind: 'redirect';
  readonly status: 301 | 302 | 303 | 307 | 308;
  /** A path of this site, percent-encoded, with exactly one leading slash. */
  readonly location: string;
  /** Query of the target, with its question mark; that of the request stands in for it. */
  readonly query?: string;
  /** Fragment of the target, with its number sign. */
  readonly fragment?: string;
  /** What another host lets caches do with it, where it said so. */
  readonly cacheControl?: string;
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A path of this site, and what may follow it: `//host` and `/\host` would lead away from it. */
const target = /^(\/(?![/\\])[!"$->@-[\]-~\u0080-\uffff]*)(\?[!"$-[\]-~]*)?(#[!-[\]-~]*)?$/;

/**
 * Reads a `_redirects` file as far as the build writes it: `/old /new 301`. Patterns, other hosts and other statuses are
 * not ours to follow, and passed over. An old path is known by the one spelling that requests are brought to, however the file
 * spells it (RFC 3986 §6.2.2): `/{path}` and `/%7bpath%7d` are `/%7Bpath%7D`.
 *
 * @throws {RangeError} one line, when the file is longer or holds more rules than is read
 */
export function parseRedirects(text: string): Map<string, Redirect> {
  const redirects = new Map<string, Redirect>();
  for (const [from, to, code] of redirectRules(text)) {
    const status = Number.parseInt(code, 10) as Redirect['status'];
    const [, old, ...conditions] = target.exec(from) ?? [];
    const [, place, query, fragment] = target.exec(to) ?? [];
    if (old === undefined || conditions.join('') !== '' || place === undefined || !statuses.has(status)) continue;
    const decoded = decodedPath(old);
    if (decoded === undefined || /[*]|\/:/.test(old)) continue;
    const path = encodePath(decoded);
    if (redirects.has(path)) continue;
    const location = place.replace(/[^!-~]+/g, encodeURI);
    redirects.set(path, { kind: 'redirect', status, location, ...(query && { query }), ...(fragment && { fragment }) });
  }
  return redirects;
}

/** The redirect of a path: its own, or that of the page whose twin it would be. */
export function redirectAt(path: string, redirects: ReadonlyMap<string, Redirect>, isPage: IsPage): Redirect | undefined {
  const own = redirects.get(path);
  if (own || !path.endsWith('.md')) return own;
  for (const page of pagesOfTwin(path)) {
    const moved = redirects.get(page);
    const redirect = moved && movedTwin(path, moved, isPage);
    if (redirect) return redirect;
  }
  return undefined;
}

/** The URLs at which the page of a twin may have been: `/old.md` ← `/old`, `/old/`, `/old.html`. */
export const pagesOfTwin = (twin: string): string[] => pageUrlsOf(twin).filter((url) => !url.endsWith('.htm'));

/**
 * The redirect of a twin whose page has moved: `/old` → `/new?x#y` leads `/old.md` to `/new.md?x#y`. Undefined if the
 * page only has another spelling, or moved to something that has no twin.
 *
 * @param twin path that was asked for
 */
export function movedTwin(twin: string, moved: Redirect, isPage: IsPage): Redirect | undefined {
  const type = mediaTypeOf(moved.location);
  const isHtml = type === 'application/octet-stream' || type.startsWith('text/html');
  const location = isHtml ? twinUrlAt(moved.location, isPage) : moved.location;
  return location.endsWith('.md') && location !== twin ? { ...moved, location } : undefined;
}
