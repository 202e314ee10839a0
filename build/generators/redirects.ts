import { redirectLine, redirectsFile } from '../contract/redirects.ts';
import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';

/** `_redirects`: a line for each old path of a page and one for its twin; no file without redirects. */
export function redirects(site: Site): Artifact[] {
  if (site.redirects.size === 0) return [];
  const lines = [...site.redirects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, to]) => redirectLine(from, to));
  return [{ path: redirectsFile, mediaType: 'text/plain; charset=utf-8', body: lines.join('') }];
}
