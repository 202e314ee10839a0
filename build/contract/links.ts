import { pageUrlOf } from './permalinks.ts';
import { contractPages, surfaces } from './surfaces.ts';

/** What links need to know of a site. */
export interface LinkedSite {
  /** Scheme, host and port, no trailing slash. */
  readonly url: string;
  /** The path below which it is mounted, no trailing slash. */
  readonly base: string;
  /** Whether the URLs of its pages end in `.html`, as their files do. */
  readonly htmlUrls?: boolean;
  /** Where mistakes are reported. */
  readonly feedback?: string | undefined;
  /** Whether a URL path is published. */
  has(path: string): boolean;
}

/** One Link value (RFC 8288 §3). `type` is a bare media type: parameters are outside the grammar. */
export const link = (target: string, relation: string, type?: string): string =>
  type === undefined ? `<${target}>; rel="${relation}"` : `<${target}>; rel="${relation}"; type="${type}"`;

/** A media type without parameters. */
export const bareTypeOf = (mediaType: string): string => mediaType.split(';', 1)[0]!;

/** Joins values of Link; those that are empty are left out. */
export const joinLinks = (first: string, second: string): string =>
  first === '' ? second : second === '' ? first : `${first}, ${second}`;

/** The folders that a path lies in, innermost first: `/de/start` → `/de/`, `/`. */
export function* foldersOver(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end >= 0; end = end > 0 ? path.lastIndexOf('/', end - 1) : -1)
    yield path.slice(0, end + 1);
}

/** The llms.txt that covers a page: the most specific of those in the folders that it lies in (llms.txt v2). */
export function indexOver(page: string, has: (path: string) => boolean): string | undefined {
  const { path } = surfaces.getLlmsTxt;
  for (const folder of foldersOver(page)) if (has(folder + path.slice(1))) return folder + path.slice(1);
  return undefined;
}

/** Where machines and people find the description of the service (RFC 9727 §2, RFC 8631), and where they report mistakes (`help`, HTML §4.6.6.7). */
export function serviceLinks(site: LinkedSite): string[] {
  const { getApiCatalog, getOpenApi } = surfaces;
  const links = [
    [getApiCatalog.path, 'api-catalog', getApiCatalog.mediaType],
    [getOpenApi.path, 'service-desc', getOpenApi.mediaType],
    [pageUrlOf(`${contractPages.developers.slice(1)}.html`, site.htmlUrls), 'service-doc', surfaces.getPage.mediaType],
  ] as const;
  return linksThere(site, site.base, links);
}

type Target = readonly [path: string, relation: string, mediaType: string];

/** Links to those that are published, as URLs that begin with `start`, and to where mistakes are reported. */
function linksThere(site: LinkedSite, start: string, targets: readonly Target[]): string[] {
  const links = targets
    .filter(([path]) => site.has(path))
    .map(([path, relation, type]) => link(start + path, relation, bareTypeOf(type)));
  return site.feedback === undefined ? links : [...links, link(site.feedback, 'help')];
}

/** Where to look instead of a page that is not there: absolute, because the context of a 404 is anonymous (RFC 8288 §3.2). */
export function indexLinks(site: LinkedSite): string[] {
  const { getLlmsTxt, getSitemapMd } = surfaces;
  const links = [
    [getLlmsTxt.path, 'describedby', getLlmsTxt.mediaType],
    [getSitemapMd.path, 'index', getSitemapMd.mediaType],
  ] as const;
  return linksThere(site, site.url, links);
}

/** Relations of the documents that every page leads to (RFC 9727 §4, RFC 8631, and llms.txt as what describes the site). */
export const siteDocuments = [
  ['describedby', surfaces.getLlmsTxt],
  ['api-catalog', surfaces.getApiCatalog],
  ['service-desc', surfaces.getOpenApi],
] as const;
