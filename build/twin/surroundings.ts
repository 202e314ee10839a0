import { memoizeByObject } from '../contract/std/collections.ts';
import {
  allNamed,
  ancestorOf,
  attributeOf,
  childElementsOf,
  elementsOf,
  hasClass,
  hasOnlyElements,
  isAriaHidden,
  isHeading,
  isLink,
  isText,
  wordsOf,
} from './dom.ts';
import { firstWithin } from './first-within.ts';
import { ariaRoleOf, forListeners } from './hiding.ts';
import { anchorsIn, unlinkedLength, wordsLength } from './measure.ts';
import { isNameOfSite } from './page-title.ts';

/* What stands around the content of a page, by its place, its links and its words. */

/** Longest title of a list of links, in characters. */
export const longestTitle = 60;

/** Longest label of a link, in characters. */
export const longestLabel = 40;

/** Whether a header or footer belongs to the page, and to no part of it (HTML §4.3.8). */
export const isOfPage = (element: Element): boolean =>
  !/^(?:article|section|blockquote|figure|td|aside)$/.test(ancestorOf(element.parentElement!, isSectioning)?.localName ?? '');

const isSectioning = ({ localName }: Element): boolean =>
  /^(?:article|section|blockquote|figure|td|aside|main|body)$/.test(localName);

/** Whether a footer is about the page, and holds no notes. */
export function isPageFooter(footer: Element): boolean {
  return isOfPage(footer) && !/^doc-/.test(ariaRoleOf(footer));
}

/** Whether an element says more than a menu does: a heading that is not the name of the site, a paragraph. */
export const saysSomething = (part: Element): boolean =>
  (/^(?:h[1-6]|hgroup)$/.test(part.localName) && unlinkedLength(part) > 0 && !leadsHome(part) && !isNameBesideTitle(part)) ||
  (part.localName === 'p' && unlinkedLength(part) > longestLabel);

/**
 * Whether a heading is the name of the site on a page that has another title: alone it is what the page is about. A header without
 * any link is no banner: the title block of Quarto, whose `<title>` ends with the name of the page.
 */
const isNameBesideTitle = (heading: Element): boolean =>
  heading.localName === 'h1' &&
  hasManyTitles(heading.ownerDocument) &&
  isNameOfSite(heading) &&
  anchorsIn(ancestorOf(heading, isBanner) ?? heading) > 0;

const isBanner = (element: Element): boolean => element.localName === 'header' || ariaRoleOf(element) === 'banner';

const hasManyTitles = memoizeByObject(
  ({ documentElement }: Document): boolean =>
    allNamed(documentElement, 'h1').filter((title) => wordsLength(title) > 0).length > 1,
);

/** Whether a heading is the name of the site: a link to its first page. */
export function leadsHome(heading: Element): boolean {
  const link = [heading.parentElement!, heading, ...elementsOf(heading)].find(isLink);
  return (
    link !== undefined &&
    /^(?!#.)(?:https?:\/\/[^/]*)?(?:\.{0,2}\/)*(?:index\.html?)?(?:[?#].*)?$/i.test(attributeOf(link, 'href')!)
  );
}

/** Whether an article consists of navigation below its title: an index. */
export function isAllBelowTitle(nav: Element): boolean {
  const article = nav.parentElement;
  return /^(?:main|article)$/.test(article?.localName ?? '') && partsBelowTitle(article!).every((child) => child === nav);
}

/** The first two parts of an article with text that are no headings. */
const partsBelowTitle = memoizeByObject((article: Element): readonly Element[] => {
  const found: Element[] = [];
  for (let child = article.firstElementChild; child && found.length < 2; child = child.nextElementSibling)
    if (!isHeading(child) && wordsLength(child) > 0) found.push(child);
  return found;
});

export const isMostlyLinks = (element: Element): boolean =>
  !hasClass(element, /\b(?:footnote|admonition|starlight-aside|note|callout|topic)/) &&
  anchorsIn(element) > 0 &&
  unlinkedLength(element) < wordsLength(element) / 2;

/** Whether an element has most of the text of its page, so that it is the content, whatever it is called. */
export const isMost = (element: Element): boolean => {
  const { body } = element.ownerDocument;
  return body !== null && unlinkedLength(element) * 2 > unlinkedLength(body);
};

/** Whether a link beside a heading leads to it, and has words for screen readers only: `<h2 id="a">…</h2><a href="#a">`. */
export function isSignOfHeading(link: Element): boolean {
  const heading = link.previousElementSibling;
  if (!heading || !isHeading(heading) || attributeOf(link, 'href') !== `#${attributeOf(heading, 'id')}`) return false;
  return (
    hasOnlyElements(link) &&
    childElementsOf(link).every((part) => part.localName === 'svg' || isAriaHidden(part) || hasClass(part, forListeners))
  );
}

/** Whether a link has words on both sides: it is part of a sentence. */
export const isAmongWords = ({ previousSibling, nextSibling }: Element): boolean =>
  [previousSibling, nextSibling].every((node) => node !== null && isText(node) && /\p{L}{2}/u.test(node.data));

/**
 * Whether an element is only links to the next, previous or parent page, which say so (HTML §4.6.6): "Next: …, Up: …". One with a
 * heading is a list, of which this page shows nothing.
 */
export function isSequenceRow(element: Element): boolean {
  const links = anchorsIn(element);
  if (links === 0 || links > mostInSequence || unlinkedLength(element) > links * longestLabel) return false;
  if (firstWithin(element, isShownHeading)) return false;
  const all = allNamed(element, 'a').filter(isLink);
  const relations = all.map((link) => attributeOf(link, 'rel'));
  return relations.every((rel) => rel !== undefined) && relations.some((rel) => /^(?:next|prev|up)/.test(rel!));
}

const isShownHeading = (part: Element): boolean => isHeading(part) && !hasClass(part, forListeners);

/** Most links of a row to the neighbours of a page: previous, up, next, first, last. */
const mostInSequence = 5;

export const isSearchField = (field: Element): boolean =>
  field.localName === 'input' && (field.parentElement?.localName === 'search' || attributeOf(field, 'type') === 'search');

/** Whether a `nav` says sentences, not links: Webflow opens answers as it opens menus, `<nav class="w-dropdown-list"><p>…`. */
export const isAnswer = (nav: Element): boolean =>
  unlinkedLength(nav) * 2 > wordsLength(nav) && firstWithin(nav, isSentence) !== undefined;

const isSentence = (element: Element): boolean => element.localName === 'p' && /\s.*[.!?。！？]$/su.test(wordsOf(element));
