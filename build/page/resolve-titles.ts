import { countsOf, groupBy } from '../contract/std/collections.ts';
import { escapeText } from '../twin/escape/escape.ts';
import { spokenName, titleParts, withoutNames } from '../twin/page-title.ts';
import { continuationsOf } from './continuations.ts';
import { headed } from './headed.ts';
import { bodyFrom, bodyTextOf, type Page } from './page.ts';
import { sectionNameOf } from './site.ts';
import { bookPlacesOf, placeNameOf } from './site-tree.ts';

/** Fewer pages may share a description by chance, or because they belong together. */
const fewest = 3;

/**
 * Resolves facts that depend on all pages. The common end of most titles of a language is the name of the site, also in brackets,
 * as is a common beginning with which the title of the home page begins. The name of a section at an end of its titles is none of
 * theirs, if three different titles remain. A title that is only the name of the site, or that several pages of
 * a language share, is replaced by the page's H1, else the heading with which it begins, unless as many share that. A description
 * that only says the title or the name again, or that all pages share, is replaced by the first paragraph, unless three pages begin
 * with it. Later pages of a pagination get the title of the first and their number. Unchanged pages are
 * the same objects.
 */
export function resolveTitles(pages: readonly Page[]): Page[] {
  const listed = pages.filter(({ leftOut }) => !leftOut);
  const home = listed.find(({ url }) => url === '/');
  const shared = sharedNames(listed, home?.title);
  const names = new Map(
    [...groupBy(listed, ({ language }) => language)].map(([language, own]) => {
      const found = sharedNames(own, home?.title);
      return [language, found.length > 0 ? found : shared] as const;
    }),
  );
  const namesOf = ({ language }: Page): readonly string[] => names.get(language) ?? [];
  const short = new Map(
    pages.map((page) => {
      const [name, ...mottos] = namesOf(page);
      const title = page === home ? page.title : withoutEnd(page.title, name);
      // The home page of a name with a motto is called by the name.
      return [page, withoutNames(title, page === home && mottos.length > 0 ? mottos : namesOf(page), page.url)];
    }),
  );
  const continuations = continuationsOf(listed, (page) => short.get(page)!);
  const begun = listed.filter((page) => !continuations.has(page));
  const inLanguage = ({ language }: Page, text: string): string => `${language} ${text}`;
  const titles = countsOf(begun.map((page) => inLanguage(page, short.get(page)!)));
  const headings = countsOf(begun.map((page) => inLanguage(page, namedIn(page) ?? '')));
  const descriptions = countsOf(begun.flatMap(({ described, description }) => (described ? description : [])));
  const beginnings = countsOf(begun.flatMap(({ described, description }) => (described ? [] : description || [])));
  const others = listed.filter((page) => page !== home && page.described).length;
  const titleOf = (page: Page): string => {
    const own = short.get(page)!;
    const shared = titles.get(inLanguage(page, own))!;
    const isNoName = shared > 1 || [...namesOf(page), page.siteName, home && short.get(home)].includes(own);
    const named = namedIn(page);
    const sharing = named ? headings.get(inLanguage(page, named))! : 0;
    return page !== home && isNoName && (sharing === 1 || sharing < shared) ? (named ?? own) : own;
  };
  /** The H1 above the content of a page that has none in it, unless another page has it, or it is the name of the site. */
  const loneHeadingOf = (page: Page): string => {
    const { headingText, siteName } = page;
    const isOwn = headingText !== undefined && headings.get(inLanguage(page, headingText)) === 1;
    return isOwn && ![...namesOf(page), siteName].includes(headingText) ? escapeText(headingText) : '';
  };
  /** What a description may repeat: names of the site, and of a page that is not called by its motto. */
  const saidBy = (page: Page): ReadonlySet<string | undefined> =>
    new Set([...namesOf(page), page.siteName, ...(page === home ? [] : [page.title, short.get(page)!].flatMap(titleParts))]);
  const isNamed = ({ title, titleEnd }: Page, name: string): boolean => title.includes(name) || titleEnd === name;
  const places = bookPlacesOf(listed, titleOf);
  const sectionOf = (page: Page): string => sectionNameOf({ section: places.get(page)?.section ?? page.section, url: page.url });
  const shortened = (page: Page): string => withoutNames(titleOf(page), [sectionOf(page)], page.url);
  const ending = groupBy(
    begun.filter((page) => shortened(page) !== titleOf(page)),
    sectionOf,
  );
  const cut = new Set([...ending].flatMap(([name, titled]) => (new Set(titled.map(shortened)).size >= fewest ? name : [])));
  const withoutSection = (page: Page): string => (cut.has(sectionOf(page)) ? shortened(page) : titleOf(page));
  const searches = new Set(listed.flatMap(({ search = '' }) => search || []));
  return pages.map((page) => {
    const { first, number } = continuations.get(page) ?? {};
    const title = first ? `${withoutSection(first)} (${number})` : withoutSection(page);
    const { described, description } = page;
    const count = described && page !== home ? (descriptions.get(description) ?? 0) : 0;
    const isTitle = described && titleParts(description).every((part) => saidBy(page).has(part));
    const isOfHome = home?.described === true && description === home.description;
    const isShared = others > 1 && count - Number(isOfHome) === others;
    const isRepeated = !described && (beginnings.get(description) ?? 0) >= fewest;
    const summary = isRepeated ? '' : isShared || isTitle ? (page.summary ?? '') : undefined;
    const place = places.get(page) ?? page;
    const isPlaced = place.section !== page.section || place.within !== page.within || place.order !== page.order;
    const isSearch = searches.has(placeNameOf(page.url));
    const name = page === home && !page.siteName ? namesOf(page).find((name) => isNamed(page, name)) : undefined;
    const lone = page.heading || loneHeadingOf(page);
    const isOpened = lone === '' && title !== page.title && title === page.opening;
    const own = isOpened ? headed({ ...page, body: bodyTextOf(page) }, title) : undefined;
    const heading = own?.heading ?? lone;
    const isSame = title === page.title && heading === page.heading && summary === undefined && name === undefined;
    if (isSame && !first && !isPlaced && !isSearch) return page;
    // A description that all pages share is removed, which is a finding; one that a few share is the author's choice.
    return {
      ...page,
      ...(isPlaced && place),
      title,
      heading,
      ...(own && { body: bodyFrom(own.body), sections: own.sections ?? [] }),
      ...(first && { continues: first.url }),
      ...(isSearch && { isSearch }),
      ...(name !== undefined && { siteName: spokenName(name) }),
      ...(summary !== undefined && { description: summary, described: described && !isShared }),
    };
  });
}

