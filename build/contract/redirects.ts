import { mediaTypeOf } from './media-types.ts';
import { decodedPath, encodePath, type IsPage, pageUrlsOf, twinUrlAt } from './permalinks.ts';

/** File of the redirects in the output folder, in the format of Netlify and Cloudflare Pages. Not published. */
export const redirectsFile = '_redirects';

export const redirectLine = (from: string, to: string): string => `${from} ${to} 301\n`;

/** Limits of a `_redirects` file, for writing and reading. */
export const redirectLimits = {
  /** Length of the file in bytes. */
  bytes: 8 * 1024 * 1024,
  /** Number of rules. The build writes two for each old path: for the page and its twin. */
  rules: 100_000,
} as const;

/**
 * Refuses a file that is too long, before it is read.
 *
 * @param length in bytes, or UTF-16 units of a string (never more)
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
 * linear time. Rules with conditions are skipped.
 *
 * @throws {RangeError} one line, if the file exceeds {@link redirectLimits}
 */
export function* redirectRules(text: string): Generator<readonly [from: string, to: string, status: string]> {
  checkRedirectsLength(text.length);
  let rules = 0;
  for (const line of text.split(/[\r\n]+/)) {
    if (line.length > longestLine) continue;
    const words = line.match(/\S+/g) ?? [];
    const comment = words.findIndex((word) => word.startsWith('#'));
    const [from, to, ...more] = comment < 0 ? words : words.slice(0, comment);
    if (from === undefined || to === undefined) continue;
    if (++rules > redirectLimits.rules)
      throw new RangeError(
        `${redirectsFile} holds more than ${redirectLimits.rules} rules: remove some, or move redirects to the server in front`,
      );
    // A conditional rule (`Country=de`) does not apply to all visitors.
    if (!more.some((word) => word.includes('='))) yield [from, to, more[0] ?? '301'];
  }
}

/** Longest line that is read: a longer one names no path that can be requested. */
const longestLine = 65_536;

/** A redirect to the canonical spelling of a URL, or a line of `_redirects`. */
export interface Redirect {
  readonly kind: 'redirect';
  readonly status: 301 | 302 | 303 | 307 | 308;
  /** A path of this site, percent-encoded, with exactly one leading slash. */
  readonly location: string;
  /** Query of the target, with its question mark; replaces the query of the request. */
  readonly query?: string;
  /** Fragment of the target, with its number sign. */
  readonly fragment?: string;
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A path of this site with optional query and fragment; not `//host` or `/\host`, which lead to another site. */
const target = /^(\/(?![/\\])[!"$->@-[\]-~\u0080-\uffff]*)(\?[!"$-[\]-~]*)?(#[!-[\]-~]*)?$/;

/**
 * Reads the kinds of rules in a `_redirects` file that the build writes: `/old /new 301`. Patterns, other hosts and other
 * statuses are skipped. Old paths are stored in their canonical spelling (RFC 3986 §6.2.2): `/{path}` and `/%7bpath%7d` are
 * `/%7Bpath%7D`.
 *
 * @throws {RangeError} one line, if the file exceeds the limits
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

/** The redirect of a path: its own, or the redirect of the page whose twin it is. */
export function redirectAt(path: string, redirects: ReadonlyMap<string, Redirect>, isPage: IsPage): Redirect | undefined {
  const direct = redirects.get(path);
  if (direct || !path.endsWith('.md')) return direct;
  for (const page of pagesOfTwin(path)) {
    const moved = redirects.get(page);
    const redirect = moved && movedTwin(path, moved, isPage);
    if (redirect) return redirect;
  }
  return undefined;
}

/** The possible former URLs of the page of a twin: `/old.md` ← `/old`, `/old/`, `/old.html`. */
const pagesOfTwin = (twin: string): string[] => pageUrlsOf(twin).filter((url) => !url.endsWith('.htm'));

/**
 * The redirect of a twin whose page has moved: `/old` → `/new?x#y` gives `/old.md` → `/new.md?x#y`. Undefined if the page
 * only has another spelling, or the target has no twin.
 *
 * @param twin requested path
 */
function movedTwin(twin: string, moved: Redirect, isPage: IsPage): Redirect | undefined {
  const type = mediaTypeOf(moved.location);
  const isHtml = type === 'application/octet-stream' || type.startsWith('text/html');
  const location = isHtml ? twinUrlAt(moved.location, isPage) : moved.location;
  return location.endsWith('.md') && location !== twin ? { ...moved, location } : undefined;
}
