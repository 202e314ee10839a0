import { foldersOver } from '../contract/links.ts';
import { stemOfPage } from '../contract/permalinks.ts';
import { countsOf } from '../contract/std/collections.ts';
import { withoutNumber } from '../contract/std/words.ts';
import type { LocatedPage, SitePage } from './page.ts';
import { sectionNameOf } from './site.ts';

/** A path without extension, so that pages match their links whatever the form of the site's URLs. */
export const placeNameOf = (path: string): string => stemOfPage(path).replace(/\/index$/, '');

/** Where indexes have a page. */
export type BookPlace = Pick<SitePage, 'section' | 'within' | 'order'>;

type Places = ReadonlyMap<LocatedPage, BookPlace>;
type ByName = ReadonlyMap<string, LocatedPage>;
type TitleOf = (page: LocatedPage) => string;

/**
 * Sections, chapters and order of pages: by what they state, by links to their parent, by a sidebar, by their folder. The order of
 * next pages counts if it leads from the home page through most of the site, as in a book; otherwise the sidebar places it.
 */
export function bookPlacesOf(pages: readonly LocatedPage[], titleOf: TitleOf): Places {
  const byName = new Map(pages.map((page) => [placeNameOf(page.url), page]));
  const chapters = chaptersOf(pages, byName, titleOf);
  const sidebar = sidebarPlacesOf(pages, titleOf);
  const linked = (page: LocatedPage): string | undefined => chapters.get(page)?.section ?? sidebar.get(page)?.section;
  const folderName = folderNamesOf(pages, byName, titleOf, linked);
  const book = bookOrderOf(byName);
  const isBook = book.size > pages.length / 2;
  return new Map(
    pages.map((page) => {
      const section = page.stated.section ?? linked(page) ?? folderName(page);
      const within = chapters.get(page)?.within ?? sidebar.get(page)?.within;
      const place = isBook ? book.get(page) : sidebar.get(page)?.order;
      return [page, { section, within, order: page.stated.order ?? place }];
    }),
  );
}

/** Sections and chapters by links to parents: the two topmost pages over a page below the home page, if others are below them. */
function chaptersOf(pages: readonly LocatedPage[], byName: ByName, titleOf: TitleOf): Places {
  const ways = pages.map((page) => [page, wayTo(page, byName)] as const);
  const sizes = countsOf(ways.flatMap(([, way]) => way));
  const nameOf = (page: LocatedPage | undefined): string | undefined =>
    page && sizes.get(page)! > 1 ? withoutNumber(titleOf(page)) : undefined;
  return new Map(
    ways.map(([page, [section, within]]) => [page, { section: nameOf(section), within: nameOf(within), order: undefined }]),
  );
}

/** A page and its ancestors below the home page, topmost first; none in a circle. */
function wayTo(page: LocatedPage, byName: ByName): LocatedPage[] {
  const way = new Set<LocatedPage>();
  for (let at: LocatedPage | undefined = page; at && at.url !== '/'; at = byName.get(at.up ?? '-')) {
    if (way.has(at)) return [];
    way.add(at);
  }
  return [...way].reverse();
}

/** The places of the pages that follow the home page, each the next of the other. */
function bookOrderOf(byName: ByName): ReadonlyMap<LocatedPage, number> {
  const order = new Map<LocatedPage, number>();
  for (let page = byName.get(''); page && !order.has(page); page = byName.get(page.next ?? '-')) order.set(page, order.size);
  return order;
}

/**
 * The section of most pages in the folder of a page, else the name of its first folder as the page of that folder spells it: `API`
 * for `API reference` at `/api/`.
 */
function folderNamesOf(
  pages: readonly LocatedPage[],
  byName: ByName,
  titleOf: TitleOf,
  sectionOf: (page: LocatedPage) => string | undefined,
): (page: LocatedPage) => string | undefined {
  const below = new Map<string, LocatedPage[]>();
  for (const page of pages)
    for (const folder of foldersOver(page.url))
      if (folder !== '/') (below.get(folder) ?? below.set(folder, []).get(folder)!).push(page);
  const commonIn = new Map(
    [...below].map(([folder, own]) => {
      const [most] = [...countsOf(own.flatMap((page) => sectionOf(page) ?? []))].sort(([, a], [, b]) => b - a);
      return [folder, most && most[1] > own.length / 2 ? most[0] : undefined] as const;
    }),
  );
  const spelled = ({ url }: LocatedPage): string | undefined => {
    const [folder = ''] = /^\/[^/]+\//.exec(`${stemOfPage(url)}/`) ?? [];
    const index = byName.get(folder.slice(0, -1));
    if (!index || !below.get(folder)?.some((page) => page !== index)) return undefined;
    const name = sectionNameOf({ url: `${folder}index` });
    const [start, next = ''] = [titleOf(index).slice(0, name.length), titleOf(index)[name.length]];
    return start.toLowerCase() === name.toLowerCase() && !/[\p{L}\p{N}]/u.test(next) ? start : undefined;
  };
  return (page) => [...foldersOver(page.url)].flatMap((folder) => commonIn.get(folder) ?? [])[0] ?? spelled(page);
}

/**
 * Sections, chapters and order of pages by the navigations that they show. Empty without two sections. News stand in no
 * navigation. A label that all pages share names the site, and a section that only its own page is in, nothing.
 */
function sidebarPlacesOf(pages: readonly LocatedPage[], titleOf: TitleOf): Places {
  const lasting = pages.filter(({ url, published }) => url !== '/' && published === undefined);
  const shown = lasting.flatMap((page) => (page.sidebar ? [{ page, ...page.sidebar }] : []));
  const common = sharedStart(shown.flatMap(({ labels }) => (labels.length > 0 ? [labels] : [])));
  const sizes = countsOf(shown.flatMap(({ labels }) => labels[common] ?? []));
  if (sizes.size < 2) return new Map();
  return new Map(
    shown.map(({ page, labels, order }) => {
      const [label, ...more] = labels.slice(common);
      const [section, within] = [label, more[0]].map((text) => text && withoutNumber(text));
      const isOwn = sizes.get(label ?? '') === 1 && section === withoutNumber(titleOf(page));
      return [page, { section: isOwn ? undefined : section, within, order }];
    }),
  );
}

/** Number of items that all lists begin with. */
function sharedStart(lists: readonly (readonly unknown[])[]): number {
  const [first = []] = lists;
  const end = first.findIndex((item, at) => lists.some((list) => list.length <= at || list[at] !== item));
  return end < 0 ? first.length : end;
}
