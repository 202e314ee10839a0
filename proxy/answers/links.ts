import { contractPages, surfaces } from '../../build/contract/surfaces.ts';
import { memoizeByObject } from '../http/memoize.ts';
import type { Representation, Site } from '../origin/origin.ts';

/** One Link value (RFC 8288 §3). `type` is a bare media type: parameters are outside the grammar. */
export const link = (target: string, relation: string, type?: string): string =>
  type === undefined ? `<${target}>; rel="${relation}"` : `<${target}>; rel="${relation}"; type="${type}"`;

const bareTypeOf = (mediaType: string): string => mediaType.split(';', 1)[0]!;

/** Joins values of Link; those that are empty are left out. */
export const joinLinks = (first: string, second: string): string =>
  first === '' ? second : second === '' ? first : `${first}, ${second}`;

/** The Link value by which an agent finds its way from a representation, only to what is published; empty for assets. */
export function linksOf(site: Site, { role, page, twin, path }: Representation): string {
  if (role === 'asset') return '';
  let links = '';
  if (page !== undefined) links = `${link(site.url + page, 'canonical')}, ${link(site.base + page, 'alternate', 'text/html')}`;
  if (role === 'page') links = joinLinks(links, link(site.url + path, 'canonical'));
  if (twin !== undefined) links = joinLinks(links, link(site.base + twin, 'alternate', 'text/markdown'));
  const { described, service } = siteLinks(site);
  return joinLinks(role === 'document' ? links : joinLinks(links, described), service);
}

/** The same for every representation of a site. */
const siteLinks = memoizeByObject((site: Site) => {
  const { path, mediaType } = surfaces.getLlmsTxt;
  return {
    described: site.has(path) ? link(site.base + path, 'describedby', bareTypeOf(mediaType)) : '',
    service: serviceLinks(site).join(', '),
  };
});

/** Where machines and people find the description of the service (RFC 9727 §2, RFC 8631). */
export function serviceLinks(site: Site): string[] {
  const { getApiCatalog, getOpenApi } = surfaces;
  const links = [
    [getApiCatalog.path, 'api-catalog', getApiCatalog.mediaType],
    [getOpenApi.path, 'service-desc', getOpenApi.mediaType],
    [contractPages.developers, 'service-doc', surfaces.getPage.mediaType],
  ] as const;
  return links
    .filter(([path]) => site.has(path))
    .map(([path, relation, type]) => link(site.base + path, relation, bareTypeOf(type)));
}

/** Where to look instead of a page that is not there: absolute, because the context of a 404 is anonymous (RFC 8288 §3.2). */
export function indexLinks(site: Site): string[] {
  const { getLlmsTxt, getSitemapMd } = surfaces;
  const links = [
    [getLlmsTxt.path, 'describedby', getLlmsTxt.mediaType],
    [getSitemapMd.path, 'index', getSitemapMd.mediaType],
  ] as const;
  return links
    .filter(([path]) => site.has(path))
    .map(([path, relation, type]) => link(site.url + path, relation, bareTypeOf(type)));
}

/** The URLs of a page's two variants, for a 406 (RFC 9110 §15.5.7). */
export const variantLinks = (site: Site, html: Representation, markdown: Representation): string[] =>
  [html, markdown].map(({ path, mediaType }) => link(site.base + path, 'alternate', bareTypeOf(mediaType)));
