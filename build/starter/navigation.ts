import { problemPathOf } from '../contract/problem-types.ts';
import { groupBy } from '../contract/std/collections.ts';
import { textOf } from '../contract/std/html-text.ts';
import { contractPages, surfaces } from '../contract/surfaces.ts';
import { sectionNameOf } from '../page/site.ts';
import { type InLanguage, languageFolderOf, translationsOf } from '../page/translations.ts';
import { anyHeadingOf } from './rendered-content.ts';
import { createVersions, type InVersions, type Version } from './versions.ts';

/** The members of an Eleventy collection item that the navigation reads. */
export interface NavigationItem {
  readonly url: string | false;
  readonly inputPath?: string;
  /** The rendered content, which exists only in layouts. */
  readonly content?: string;
  readonly data: {
    readonly title?: string;
    readonly section?: string;
    /** Groups of the sidebar that contain the page, outermost first. */
    readonly sidebarGroup?: string | readonly string[];
    readonly order?: number;
    readonly optional?: boolean;
    readonly noindex?: boolean;
    readonly language?: string;
    readonly layout?: unknown;
    readonly date?: Date | string;
    readonly draft?: boolean;
    readonly author?: string;
    readonly tags?: string | readonly string[];
    readonly site?: NavigationSettings;
  };
}

interface NavigationSettings {
  readonly sections: readonly string[];
  readonly language: string;
  readonly versions: readonly Version[];
}

export interface NavigationSection {
  readonly name: string;
  readonly items: readonly NavigationItem[];
  /** Whether any page of the section is neither optional nor about the service. Only such sections are in the header. */
  readonly main: boolean;
}

export interface PagePlace {
  readonly section: NavigationSection;
  /** The pages of the section beside the page: all, or its neighbours if there are many. */
  readonly nearby: readonly NavigationItem[];
  /** The previous and next page in its section and language; of posts the newer and the older one. */
  readonly previous?: NavigationItem;
  readonly next?: NavigationItem;
}

/** The navigation of all pages: of each version in each language. */
export interface Navigation {
  /** The versions of each page, by URL. */
  readonly versions: ReadonlyMap<string, InVersions>;
  /** The navigation in the site's language. */
  readonly own: NavigationOfPage;
  /** The navigation in other languages and older versions, by the URL of each page. */
  readonly others: ReadonlyMap<string, NavigationOfPage>;
  /** The navigation for pages in no index, by the folder of their language. */
  readonly byFolder: ReadonlyMap<string, NavigationOfPage>;
  /** The other languages of the site, by folder. */
  readonly languages: readonly (LanguageFolder & { readonly home: string })[];
  /** The folders of languages whose index is a document of its own. */
  readonly indexed: ReadonlySet<string>;
}

interface LanguageFolder {
  readonly language: string;
  readonly folder: string;
}

export interface NavigationOfPage {
  readonly home: string;
  /** Sections by `order` of their first page, or as `names` lists them; pages by `order`, then by URL. */
  readonly sections: readonly NavigationSection[];
  readonly byUrl: ReadonlyMap<string, NavigationItem>;
  readonly places: ReadonlyMap<string, PagePlace>;
  /** The translations of each page, by URL, itself included. */
  readonly translations: ReadonlyMap<string, readonly InLanguage[]>;
}

/** Whether a page has a layout, by its short name or its file: `doc`, `layouts/doc.njk`. */
export const layoutIs = (layout: unknown, name: string): boolean => layout === name || layout === `layouts/${name}.njk`;

/** A section of the documentation in the sidebar. */
export interface NavigationGroup {
  readonly name: string;
  readonly items: readonly NavigationItem[];
  /** Whether it contains the current page. */
  readonly open: boolean;
  /** The number of its pages, if only some are listed. */
  readonly all?: number;
  /** The same pages, in their groups. */
  readonly entries: readonly SidebarEntry[];
}

/** A page of the sidebar, or a group of them. */
export type SidebarEntry =
  | { readonly item: NavigationItem }
  | { readonly name: string; readonly open: boolean; readonly entries: SidebarEntry[] };

