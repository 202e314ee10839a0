import { memoizeByObject } from '../contract/std/collections.ts';
import { attributeOf, hasClass, hasOnlyElements } from './dom.ts';
import { elementsThatAre, phrasing } from './elements.ts';
import { wordsLength } from './measure.ts';

/** Elements that hold parts of a page, not sentences. */
const containers = elementsThatAre('block');
const ofText = elementsThatAre('open');

/** Elements that change the text around them, and stand beside it. */
const attached: ReadonlySet<string> = new Set(['sub', 'sup', 'wbr', 'ruby', 'img', 'svg', 'br']);

/** Classes of what lays out its children: of CSS frameworks, and as authors call them. */
const layouts = /(?:^|[\s_-])(?:(?:inline-)?flex|grid|row|stack|chips|tags|badges|pills|labels)(?:$|[\s_-])/;
const boxes = /(?:^|[\s_-])(?:badge|chip|tag|pill|label|btn|button|item|col|meta|(?<!inline-)block)(?:$|[\s_\d-])/;

/**
 * Whether two elements of a line without white space between them stand apart on the page: both are called boxes, or what holds
 * them lays its children out, or has no text of its own and is no paragraph: `<div><span>Guides</span><time>1 May</time></div>`.
 */
export function standApart(element: Element, next: Element): boolean {
  if (!isPiece(element) || !isPiece(next) || isLetter(element)) return false;
  return (hasClass(element, boxes) && hasClass(next, boxes)) || laysOut(element.parentElement!);
}

/** Memoized: a row may have thousands of children. */
const laysOut = memoizeByObject(
  (element: Element) =>
    hasClass(element, layouts) ||
    /display\s*:\s*(?:inline-)?(?:flex|grid)/.test(attributeOf(element, 'style') ?? '') ||
    (containers.has(element.localName) && !ofText.has(element.localName) && hasOnlyElements(element)),
);

const isPiece = (element: Element): boolean =>
  phrasing.has(element.localName) && !attached.has(element.localName) && wordsLength(element) > 0;

/** An initial, and a letter of a word that is animated; some letters are two characters. */
const isLetter = (element: Element): boolean => wordsLength(element) <= 2 && /^\s*\p{L}\s*$/u.test(element.textContent ?? '');
