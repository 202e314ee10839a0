/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { mayShowNothing, visibleTexts } from '../contract/std/visible-text.ts';
import { isElement, isText } from './dom.ts';
import { phrasing } from './elements.ts';

/** Named references to ignorable characters; the list of HTML is final (HTML §13.5). */
const named =
  /&(?:shy|zwn?j;|[lr]rm;|ZeroWidthSpace;|Negative\w+Space;|NoBreak;|ApplyFunction;|af;|InvisibleTimes;|it;|InvisibleComma;|ic;)/;

/** Whether HTML contains characters that {@link visibleTexts} changes, literally or as references. */
const maySmuggle = (html: string): boolean =>
  mayShowNothing.test(html) ||
  named.test(html) ||
  [...html.matchAll(/&#(?:x([\da-f]{1,6})|(\d{1,7}))/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff && mayShowNothing.test(String.fromCodePoint(code));
  });

/** URLs are unchanged, because clients must find the targets of links. */
const isAddress = /^(?:(?:data-)?(?:href|src|srcset)|data|cite|id|name)$/i;

/** Removes invisible but machine-readable characters from a document, which can smuggle text for agents into a page. */
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
      if (!phrasing.has(node.localName)) endBlock();
      if (node.hasAttributes()) cleanAttributes(node);
    }
    if (node.firstChild) {
      node = node.firstChild;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node && isElement(node) && !phrasing.has(node.localName)) endBlock();
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
