import { dirname } from 'node:path/posix';
import { foldersOver } from '../contract/links.ts';
import { decodeLoosely, stemOfPage } from '../contract/permalinks.ts';
import { countsOf } from '../contract/std/collections.ts';
import { withoutNumber } from '../contract/std/words.ts';
import type { LocatedPage, SitePage } from './page.ts';
import { languageFolderOf } from './translations.ts';

/** A path without extension, so that pages match their links whatever the form of the site's URLs. */
export const placeNameOf = (path: string): string => stemOfPage(path).replace(/\/index$/, '');

/** Where indexes have a page. */
export type BookPlace = Pick<SitePage, 'section' | 'within' | 'order'>;

/**
 * Sections, chapters and order of pages with links to their parent (`rel="up"`, breadcrumbs) and to the next page, or in a sidebar:
 * a section is the subtree of a page directly below the home page, else a group of the sidebar. Empty without any. The order of next
 * pages counts if it leads from the home page through most of the site, as in a book; otherwise the sidebar places it.
 */
export function bookPlacesOf(
  pages: readonly LocatedPage[],
  titleOf: (page: LocatedPage) => string,
): ReadonlyMap<LocatedPage, BookPlace> {
  const byName = new Map(pages.map((page) => [placeNameOf(page.url), page]));
  const sidebar = sidebarPlacesOf(pages);
  const below = new Map<string, LocatedPage[]>();
  for (const page of pages)
    for (const folder of foldersOver(page.url))
      if (folder !== '/') (below.get(folder) ?? below.set(folder, []).get(folder)!).push(page);
  const spelled = spelledFolders(pages, titleOf, below);
  // A quick exit: many sites have none of these.
  const isLinked = pages.some(({ up, next }) => up !== undefined || next !== undefined);
  if (sidebar.size === 0 && spelled.size === 0 && !isLinked) return new Map();
  const above = (page: LocatedPage): LocatedPage | undefined => (page.up === undefined ? undefined : byName.get(page.up));
  /** A page and its ancestors, topmost first, or from that which its section is named after; none in a cycle. */
  const ancestryOf = (page: LocatedPage): LocatedPage[] => {
    const way = new Set<LocatedPage>();
    for (let at: LocatedPage | undefined = page; at && at.url !== '/'; at = above(at)) {
      if (way.has(at)) return [];
      way.add(at);
    }
    const ancestors = [...way].reverse();
    const from = ancestors.findIndex((each) => page.stated.section === withoutNumber(titleOf(each)));
    return ancestors.slice(Math.max(from, 0));
  };
  const ancestries = new Map(pages.map((page) => [page, ancestryOf(page)]));
  const held = countsOf([...ancestries.values()].flatMap((way) => way.map(({ url }) => url)));
  const grouped = [...ancestries].flatMap(([{ stated }, way]) =>
    stated.section === undefined && held.get(way[0]?.url ?? '')! > 1 ? [way] : [],
  );
  // One page over all others is the home page of the documentation.
  const common = grouped.length > pages.length / 2 ? sharedStart(grouped) : 0;
  const namesOf = (level: 0 | 1): ReadonlyMap<LocatedPage, string> =>
    new Map(
      pages.flatMap((page) => {
        const way = ancestries.get(page)!;
        const isCut = way.length > 0 && page.stated.section === withoutNumber(titleOf(way[0]!));
        const top = way[(isCut ? 0 : common) + level];
        return top && held.get(top.url)! > 1 ? [[page, withoutNumber(titleOf(top))] as const] : [];
      }),
    );
  const stated = [...sidebar].flatMap(([page, { section }]) => (section === undefined ? [] : [[page, section] as const]));
  const sizes = countsOf(stated.map(([, section]) => section));
  // A chapter of one page is that page.
  const sections = stated.filter(([page, section]) => sizes.get(section)! > 1 || section !== withoutNumber(titleOf(page)));
  const chapters = [...sidebar].flatMap(([page, { within }]) => (within === undefined ? [] : [[page, within] as const]));
  const [named, within] = [new Map([...sections, ...namesOf(0)]), new Map([...chapters, ...namesOf(1)])];
  // Any other page belongs to the section of most pages in its folder, or of the page of its folder.
  const byFolder = new Map(
    [...below].map(([folder, own]) => {
      const [most] = [...countsOf(own.flatMap((page) => named.get(page) ?? []))].sort(([, a], [, b]) => b - a);
      return [folder, most && most[1] > own.length / 2 ? most[0] : undefined] as const;
    }),
  );
  const folderName = ({ url }: LocatedPage): string | undefined =>
    [...foldersOver(url)]
      .map((folder) => byFolder.get(folder) ?? named.get(byName.get(placeNameOf(folder))!))
      .find((name) => name !== undefined) ??
    [...foldersOver(`${stemOfPage(url)}/`)].flatMap((folder) => spelled.get(folder) ?? [])[0];
  const order = new Map<LocatedPage, number>();
  for (let page = byName.get(''); page && !order.has(page); page = byName.get(page.next ?? '-')) order.set(page, order.size);
  const isBook = order.size > pages.length / 2;
  const listed = new Map([...sidebar].map(([page, { order }]) => [page, order]));
  return new Map(
    pages.map((page) => {
      const section = page.stated.section ?? named.get(page) ?? folderName(page);
      const place = page.stated.order ?? (isBook ? order : listed).get(page);
      return [page, { section, within: within.get(page), order: place }];
    }),
  );
}

