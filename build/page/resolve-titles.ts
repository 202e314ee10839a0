import { countsOf, groupBy } from '../contract/std/collections.ts';
import { escapeText } from '../twin/escape/escape.ts';
import { spokenName, titleParts, withoutNames } from '../twin/page-title.ts';
import { continuationsOf } from './continuations.ts';
import { headed } from './headed.ts';
import { bodyFrom, bodyTextOf, type LocatedPage, type ReadPage, type SitePage } from './page.ts';
import { sectionNameOf } from './site.ts';
import { type BookPlace, bookPlacesOf, placeNameOf } from './site-tree.ts';

/** Fewer pages may share a name or a description by chance, or because they belong together. */
const fewest = 3;

/**
 * Decides what depends on all pages but their URLs: titles ({@link siteNamesOf}, {@link titlesOf}, {@link withoutSections}),
 * descriptions and places. Later pages of a pagination get the title of the first and their number.
 */
export function resolveTitles(pages: readonly LocatedPage[]): SitePage[] {
  const listed = pages.filter(({ leftOut }) => !leftOut);
  const home = listed.find(({ url }) => url === '/');
  const namesOf = siteNamesOf(listed, home);
  const short = new Map(pages.map((page) => [page, ownTitleOf(page, namesOf(page), home)]));
  const continuations = continuationsOf(listed, (page) => short.get(page)!);
  const begun = listed.filter((page) => !continuations.has(page));
  const { titleOf, loneHeadingOf } = titlesOf(begun, home, short, namesOf);
  const descriptionOf = descriptionsOf(begun, home, (page) => [...namesOf(page), page.stated.siteName, short.get(page)]);
  const places = bookPlacesOf(listed, titleOf);
  const placeOf = (page: LocatedPage): BookPlace => places.get(page) ?? page.stated;
  const finalTitleOf = withoutSections(begun, titleOf, (page) =>
    sectionNameOf({ section: placeOf(page).section, url: page.url }),
  );
  /** A heading that the page begins with is its H1, if the page is called so. */
  const textOf = (page: LocatedPage, title: string): Partial<ReadPage> => {
    const heading = page.heading || loneHeadingOf(page);
    if (heading !== '' || title === page.stated.title || title !== page.opening) return { heading };
    const { sections = [], ...text } = headed({ ...page, body: bodyTextOf(page) }, title);
    return { ...text, body: bodyFrom(text.body), sections };
  };
  const named = home && namesOf(home).find((name) => home.stated.title.includes(name));
  const searches = new Set(listed.flatMap(({ search = '' }) => search || []));
  return pages.map((page) => {
    const { first, number } = continuations.get(page) ?? {};
    const title = first ? `${finalTitleOf(first)} (${number})` : finalTitleOf(page);
    const { section, within, order } = placeOf(page);
    return {
      ...page,
      ...textOf(page, title),
      ...descriptionOf(page),
      title,
      section,
      within,
      order,
      siteName: page.stated.siteName ?? (page === home && named ? spokenName(named) : undefined),
      continues: first?.url,
      isSearch: searches.has(placeNameOf(page.url)),
    };
  });
}

type OfPage<T> = (page: LocatedPage) => T;

/** The names of the site in the titles of each language. */
function siteNamesOf(pages: readonly LocatedPage[], home: LocatedPage | undefined): OfPage<readonly string[]> {
  const byLanguage = [...groupBy(pages, ({ language }) => language)];
  const names = new Map(byLanguage.map(([language, own]) => [language, sharedNames(own, home?.stated.title)]));
  return ({ language }) => names.get(language) ?? [];
}

/** The name of the site in the titles of Javadoc: `Range (Commons 3.12 API)`. */
const inBrackets = / \(([^()]+)\)$/;

/**
 * The last parts that more than half of the titles share, and at least three: a name, and perhaps its motto; else such a first part
 * with which the title of the home page begins.
 */
function sharedNames(pages: readonly LocatedPage[], home = ''): readonly string[] {
  let titles = pages.map(({ stated }) => titleParts(stated.title.replace(inBrackets, ' | $1')));
  const common = (at: 0 | -1): string | undefined => {
    const names = titles.flatMap((parts) => (parts.length > 1 ? parts.at(at)! : []));
    return [...countsOf(names)].find(([, count]) => count >= fewest && count > pages.length / 2)?.[0];
  };
  const ends: string[] = [];
  for (let end = common(-1); end !== undefined; end = common(-1)) {
    ends.unshift(end);
    titles = titles.map((parts) => (parts.length > 1 && parts.at(-1) === end ? parts.slice(0, -1) : parts));
  }
  const start = common(0);
  return ends.length === 0 && start !== undefined && start === titleParts(home)[0] ? [start] : ends;
}

