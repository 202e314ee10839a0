import type { SitePage } from './page.ts';

/** Smallest number of pages of a news section. */
const fewest = 3;

/** Whether a section is news: most pages have a date of publication, not all the same, and none an explicit order. */
export function isNews(pages: readonly SitePage[]): boolean {
  const dates = pages.flatMap(({ published }) => published ?? []);
  const isOrdered = pages.some(({ order, published }) => order !== undefined && published !== undefined);
  return !isOrdered && dates.length >= fewest && dates.length > pages.length / 2 && new Set(dates).size > 1;
}

/** News from newest to oldest, after pages without a date; other sections unchanged. */
export const newsInOrder = (pages: readonly SitePage[]): readonly SitePage[] =>
  isNews(pages) ? pages.toSorted((a, b) => (b.published ?? '9').localeCompare(a.published ?? '9')) : pages;
