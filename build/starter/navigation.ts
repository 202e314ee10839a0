import { problemPathOf } from '../contract/problem-types.ts';
import { groupBy } from '../contract/std/collections.ts';
import { contractPages } from '../contract/surfaces.ts';
import { sectionNameOf } from '../page/site.ts';
import { type InLanguage, languageFolderOf, translationsOf } from '../page/translations.ts';
import { headingOf, textOf } from './rendered-content.ts';
import { createVersions, type InVersions, type Version } from './versions.ts';

/** The members of an Eleventy collection item that the navigation reads. */
export interface NavigationItem {
  readonly url: string | false;
  /** The rendered content, which exists only in layouts. */
  readonly content?: string;
  readonly data: {
    readonly title?: string;
    readonly section?: string;
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

/** The place of a page in the navigation. */
export interface PagePlace {
  readonly section: NavigationSection;
  /** The pages of the section to list beside the page: all, or those around it if there are many. */
  readonly nearby: readonly NavigationItem[];
  /** The pages before and after it, across main sections. */
  readonly previous?: NavigationItem;
  readonly next?: NavigationItem;
}

export interface Navigation {
  /** URL of the home page. */
  readonly home: string;
  /** Sections by `order` of their first page, or as `names` lists them; pages by `order`, then by URL. */
  readonly sections: readonly NavigationSection[];
  /** Every page by its URL. */
  readonly byUrl: ReadonlyMap<string, NavigationItem>;
  readonly places: ReadonlyMap<string, PagePlace>;
  /** Each page that exists in several languages, by its URL, itself included. */
  readonly translations: ReadonlyMap<string, readonly InLanguage[]>;
  /** Each page that has versions, by its URL. */
  readonly versions: ReadonlyMap<string, InVersions>;
  /** What readers of the site's language see. */
  readonly own: NavigationOfPage;
  /** What readers of another language or an older version see, by the URL of each of their pages. */
  readonly others: ReadonlyMap<string, NavigationOfPage>;
}

type NavigationOfPage = Omit<Navigation, 'versions' | 'own' | 'others'>;

/** Whether a page has a layout, by its short name or its file: `doc`, `layouts/doc.njk`. */
export const layoutIs = (layout: unknown, name: string): boolean => layout === name || layout === `layouts/${name}.njk`;

/** A section of the documentation as it stands beside its pages. */
export interface NavigationGroup {
  readonly name: string;
  readonly items: readonly NavigationItem[];
  /** Whether it is the section of the page. */
  readonly open: boolean;
  /** The number of its pages, if not all are listed. */
  readonly all?: number;
}

/** Maximum number of pages listed of a section that a page is not in. */
const elsewhereLimit = 20;

/** Maximum number of pages listed beside a page. With all of them, the site would grow with the square of its pages. */
const nearbyLimit = 60;

/**
 * The navigation of the site, with the sections of the indexes. The home page, which the name of the site links to, is in
 * no section; neither are pages that the indexes leave out.
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
    /** In the folder of a language its pages, and for want of them those of the site's language. */
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
  const all = folders.length > 1 ? createNavigationOf(pagesOf(current), '', sections, own.translations) : own;
  return { ...all, versions, own, others: new Map(others) };
}

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
  const reading = sections.filter(({ main }) => main).flatMap(({ items }) => items);
  const before = new Map(reading.map((item, at) => [item, reading[at - 1]]));
  const after = new Map(reading.map((item, at) => [item, reading[at + 1]]));
  const places = sections.flatMap((section) =>
    section.items.map((item, at) => {
      const [previous, next] = [before.get(item), after.get(item)];
      const from = Math.max(0, Math.min(at - nearbyLimit / 2, section.items.length - nearbyLimit));
      const nearby = section.items.slice(from, from + nearbyLimit);
      return [String(item.url), { section, nearby, ...(previous && { previous }), ...(next && { next }) }] as const;
    }),
  );
  return new Map(places);
}

/** The navigation that a page shows: that of its version and language, or the current one. */
export const navigationAt = ({ own, others }: Navigation, url: string): NavigationOfPage => others.get(url) ?? own;

/** The version of a page, and the others; undefined if it has none. */
export const versionsAt = ({ versions }: Navigation, url: string): InVersions | undefined => versions.get(url);

/** The title of a page in links to it: its own, else its H1. */
export const titleOf = (item: NavigationItem): string =>
  item.data.title || textOf(headingOf(item.content ?? '')) || String(item.url);

/** The place of a page; undefined for the home page and for pages that the indexes leave out. */
export const placeOf = ({ places }: NavigationOfPage, url: string): PagePlace | undefined => places.get(url);

/** The sections of the documentation: those that hold a page with the layout `doc`, and that of the page itself. */
export function groupsOf({ sections, places }: NavigationOfPage, url: string): NavigationGroup[] {
  const place = places.get(url);
  return sections
    .filter((section) => section === place?.section || section.items.some(({ data }) => layoutIs(data.layout, 'doc')))
    .map((section) => {
      const open = section === place?.section;
      const items = open ? place.nearby : section.items.slice(0, elsewhereLimit);
      return { name: section.name, items, open, ...(items.length < section.items.length && { all: section.items.length }) };
    });
}

/** A page in its languages; empty if it has only one. */
export const languagesOf = ({ translations }: NavigationOfPage, url: string): readonly InLanguage[] =>
  translations.get(url) ?? [];

/** The pages above a page, by URL, home first: `/docs/hosting/nginx` → `/`, `/docs`, `/docs/hosting`, if these exist. */
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
