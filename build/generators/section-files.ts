import { foldersOver } from '../contract/links.ts';
import { countsOf, memoizeByObject } from '../contract/std/collections.ts';
import { asciiSlug } from '../contract/std/words.ts';
import type { SitePage } from '../page/page.ts';
import { groupBySection, isForeign, type Section, type Site } from '../page/site.ts';
import { languageFolderOf } from '../page/translations.ts';
import { shortName } from './names-within.ts';

/** Characters of an index above which it is split: readers that see 20,700 see all of it. */
export const indexLimit = 20_000;

/** Pages in one document, or in several in a folder. */
export interface Group {
  readonly name: string;
  /** Its name with the names of its ancestors. */
  readonly title: string;
  readonly folder: string;
  readonly pages: readonly SitePage[];
  /** Its subgroups; empty if it fits into one document. */
  readonly groups: readonly Group[];
}

interface Cutting {
  /** Characters for the pages of one document, by its title. */
  readonly roomFor: (title: string) => number;
  /** Characters of a page; one above the limit has its own document. */
  readonly lengthOf: (page: SitePage) => number;
  /** The subgroups of a group, by name. Default: it is cut between any two pages. */
  readonly innerOf?: (pages: readonly SitePage[]) => Section[];
}

/**
 * The sections of a site, divided into subgroups and these into runs of pages until they fit into documents. An llms.txt in a
 * folder covers the pages below it (llms.txt v2), so a section is in a folder only if it has exactly its pages. Its parts lie
 * below it.
 */
export function sectionGroups(site: Site, { roomFor, lengthOf, innerOf = () => [] }: Cutting): Group[] {
  const taken = new Set(site.published.flatMap(({ url }) => [...foldersOver(url)].map((folder) => folder.slice(1, -1))));
  const optional = site.optional.length > 0 ? [{ name: 'Optional', pages: site.optional }] : [];
  const sections = [...site.sections, ...optional].map(({ name, pages }) =>
    groupOf(name, name, ownFolder(site, pages) ?? freeFolder(asciiSlug(name) || 'section', taken), pages),
  );
  return bundled(sections, 'sections');

  function groupOf(name: string, title: string, folder: string, pages: readonly SitePage[]): Group {
    const cut = (some: readonly SitePage[]): SitePage[][] => stretches(some, roomFor(longest(title)), lengthOf);
    const isWhole = stretches(pages, roomFor(title), lengthOf).length === 1;
    const inner = isWhole ? [] : innerOf(pages);
    const pieces = inner.length > 1 ? inner : [{ name: '', pages }];
    const groups = isWhole
      ? []
      : pieces.flatMap((piece) => {
          const parts = cut(piece.pages);
          return parts.map((own, at): Group => {
            const name = parts.length === 1 ? piece.name : piece.name === '' ? ends(own) : `${piece.name}: ${ends(own)}`;
            const place = parts.length === 1 ? asciiSlug(name) : [asciiSlug(piece.name), at + 1].filter(Boolean).join('-');
            const inside = parts.length === 1 && piece.name !== '' ? ownFolder(site, own) : undefined;
            const below = inside?.startsWith(`${folder}/`) ? inside : freeFolder(`${folder}/${place || 'pages'}`, taken);
            return { name, title: `${title}: ${name}`, folder: below, pages: own, groups: [] };
          });
        });
    return { name, title, folder, pages, groups: bundled(groups, folder) };
  }

  /** As many groups as one document can list; more are bundled. */
  function bundled(groups: Group[], folder: string): Group[] {
    const bundles = stretches(
      groups,
      indexLimit / 2,
      (group) => site.settings.url.length + group.folder.length + group.name.length + 50,
    );
    if (bundles.length < 2) return groups;
    const outer = bundles.map((own): Group => {
      const name = [...new Set([own[0]!, own.at(-1)!].map((group) => shortEnd(group.name)))].join(' – ');
      return {
        name,
        title: name,
        folder: freeFolder(`${folder}-1`, taken),
        pages: own.flatMap(({ pages }) => pages),
        groups: own,
      };
    });
    return bundled(outer, folder);
  }
}

/** The documents of all groups, in the order of the pages. */
export const leavesOf = (groups: readonly Group[]): Group[] =>
  groups.flatMap((group) => (group.groups.length > 0 ? leavesOf(group.groups) : group));

/** The subgroups of a section: by the pages' own groups, else by folder; of another language its sections. */
export function innerSections({ settings, language: main }: Site, pages: readonly SitePage[]): Section[] {
  const [{ language }] = pages as [SitePage];
  if (isForeign(pages[0]!, main)) {
    const folder = languageFolderOf(pages[0]!);
    return groupBySection(pages, { ...settings, language }, folder && `/${folder}`);
  }
  const start = [...foldersOver(commonStart(pages.map(({ url }) => url)))][0]!.slice(0, -1);
  return groupBySection(pages, { sections: [], language }, start, ({ within }) => within);
}

const commonStart = (texts: readonly string[]): string =>
  texts.reduce((start, text) => {
    let end = 0;
    while (end < start.length && start[end] === text[end]) end++;
    return start.slice(0, end);
  });

/** First and last title of a document: `SQL Syntax – Conditional Expressions`, within the length that {@link longest} assumes. */
const ends = (pages: readonly SitePage[]): string =>
  [...new Set([pages[0]!, pages.at(-1)!].map(({ title }) => shortEnd(title)))].join(' – ');

const longestEnd = 40;

const shortEnd = (name: string): string => shortName(name, longestEnd).slice(0, longestEnd);

/** The longest possible title of a document in a group. */
const longest = (title: string): string => `${title}: ${'x'.repeat(4 * longestEnd)}`;

/** Runs of as many neighbours as fit. */
function stretches<T>(items: readonly T[], room: number, lengthOf: (item: T) => number): T[][] {
  const groups: T[][] = [];
  let left = -1;
  for (const item of items) {
    const length = lengthOf(item);
    if (groups.length === 0 || length > left) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)!.push(item);
    left -= length;
  }
  return groups;
}

/** The first folder of a URL, if any. */
const folderOf = (url: string): string | undefined => /^\/([^/]+)\/./.exec(url)?.[1];

/** The folders of a page, and the one that it is beside: `/guides` beside `/guides/`. */
const foldersOf = ({ url }: SitePage): Generator<string> => foldersOver(url.endsWith('/') ? url : `${url}/`);

const sizesOf = memoizeByObject((site: Site) => countsOf(site.pages.flatMap((page) => [...foldersOf(page)])));

/** The folder that contains exactly the pages of a section: `guides`, `docs/reference`. A page may be beside it. */
function ownFolder(site: Site, pages: readonly SitePage[]): string | undefined {
  const inner = pages.find(({ url }) => folderOf(url) !== undefined);
  const within = countsOf(pages.flatMap((page) => [...foldersOf(page)]));
  const folder = [...foldersOver(inner?.url ?? '/')].find((each) => within.get(each) === pages.length);
  return folder === undefined || folder === '/' || sizesOf(site).get(folder) !== pages.length ? undefined : folder.slice(1, -1);
}

function freeFolder(base: string, taken: Set<string>): string {
  let folder = base;
  for (let at = 2; taken.has(folder); at++) folder = `${base.replace(/-\d+$/, '')}-${at}`;
  taken.add(folder);
  return folder;
}
