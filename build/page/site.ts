import { pageUrlAt, pageUrlOf } from '../contract/permalinks.ts';
import { primaryOf } from '../contract/std/words.ts';
import type { ResolvedSettings } from '../settings.ts';
import { resolveReferences } from '../twin/page-reference.ts';
import { spokenName } from '../twin/page-title.ts';
import { newsInOrder } from './news.ts';
import { bodyTextOf, type SitePage } from './page.ts';
import { defaultSection } from './section-label.ts';
import { isLanguageHome, languageFolderOf } from './translations.ts';

/** One section of the indexes. */
export interface Section {
  readonly name: string;
  readonly pages: readonly SitePage[];
}

/** Input of the generators: the settings, and the public pages in the order of every index. */
export interface Site {
  readonly settings: ResolvedSettings;
  readonly name: string;
  readonly description: string;
  /** The language of all pages, otherwise of the settings: no section is named after it. */
  readonly language: string;
  /** Public pages that {@link isListed}, in index order: sections first, optional ones last. */
  readonly pages: readonly SitePage[];
  /** All pages with a twin: first pages of the indexes, then the others. */
  readonly published: readonly SitePage[];
  /** Sections of the non-optional pages. */
  readonly sections: readonly Section[];
  readonly optional: readonly SitePage[];
  /** Pages by the old paths that redirect to them, from front matter `redirect_from`. */
  readonly redirects: ReadonlyMap<string, string>;
  /** Whether an existing file replaces an artifact. */
  isKept(path: string): boolean;
  /** The content of a page with resolved references: to the twin if the target is a public page, with fragment. */
  bodyOf(page: SitePage): string;
  /** Resolves references in a part of such content. */
  resolved(markdown: string): string;
  /** Its H1, with resolved references; may be empty. */
  headingOf(page: SitePage): string;
}

/** Builds the site value from all read pages; excluded pages are in none of its lists. Pure. */
export function createSite(
  all: readonly SitePage[],
  settings: ResolvedSettings,
  redirects: ReadonlyMap<string, string> = new Map(),
  isKept: Site['isKept'] = () => false,
): Site {
  const published = all.filter((page) => !page.leftOut).sort(byOrder);
  const pages = published.filter((page) => isListed(page));
  // Where `/` only leads there, the home page is the one in the site's language.
  const home =
    pages.find(({ url }) => url === '/') ?? pages.find((page) => isLanguageHome(page) && !isForeign(page, settings.language));
  const listed = pages.filter((page) => !page.optional);
  const language = new Set(pages.map((page) => primaryOf(page.language))).size === 1 ? pages[0]!.language : settings.language;
  const sections = groupBySection(listed, { ...settings, language });
  const optional = pages.filter((page) => page.optional);
  const twins = new Set(published.map(({ twin }) => twin));
  const absent = new Set(all.flatMap(({ twin }) => (twins.has(twin) ? [] : twin)));
  const host = new URL(settings.url).hostname;
  const inOrder = [...sections.flatMap((section) => section.pages), ...optional];
  const site = {
    settings,
    name: settings.name ?? home?.siteName ?? (home && spokenName(home.title)) ?? host,
    description: settings.description || home?.description || `The pages of ${host}.`,
    language,
    pages: inOrder,
    published: [...inOrder, ...published.filter((page) => !isListed(page))],
    sections,
    optional,
    // A page without twin has no redirect to one.
    redirects: new Map([...redirects].filter(([, to]) => !absent.has(to))),
    isKept,
  };
  return { ...site, ...createResolver(site) };
}

/** Whether a public page is in the indexes: no search, no page of an older version. */
export const isListed = ({ older, isSearch }: SitePage): boolean => !older && !isSearch;

/** Absolute URL of a path of the site. */
export const absoluteUrl = (site: Pick<Site, 'settings'>, path: string): string => site.settings.url + path;

/** Absolute URL of a setting: a path of the site, or a URL. */
export const urlAt = (site: Pick<Site, 'settings'>, place: string): string =>
  place.startsWith('/') ? absoluteUrl(site, place) : place;

/** Absolute URL of the twin of a page. */
export const twinUrl = (site: Pick<Site, 'settings'>, page: Pick<SitePage, 'twin'>): string => absoluteUrl(site, page.twin);

