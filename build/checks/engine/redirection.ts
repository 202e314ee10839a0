import { decodedPath } from '../../contract/permalinks.ts';
import { redirectRules } from '../../contract/redirects.ts';

/**
 * Makes a function from decoded paths to redirect targets: undefined without redirect, empty for a pattern (`/old/*`,
 * `/old/:name`, as in `_redirects` of Netlify and Cloudflare Pages), whose target is not followed.
 */
export function createRedirection(redirects: ReadonlyMap<string, string>): (path: string) => string | undefined {
  const exact = new Map([...redirects].map(([from, to]) => [decodedPath(from) ?? from, to]));
  const patterns = [...exact.keys()].filter((from) => /\*|\/:\w/.test(from)).map(patternOf);
  return (path) => exact.get(path) ?? (patterns.some((pattern) => pattern.test(path)) ? '' : undefined);
}

const patternOf = (from: string): RegExp =>
  new RegExp(
    `^${from
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\/:\w+/g, '/[^/]+')
      .replace(/\*/g, '.*')}$`,
  );

/**
 * The redirects of a `_redirects` file, as Netlify and Cloudflare Pages read it: one `from to [status]` per line. Rewrites
 * (200) count, because they answer. Lines with any other status are ignored.
 *
 * @throws {RangeError} one line, if the file exceeds the limits
 */
export function readRedirectsFile(text: string): Map<string, string> {
  const redirects = new Map<string, string>();
  for (const [from, to, status] of redirectRules(text))
    if (from.startsWith('/') && /^(30[12378]|200)!?$/.test(status) && !redirects.has(from)) redirects.set(from, to);
  return redirects;
}
