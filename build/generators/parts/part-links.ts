import { decodeLoosely } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { absoluteUrl, type Site, twinUrl } from '../../page/site.ts';
import { outsideCode } from './blocks.ts';
import { contentLimit, partsOfPage } from './page-parts.ts';

/**
 * Leads links to an anchor of a long page to the part that holds it: `api.md#request` → `api.parts/request.md#request`, and
 * `#request` within that part. Which parts there are is known only when all pages are cut, so links stay as they are once
 * longer ones would take a document above the limit.
 *
 * @param text of a twin or a part, with resolved references
 * @param own URL path of the part
 */
export function withPartLinks(site: Site, text: string, own?: string): string {
  if (!text.includes('#')) return text;
  let room = text.length <= contentLimit ? contentLimit - text.length : Number.POSITIVE_INFINITY;
  return outsideCode(text, (prose) =>
    prose.replace(anchorLink, (link, address: string, id: string) => {
      const better = partLink(address, id) ?? link;
      if (better.length - link.length > room) return link;
      room -= better.length - link.length;
      return better;
    }),
  );

  function partLink(address: string, id: string): string | undefined {
    // A part links to the HTML only for an anchor that the twin lacks.
    const twin = pagesByTwin(site).get(address);
    const page = twin ?? (own && pagesByUrl(site).get(address));
    const part = page && partsOfPage(site, page)?.places.get(decodeLoosely(id));
    if (part === undefined) return undefined;
    if (part !== own) return `](${absoluteUrl(site, part)}#${id}`;
    return twin && `](#${id}`;
  }
}

const anchorLink = /\]\(([^)\s#]+)#([^)\s]+)/g;

const pagesByTwin = memoizeByObject((site: Site) => new Map(site.published.map((page) => [twinUrl(site, page), page])));

const pagesByUrl = memoizeByObject((site: Site) => new Map(site.published.map((page) => [absoluteUrl(site, page.url), page])));
