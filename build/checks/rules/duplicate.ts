import type { Page } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';

/** Two entries of an index, or two search results, that cannot be told apart. */
export const duplicateTitle: Check = {
  name: 'duplicate-title',
  severity: 'warning',
  summary: 'Two pages of one language have the same title.',
  find: ({ publicPages }) => duplicates(publicPages, 'title', ({ title }) => title, 'Give each page a title of its own.'),
};

/** Only descriptions that pages give themselves: one that a first paragraph stands in for is not the author's choice. */
export const duplicateDescription: Check = {
  name: 'duplicate-description',
  severity: 'warning',
  summary: 'Two pages of one language have the same description.',
  find: ({ publicPages }) =>
    duplicates(
      publicPages,
      'description',
      ({ described, description }) => (described ? description : undefined),
      'Say in each description what that page alone has.',
    ),
};

/** Pages of one language that share a text, each group as one defect on its second page. */
function duplicates(pages: readonly Page[], what: string, textOf: (page: Page) => string | undefined, fix: string): Defect[] {
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const text = textOf(page)?.replace(/\s+/g, ' ').trim();
    if (!text) continue;
    const key = `${page.language}\0${text}`;
    const group = groups.get(key);
    if (group) group.push(page);
    else groups.set(key, [page]);
  }
  return [...groups.values()].flatMap(([first, second, ...rest]) => {
    if (!first || !second) return [];
    const more = rest.length > 0 ? `, as ${rest.length} more` : '';
    const text = textOf(second)!;
    return [
      {
        on: second,
        tokens: [text],
        line: 1,
        message: `${second.url} has the ${what} of ${first.url}${more}: "${shorten(text)}"`,
        fix,
      },
    ];
  });
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
