import { memoizeByObject } from '../contract/std/collections.ts';
import { attributeOf, elementsOf, hasClass, isAriaHidden, outermost } from './dom.ts';
import { phrasing } from './elements.ts';
import { hasWords } from './facts.ts';
import { isStyledAway } from './hidden-style.ts';
import { wordsLength } from './measure.ts';

/* What readers never see, or see only after a click. */

export const ariaRoleOf = (element: Element): string => attributeOf(element, 'role') ?? '';

/** Boxes above the page. */
export const overlays = /(?:^|\s)(?:modal|offcanvas|dropdown-menu|popover|tooltip|drawer)(?:\s|$)/;
/** Whether an element is hidden, and nothing on the page shows it as a part of it. */
export function isHidden(element: Element): boolean {
  const hidden = attributeOf(element, 'hidden');
  const isAway =
    (hidden !== undefined && hidden !== 'until-found') ||
    isAriaHidden(element) ||
    attributeOf(element, 'inert') !== undefined ||
    isStyledAway(attributeOf(element, 'style'));
  if (!isAway) return false;
  // Tab panels and slides are hidden until selected.
  if (ariaRoleOf(element) === 'tabpanel' || hasClass(element, shownInTurn) || isOpened(element)) return false;
  // A formula is hidden where a second form is read aloud; a drawing says its words in another way.
  return !/^(?:math|svg|mjx-.*)$/.test(element.localName);
}

const shownInTurn = /(?:^|\s)(?:\S*tab-?(?:pane|panel|content)|\S*slide|carousel-item)(?:\s|$)/i;

/** Whether a control of the page opens an element as part of it, such as an answer or a tab; no menu and no dialog. */
function isOpened(element: Element): boolean {
  const id = attributeOf(element, 'id');
  if (id !== undefined && openedIn(element.ownerDocument).has(id)) return true;
  const before = element.previousElementSibling;
  if (before !== null && isOpener(before)) return true;
  // A sign is part of a line.
  const isSign = phrasing.has(element.localName) || isAriaHidden(element);
  return !isSign && partsOfOpeners(element.ownerDocument).has(element);
}

/** What is in links that lead nowhere and in buttons: Webflow opens an answer in the link with its question. */
const partsOfOpeners = memoizeByObject((document: Document): ReadonlySet<Element> => {
  const isOpenerAround = (element: Element): boolean => isButton(element) || attributeOf(element, 'href') === '#';
  return new Set(outermost(document.documentElement, isOpenerAround).flatMap((opener) => [...elementsOf(opener)]));
});

const isButton = (element: Element): boolean => element.localName === 'button' || ariaRoleOf(element) === 'button';

/** A button before the element that it opens, alone or in a heading. */
const isOpener = (element: Element): boolean => {
  const isAround = /^(?:h[1-6]|dt|div)$/.test(element.localName) && element.childElementCount === 1;
  const control = isAround ? element.firstElementChild! : element;
  return isButton(control) || attributeOf(control, 'aria-expanded') !== undefined;
};

/** Ids of elements opened by controls. */
const openedIn = memoizeByObject((document: Document): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const control of document.querySelectorAll(
    '[aria-controls], [data-bs-target], [data-target], [data-toggle], [data-bs-toggle]',
  ))
    for (const name of ['aria-controls', 'data-bs-target', 'data-target', 'href'])
      for (const id of (attributeOf(control, name) ?? '').split(/\s+/)) ids.add(id.replace(/^#/, ''));
  return ids;
});

/** Classes of text for screen readers. */
export const forListeners = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text)(?:\s|$)/;

/** Text for screen readers is kept if no visible text replaces it: beside a sign, or alone in a cell. */
export function isOnlyForm(element: Element): boolean {
  if ([element.previousElementSibling, element.nextElementSibling].some((sign) => sign && isSign(sign))) return true;
  const parent = element.parentElement!;
  const more = wordsLength(parent) - wordsLength(element);
  if (more === 0) return /^t[dh]$/.test(parent.localName);
  return more <= longestSign && parent.localName !== 'a' && !hasWords(parent.textContent.replace(element.textContent, ''));
}

/** Characters of a sign that is text, such as an emoji, and of the space beside it. */
const longestSign = 5;

const isSign = (element: Element): boolean => element.localName === 'svg' || isAriaHidden(element);
