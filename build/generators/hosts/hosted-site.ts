import { fileOfUrl, pageFilesOf, twinUrlOf } from '../../contract/permalinks.ts';
import { parseRedirects, type Redirect } from '../../contract/redirect-table.ts';
import { redirectsFile } from '../../contract/redirects.ts';
import { readSiteFacts, type SiteFacts } from '../../contract/site-facts.ts';
import { defaultSiteUrl } from '../../contract/site-url.ts';
import { openApiAlias, surfaces } from '../../contract/surfaces.ts';

/** What a host needs to know of a built site: the facts of its openapi.json, its files and its redirects. */
export interface HostedSite extends SiteFacts {
  /** Version of Diptych that writes the files. */
  readonly version: string;
  /** Relative to the folder, with forward slashes, sorted. */
  readonly files: readonly string[];
  readonly redirects: ReadonlyMap<string, Redirect>;
  /** Whether a URL path is published. */
  has(path: string): boolean;
}

/**
 * Reads a built site from its files.
 *
 * @param textOf the text of a file of the list
 * @throws {SyntaxError} if openapi.json is not JSON; {RangeError} if there are too many redirects
 */
export function hostedSiteOf(files: readonly string[], textOf: (file: string) => string, version: string): HostedSite {
  const there = new Set(files);
  const textAt = (file: string): string | undefined => (there.has(file) ? textOf(file) : undefined);
  const facts = readSiteFacts(textAt(fileOfUrl(surfaces.getOpenApi.path)), {
    url: null,
    fallbackUrl: defaultSiteUrl,
    name: undefined,
    rateLimitLimit: null,
    rateLimitWindow: null,
    deprecations: undefined,
    contentSecurityPolicy: null,
  });
  const has = (path: string): boolean => [fileOfUrl(path), ...pageFilesOf(path)].some((file) => there.has(file));
  const redirects = parseRedirects(textAt(redirectsFile) ?? '');
  const { path: location } = surfaces.getOpenApi;
  if (has(location) && !has(openApiAlias) && !redirects.has(openApiAlias))
    redirects.set(openApiAlias, { kind: 'redirect', status: 301, location });
  return {
    ...facts,
    version,
    files: [...files].sort(),
    redirects,
    has,
  };
}

/** The URLs of a page's twin and of itself, as a deprecation of the page holds for both. */
export const withTwin = (path: string): string[] => [path, twinUrlOf(path)];