/**
 * Folders whose words the title of a page begins with, as the page writes them: its own page, `API reference` at `/api/`, or one in
 * it, such as Javadoc's `org.example` in `/org/example/`.
 */
function spelledFolders(
  pages: readonly LocatedPage[],
  titleOf: (page: LocatedPage) => string,
  below: ReadonlyMap<string, readonly LocatedPage[]>,
): ReadonlyMap<string, string> {
  const spelled = new Map<string, string>();
  for (const page of pages) {
    const title = titleOf(page);
    for (const folder of [`${stemOfPage(page.url)}/`, page.url.replace(/[^/]*$/, '')]) {
      const others = (below.get(folder)?.length ?? 0) - Number(page.url.startsWith(folder));
      const words = others > 0 && !spelled.has(folder) ? (decodeLoosely(folder).match(/[\p{L}\p{N}]+/gu) ?? []) : [];
      // To compile a pattern with classes of Unicode takes a millisecond.
      if (!words[0] || !title.toLowerCase().startsWith(words[0].toLowerCase())) continue;
      const start = new RegExp(`^${words.join('[^\\p{L}\\p{N}]*')}(?![\\p{L}\\p{N}])`, 'iu').exec(title);
      if (start && folder !== `/${languageFolderOf(page)}/`) spelled.set(folder, start[0]);
    }
  }
  return spelled;
}

/**
 * Sections, chapters and order of pages by the navigations that they show. Empty without two sections. News stand in no
 * navigation. A label that all pages share names the site, one like the folder nothing.
 */
function sidebarPlacesOf(pages: readonly LocatedPage[]): ReadonlyMap<LocatedPage, BookPlace> {
  const lasting = pages.filter(({ url, published }) => url !== '/' && published === undefined);
  const shown = lasting.flatMap((page) => (page.sidebar ? [{ page, ...page.sidebar }] : []));
  const named = shown.filter(({ labels }) => labels.length > 0);
  const common = sharedStart(named.map(({ labels }) => labels));
  const names = new Set(named.flatMap(({ labels }) => labels[common] ?? []));
  const places = shown.map(({ page, labels, order }) => {
    const [section, within] = labels.slice(common).map(withoutNumber);
    const isNamed = section !== undefined && !dirname(page.url).split('/').includes(section);
    return [page, { section: isNamed ? section : undefined, within, order }] as const;
  });
  return new Map(names.size > 1 ? places : []);
}

/** Number of items that all lists begin with. */
function sharedStart(lists: readonly (readonly unknown[])[]): number {
  const [first = []] = lists;
  const end = first.findIndex((item, at) => lists.some((list) => list.length <= at || list[at] !== item));
  return end < 0 ? first.length : end;
}
