import { contractPages, surfaces } from '../../build/contract/surfaces.ts';
import type { Representation } from '../origin/origin.ts';
import type { Site } from '../origin/site.ts';

/** One Link value (RFC 8288 §3). `type` is a bare media type: parameters are outside the grammar. */
export const link = (target: string, relation: string, type?: string): string =>
  `<${target}>; rel="${relation}"${type ? `; type="${type.split(';', 1)[0]}"` : ''}`;

/** The links by which an agent finds its way from a representation: only to what is published (users.md 22). */
export function linksOf(site: Site, { role, page, twin, path }: Representation): string[] {
  if (role === 'asset') return [];
  const links: string[] = [];
  if (page !== undefined) links.push(link(site.url + page, 'canonical'), link(page, 'alternate', 'text/html'));
  if (role === 'page') links.push(link(site.url + path, 'canonical'));
  if (twin !== undefined) links.push(link(twin, 'alternate', 'text/markdown'));
  const { path: index, mediaType } = surfaces.getLlmsTxt;
  if (role !== 'document' && site.has(index)) links.push(link(index, 'describedby', mediaType));
  return [...links, ...serviceLinks(site)];
}

/** Where machines and people find the description of the service (RFC 9727 §2, RFC 8631). */
export function serviceLinks(site: Site): string[] {
  const { getApiCatalog, getOpenApi } = surfaces;
  const links = [
    [getApiCatalog.path, 'api-catalog', getApiCatalog.mediaType],
    [getOpenApi.path, 'service-desc', getOpenApi.mediaType],
    [contractPages.developers, 'service-doc', surfaces.getPage.mediaType],
  ] as const;
  return links.filter(([path]) => site.has(path)).map(([path, relation, type]) => link(path, relation, type));
}

/** Where to look instead of a page that is not there: absolute, for the context of a 404 is anonymous (RFC 8288 §3.2). */
export function indexLinks(site: Site): string[] {
  const { getLlmsTxt, getSitemapMd } = surfaces;
  const links = [
    [getLlmsTxt.path, 'describedby', getLlmsTxt.mediaType],
    [getSitemapMd.path, 'index', getSitemapMd.mediaType],
  ] as const;
  return links.filter(([path]) => site.has(path)).map(([path, relation, type]) => link(site.url + path, relation, type));
}

/** The URLs of a page's two variants, for a 406 (RFC 9110 §15.5.7). */
export const variantLinks = (html: Representation, markdown: Representation): string[] =>
  [html, markdown].map(({ path, mediaType }) => link(path, 'alternate', mediaType));
