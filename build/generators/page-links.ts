import { bareTypeOf, indexOver, siteDocuments } from '../contract/links.ts';
import { basePathOf } from '../contract/site-url.ts';
import { surfaces } from '../contract/surfaces.ts';
import { type HeadLink, withHeadLinks } from '../page/head-links.ts';
import { isDraft, type Page } from '../page/page.ts';
import { translationsOf } from '../page/translations.ts';
import type { ResolvedSettings } from '../settings.ts';

/** Links of a page to those documents that a site below `base` has: to the llms.txt that covers it. */
export const documentLinks = (base: string, page: string, has: (path: string) => boolean): HeadLink[] =>
  siteDocuments.flatMap(([rel, { path, mediaType }]) => {
    const target = rel === 'describedby' ? indexOver(page, has) : has(path) ? path : undefined;
    return target === undefined ? [] : [{ rel, type: bareTypeOf(mediaType), href: base + target }];
  });

export const twinLink = (twin: string): HeadLink => ({
  rel: 'alternate',
  type: bareTypeOf(surfaces.getPageMarkdown.mediaType),
  href: twin,
});

/** The line that tells agents which read the HTML of a page where its Markdown is. */
export const agentLineOf = (twin: string, base: string): string =>
  `<div data-markdown-ignore><small>For agents: <a href="${twin}">this page as Markdown</a>, <a href="${base}${surfaces.getLlmsTxt.path}">index of the site</a></small></div>`;

/**
 * Returns a function that gives a public page, or the draft of a preview, its links: to its twin, its translations, llms.txt
 * and the description of the service, and the line for agents at its top, as far as the settings ask for them. Other
 * pages stay as they are.
 *
 * @param has whether a URL path will be published
 */
export function createPageLinker(
  pages: readonly Page[],
  { url, headLinks, agentLine }: Pick<ResolvedSettings, 'url' | 'headLinks' | 'agentLine'>,
  has: (path: string) => boolean,
): (page: Page, html: string) => string {
  const base = basePathOf(url);
  const translations = translationsOf(pages.filter(({ leftOut, older }) => !leftOut && !older));
  return (page, html) => {
    if (page.leftOut && !isDraft(page)) return html;
    const twin = base + page.twin;
    const links: HeadLink[] = [
      twinLink(twin),
      ...(translations.get(page.url) ?? []).map((other) => ({
        rel: 'alternate',
        hreflang: other.language,
        href: url + other.url,
      })),
      ...documentLinks(base, page.url, has),
    ];
    return withHeadLinks(html, headLinks ? links : [], agentLine ? agentLineOf(twin, base) : undefined);
  };
}
