import { parseUrl } from '../contract/site-url.ts';
import { allNamed, ancestorOf, attributeOf, elementsOf, isElement, isHeading, isLink, isText, wordsOf } from '../twin/dom.ts';
import { firstWithin } from '../twin/first-within.ts';
import { unlinkedLength } from '../twin/measure.ts';
import type { Reading } from '../twin/reading.ts';
import { placeNameOf } from './site-tree.ts';

/** Shortest paragraph that describes a page, in characters: "New in version 2.0." does not. */
const shortest = 40;

/**
 * The first paragraph with content, below the H1 if there is one: short ones like "New in version 2.0." and "Contents:" only if
 * there is no longer one, what stands above the title only if there is nothing else. What stands below a link to another page as
 * heading describes that page.
 */
export function firstParagraphOf(reading: Reading, pageUrl: string): string {
  const { root } = reading;
  const title = allNamed(root, 'h1')[0];
  let [above, short] = ['', ''];
  let isBelow = title === undefined;
  let isOfOther = false;
  for (const element of elementsOf(root, (part) => reading.isLeftOut(part))) {
    if (element === title) [above, short, isBelow] = [short, '', true];
    if (isHeading(element)) isOfOther = element !== title && leadsElsewhere(element, pageUrl);
    if (element.localName !== 'p' || isOfOther || !saysMore(element) || ancestorOf(element, holdsNone)) continue;
    const text = wordsOf(element);
    if (text.length >= shortest && isBelow) return text;
    if (!short || (text.length >= shortest && short.length < shortest)) short = text;
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

/** Cells, as of tables of options, captions, and what is shown in place of a film hold no paragraph of the page itself. */
const holdsNone = ({ localName }: Element): boolean =>
  /^(?:td|th|caption|figcaption|audio|canvas|iframe|object|video)$/.test(localName);

/** Whether a part of a paragraph has words outside of links and times: a row of links or a date describes nothing. */
function saysMore(node: Node): boolean {
  if (isText(node)) return /[\p{L}\p{N}]/u.test(node.data);
  return isElement(node) && !isMark(node) && [...node.childNodes].some(saysMore);
}

const isMark = ({ localName }: Element): boolean => localName === 'a' || localName === 'time';
