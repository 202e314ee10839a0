import type { Page } from './page.ts';
import { pageTitleParts } from './page-title.ts';

/**
 * Pages with what only all of them together can tell: what most titles end with is the name of the site, and a
 * description that all pages share describes none but the home page. Pages that stay as they are are the same objects.
 */
export function settlePages(pages: readonly Page[]): Page[] {
  const listed = pages.filter(({ leftOut }) => !leftOut);
  const name = sharedEnd(listed.map(({ title }) => title));
  const shared = sharedDescription(listed.filter(({ url, described }) => url !== '/' && described));
  return pages.map((page) => {
    const parts = pageTitleParts(page.title);
    const title =
      name && parts.length > 1 && parts.at(-1) === name ? page.title.slice(0, ownLength(page.title, name)) : page.title;
    const isShared = shared !== undefined && page.url !== '/' && page.described && page.description === shared;
    if (title === page.title && !isShared) return page;
    return { ...page, title, ...(isShared && { description: page.summary ?? '', described: false }) };
  });
}

/** The last part of more than half of the titles, and of three at least. */
function sharedEnd(titles: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const parts = pageTitleParts(title);
    if (parts.length > 1) counts.set(parts.at(-1)!, (counts.get(parts.at(-1)!) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count >= 3 && count > titles.length / 2)?.[0];
}

const ownLength = (title: string, name: string): number => title.slice(0, -name.length).search(/\s+\S+\s+$/);

function sharedDescription(pages: readonly Page[]): string | undefined {
  const [first] = pages;
  return pages.length > 1 && pages.every(({ description }) => description === first!.description)
    ? first!.description
    : undefined;
}
