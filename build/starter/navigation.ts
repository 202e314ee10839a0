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
    readonly site?: { readonly sections: readonly string[] };
  };
}

export interface NavigationSection<I extends NavigationItem = NavigationItem> {
  readonly name: string;
  readonly items: readonly I[];
  /** Whether any page of the section is more than optional reading: only such sections stand in the header. */
  readonly main: boolean;
}

export interface Navigation<I extends NavigationItem = NavigationItem> {
  /** Sections by `order` of their first page, or as `names` lists them; pages by `order`, then by URL. */
  readonly sections: readonly NavigationSection<I>[];
  /** Every page by its URL. */
  readonly byUrl: ReadonlyMap<string, I>;
  /** The pages of the main sections one after the other, and the place of each in this order by URL. */
  readonly reading: readonly I[];
  readonly places: ReadonlyMap<string, number>;
}

/**
 * The way through the site. The home page is reached by the name of the site and stands in no section; neither do
 * pages that name none, nor those that search engines leave out.
 */
export function createNavigation<I extends NavigationItem>(items: readonly I[], names: readonly string[] = []): Navigation<I> {
  const pages = items.filter(({ url, data }) => url && !data.noindex);
  const sections = new Map<string, I[]>();
  for (const item of pages.filter(({ url, data }) => url !== '/' && data.section).sort(byOrder)) {
    const name = item.data.section!;
    const own = sections.get(name);
    if (own) own.push(item);
    else sections.set(name, [item]);
  }
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  const list = [...sections]
    .map(([name, own]) => ({ name, items: own, main: own.some(({ data }) => !data.optional) }))
    .sort((a, b) => rank(a.name) - rank(b.name));
  const reading = list.filter(({ main }) => main).flatMap((section) => section.items);
  return {
    sections: list,
    byUrl: new Map(pages.map((item) => [String(item.url), item])),
    reading,
    places: new Map(reading.map((item, at) => [String(item.url), at])),
  };
}

/** The title of a page as links to it give it: its own, or its H1. */
export const titleOf = (item: NavigationItem): string =>
  item.data.title || textOf(headingOf(item.content ?? '')) || String(item.url);

/** The section that a page stands in, by name. */
export const sectionOf = <I extends NavigationItem>(
  navigation: Navigation<I>,
  name: string | undefined,
): NavigationSection<I> | undefined => navigation.sections.find((section) => section.name === name);

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

/** The pages before and after a page in the order of reading; none for pages that stand outside of it. */
export function neighboursOf<I extends NavigationItem>(
  { reading, places }: Navigation<I>,
  url: string,
): { previous?: I; next?: I } {
  const at = places.get(url);
  if (at === undefined) return {};
  const [previous, next] = [reading[at - 1], reading[at + 1]];
  return { ...(previous && { previous }), ...(next && { next }) };
}

function byOrder(a: NavigationItem, b: NavigationItem): number {
  const order = (item: NavigationItem): number => item.data.order ?? Number.MAX_SAFE_INTEGER;
  return order(a) - order(b) || (String(a.url) < String(b.url) ? -1 : 1);
}
