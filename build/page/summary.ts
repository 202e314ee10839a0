import { parseUrl } from '../contract/site-url.ts';
import { collapsed } from '../contract/std/words.ts';
import { allNamed, ancestorOf, attributeOf, elementsOf, isElement, isHeading, isLink, isText, wordsOf } from '../twin/dom.ts';
import { phrasing } from '../twin/elements.ts';
import { firstWithin } from '../twin/first-within.ts';
import { unlinkedLength } from '../twin/measure.ts';
import type { Reading } from '../twin/reading.ts';
import { isByline } from './byline.ts';
import { placeNameOf } from './site-tree.ts';

/**
 * The first paragraph with content, below the H1 if there is one: short ones like "New in version 2.0." and "Contents:" only if
 * there is no longer one, what stands above the title only if there is nothing else. What stands below a link to another page as
 * heading describes that page.
 */
export function firstParagraphOf(reading: Reading, pageUrl: string): string {
  const { root } = reading;
  const title = allNamed(root, 'h1')[0];
  let [above, short] = ['', ''];
  let isBelow = title === null;
  let isOfOther = false;
  for (const element of elementsOf(root, (part) => reading.isLeftOut(part))) {
    if (element === title) [above, short, isBelow] = [short, '', true];
    if (isHeading(element)) isOfOther = element !== title && leadsElsewhere(element, pageUrl);
    if (isOfOther) continue;
    const nodes = paragraphAt(element);
    const text = collapsed(nodes.map((node) => node.textContent ?? '').join('')).trim();
    if (!text || isByline(text, nodes.filter(isElement).flatMap(marksIn)) || isCaption(element, text)) continue;
    if (text.length >= 40 && isBelow) return text;
    if (!short || (text.length >= 40 && short.length < 40)) short = text;
  }
  return short || above;
}

/** Whether a heading is a link to another page of the site, as in a list of articles. */
function leadsElsewhere(heading: Element, pageUrl: string): boolean {
  const link = ancestorOf(heading, isLink) ?? (unlinkedLength(heading) === 0 ? firstWithin(heading, isLink) : undefined);
  const target = link && parseUrl(attributeOf(link, 'href')!, pageUrl);
  const own = new URL(pageUrl);
  return target?.origin === own.origin && target.hash === '' && placeNameOf(target.pathname) !== placeNameOf(own.pathname);
}

/** The paragraph that an element is, or the text directly below a heading, which is one without a `p` (HTML §3.2.5.4). */
function paragraphAt(element: Element): Node[] {
  if (element.localName === 'p') return ancestorOf(element, holdsNone) ? [] : [element];
  if (!isHeading(element)) return [];
  const run: Node[] = [];
  for (let node = element.nextSibling; node; node = node.nextSibling)
    if (isText(node) || (isElement(node) && phrasing.has(node.localName))) run.push(node);
    else if (isElement(node)) break;
  return run.reduce((sum, node) => sum + (node.textContent ?? '').length, 0) < 40 ? [] : run;
}

/** Whether a paragraph is a few bold words, such as "Table of Contents" above a list. */
const isCaption = ({ firstElementChild }: Element, text: string): boolean =>
  text.length < 40 && /^(?:b|strong)$/.test(firstElementChild?.localName ?? '') && wordsOf(firstElementChild!) === text;

/** Cells, as of tables of options, captions, and what is shown in place of a film hold no paragraph of the page itself. */
const holdsNone = ({ localName }: Element): boolean =>
  /^(?:td|th|caption|figcaption|audio|canvas|iframe|object|video)$/.test(localName);

const mostMarks = 100;

/** Texts of links and times in an element of a paragraph. */
function marksIn(part: Element): string[] {
  const marked: string[] = isMark(part) ? [wordsOf(part)] : [];
  let seen = 0;
  for (const element of elementsOf(part)) {
    if (++seen > mostMarks) break;
    if (isMark(element)) marked.push(wordsOf(element));
  }
  return marked;
}

const isMark = ({ localName }: Element): boolean => localName === 'a' || localName === 'time';
