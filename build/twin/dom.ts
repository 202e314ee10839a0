import { collapsed } from '../contract/std/words.ts';

/**
 * Cheap access to nodes for conversion: `className`, `classList` and `attributes` allocate objects for every element,
 * `childNodes` a list.
 */

/** Value of an attribute; undefined if missing. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.getAttribute(name) ?? undefined;
}

const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
export const isHeading = ({ localName }: Element): boolean => headings.has(localName);
export const isAnchor = ({ localName }: Element): boolean => localName === 'a';
export const isLink = (element: Element): boolean => isAnchor(element) && attributeOf(element, 'href') !== undefined;

/** Whether an element is marked as the main content. */
export const isMain = (element: Element): boolean =>
  element.localName === 'main' || (element.hasAttributes() && attributeOf(element, 'role') === 'main');

export const isAriaHidden = (element: Element): boolean => attributeOf(element, 'aria-hidden')?.toLowerCase() === 'true';

export const isElement = (node: Node): node is Element => node.nodeType === 1;

/** Whether a node is text (also CDATA). */
export const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4;

/** All descendant elements in document order, except those that are out, and in them. Does not recurse: pages nest 5,000 deep. */
export function* elementsOf(root: Element, isOut: (element: Element) => boolean = () => false): Generator<Element> {
  let node: Node | null = root.firstChild;
  while (node) {
    const passed: boolean = isElement(node) && isOut(node);
    if (isElement(node) && !passed) yield node;
    node = (passed ? null : node.firstChild) ?? following(node, root);
  }
}

/** All descendants of a name, in document order. (A selector would be compiled at each call.) */
export function allNamed(root: Element, name: string): Element[] {
  const found: Element[] = [];
  for (let node: Node | null = root.firstChild; node; node = node.firstChild ?? following(node, root))
    if ((node as Element).localName === name) found.push(node as Element);
  return found;
}

/** The outermost descendants that pass, in document order. Does not recurse. */
export function outermost(root: Element, passes: (element: Element) => boolean): Element[] {
  const found: Element[] = [];
  for (let node: Node | null = root.firstChild; node; ) {
    const passed = isElement(node) && passes(node);
    if (passed) found.push(node as Element);
    node = (passed ? null : node.firstChild) ?? following(node, root);
  }
  return found;
}

/** The next node after a node and its descendants, within `root`. */
export function following(node: Node, root: Node): Node | null {
  let at: Node | null = node;
  while (at && at !== root) {
    if (at.nextSibling) return at.nextSibling;
    at = at.parentNode;
  }
  return null;
}

export function childElementsOf(element: Element): Element[] {
  const children: Element[] = [];
  for (let child = element.firstChild; child; child = child.nextSibling) if (isElement(child)) children.push(child);
  return children;
}

/** The nearest ancestor-or-self up to `root` that passes. */
export function ancestorOf(element: Element, passes: (element: Element) => boolean): Element | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) if (passes(at)) return at;
  return undefined;
}

/** Text of an element, with white space collapsed and trimmed. */
export const wordsOf = (element: Node): string => collapsed(element.textContent ?? '').trim();

/** Whether the class attribute holds one of the names. */
export const hasClass = (element: Element, names: RegExp): boolean => names.test(attributeOf(element, 'class') ?? '');

/** Whether an element has no text but in its children. */
export function hasOnlyElements({ firstChild }: Element): boolean {
  for (let child = firstChild; child; child = child.nextSibling) if (isText(child) && child.data.trim() !== '') return false;
  return true;
}

/** Whether half of the links are fragments of the page: contents, which repeat its headings. */
export function leadsWithin(element: Element): boolean {
  const links = allNamed(element, 'a').flatMap((link) => attributeOf(link, 'href') ?? []);
  return links.filter((href) => href.startsWith('#')).length * 2 >= links.length;
}
