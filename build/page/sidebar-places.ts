import { dirname } from 'node:path/posix';
import { foldersOver } from '../contract/links.ts';
import { countsOf } from '../contract/std/collections.ts';
import { withoutNumber } from '../contract/std/words.ts';
import type { Page } from './page.ts';

/** Where navigations have a page. */
type SidebarPlace = Partial<Pick<Page, 'section' | 'within'>> & Required<Pick<Page, 'order'>>;

/**
 * Sections, chapters and order of pages by the navigations that they show, in folders of which these name most pages. Empty
 * without two sections. News stand in no navigation. A label that all pages share names the site, one like the folder nothing.
 * A page in no group, over a folder of whose pages few are shown, stands in a menu, which says nothing of the order.
 */
export function sidebarPlacesOf(pages: readonly Page[]): ReadonlyMap<Page, SidebarPlace> {
  const lasting = pages.filter(({ url, published }) => url !== '/' && published === undefined);
  const shown = lasting.flatMap((page) => (page.sidebar ? [{ page, ...page.sidebar }] : []));
  const named = shown.filter(({ labels }) => labels.length > 0);
  const common = sharedStart(named.map(({ labels }) => labels));
  const names = new Set(named.flatMap(({ labels }) => labels[common] ?? []));
  const folderOf = ({ url }: Page): string => dirname(url);
  const below = (page: Page): string[] => [folderOf(page), ...[...foldersOver(page.url)].filter((folder) => folder !== '/')];
  const [all, own] = [lasting, shown.map(({ page }) => page)].map((pages) => countsOf(pages.flatMap(below)));
  const isFew = (folder: string): boolean => own!.get(folder)! <= all!.get(folder)! / 2;
  const places = shown.flatMap(({ page, labels, order }) => {
    const folder = folderOf(page);
    const [section, within] = labels.slice(common).map(withoutNumber);
    if (isFew(folder) || (section === undefined && page.url.endsWith('/') && isFew(page.url))) return [];
    const isNamed = section !== undefined && !folder.split('/').includes(section);
    return [[page, { ...(isNamed && { section }), ...(within !== undefined && { within }), order }] as const];
  });
  return new Map(names.size > 1 ? places : []);
}

/** Number of items that all lists begin with. */
export function sharedStart(lists: readonly (readonly unknown[])[]): number {
  const [first = []] = lists;
  const end = first.findIndex((item, at) => lists.some((list) => list.length <= at || list[at] !== item));
  return end < 0 ? first.length : end;
}
