import { decodedPath } from '../../contract/permalinks.ts';

/**
 * Returns a function from decoded paths to redirect targets: undefined if the path does not redirect, empty if a pattern
 * redirects it (`/old/*`, `/old/:name`, as Netlify and Cloudflare Pages read `_redirects`), whose target is not followed.
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
