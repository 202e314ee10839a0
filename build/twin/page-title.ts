import { muchProse } from './around-content.ts';
import { following, isElement, isText, wordsOf } from './dom.ts';

/** What `<title>` says of the page itself: its longest part, because the others are names of the site. */
export function nameOfPage({ head }: Document): string {
  const title = head?.querySelector('title');
  if (!title) return '';
  return wordsOf(title)
    .split(/\s+[|·–—:•»-]\s+|:\s+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Whether an element says the name of the page, or most of it; what is a division in it is more. */
export function isTitle(element: Element, name: string): boolean {
  if (element.childElementCount > 3 || (element.textContent ?? '').length > 300) return false;
  let text = '';
  for (let node = element.firstChild; node; node = node.nextSibling)
    if (!isElement(node) || node.localName !== 'div') text += node.textContent ?? '';
  const own = text.replace(/\s+/g, ' ').trim();
  return name.includes(own) ? own.length > name.length / 2 : own.includes(name) && own.length < name.length + 60;
}

/**
 * The block with the title of a page: its first H1, else what says the name of the page; none where prose stands before it.
 *
 * @param isContent whether an element is looked into
 */
export function titleBlockOf(root: Element, isContent: (element: Element) => boolean): Element | undefined {
  const name = nameOfPage(root.ownerDocument);
  const heading = root.querySelector('h1');
  let prose = 0;
  for (let node: Node | null = root.firstChild; node && prose <= muchProse; ) {
    let inside = true;
    if (isText(node)) prose += node.data.trim().length;
    else if (isElement(node)) {
      inside = isContent(node);
      if (inside && (heading ? node === heading : name !== '' && isTitle(node, name))) return blockOf(node);
      inside &&= node.localName !== 'a';
    }
    node = (inside ? node.firstChild : null) ?? following(node, root);
  }
  return undefined;
}

function blockOf(element: Element): Element {
  const block = /^(?:a|b|em|font|i|span|strong)$/.test(element.localName) ? element.parentElement : null;
  return block && wordsOf(block).length <= 300 ? block : element;
}
