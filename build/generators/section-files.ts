import { foldersOver } from '../contract/links.ts';
import { asciiSlug } from '../contract/std/words.ts';
import type { Page } from '../page/page.ts';
import type { Section, Site } from '../page/site.ts';
import { shortName } from './names-within.ts';

/** Characters of llms.txt above which it becomes an index of section files: readers that are shown 20,700 see all of it. */
export const indexLimit = 20_000;

/** Pages of a section that share a file: all of them, or as many as fit. */
export interface SectionFile {
  readonly name: string;
  /** The folder of the file. */
  readonly folder: string;
  readonly pages: readonly Page[];
}

/**
 * The files of a document that is too long for one, in the order of the pages. An llms.txt in a folder covers the pages below it
 * (llms.txt v2), so a section has that place only if it holds just what is there. The file of one whose pages lie in folders that
 * have only the root in common covers none by its place, and neither do several files of one folder: the root's covers their pages.
 *
 * @param roomFor the pages of one file of a section, by its name
 * @param lengthOf how much of it a page takes; one that takes more than all has a file of its own
 */
export function sectionFiles(site: Site, roomFor: (section: string) => number, lengthOf: (page: Page) => number): SectionFile[] {
  const taken = new Set(site.published.flatMap(({ url }) => folderOf(url) ?? []));
  const optional = site.optional.length > 0 ? [{ name: 'Optional', pages: site.optional }] : [];
  return [...site.sections, ...optional].flatMap((section) => {
    const groups = cut(section.pages, roomFor(section.name), lengthOf);
    const folder = groups.length > 1 ? undefined : ownFolder(site, section);
    return groups.map((pages, at) => ({
      name: groups.length > 1 ? `${section.name}: ${ends(pages)}` : section.name,
      folder: folder ?? uniqueSlug(groups.length > 1 ? `${section.name} ${at + 1}` : section.name, taken),
      pages,
    }));
  });
}

/** What a file holds of a section: `SQL Syntax – Conditional Expressions`. In as many characters as {@link longestNameOf} has. */
const ends = (pages: readonly Page[]): string =>
  [...new Set([pages[0]!, pages.at(-1)!].map(({ title }) => shortName(title, longestEnd).slice(0, longestEnd)))].join(' – ');

const longestEnd = 40;

/** The longest name that a file of a section may have, if the section has several. */
export const longestNameOf = (section: string): string => `${section}: ${'x'.repeat(2 * longestEnd + ' – '.length)}`;

function cut(pages: readonly Page[], room: number, lengthOf: (page: Page) => number): Page[][] {
  const groups: Page[][] = [];
  let left = -1;
  for (const page of pages) {
    const length = lengthOf(page);
    if (groups.length === 0 || length > left) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)!.push(page);
    left -= length;
  }
  return groups;
}

/** The first folder of a URL that lies in one. */
const folderOf = (url: string): string | undefined => /^\/([^/]+)\/./.exec(url)?.[1];

/** The folder whose pages a section holds, all of them and no others: `guides`, `docs/reference`. A page may stand beside it. */
function ownFolder(site: Site, { pages }: Section): string | undefined {
  const inner = pages.find(({ url }) => folderOf(url) !== undefined);
  const isIn = (folder: string, { url }: Page): boolean => `${url}/`.startsWith(folder);
  const folder = [...foldersOver(inner?.url ?? '/')].find((each) => pages.every((page) => isIn(each, page)));
  if (folder === undefined || folder === '/') return undefined;
  const own = new Set(pages);
  return site.pages.some((page) => isIn(folder, page) && !own.has(page)) ? undefined : folder.slice(1, -1);
}

function uniqueSlug(name: string, taken: Set<string>): string {
  const base = asciiSlug(name) || 'section';
  let slug = base;
  for (let at = 2; taken.has(slug); at++) slug = `${base}-${at}`;
  taken.add(slug);
  return slug;
}
