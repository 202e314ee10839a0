import { decodedPath } from './addresses.ts';

/**
 * Where a decoded path redirects to; undefined where it does not, and empty where a pattern redirects it (`/old/*`,
 * `/old/:name`, as Netlify and Cloudflare Pages read `_redirects`): its target is not followed.
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
