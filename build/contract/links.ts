import { surfaces } from './surfaces.ts';

export interface LinkedSite {
  /** Scheme, host and port, no trailing slash. */
  readonly url: string;
  /** The base path, no trailing slash. */
  readonly base: string;
  readonly feedback?: string | undefined;
  has(path: string): boolean;
}

/** One Link value (RFC 8288 §3). `type` is a bare media type: parameters are outside the grammar. */
export const link = (target: string, relation: string, type?: string): string =>
  type === undefined ? `<${target}>; rel="${relation}"` : `<${target}>; rel="${relation}"; type="${type}"`;

/** A media type without parameters. */
export const bareTypeOf = (mediaType: string): string => mediaType.split(';', 1)[0]!;

/** Joins two values of Link, either of which may be empty. */
export const joinLinks = (first: string, second: string): string =>
  first === '' ? second : second === '' ? first : `${first}, ${second}`;

/** The folders that contain a path, innermost first: `/de/start` → `/de/`, `/`. */
export function* foldersOver(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end >= 0; end = end > 0 ? path.lastIndexOf('/', end - 1) : -1)
    yield path.slice(0, end + 1);
}

/** The llms.txt that covers a page: the one in the innermost of its folders (llms.txt v2). */
export function indexOver(page: string, has: (path: string) => boolean): string | undefined {
  const { path } = surfaces.getLlmsTxt;
  for (const folder of foldersOver(page)) if (has(folder + path.slice(1))) return folder + path.slice(1);
  return undefined;
}

/** Links to the description of the service (RFC 9727 §2, RFC 8631), and to feedback (`help`, HTML §4.6.6.7). */
export function serviceLinks(site: LinkedSite): string[] {
  const { getApiCatalog, getOpenApi } = surfaces;
  const links = [
    [getApiCatalog.path, 'api-catalog', getApiCatalog.mediaType],
    [getOpenApi.path, 'service-desc', getOpenApi.mediaType],
  ] as const;
  return linksThere(site, site.base, links);
}

type Target = readonly [path: string, relation: string, mediaType: string];

/** Links to the published targets, as URLs that begin with `start`, and to feedback. */
function linksThere(site: LinkedSite, start: string, targets: readonly Target[]): string[] {
  const links = targets
    .filter(([path]) => site.has(path))
    .map(([path, relation, type]) => link(start + path, relation, bareTypeOf(type)));
  return site.feedback === undefined ? links : [...links, link(site.feedback, 'help')];
}

/** Links to the indexes, for a 404: absolute, because its context is anonymous (RFC 8288 §3.2). */
export function indexLinks(site: LinkedSite): string[] {
  const { getLlmsTxt, getSitemapMd } = surfaces;
  const links = [
    [getLlmsTxt.path, 'describedby', getLlmsTxt.mediaType],
    [getSitemapMd.path, 'index', getSitemapMd.mediaType],
  ] as const;
  return linksThere(site, site.url, links);
}

/** Relations of the documents that every page links to (RFC 9727 §4, RFC 8631, llms.txt). */
export const siteDocuments = [
  ['describedby', surfaces.getLlmsTxt],
  ['api-catalog', surfaces.getApiCatalog],
  ['service-desc', surfaces.getOpenApi],
] as const;