/** What a page is called in its content. */
const namedIn = ({ headingText, opening }: Page): string | undefined => headingText ?? opening;

/** `Range (Commons 3.12 API)` without what it has in brackets at its end. */
const withoutEnd = (title: string, name = ''): string =>
  title.endsWith(` (${name})`) ? title.slice(0, -name.length - 3) : title;

const bracketed = / \(([^()]+)\)$/;

/**
 * The last part of more than half of the titles, and at least three; else what as many have in brackets at their end, else such a
 * first part with which the home page's begins, else what as many `<title>`s say after the page's own name.
 */
function sharedNames(pages: readonly Page[], home = ''): readonly string[] {
  const parts = pages.map(({ title }) => titleParts(title)).filter(({ length }) => length > 1);
  const common = (names: readonly string[]): string | undefined =>
    [...countsOf(names)].find(([, count]) => count >= 3 && count > pages.length / 2)?.[0];
  const start = common(parts.map(([first]) => first!));
  const name = common(parts.map((own) => own.at(-1)!));
  if (name !== undefined) return commonEnd(parts, name);
  const other =
    common(pages.flatMap(({ title }) => bracketed.exec(title)?.[1] ?? [])) ??
    (start === titleParts(home)[0] ? start : undefined) ??
    common(pages.flatMap(({ titleEnd }) => titleEnd ?? []));
  return other === undefined ? [] : [other];
}

/** All last parts that most titles have, before one that they have: a name and its motto. */
function commonEnd(parts: readonly (readonly string[])[], name: string): readonly string[] {
  const ending = parts.filter((own) => own.at(-1) === name && own.length > 2);
  const [before, count = 0] = [...countsOf(ending.map((own) => own.at(-2)!))].sort(([, a], [, b]) => b - a)[0] ?? [];
  return before !== undefined && count >= fewest && count > parts.length / 2 ? [before, name] : [name];
}