/** The pages of a section that are listed elsewhere: fewer where there are many sections. */
const firstOf = (items: readonly NavigationItem[], sections: readonly unknown[]): readonly NavigationItem[] =>
  items.slice(0, Math.max(1, Math.min(20, Math.floor(200 / sections.length))));

/** Most pages of a site whose contents describe every page; larger ones list the first of each section. */
const describedLimit = 150;

/** Most listed pages beside a page: with all, the size of the site would be quadratic in its pages. */
const nearbyLimit = 60;

/**
 * The navigation of the site, with the sections of the indexes. The home page, which the name of the site links to, is in
 * no section, nor are pages that the indexes omit.
 */
export function createNavigation(items: readonly NavigationItem[]): Navigation {
  const pages = items.filter(({ url, data }) => url && !data.noindex).sort(byOrder);
  const { sections = [], language = '', versions: list = [] } = items[0]?.data.site ?? {};
  const inLanguage = ({ url, data }: NavigationItem): InLanguage => ({ url: String(url), language: data.language ?? language });
  const folderOf = (page: NavigationItem): string => languageFolderOf(inLanguage(page));
  const folders = ['', ...new Set(pages.map(folderOf).filter(Boolean))];
  const versions = createVersions(pages.map(inLanguage), list);
  const versionOf = ({ url }: NavigationItem): Version | undefined => versions.get(String(url))?.version;
  const [current, ...olderVersions] = list;
  const pagesOf = (version: Version | undefined): readonly NavigationItem[] =>
    pages.filter((page) => [undefined, version].includes(versionOf(page)));
  const byFolder = (version: Version | undefined): ReadonlyMap<string, NavigationOfPage> => {
    const all = pagesOf(version);
    const translations = translationsOf(all.map(inLanguage));
    /** Whether a page is in a language's navigation: its own pages, and untranslated ones of the site's language. */
    const isIn = (folder: string, page: NavigationItem): boolean =>
      folderOf(page) === folder ||
      (folderOf(page) === '' && !translations.get(String(page.url))?.some((each) => languageFolderOf(each) === folder));
    return new Map(
      folders.map((folder) => [
        folder,
        createNavigationOf(
          all.filter((page) => isIn(folder, page)),
          folder,
          sections,
          translations,
        ),
      ]),
    );
  };
  const byVersion = new Map([current, ...olderVersions].map((version) => [version, byFolder(version)]));
  const own = byVersion.get(current)!.get('')!;
  const others = pages.flatMap((page) => {
    const navigation = byVersion.get(versionOf(page) ?? current)!.get(folderOf(page))!;
    return navigation === own ? [] : [[String(page.url), navigation] as const];
  });
  const main = byVersion.get(current)!;
  const indexed = [...groupBy(pagesOf(current), folderOf)].flatMap(([folder, all]) =>
    folder && all.length <= indexedLimit && all.some(isMain) ? [folder] : [],
  );
  return {
    ...{ versions, own, others: new Map(others), byFolder: main, indexed: new Set(indexed) },
    languages: languageFoldersOf(pages).map((each) => ({ ...each, home: main.get(each.folder)!.home })),
  };
}

/** The index of a language is one document, so a language with more pages than this may have none. */
const indexedLimit = 40;

function createNavigationOf(
  pages: readonly NavigationItem[],
  folder: string,
  names: readonly string[],
  translations: ReadonlyMap<string, readonly InLanguage[]>,
): NavigationOfPage {
  const start = folder && `/${folder}`;
  const home = pages.some(({ url }) => url === `${start}/`) ? `${start}/` : '/';
  const pathOf = ({ url }: NavigationItem): string =>
    `${url}/`.startsWith(`${start}/`) ? String(url).slice(start.length) : String(url);
  const byName = groupBy(
    pages.filter(({ url }) => url !== '/' && url !== home),
    (page) => sectionNameOf({ section: page.data.section, url: pathOf(page) }),
  );
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  const sections = [...byName]
    .map(([name, own]) => ({ name, items: own, main: own.some(isMain) }))
    .sort((a, b) => rank(a.name) - rank(b.name));
  return {
    home,
    sections,
    byUrl: new Map(pages.map((item) => [String(item.url), item])),
    places: placesOf(sections),
    translations,
  };
}

