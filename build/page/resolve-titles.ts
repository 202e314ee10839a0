import { countsOf } from '../contract/std/collections.ts';
import { titleParts, withoutNames } from '../twin/page-title.ts';
import { continuationsOf } from './continuations.ts';
import type { Page } from './page.ts';
import { bookPlacesOf } from './site-tree.ts';

/** Fewer pages may share a description by chance, or because they belong together. */
const fewest = 3;

/**
 * Resolves facts that depend on all pages. The common end of most titles is the name of the site, as is a common beginning that
 * is the title of the home page. A title that is only that name, or that several pages share, is replaced by the page's H1. A
 * description shared by three pages, or with the home page, is replaced by the first paragraph. Later pages of a pagination get
 * the title of the first and their number. Unchanged pages are the same objects.
 */
export function resolveTitles(pages: readonly Page[]): Page[] {
  const listed = pages.filter(({ leftOut }) => !leftOut);
  const home = listed.find(({ url }) => url === '/');
  const name = sharedName(listed, home?.title);
  const short = new Map(pages.map((page) => [page, withoutNames(page.title, [name], page.url)]));
  const continuations = continuationsOf(listed, (page) => short.get(page)!);
  const begun = listed.filter((page) => !continuations.has(page));
  const titles = countsOf(begun.map((page) => short.get(page)!));
  const descriptions = countsOf(begun.flatMap(({ described, description }) => (described ? description : [])));
  const others = listed.filter((page) => page !== home && page.described).length;
  const titleOf = (page: Page): string => {
    const own = short.get(page)!;
    const isNoName = titles.get(own)! > 1 || [name, page.siteName, home && short.get(home)].includes(own);
    return page !== home && isNoName ? (page.headingText ?? own) : own;
  };
  const places = bookPlacesOf(listed, titleOf);
  return pages.map((page) => {
    const { first, number } = continuations.get(page) ?? {};
    const title = first ? `${titleOf(first)} (${number})` : titleOf(page);
    const { described, description } = page;
    const count = described && page !== home ? (descriptions.get(description) ?? 0) : 0;
    const isOfHome = home?.described === true && description === home.description;
    const isShared = count >= fewest || (count > 0 && isOfHome);
    const summary = isShared ? page.summary : undefined;
    const place = places.get(page) ?? page;
    const isPlaced = place.section !== page.section || place.within !== page.within || place.order !== page.order;
    if (title === page.title && summary === undefined && !first && !isPlaced) return page;
    // One that all pages share is removed, which is a finding; one that a few share is the author's choice.
    return {
      ...page,
      ...(isPlaced && place),
      title,
      ...(first && { continues: first.url }),
      ...(summary !== undefined && { description: summary, described: count - Number(isOfHome) < others }),
    };
  });
}

/** The last part of more than half of the titles, and of at least three; else such a first part that the home page is called. */
function sharedName(pages: readonly Page[], home: string | undefined): string | undefined {
  const parts = pages.map(({ title }) => titleParts(title)).filter(({ length }) => length > 1);
  const isCommon = (count: number): boolean => count >= 3 && count > pages.length / 2;
  const end = [...countsOf(parts.map((own) => own.at(-1)!))].find(([, count]) => isCommon(count))?.[0];
  return end ?? (isCommon(parts.filter(([first]) => first === home).length) ? home : undefined);
}
