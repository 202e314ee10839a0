/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { mayShowNothing, visibleTexts } from '../contract/std/visible-text.ts';
import { inlineElements, isElement, isText } from './dom.ts';

/** References to ignorable characters by name; the names of HTML are all that there will be (HTML §13.5). */
const named =
  /&(?:shy|zwn?j;|[lr]rm;|ZeroWidthSpace;|Negative\w+Space;|NoBreak;|ApplyFunction;|af;|InvisibleTimes;|it;|InvisibleComma;|ic;)/;

/** Whether HTML holds what {@link visibleTexts} changes, as it is or as a reference. */
const maySmuggle = (html: string): boolean =>
  mayShowNothing.test(html) ||
  named.test(html) ||
  [...html.matchAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}))/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff && mayShowNothing.test(String.fromCodePoint(code));
  });

/** Addresses stay as they are, because a client that follows one must find what the page links to. */
const isAddress = /^(?:(?:data-)?(?:href|src|srcset)|data|cite|id|name)$/i;

/** Takes out of a document what nobody sees and machines read, by which text for an agent alone is smuggled into a page. */
export function makeVisible(document: Document, html: string): void {
  if (!maySmuggle(html)) return;
  let block: Text[] = [];
  const endBlock = (): void => {
    const texts = block.map(({ data }) => data);
    for (const [at, text] of visibleTexts(texts).entries()) if (text !== texts[at]) block[at]!.data = text;
    block = [];
  };
  for (let node: Node | null = document.documentElement; node; ) {
    if (isText(node)) block.push(node);
    else if (isElement(node)) {
      if (!inlineElements.has(node.localName)) endBlock();
      if (node.hasAttributes()) cleanAttributes(node);
    }
    if (node.firstChild) {
      node = node.firstChild;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node && isElement(node) && !inlineElements.has(node.localName)) endBlock();
    }
    node = node?.nextSibling ?? null;
  }
  endBlock();
}

function cleanAttributes(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const [text] = isAddress.test(name) ? [value] : visibleTexts([value]);
    if (text !== value) element.setAttribute(name, text!);
  }
}