function createResolver(site: Pick<Site, 'settings' | 'published'>): Pick<Site, 'bodyOf' | 'headingOf' | 'resolved'> {
  const pages = new Map([
    ...site.published.map((page) => [pathStem(page.url), page] as const),
    // `/about` and `/about/` may be two pages; a page is read as `/about` whatever the form of the site.
    ...site.published.map((page) => [pageUrlOf(page.file, false), page] as const),
    ...site.published.map((page) => [page.url, page] as const),
  ]);
  const urlOf = (reference: string, isPlace: boolean): string => {
    const [, path = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(reference) ?? [];
    const page = pages.get(path) ?? pages.get(pageUrlAt(path)) ?? pages.get(pathStem(path));
    if (!page || (suffix.startsWith('?') && !isPlace)) return absoluteUrl(site, reference);
    return (isPlace ? absoluteUrl(site, page.url) : twinUrl(site, page)) + suffix;
  };
  /** Cache of one: most pages are requested twice in a row. */
  let last: { readonly page: SitePage; readonly body: string } | undefined;
  return {
    resolved: (markdown) => resolveReferences(markdown, urlOf),
    headingOf: (page) => resolveReferences(page.heading, urlOf),
    bodyOf(page) {
      if (last?.page !== page) last = { page, body: resolveReferences(bodyTextOf(page), urlOf) };
      return last.body;
    },
  };
}

/** `/about`, `/about/`, `/about.html` and `/about.md` are one page, unless they are two. */
const pathStem = (path: string): string =>
  path
    .replace(/(?:^|\/)index(?:\.html?|\.md)?$/, '/')
    .replace(/\.(?:html?|md)$/, '')
    .replace(/(.)\/$/, '$1');

function byOrder(a: SitePage, b: SitePage): number {
  const rank = (page: SitePage): number => page.order ?? (page.url === '/' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
  return compare(rank(a), rank(b)) || compareUrls(a.url, b.url);
}

/** By characters, with numbers by value: `/page/9/` precedes `/page/10/`. */
function compareUrls(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // To the beginning of a number that both have in part.
  while (isDigit(a, at - 1)) at--;
  const byValue = isDigit(a, at) && isDigit(b, at) ? Number.parseInt(a.slice(at), 10) - Number.parseInt(b.slice(at), 10) : 0;
  return byValue || compare(a, b);
}

const isDigit = (text: string, at: number): boolean => /\d/.test(text[at] ?? '');

const compare = <T extends number | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Pages by section, in the order of the settings.
 *
 * @param start prefix of the URLs that is no section: `/de`
 * @param namedBy reads the section of a page
 */
export function groupBySection(
  pages: readonly SitePage[],
  { sections: order, language }: Pick<ResolvedSettings, 'sections' | 'language'>,
  start = '',
  namedBy: (page: SitePage) => string | undefined = ({ section }) => section,
): Section[] {
  const byName = new Map<string, SitePage[]>();
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const pathOf = ({ url }: SitePage): string => url.slice(start.length);
  const folders = new Set(pages.map((page) => /^\/([^/]+)\/./.exec(pathOf(page))?.[1]));
  for (const page of pages) {
    // A later page of a pagination belongs to the section of the first: `/page/2/` is no section.
    const begin = byUrl.get(page.continues ?? '') ?? page;
    // The index of a folder belongs to its section.
    const folder = /^\/([^/]+)\/?$/.exec(pathOf(begin))?.[1]?.replace(/\.html$/, '');
    const url = folder !== undefined && folders.has(folder) ? `/${folder}/index` : pathOf(begin);
    const own = namedBy(begin);
    // `/en/` beside `/de/` is a language folder, too, though it is the site's language.
    const isLanguage = isForeign(page, language) || (own === undefined && start === '' && languageFolderOf(page) !== '');
    const name = isLanguage ? languageName(page.language) : sectionNameOf({ section: own, url });
    const section = byName.get(name);
    if (section) section.push(page);
    else byName.set(name, [page]);
  }
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...byName]
    .map(([name, own]) => ({ name, pages: newsInOrder(own) }))
    .sort((a, b) => compare(rank(a.name), rank(b.name)));
}

/** Whether a page is in another language than the site, ignoring regions: `en-GB` is `en`. */
export const isForeign = (page: Pick<SitePage, 'language'>, language: string): boolean =>
  primaryOf(page.language) !== primaryOf(language);

/** `de` → "German", or its name in another language: "Deutsch". An invalid tag is returned unchanged. */
export function languageName(tag: string, language = 'en'): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(primaryOf(tag)) ?? tag;
  } catch {
    return tag;
  }
}

/**
 * The section of a page in the indexes: its own, else the first folder of its URL as words (`/release-notes/1` → "Release
 * notes"), else "Pages".
 */
export function sectionNameOf({ section, url }: { readonly section?: string | undefined; readonly url: string }): string {
  if (section) return section;
  const folder = /^\/([^/]+)\/./.exec(url)?.[1];
  // Folders of a generator's own files begin so: `_static`.
  if (!folder || folder.startsWith('_')) return defaultSection;
  const words = decodeURIComponent(folder).replace(/[-_]+/g, ' ').trim();
  return words ? words[0]!.toUpperCase() + words.slice(1) : defaultSection;
}