/** The title without the names of the site. The home page of a name with a motto is called by the name. */
function ownTitleOf(page: LocatedPage, names: readonly string[], home: LocatedPage | undefined): string {
  const title = page.stated.title.replace(inBrackets, (end, name) => (names.includes(name) ? '' : end));
  return withoutNames(title, page === home && names.length > 1 ? names.slice(1) : names, page.url);
}

/**
 * A title that is only the name of the site, or that several pages of a language share, is replaced by the page's H1, else the
 * heading with which it begins, unless as many share that.
 */
function titlesOf(
  pages: readonly LocatedPage[],
  home: LocatedPage | undefined,
  short: ReadonlyMap<LocatedPage, string>,
  namesOf: OfPage<readonly string[]>,
): { readonly titleOf: OfPage<string>; readonly loneHeadingOf: OfPage<string> } {
  const inLanguage = ({ language }: LocatedPage, text = ''): string => `${language} ${text}`;
  const namedIn = ({ headingText, opening }: LocatedPage): string | undefined => headingText ?? opening;
  const titles = countsOf(pages.map((page) => inLanguage(page, short.get(page))));
  const headings = countsOf(pages.map((page) => inLanguage(page, namedIn(page))));
  return {
    titleOf(page) {
      const own = short.get(page)!;
      const shared = titles.get(inLanguage(page, own))!;
      const isNoName = shared > 1 || [...namesOf(page), page.stated.siteName, home && short.get(home)].includes(own);
      const named = namedIn(page);
      const sharing = named ? headings.get(inLanguage(page, named))! : 0;
      return page !== home && isNoName && (sharing === 1 || sharing < shared) ? (named ?? own) : own;
    },
    /** The H1 above the content of a page that has none in it, unless another page has it, or it is the name of the site. */
    loneHeadingOf(page) {
      const { headingText, stated } = page;
      const isOwn = headingText !== undefined && headings.get(inLanguage(page, headingText)) === 1;
      return isOwn && ![...namesOf(page), stated.siteName].includes(headingText) ? escapeText(headingText) : '';
    },
  };
}

/**
 * A description that only says the title or the name again, or that all pages share, is replaced by the first paragraph, unless
 * three pages begin with it. That all share it is a finding; one that a few share is the author's choice.
 *
 * @param saidOf the names of the site and the title of a page
 */
function descriptionsOf(
  pages: readonly LocatedPage[],
  home: LocatedPage | undefined,
  saidOf: OfPage<readonly (string | undefined)[]>,
): OfPage<Pick<SitePage, 'description' | 'sharesDescription'>> {
  const [first, ...others] = pages.flatMap((page) => (page === home ? [] : (page.stated.description ?? [])));
  const shared = others.length > 0 && others.every((other) => other === first) ? first : undefined;
  const beginnings = countsOf(pages.flatMap(({ stated, summary }) => (stated.description ? [] : summary || [])));
  return (page) => {
    const { summary, stated } = page;
    const { title, description } = stated;
    if (!description) return { description: (beginnings.get(summary) ?? 0) >= fewest ? '' : summary, sharesDescription: false };
    const sharesDescription = page !== home && description === shared;
    // The home page may be called by its motto, which is no repetition.
    const said = page === home ? saidOf(page).slice(0, -1) : [...saidOf(page), title].flatMap((text = '') => titleParts(text));
    const isTitle = titleParts(description).every((part) => said.includes(part));
    return { description: sharesDescription || isTitle ? summary : description, sharesDescription };
  };
}

/** The name of a section at an end of its titles is none of theirs, if three different titles remain. */
function withoutSections(pages: readonly LocatedPage[], titleOf: OfPage<string>, sectionOf: OfPage<string>): OfPage<string> {
  const shortened = (page: LocatedPage): string => withoutNames(titleOf(page), [sectionOf(page)], page.url);
  const ending = groupBy(
    pages.filter((page) => shortened(page) !== titleOf(page)),
    sectionOf,
  );
  const cut = new Set([...ending].flatMap(([name, titled]) => (new Set(titled.map(shortened)).size >= fewest ? name : [])));
  return (page) => (cut.has(sectionOf(page)) ? shortened(page) : titleOf(page));
}
