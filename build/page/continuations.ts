import { stemOfPage } from '../contract/permalinks.ts';
import type { LocatedPage } from './page.ts';

export interface Continuation {
  readonly first: LocatedPage;
  /** Its number in the pagination, from 2 on. */
  readonly number: number;
}

const longest = 10_000;

/**
 * Later pages of paginations. Their URLs end in the numbers from 2 on without a gap (`/blog/2/`, `/blog/page/3/`,
 * `/blog-page-4`), and without that number their titles equal the title of the first page, at the URL without the number, or with 1.
 * Eleventy counts from 0, without a number: `/blog/1/` with the title of `/blog/` is the second page.
 * So `/2024/`, `/releases/2` and "Chapter 2" are none.
 *
 * @param nameOf the title of a page without the names of the site
 */
export function continuationsOf(
  pages: readonly LocatedPage[],
  nameOf: (page: LocatedPage) => string,
): ReadonlyMap<LocatedPage, Continuation> {
  const byStem = new Map(pages.map((page) => [stemOfPage(page.url), page]));
  const found = new Map<LocatedPage, Continuation>();
  for (const second of [1, 2])
    for (const [stem, page] of byStem) {
      const [, before, base, last] = /^((.*?)[/-](?:[^/-]+[/-]?)?)(?<!\d)([12])$/.exec(stem) ?? [];
      if (before === undefined || base === undefined || Number(last) !== second || found.has(page)) continue;
      const bases = second === 1 ? [before.replace(/\/$/, '')] : [`${before}1`, before.replace(/[/-]$/, ''), base];
      const first = bases.flatMap((each) => byStem.get(each) ?? []).find((each) => each !== page && isPageOf(page, each, 2));
      // Each of "Site - Item 1", "Site - Item 2" has its own title.
      if (!first || /^\p{L}+\s+1$/u.test(nameOf(first))) continue;
      for (let number = 2; number < longest; number++) {
        const next = byStem.get(`${before}${number + second - 2}`);
        if (!next || !isPageOf(next, first, number)) break;
        found.set(next, { first, number });
      }
    }
  return found;
}

/**
 * Whether a page has the title of the first one: unchanged, or with its number after a mark or a word, "Blog (2 of 5)" or
 * "Blog page 2". Not if the first page has a word and a number, "News item 1": each of these has its own title.
 */
function isPageOf(page: LocatedPage, first: LocatedPage, number: number): boolean {
  const mark = '\\s*[\\p{P}\\p{S}]\\s*(?:\\p{L}+\\s*)?';
  const numbered = (nth: number): RegExp =>
    new RegExp(
      `(?:${nth === 1 ? mark : `${mark}|\\s+\\p{L}+\\s+`})${nth}(?:\\s*(?:\\p{P}|\\p{L}+)\\s*\\d+)?\\s*\\p{P}?(?=$|\\s+[|–—·-]\\s)`,
      'u',
    );
  return (
    page.language === first.language &&
    page.stated.title.replace(numbered(number), '') === first.stated.title.replace(numbered(1), '')
  );
}