const servicePages: readonly (string | false)[] = [
  ...Object.values(contractPages),
  problemPathOf('notFound').replace(/\.md#.*/, ''),
];
const isMain = ({ url, data }: NavigationItem): boolean => !data.optional && !servicePages.includes(url);

function placesOf(sections: readonly NavigationSection[]): Map<string, PagePlace> {
  const places = sections.flatMap((section) => {
    const neighbours = new Map(
      chainsOf(section).flatMap((chain) => chain.map((item, at) => [item, [chain[at - 1], chain[at + 1]]] as const)),
    );
    return section.items.map((item, at) => {
      const [previous, next] = neighbours.get(item) ?? [];
      const from = Math.max(0, Math.min(at - nearbyLimit / 2, section.items.length - nearbyLimit));
      const nearby = section.items.slice(from, from + nearbyLimit);
      return [String(item.url), { section, nearby, ...(previous && { previous }), ...(next && { next }) }] as const;
    });
  });
  return new Map(places);
}

/** The pages of a section in the order in which they are read: posts by date, others by their order, each in its language. */
function chainsOf({ items, main }: NavigationSection): readonly NavigationItem[][] {
  const chains = groupBy(items.filter(isMain), ({ data }) => `${data.language ?? ''} ${layoutIs(data.layout, 'post')}`);
  return main ? [...chains.values()].map((chain) => (layoutIs(chain[0]?.data.layout, 'post') ? newestFirst(chain) : chain)) : [];
}

/** Pages by date, newest first. */
export const newestFirst = (items: readonly NavigationItem[] | undefined): NavigationItem[] =>
  [...(items ?? [])].sort((a, b) => timeOf(b) - timeOf(a) || (String(a.url) < String(b.url) ? -1 : 1));

const timeOf = ({ data }: NavigationItem): number => (data.date ? new Date(data.date).getTime() : 0);

/** The navigation on a page: for its version and language, or the current one. */
export const navigationAt = ({ own, others, byFolder }: Navigation, url: string): NavigationOfPage =>
  others.get(url) ?? (own.byUrl.has(url) ? own : byFolder.get(/^\/([^/]+)\//.exec(url)?.[1] ?? '')) ?? own;

/** The versions of a page; undefined if it has one only. */
export const versionsAt = ({ versions }: Navigation, url: string): InVersions | undefined => versions.get(url);

/** The title of a page in links to it: its own, else its first H1. */
export const titleOf = (item: NavigationItem): string => item.data.title || headingTextOf(item) || String(item.url);

/** The last content of each page with the text of its H1: every page of a section links to all others. */
const headingTexts = new WeakMap<NavigationItem, { readonly content: string; readonly text: string }>();

function headingTextOf(item: NavigationItem): string {
  const { content = '' } = item;
  const known = headingTexts.get(item);
  if (known?.content === content) return known.text;
  const text = textOf(anyHeadingOf(content));
  headingTexts.set(item, { content, text });
  return text;
}

/** The place of a page; undefined for the home page and for pages that the indexes omit. */
export const placeOf = ({ places }: NavigationOfPage, url: string): PagePlace | undefined => places.get(url);

/**
 * The sections of the documentation: all with a page of the layout `doc`, and the page's own. Pages about the
 * service are listed only beside each other.
 */
export function groupsOf({ sections, places }: NavigationOfPage, url: string): NavigationGroup[] {
  const place = places.get(url);
  const isService = servicePages.includes(url);
  const listed = (item: NavigationItem): boolean => isService || !servicePages.includes(item.url);
  return sections
    .filter(
      (section) => section === place?.section || section.items.some((item) => layoutIs(item.data.layout, 'doc') && listed(item)),
    )
    .map((section) => {
      const open = section === place?.section;
      const items = (open ? place.nearby : firstOf(section.items, sections)).filter(listed);
      const all = section.items.filter(listed).length;
      return { name: section.name, items, open, entries: entriesOf(items, url), ...(items.length < all && { all }) };
    });
}

/** What the contents of the site list on a page of it: every other page, or the first of each section. */
export function contentsOf({ sections, byUrl }: NavigationOfPage, url: string) {
  const isWhole = byUrl.size <= describedLimit;
  const listed = sections.map(({ name, items }) => {
    const others = items.filter((item) => item.url !== url);
    return { name, items: isWhole ? others : firstOf(others, sections), all: others.length };
  });
  return { isWhole, sections: listed.filter(({ all }) => all > 0) };
}

/** Pages in their groups, each group at the position of its first page. */
function entriesOf(items: readonly NavigationItem[], url: string): SidebarEntry[] {
  const top: SidebarEntry[] = [];
  for (const item of items) {
    let entries = top;
    for (const name of [item.data.sidebarGroup ?? []].flat()) {
      let at = entries.findIndex((entry) => 'name' in entry && entry.name === name);
      if (at < 0) at = entries.push({ name, open: false, entries: [] }) - 1;
      const group = entries[at] as Extract<SidebarEntry, { name: string }>;
      if (item.url === url) entries[at] = { ...group, open: true };
      entries = group.entries;
    }
    entries.push({ item });
  }
  return top;
}

/** A page in its languages; empty if it has only one. */
export const languagesOf = ({ translations }: NavigationOfPage, url: string): readonly InLanguage[] =>
  translations.get(url) ?? [];

/**
 * The languages of the site, each with the page to switch to: the translation of a page, else of the nearest page above it, else
 * the home page.
 */
export function languageSwitch(navigation: Navigation, url: string, language: string): InLanguage[] {
  const others = navigation.languages;
  if (others.length === 0) return [];
  const here = navigationAt(navigation, url);
  const way = [
    url,
    ...ancestorsOf(here, url)
      .map((item) => String(item.url))
      .reverse(),
  ];
  const { home, byUrl } = navigation.own;
  const own = byUrl.get(home)?.data;
  const ownLanguage = own?.language ?? own?.site?.language ?? '';
  return [{ language: ownLanguage, home }, ...others]
    .sort((one, other) => (one.language < other.language ? -1 : 1))
    .flatMap((each) => {
      const found = way.flatMap((page) => languagesOf(here, page).find((other) => other.language === each.language) ?? [])[0];
      // Without a home page of its own, a language leads to the home page of the site.
      const itsHome = each.home !== home || each.language === ownLanguage ? each.home : undefined;
      const to = each.language === language ? url : (found?.url ?? itsHome);
      return to === undefined ? [] : [{ language: each.language, url: to }];
    });
}

/** The translation of a page in a language; default the page itself. */
export const translated = (url: string, { translations }: NavigationOfPage, language: string): string =>
  translations.get(url)?.find((each) => each.language === language)?.url ?? url;

/** The path of the index for agents, in the language of a page if it has one of its own. */
export function indexPathOf({ indexed }: Navigation, url: string): string {
  const [, folder = ''] = /^\/([^/]+)\//.exec(url) ?? [];
  return (indexed.has(folder) ? `/${folder}` : '') + surfaces.getLlmsTxt.path;
}

export function languageFoldersOf(items: readonly NavigationItem[]): LanguageFolder[] {
  const folders = new Map<string, string>();
  for (const { url, data } of items) {
    const folder = url && data.language && !data.noindex ? languageFolderOf({ url, language: data.language }) : '';
    if (folder && !folders.has(folder)) folders.set(folder, data.language!);
  }
  return [...folders].sort().map(([folder, language]) => ({ language, folder }));
}

/** The ancestors of a page by URL, home first: `/docs/hosting/nginx` → `/`, `/docs`, `/docs/hosting`, if these exist. */
export function ancestorsOf({ byUrl }: NavigationOfPage, url: string): NavigationItem[] {
  if (url === '/') return [];
  const parts = url.split('/').slice(1, -1);
  const paths = [
    '/',
    ...parts.flatMap((_, at) => [`/${parts.slice(0, at + 1).join('/')}`, `/${parts.slice(0, at + 1).join('/')}/`]),
  ];
  return paths.flatMap((path) => (path !== url ? (byUrl.get(path) ?? []) : []));
}

function byOrder(a: NavigationItem, b: NavigationItem): number {
  const order = (item: NavigationItem): number => item.data.order ?? Number.MAX_SAFE_INTEGER;
  return order(a) - order(b) || (String(a.url) < String(b.url) ? -1 : 1);
}
