import { ancestorOf, attributeOf, hasClass, isAriaHidden, isHeading, isLink, isText, wordsOf } from './dom.ts';
import { firstWithin } from './first-within.ts';
import { isStyledAway } from './hidden-style.ts';
import { ariaRoleOf } from './hiding.ts';
import { unlinkedLength, wordsLength } from './measure.ts';

/** Whether a button is a word of a sentence, with text on both sides. */
const isInSentence = ({ previousSibling, nextSibling }: Element): boolean =>
  [previousSibling, nextSibling].every((side) => side && isText(side) && side.data.trim() !== '') &&
  !/[.:!?]\s*$/.test((previousSibling as Text).data);

/** A button is content if it is a word of a sentence, a link or a tab, has a heading or a paragraph (a card), or opens an answer below it (a question). */
export function isContentButton(button: Element): boolean {
  if (ariaRoleOf(button) === 'tab' || isInSentence(button) || ancestorOf(button, isLink)) return true;
  if (firstWithin(button, isLink) || firstWithin(button, isHeadingOrParagraph)) return true;
  const parent = button.parentElement;
  if (!parent) return false;
  const isExpanded = attributeOf(button, 'aria-expanded') !== undefined;
  if (/^(?:h[1-6]|summary|dt)$/.test(parent.localName)) return isExpanded || wordsLength(button) === wordsLength(parent);
  if (isExpanded && attributeOf(button, 'aria-controls') !== undefined) return true;
  const next = button.nextElementSibling;
  // An icon, or a letter that stands for one.
  if (!next || wordsLength(button) <= 1) return false;
  return isAwayUntilOpened(next) || (isQuestion.test(wordsOf(button)) && unlinkedLength(next) > 0);
}

const isQuestion = /[?？]\W*$/;

export const isHeadingOrParagraph = (part: Element): boolean => isHeading(part) || part.localName === 'p';

const isAwayUntilOpened = (element: Element): boolean =>
  attributeOf(element, 'hidden') !== undefined ||
  isAriaHidden(element) ||
  isStyledAway(attributeOf(element, 'style')) ||
  hasClass(element, /(?:^|\s)(?:collapse|accordion-\S+|panel)(?:\s|$)/);
