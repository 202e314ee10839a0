import { absolute, attribute } from '../page-element.ts';
import type { ConversionContext } from '../tree-builder.ts';
import type { FactCollector } from './facts.ts';

const noCode =
  /(?:^|\s)(?:line-?no|ln(?:t|os|um)?$|ln\s|gutter|line-?numbers?-rows|line-?numbers?-wrapper|linenos?|hljs-ln-numbers|copy|viewcode-back)/i;

/** Reads a block of code, and the links in it. */
export function enterCode(pre: Element, facts: FactCollector, { pageUrl }: ConversionContext): undefined {
  if (/(?:^|\s)linenos|lineno/.test(attribute(pre, 'class') ?? '')) return undefined;
  if (inCodeGutter(pre)) return undefined;
  // Several languages in one block, of which one is shown at a time, are several blocks.
  const parts = [...pre.children].filter(
    ({ localName }) => localName !== 'button' && localName !== 'input' && localName !== 'label' && localName !== 'br',
  );
  const several =
    parts.length > 1 &&
    parts.every((part) => part.localName === 'code' && /(?:^|\s)language-/.test(attribute(part, 'class') ?? ''));
  for (const block of several ? parts : [pre]) addCode(block, facts);
  addCodeLinks(pre, facts, pageUrl);
  return undefined;
}

/** Links in code stand after it in the twin, each once. */
function addCodeLinks(pre: Element, facts: FactCollector, pageUrl: string): void {
  const links = new Map<string, () => void>();
  for (const link of pre.getElementsByTagName('a')) {
    const href = attribute(link, 'href');
    const text = (link.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (href === undefined || text === '' || /^\s*(?:javascript|data):/i.test(href)) continue;
    if (href.startsWith('#') && !/\p{L}/u.test(text)) continue;
    if (attribute(link, 'class') === 'viewcode-back') continue;
    links.set(`${text} ${href}`, () => {
      facts.addSoft(text);
      facts.addLink(text, absolute(href, pageUrl));
    });
  }
  for (const add of links.values()) add();
}

function addCode(block: Element, facts: FactCollector): void {
  const text = exactText(block);
  facts.gap();
  if (text === '') return;
  facts.add(text);
  facts.gap();
  facts.addCode(text);
}

function inCodeGutter(pre: Element): boolean {
  for (let at = pre.parentElement, level = 0; at && level < 3; at = at.parentElement, level++)
    if (/(?:^|\s)(?:linenos|linenodiv|gutter|rouge-gutter|gl|lntd-num)(?:\s|$)/.test(attribute(at, 'class') ?? '')) return true;
  return false;
}

/** Text of code as it is shown: what is in the gutter left out, one line an element that is a line. */
function exactText(pre: Element): string {
  const parts: string[] = [];
  let last = '\n';
  const add = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    last = part[part.length - 1]!;
  };
  const lines: { readonly element: Element; readonly before: number }[] = [];
  let node: Node | null = pre.firstChild;
  while (node) {
    let into: Node | null = null;
    if (node.nodeType === 3) add((node as Text).data);
    else if (node.nodeType === 1) {
      const element = node as Element;
      const name = element.localName;
      if (name === 'br') add('\n');
      else if (
        name !== 'button' &&
        name !== 'style' &&
        !(element.hasAttributes() && noCode.test(attribute(element, 'class') ?? ''))
      ) {
        if (/^(?:div|li|tr|p)$/.test(name)) {
          if (last !== '\n') add('\n');
          if (element.firstChild) lines.push({ element, before: parts.length });
          else add('\n');
        }
        into = element.firstChild;
      }
    }
    if (into) {
      node = into;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node === pre) node = null;
      else if (lines.at(-1)?.element === node && lines.pop()!.before < parts.length && last !== '\n') add('\n');
    }
    node = node?.nextSibling ?? null;
  }
  const text = parts.join('');
  const exact = text.replace(/\r\n?/g, '\n').replaceAll('\0', '');
  return pre.firstChild?.nodeType === 3 ? exact.replace(/^\n/, '') : exact;
}
