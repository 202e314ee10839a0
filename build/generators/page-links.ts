import { bareTypeOf, indexOver, siteDocuments } from '../contract/links.ts';
import { basePathOf, isLocalUrl } from '../contract/site-url.ts';
import { surfaces } from '../contract/surfaces.ts';
import { type HeadLink, withHeadLinks } from '../page/head-links.ts';
import { isDraft, type SitePage } from '../page/page.ts';
import { translationsOf } from '../page/translations.ts';
import type { ResolvedSettings } from '../settings.ts';

/** Links from a page to existing documents of the site below `base`, such as the llms.txt that covers it. */
const documentLinks = (base: string, page: string, has: (path: string) => boolean): HeadLink[] =>
  siteDocuments.flatMap(([rel, { path, mediaType }]) => {
    const target = rel === 'describedby' ? indexOver(page, has) : has(path) ? path : undefined;
    return target === undefined ? [] : [{ rel, type: bareTypeOf(mediaType), href: base + target }];
  });

const twinLink = (twin: string): HeadLink => ({
  rel: 'alternate',
  type: bareTypeOf(surfaces.getPageMarkdown.mediaType),
  href: twin,
});

/**
 * Makes a function that returns the links of a public page (or of a draft in a preview): to its twin, its translations, llms.txt
 * and the description of the service; on a site of another generator also its canonical URL. Other pages have none.
 *
 * @param has whether a URL path will be published
 */
export function createPageLinks(
  pages: readonly SitePage[],
  { url, adopted }: Pick<ResolvedSettings, 'url' | 'adopted'>,
  has: (path: string) => boolean,
): (page: Pick<SitePage, 'url' | 'twin' | 'leftOut'>) => readonly HeadLink[] | undefined {
  // The layout of the starter or of the owner sets the canonical URL; a local page has none.
  const namesItself = adopted === true && !isLocalUrl(url);
  const base = basePathOf(url);
  const translations = translationsOf(pages.filter(({ leftOut, older }) => !leftOut && !older));
  return (page) => {
    if (page.leftOut && !isDraft(page)) return undefined;
    const twin = base + page.twin;
    return [
      twinLink(twin),
      ...(translations.get(page.url) ?? []).map((other) => ({
        rel: 'alternate',
        hreflang: other.language,
        href: url + other.url,
      })),
      ...documentLinks(base, page.url, has),
      // The last, so that a second run puts it at the same position.
      ...(namesItself ? [{ rel: 'canonical', href: url + page.url, 'data-diptych': '' as const }] : []),
    ];
  };
}

/** Makes a function that adds those links to the HTML of a page. */
export function createPageLinker(...of: Parameters<typeof createPageLinks>): (page: SitePage, html: string) => string {
  const linksOf = createPageLinks(...of);
  return (page, html) => {
    const links = linksOf(page);
    return links ? withHeadLinks(html, links) : html;
  };
}
