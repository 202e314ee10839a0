import { stemOfPage } from '../contract/permalinks.ts';
import type { Page } from './page.ts';

/** A page of a pagination after the first. */
export interface Continuation {
  readonly first: Page;
  /** Which page of the pagination it is, from 2 on. */
  readonly number: number;
}

/** Pages of the longest pagination that is looked for. */
const longest = 10_000;

/**
 * The pages that go on with a list which another page begins, as paginations have them: their URLs end in the numbers from 2
 * on without a gap (`/blog/2/`, `/blog/page/3/`, `/blog-page-4`), and but for that number their titles are that of the first
 * page, which lies at the URL without the number, or with a 1. So `/2024/`, `/releases/2` and "Chapter 2" are none.
 */
export function continuationsOf(pages: readonly Page[]): ReadonlyMap<Page, Continuation> {
  const byStem = new Map(pages.map((page) => [stemOfPage(page.url), page]));
  const found = new Map<Page, Continuation>();
  for (const [stem, second] of byStem) {
    const [, before, base] = /^((.*?)[/-](?:[^/-]+[/-]?)?)(?<!\d)2$/.exec(stem) ?? [];
    if (before === undefined || base === undefined) continue;
    const bases = [`${before}1`, before.replace(/[/-]$/, ''), base];
    const first = bases.flatMap((each) => byStem.get(each) ?? []).find((page) => page !== second && isPageOf(second, page, 2));
    if (!first) continue;
    for (let number = 2; number < longest; number++) {
      const page = byStem.get(before + number);
      if (!page || !isPageOf(page, first, number)) break;
      found.set(page, { first, number });
    }
  }
  return found;
}

/**
 * Whether a page has the title of the first one: as it is, or with its number behind a mark or a word, "Blog (2 of 5)" or
 * "Blog page 2". A first page with a word and a number, "News item 1", begins no pagination: each of these has a title of its own.
 */
function isPageOf(page: Page, first: Page, number: number): boolean {
  const mark = '\\s*[\\p{P}\\p{S}]\\s*(?:\\p{L}+\\s*)?';
  const numbered = (nth: number): RegExp =>
    new RegExp(
      `(?:${nth === 1 ? mark : `${mark}|\\s+\\p{L}+\\s+`})${nth}(?:\\s*(?:\\p{P}|\\p{L}+)\\s*\\d+)?\\s*\\p{P}?(?=$|\\s+[|–—·-]\\s)`,
      'u',
    );
  return page.language === first.language && page.title.replace(numbered(number), '') === first.title.replace(numbered(1), '');
}
