import { bareTypeOf, describedByLink, joinLinks, link, serviceLinks } from '../../build/contract/links.ts';
import type { PartFacts } from '../../build/contract/manifest.ts';
import { memoizeByObject } from '../../build/contract/memoize-by-object.ts';
import { memoize } from '../http/memoize.ts';
import type { Representation, Site } from '../origin/origin.ts';

/** The canonical URL of a page: its own, unless it names another. */
const canonicalOf = ({ url, canonicals }: Site, page: string): string => canonicals?.[page] ?? url + page;

/** The Link value by which an agent finds its way from a representation, only to what is published; empty for assets. */
export function linksOf(site: Site, { role, page, twin, path }: Representation): string {
  if (role === 'asset') return '';
  let links = '';
  if (page !== undefined)
    links = `${link(canonicalOf(site, page), 'canonical')}, ${link(site.base + page, 'alternate', 'text/html')}`;
  if (role === 'page') links = joinLinks(links, link(canonicalOf(site, path), 'canonical'));
  if (twin !== undefined) links = joinLinks(links, link(site.base + twin, 'alternate', 'text/markdown'));
  const described = role === 'document' ? '' : siteLinks(site).describedIn(folderOf(page ?? path));
  return joinLinks(joinLinks(links, described), siteLinks(site).service);
}

/** From a part of a long page: the place on the page that it is, and its neighbours (RFC 8288, relations of HTML §4.6.7 and RFC 5005). */
export function partLinks(site: Site, { page, fragment, up, previous, next }: PartFacts): string {
  const anchor = fragment && `#${encodeURIComponent(fragment)}`;
  const { describedIn, service } = siteLinks(site);
  const near = [
    [up, 'up'],
    [previous, 'prev'],
    [next, 'next'],
  ] as const;
  return [
    link(canonicalOf(site, page) + anchor, 'canonical'),
    link(site.base + page + anchor, 'alternate', 'text/html'),
    ...near.flatMap(([path, relation]) => (path === undefined ? [] : [link(site.base + path, relation, 'text/markdown')])),
    ...[describedIn(folderOf(page)), service].filter(Boolean),
  ].join(', ');
}

/** The same for every representation of a site, or of a folder. */
const siteLinks = memoizeByObject((site: Site) => ({
  describedIn: memoize((folder: string) => describedByLink(site, folder)),
  service: serviceLinks(site).join(', '),
}));

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The URLs of a page's two variants, for a 406 (RFC 9110 §15.5.7). */
export const variantLinks = (site: Site, html: Representation, markdown: Representation): string[] =>
  [html, markdown].map(({ path, mediaType }) => link(site.base + path, 'alternate', bareTypeOf(mediaType)));
