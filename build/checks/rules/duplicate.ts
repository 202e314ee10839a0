import type { Page } from '../../page/page.ts';
import type { Defect } from '../finding.ts';

/** Pages of one language that share a text, each group as one defect on its second page. */
export function duplicates(
  pages: readonly Page[],
  what: string,
  textOf: (page: Page) => string | undefined,
  fix: string,
): Defect[] {
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
