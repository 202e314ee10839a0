import { groupBy } from '../../contract/std/collections.ts';
import type { Page } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';

/** Indistinguishable entries of an index or of search results. */
export const duplicateTitle: Check = {
  severity: 'warning',
  summary: 'Two pages of one language have the same title.',
  find: ({ publicPages }) => duplicates(publicPages, 'title', ({ title }) => title, 'Give each page a title of its own.'),
};

/** Only descriptions by the author, not first paragraphs in their place. */
export const duplicateDescription: Check = {
  severity: 'warning',
  summary: 'Two pages of one language have the same description.',
  find: ({ publicPages }) =>
    duplicates(
      publicPages.filter(({ described, description, summary }) => described && description !== summary),
      'description',
      ({ description }) => description,
      'Say in each description what only that page has.',
    ),
};

/** Groups of pages with a string and a language in common, as defects of their second page. */
function* duplicates(pages: readonly Page[], what: string, stringOf: (page: Page) => string, fix: string): Generator<Defect> {
  const oneLine = (page: Page): string => stringOf(page).replace(/\s+/g, ' ').trim();
  const groups = groupBy(
    pages.filter((page) => !page.older && page.continues === undefined && oneLine(page)),
    (page) => `${page.language}\0${oneLine(page)}`,
  );
  for (const [first, second, ...rest] of groups.values()) {
    if (!first || !second) continue;
    const text = stringOf(second);
    const more = rest.length > 0 ? `, as do ${rest.length} more` : '';
    const shown = text.length > 80 ? `${text.slice(0, 79)}…` : text;
    yield {
      on: second,
      tokens: [text],
      line: 1,
      message: `${second.url} has the ${what} of ${first.url}${more}: "${shown}"`,
      fix,
    };
  }
}
