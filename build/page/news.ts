import type { Page } from './page.ts';

/** Pages of a section that make it news. */
const fewest = 3;

/** Whether a section is news: most of its pages have a date of publication, not all the same, and none a place of its own. */
export function isNews(pages: readonly Page[]): boolean {
  const dates = pages.flatMap(({ published }) => published ?? []);
  const isOrdered = pages.some(({ order }) => order !== undefined);
  return !isOrdered && dates.length >= fewest && dates.length > pages.length / 2 && new Set(dates).size > 1;
}

/** News from the newest on, below their pages without a date; other sections as they are. */
export const newsInOrder = (pages: readonly Page[]): readonly Page[] =>
  isNews(pages) ? pages.toSorted((a, b) => (b.published ?? '9').localeCompare(a.published ?? '9')) : pages;
