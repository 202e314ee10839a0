import { countsOf, groupBy } from '../contract/std/collections.ts';
import { escapeText } from '../twin/escape/escape.ts';
import { spokenName, titleParts, withoutNames } from '../twin/page-title.ts';
import { continuationsOf } from './continuations.ts';
import { headed } from './headed.ts';
import { bodyFrom, bodyTextOf, type LocatedPage, type ReadPage, type SitePage } from './page.ts';
import { sectionNameOf } from './site.ts';
import { type BookPlace, bookPlacesOf, placeNameOf } from './site-tree.ts';

/** Fewer pages may share a description by chance, or because they belong together. */
const fewest = 3;

/**
 * Decides what depends on all pages but their URLs. The common end of most titles of a language is the name of the site, also in
 * brackets, as is a common beginning with which the title of the home page begins. The name of a section at an end of its titles is
 * none of theirs, if three different titles remain. A title that is only the name of the site, or that several pages of a language
 * share, is replaced by the page's H1, else the heading with which it begins, unless as many share that. A description that only says
 * the title or the name again, or that all pages share, is replaced by the first paragraph, unless three pages begin with it. Later
 * pages of a pagination get the title of the first and their number.
 */
export function resolveTitles(pages: readonly LocatedPage[]): SitePage[] {
  const listed = pages.filter(({ leftOut }) => !leftOut);
  const home = listed.find(({ url }) => url === '/');
  const shared = sharedNames(listed, home?.stated.title);
  const names = new Map(
    [...groupBy(listed, ({ language }) => language)].map(([language, own]) => {
      const found = sharedNames(own, home?.stated.title);
      return [language, found.length > 0 ? found : shared] as const;
    }),
  );
  const namesOf = ({ language }: LocatedPage): readonly string[] => names.get(language) ?? [];
  const short = new Map(
    pages.map((page) => {
      const [name, ...mottos] = namesOf(page);
      const { title } = page.stated;
      // The home page of a name with a motto is called by the name.
      const own = page === home ? title : withoutEnd(title, name);
      return [page, withoutNames(own, page === home && mottos.length > 0 ? mottos : namesOf(page), page.url)];
    }),
  );
  const continuations = continuationsOf(listed, (page) => short.get(page)!);
  const begun = listed.filter((page) => !continuations.has(page));
  const inLanguage = ({ language }: LocatedPage, text: string): string => `${language} ${text}`;
  const titles = countsOf(begun.map((page) => inLanguage(page, short.get(page)!)));
  const headings = countsOf(begun.map((page) => inLanguage(page, namedIn(page) ?? '')));
  const descriptions = countsOf(begun.flatMap(({ stated }) => stated.description ?? []));
  const beginnings = countsOf(begun.flatMap(({ stated, summary }) => (stated.description ? [] : summary || [])));
  const others = listed.filter((page) => page !== home && page.stated.description).length;
  const titleOf = (page: LocatedPage): string => {
    const own = short.get(page)!;
    const shared = titles.get(inLanguage(page, own))!;
    const isNoName = shared > 1 || [...namesOf(page), page.stated.siteName, home && short.get(home)].includes(own);
    const named = namedIn(page);
    const sharing = named ? headings.get(inLanguage(page, named))! : 0;
    return page !== home && isNoName && (sharing === 1 || sharing < shared) ? (named ?? own) : own;
  };
  /** The H1 above the content of a page that has none in it, unless another page has it, or it is the name of the site. */
  const loneHeadingOf = (page: LocatedPage): string => {
    const { headingText, stated } = page;
    const isOwn = headingText !== undefined && headings.get(inLanguage(page, headingText)) === 1;
    return isOwn && ![...namesOf(page), stated.siteName].includes(headingText) ? escapeText(headingText) : '';
  };
  // A description that all pages share is removed, which is a finding; one that a few share is the author's choice.
  const descriptionOf = (page: LocatedPage): Pick<SitePage, 'description' | 'sharesDescription'> => {
    const { title, siteName, description } = page.stated;
    const { summary } = page;
    if (!description) return { description: (beginnings.get(summary) ?? 0) >= fewest ? '' : summary, sharesDescription: false };
    const count = page === home ? 0 : (descriptions.get(description) ?? 0);
    const isShared = others > 1 && count - Number(description === home?.stated.description) === others;
    // The home page may be called by its motto, which is no repetition.
    const said = [...namesOf(page), siteName, ...(page === home ? [] : [title, short.get(page)!].flatMap(titleParts))];
    const isTitle = titleParts(description).every((part) => said.includes(part));
    return { description: isShared || isTitle ? summary : description, sharesDescription: isShared };
  };
  const places = bookPlacesOf(listed, titleOf);
  const placeOf = (page: LocatedPage): BookPlace => places.get(page) ?? page.stated;
  const sectionOf = (page: LocatedPage): string => sectionNameOf({ section: placeOf(page).section, url: page.url });
  const shortened = (page: LocatedPage): string => withoutNames(titleOf(page), [sectionOf(page)], page.url);
  const ending = groupBy(
    begun.filter((page) => shortened(page) !== titleOf(page)),
    sectionOf,
  );
  const cut = new Set([...ending].flatMap(([name, titled]) => (new Set(titled.map(shortened)).size >= fewest ? name : [])));
  const withoutSection = (page: LocatedPage): string => (cut.has(sectionOf(page)) ? shortened(page) : titleOf(page));
  /** A heading that the page begins with is its H1, if the page is called so. */
  const textOf = (page: LocatedPage, title: string): Partial<ReadPage> => {
    const heading = page.heading || loneHeadingOf(page);
    if (heading !== '' || title === page.stated.title || title !== page.opening) return { heading };
    const { sections = [], ...text } = headed({ ...page, body: bodyTextOf(page) }, title);
    return { ...text, body: bodyFrom(text.body), sections };
  };
  const named = home && namesOf(home).find((name) => home.stated.title.includes(name) || home.stated.titleEnd === name);
  const searches = new Set(listed.flatMap(({ search = '' }) => search || []));
  return pages.map((page) => {
    const { first, number } = continuations.get(page) ?? {};
    const title = first ? `${withoutSection(first)} (${number})` : withoutSection(page);
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

/** What a page is called in its content. */
const namedIn = ({ headingText, opening }: LocatedPage): string | undefined => headingText ?? opening;

/** `Range (Commons 3.12 API)` without what it has in brackets at its end. */
const withoutEnd = (title: string, name = ''): string =>
  title.endsWith(` (${name})`) ? title.slice(0, -name.length - 3) : title;

const bracketed = / \(([^()]+)\)$/;

/**
 * The last part of more than half of the titles, and at least three; else what as many have in brackets at their end, else such a
 * first part with which the home page's begins, else what as many `<title>`s say after the page's own name.
 */
function sharedNames(pages: readonly LocatedPage[], home = ''): readonly string[] {
  const parts = pages.map(({ stated }) => titleParts(stated.title)).filter(({ length }) => length > 1);
  const common = (names: readonly string[]): string | undefined =>
    [...countsOf(names)].find(([, count]) => count >= 3 && count > pages.length / 2)?.[0];
  const start = common(parts.map(([first]) => first!));
  const name = common(parts.map((own) => own.at(-1)!));
  if (name !== undefined) return commonEnd(parts, name);
  const other =
    common(pages.flatMap(({ stated }) => bracketed.exec(stated.title)?.[1] ?? [])) ??
    (start === titleParts(home)[0] ? start : undefined) ??
    common(pages.flatMap(({ stated }) => stated.titleEnd ?? []));
  return other === undefined ? [] : [other];
}

/** All last parts that most titles have, before one that they have: a name and its motto. */
function commonEnd(parts: readonly (readonly string[])[], name: string): readonly string[] {
  const ending = parts.filter((own) => own.at(-1) === name && own.length > 2);
  const [before, count = 0] = [...countsOf(ending.map((own) => own.at(-2)!))].sort(([, a], [, b]) => b - a)[0] ?? [];
  return before !== undefined && count >= fewest && count > parts.length / 2 ? [before, name] : [name];
}
