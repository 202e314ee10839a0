import { allNamed, ancestorOf, childElementsOf, elementsOf, isLink, isMain, outermost } from './dom.ts';
import type { SiteGenerator } from './generators.ts';
import { unlinkedLength, wordsLength } from './measure.ts';
import { isNameOfSite, isTitle, nameOfPage } from './page-title.ts';
import { type Decisions, leaveOutRepeated } from './repeated.ts';
import { leadsHome } from './surroundings.ts';

export interface Content {
  readonly root: Element;
  readonly parts: readonly Element[];
}

/**
 * The content of a page: what the author chose, else the element of its generator, `main`, a single `article`, else the smallest
 * element with nearly all text. A title that stands before the root is a part of its own.
 *
 * @param repeated texts that many pages begin or end with: looked for only where nothing marks the content
 */
export function rootOf(
  reading: Decisions,
  chosen: Element | undefined,
  generator: SiteGenerator | undefined,
  repeated: ReadonlySet<string> | undefined,
): Content {
  const { body } = reading.document;
  const marked = chosen ?? generatedRoot(reading.document, generator) ?? mainOf(reading) ?? articleOf(reading);
  if (!marked && repeated) leaveOutRepeated(body, repeated, reading);
  const root = marked ?? densest(reading);
  return { root, parts: chosen || root === body ? [root] : [...titleBefore(root, reading), root] };
}

/** What the generator calls the content, or the element around several: the pages of a section to print, the posts of a list. */
function generatedRoot(document: Document, generator: SiteGenerator | undefined): Element | undefined {
  for (const selector of generator?.root ?? []) {
    const roots = [...document.querySelectorAll(selector)].filter((element) => wordsLength(element) > 0);
    if (roots.length > 0) return roots.reduce(commonAncestor);
  }
  return undefined;
}

/** The `main` of a page (HTML §4.4.14), or the element around several. */
function mainOf({ document }: Decisions): Element | undefined {
  const mains = outermost(document.body, isMain).filter((main) => wordsLength(main) > 0);
  return mains.length > 0 ? mains.reduce(commonAncestor) : undefined;
}

/** Share of the text of a page that its articles have if they are its content; a few cards have less. */
const leastOfArticles = 0.5;

/** The only `article`, or the element around several, unless they are cards among other text. */
function articleOf(reading: Decisions): Element | undefined {
  const { body } = reading.document;
  const articles = outermost(body, (element) => element.localName === 'article').filter(
    (article) =>
      wordsLength(article) > 0 &&
      ancestorOf(article, isLink) === undefined &&
      ancestorOf(article, (at) => reading.isLeftOut(at)) === undefined,
  );
  if (articles.length === 0) return undefined;
  const own = articles.reduce((sum, article) => sum + unlinkedLength(article), 0);
  if (own < keptLengths(reading)(body) * leastOfArticles) return undefined;
  return articles.length === 1 ? articles[0] : articles.reduce(commonAncestor);
}

function commonAncestor(one: Element, other: Element): Element {
  let at = one;
  while (!at.contains(other)) at = at.parentElement!;
  return at;
}

/** Characters of unlinked text in the elements of a page, without what is left out. In one pass from the end. */
function keptLengths(reading: Decisions): (element: Element) => number {
  const { body } = reading.document;
  const gone = new Map<Element, number>();
  for (const element of [body, ...elementsOf(body)].reverse()) {
    if (reading.isLeftOut(element)) gone.set(element, unlinkedLength(element));
    const own = gone.get(element);
    const around = element.parentElement;
    if (own && around) gone.set(around, (gone.get(around) ?? 0) + own);
  }
  return (element) => Math.max(0, unlinkedLength(element) - (gone.get(element) ?? 0));
}

/** Share of the text of an element from which on one child is looked into alone. */
const nearlyAll = 0.9;

/** The smallest element with nearly all text that is kept, whose siblings have no heading, paragraph, list or picture. */
function densest(reading: Decisions): Element {
  const keptLength = keptLengths(reading);
  let at: Element = reading.document.body;
  for (;;) {
    const children = childElementsOf(at).filter((child) => wordsLength(child) > 0 && !reading.isLeftOut(child));
    const lengths = children.map(keptLength);
    const most = lengths.reduce((longest, length) => Math.max(longest, length), 0);
    const all = lengths.reduce((sum, length) => sum + length, 0);
    const best = children[lengths.indexOf(most)];
    if (!best || !descends.test(best.localName) || most < all * nearlyAll) return at;
    if (children.some((child) => child !== best && showsContent(child, reading))) return at;
    at = best;
  }
}

const descends = /^(?:div|section|center|form)$/;

/** Whether an element beside others shows more than links: a heading, a paragraph, a picture, a list of words. */
const showsContent = (element: Element, reading: Decisions): boolean =>
  [element, ...elementsOf(element)].some(
    (part) =>
      /^(?:h[1-6]|p|pre|blockquote|dl|figure|table)$/.test(part.localName) &&
      unlinkedLength(part) > 0 &&
      ancestorOf(part, (at) => at !== element.parentElement && reading.isLeftOut(at)) === undefined,
  );

/** Longest block with the title of a page that stands before the content, in characters: a title, a date, a lead. */
const longestOpening = 1_000;

/**
 * The block with the title of the page that stands before the root, with its date and its lead: its H1, if the root has none, or if
 * only that one is called as the page.
 */
function titleBefore(root: Element, reading: Decisions): Element[] {
  const { body } = reading.document;
  const own = allNamed(root, 'h1');
  if (own.length > 0 && (nameOfPage(reading.document) === '' || own.some((heading) => isCalledAsPage(heading)))) return [];
  const before: Element[] = [];
  for (const element of elementsOf(body)) {
    if (element === root) break;
    if (element.localName === 'h1' && wordsLength(element) > 0 && !leadsHome(element) && !isNameOfSite(element))
      before.push(element);
  }
  const title = before.findLast(
    (heading) =>
      (own.length === 0 || isCalledAsPage(heading)) && ancestorOf(heading, (at) => reading.isLeftOut(at)) === undefined,
  );
  if (!title || title.contains(root)) return [];
  let block = title;
  for (let at = title.parentElement; at && !at.contains(root) && unlinkedLength(at) <= longestOpening; at = at.parentElement)
    block = at;
  return [block];
}

/** Whether a heading has the name of its page in `<title>`. */
const isCalledAsPage = (heading: Element): boolean => isTitle(heading, nameOfPage(heading.ownerDocument));
