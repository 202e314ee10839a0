import { decodedPath } from '../../contract/permalinks.ts';

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
