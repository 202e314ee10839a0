import { foldersOver } from '../contract/links.ts';
import { stemOfPage } from '../contract/permalinks.ts';
import { countsOf } from '../contract/std/collections.ts';
import { withoutNumber } from '../contract/std/words.ts';
import type { Page } from './page.ts';

/** A path as pages name each other, whatever the form of the site's URLs. */
export const placeNameOf = (path: string): string => stemOfPage(path).replace(/\/index$/, '');

/**
 * The places of pages that lead to the page above (`rel="up"`, breadcrumbs) and to the next one: a section is what the uppermost
 * page below the home page holds. Empty if no page leads there. The order counts if it leads from the home page through most of the site, as that of a book does.
 */
export function bookPlacesOf(
  pages: readonly Page[],
  titleOf: (page: Page) => string,
): ReadonlyMap<Page, Pick<Page, 'section' | 'order'>> {
  // Most sites have no such links.
  if (!pages.some(({ up, next }) => up !== undefined || next !== undefined)) return new Map();
  const byName = new Map(pages.map((page) => [placeNameOf(page.url), page]));
  const above = (page: Page): Page | undefined => (page.up === undefined ? undefined : byName.get(page.up));
  const topOf = (page: Page): Page | undefined => {
    const passed = new Set<Page>();
    for (let at = page; !passed.has(at); ) {
      passed.add(at);
      const next = above(at);
      if (!next || next.url === '/') return at;
      at = next;
    }
    return undefined;
  };
  const tops = new Map(pages.map((page) => [page, page.url === '/' ? undefined : topOf(page)]));
  const held = countsOf([...tops.values()].flatMap((top) => top?.url ?? []));
  const named = new Map(
    pages.flatMap((page) => {
      const top = tops.get(page);
      return top && held.get(top.url)! > 1 ? [[page, withoutNumber(titleOf(top))] as const] : [];
    }),
  );
  // A page that leads nowhere is at home with most of its folder.
  const within = new Map<string, Page[]>();
  for (const page of pages)
    for (const folder of foldersOver(page.url))
      if (folder !== '/') (within.get(folder) ?? within.set(folder, []).get(folder)!).push(page);
  const byFolder = new Map(
    [...within].map(([folder, own]) => {
      const [most] = [...countsOf(own.flatMap((page) => named.get(page) ?? []))].sort(([, a], [, b]) => b - a);
      return [folder, most && most[1] > own.length / 2 ? most[0] : undefined] as const;
    }),
  );
  const folderName = ({ url }: Page): string | undefined =>
    [...foldersOver(url)].map((folder) => byFolder.get(folder)).find((name) => name !== undefined);
  const order = new Map<Page, number>();
  for (let page = byName.get(''); page && !order.has(page); page = byName.get(page.next ?? '-')) order.set(page, order.size);
  const isBook = order.size > pages.length / 2;
  return new Map(
    pages.map((page) => {
      const section = page.section ?? named.get(page) ?? folderName(page);
      const place = page.order ?? (isBook ? order.get(page) : undefined);
      return [page, { ...(section !== undefined && { section }), ...(place !== undefined && { order: place }) }];
    }),
  );
}
