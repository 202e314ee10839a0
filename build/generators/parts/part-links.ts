import { decodeLoosely } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { outsideCode } from './blocks.ts';
import { partLimit, partsOfPage } from './page-parts.ts';

/**
 * Leads links to an anchor of a long page to the part that holds it: `api.md#request` → `api.parts/request.md#request`. Which
 * parts there are is known only when all pages are cut, so a part stays as it is if longer links would take it above the limit.
 *
 * @param text of a twin or a part, with resolved references
 */
export function withPartLinks(site: Site, text: string): string {
  if (!text.includes('.md#')) return text;
  const linked = outsideCode(text, (prose) => prose.replace(anchorLink, partLink));
  return text.length <= partLimit && linked.length > partLimit ? text : linked;

  function partLink(link: string, url: string, id: string): string {
    const page = pagesByTwin(site).get(url);
    const part = page && partsOfPage(site, page)?.places.get(decodeLoosely(id));
    return part === undefined ? link : `](${absoluteUrl(site, part)}#${id}`;
  }
}

const anchorLink = /\]\(([^)\s#]+\.md)#([^)\s]+)/g;

const pagesByTwin = memoizeByObject((site: Site) => new Map(site.published.map((page) => [twinUrl(site, page), page])));
