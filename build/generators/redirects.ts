import type { Artifact } from '../files.ts';
import type { Site } from '../page/site.ts';

/** The file of the redirects, in the format of Netlify and Cloudflare Pages. Not a URL of the site. */
export const redirectsFile = '_redirects';

/** `_redirects`: one line for each old path of a page and one for its twin; no file if there are none. */
export function redirects(site: Site): Artifact[] {
  if (site.redirects.size === 0) return [];
  const lines = [...site.redirects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, to]) => `${from} ${to} 301`);
  return [{ path: redirectsFile, mediaType: 'text/plain; charset=utf-8', body: `${lines.join('\n')}\n` }];
}
