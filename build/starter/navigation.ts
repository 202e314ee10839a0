import { sectionNameOf } from '../contract/section-name.ts';
import { type InLanguage, translationsOf } from '../page/translations.ts';
import { headingOf, textOf } from './rendered-content.ts';

/** A template as Eleventy hands it to collections: what the navigation reads of it. */
export interface NavigationItem {
  readonly url: string | false;
  /** The rendered content, once there is one: in layouts. */
  readonly content?: string;
  readonly data: {
    readonly title?: string;
    readonly section?: string;
    readonly order?: number;
    readonly optional?: boolean;
    readonly noindex?: boolean;
    readonly language?: string;
    readonly site?: { readonly sections: readonly string[]; readonly language: string };
  };
}

export interface NavigationSection<I extends NavigationItem = NavigationItem> {
  readonly name: string;
  readonly items: readonly I[];
  /** Whether any page of the section is more than optional reading: only such sections stand in the header. */
  readonly main: boolean;
}

/** Where a page stands. */
export interface Place<I extends NavigationItem = NavigationItem> {
  readonly section: NavigationSection<I>;
  /** The pages of the section that are listed beside the page: all, or those around it where they are many. */
  readonly nearby: readonly I[];
  /** The pages before and after it in the order of reading, which goes on from one main section to the next. */
  readonly previous?: I;
  readonly next?: I;
}

export interface Navigation<I extends NavigationItem = NavigationItem> {
  /** Sections by `order` of their first page, or as `names` lists them; pages by `order`, then by URL. */
  readonly sections: readonly NavigationSection<I>[];
  /** Every page by its URL. */
  readonly byUrl: ReadonlyMap<string, I>;
  readonly places: ReadonlyMap<string, Place<I>>;
  /** Each page that is there in several languages, by its URL, itself included. */
  readonly translations: ReadonlyMap<string, readonly InLanguage[]>;
}

/** Most pages listed beside a page: a list of all would make the size of a site grow with the square of its pages. */
const nearbyLimit = 60;

/**
 * The way through the site. Sections are those of the indexes. The home page is reached by the name of the site and
 * stands in none; neither do pages that the indexes leave out.
 */
export function createNavigation<I extends NavigationItem>(items: readonly I[], names: readonly string[] = []): Navigation<I> {
  const pages = items.filter(({ url, data }) => url && !data.noindex);
  const byName = new Map<string, I[]>();
  for (const item of pages.filter(({ url }) => url !== '/').sort(byOrder)) {
    const name = sectionNameOf({ section: item.data.section, url: String(item.url) });
    const own = byName.get(name);
    if (own) own.push(item);
    else byName.set(name, [item]);
  }
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  const sections = [...byName]
    .map(([name, own]) => ({ name, items: own, main: own.some(({ data }) => !data.optional) }))
    .sort((a, b) => rank(a.name) - rank(b.name));
  const translations = translationsOf(
    pages.map(({ url, data }) => ({ url: String(url), language: data.language ?? data.site?.language ?? '' })),
  );
  return { sections, byUrl: new Map(pages.map((item) => [String(item.url), item])), places: placesOf(sections), translations };
}

function placesOf<I extends NavigationItem>(sections: readonly NavigationSection<I>[]): Map<string, Place<I>> {
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

/** The title of a page as links to it give it: its own, or its H1. */
export const titleOf = (item: NavigationItem): string =>
  item.data.title || textOf(headingOf(item.content ?? '')) || String(item.url);

/** Where a page stands; undefined for the home page and for pages that the indexes leave out. */
export const placeOf = <I extends NavigationItem>({ places }: Navigation<I>, url: string): Place<I> | undefined =>
  places.get(url);

/** A page in its languages; empty where it has but one. */
export const languagesOf = ({ translations }: Navigation, url: string): readonly InLanguage[] => translations.get(url) ?? [];

/** The pages above a page, by URL, home first: `/docs/hosting/nginx` → `/`, `/docs`, `/docs/hosting`, where these exist. */
export function ancestorsOf<I extends NavigationItem>({ byUrl }: Navigation<I>, url: string): I[] {
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
