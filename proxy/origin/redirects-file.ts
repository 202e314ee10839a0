import type { Redirect } from './origin.ts';

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A path of this site: `//host` and `/\host` would lead away from it (faults.md §4). */
const sitePath = /^\/(?![/\\])[!"$-[\]-~]*$/;

/**
 * Reads a `_redirects` file in Netlify's format, as far as the build writes it: `/old /new 301`, one to a line, `#`
 * begins a comment. Patterns, other hosts and other statuses are not ours to follow, and passed over.
 */
export function parseRedirects(text: string): Map<string, Redirect> {
  const redirects = new Map<string, Redirect>();
  for (const line of text.split('\n')) {
    const [from = '', location = '', code = '301'] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    const status = Number.parseInt(code, 10) as Redirect['status'];
    if (![from, location].every((path) => sitePath.test(path)) || !statuses.has(status)) continue;
    if (/[*]|\/:/.test(from) || redirects.has(from)) continue;
    redirects.set(from, { kind: 'redirect', status, location });
  }
  return redirects;
}
