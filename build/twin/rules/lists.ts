import { attributeOf, isElement, isText } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import { isList, type MarkdownNode } from '../markdown-node.ts';
import { sectionMark } from '../section-id.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { cellBlock, inCellMarkdown, trimNewlines } from './blocks.ts';
import type { Rules } from './rule.ts';

const list: ElementHandler = (element, builder) => {
  const ordered = element.localName === 'ol';
  builder.inList(ordered ? 'OL' : 'UL', element, (node) => {
    if (!isList(node)) return builder.children(element);
    readItems(element, node, ordered, builder);
  });
};

function readItems(element: Element, list: MarkdownNode, ordered: boolean, builder: TreeBuilder): void {
  const step = ordered && attributeOf(element, 'reversed') !== undefined ? -1 : 1;
  const count = step < 0 ? itemCount(element) : 0;
  let number = numberOf(attributeOf(element, 'start')) ?? (step < 0 ? count : 1);
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isElement(child) && !builder.isRead(child)) continue;
    if (isElement(child) && child.localName === 'li') {
      number = numberOf(attributeOf(child, 'value')) ?? number;
      readItem(child, ordered ? Math.max(0, number) : undefined, builder);
      number += step;
    } else if (isElement(child) || (isText(child) && child.data.trim() !== '')) {
      // Invalid but common: a list directly in a list belongs to the previous item.
      const last = list.lastChild;
      const node = child;
      if (last) builder.inNode(last, () => builder.node(node));
      else builder.inBlock('LI', ordered ? { number: Math.max(0, number) } : {}, () => builder.node(node));
    }
  }
}

function readItem(element: Element, number: number | undefined, builder: TreeBuilder): void {
  const checked = checkedOf(element);
  const facts = { ...(number !== undefined && { number }), ...(checked !== undefined && { checked }) };
  builder.inBlock('LI', facts, (item) => {
    builder.children(element);
    // Of controls only, such as a button that copies the address.
    if (number === undefined && item.firstChild === null && element.firstElementChild !== null) item.remove();
  });
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

function itemCount(element: Element): number {
  let count = 0;
  for (let child = element.firstElementChild; child; child = child.nextElementSibling) if (child.localName === 'li') count++;
  return count;
}

/** State of the checkbox at the start of an item; undefined without one. */
function checkedOf(item: Element): boolean | undefined {
  const checkbox = checkboxOf(item);
  return checkbox && attributeOf(checkbox, 'checked') !== undefined;
}

/** Deepest element that a checkbox may be in: a paragraph, a label, a box for its drawing. */
const deepestCheckbox = 4;

function checkboxOf(item: Element): Element | undefined {
  let at: Element | null = item;
  for (let level = 0; at && level < deepestCheckbox; level++) {
    for (let child: Node | null = at.firstChild; child; child = child.nextSibling) {
      if (isText(child) && child.data.trim() !== '') return undefined;
      if (isElement(child)) break;
    }
    at = at.firstElementChild;
    if (at?.localName === 'input') return attributeOf(at, 'type') === 'checkbox' ? at : undefined;
  }
  return undefined;
}

export const lists: Rules = {
  tags: { ul: list, ol: list, menu: list, dir: list },
  printers: [
    {
      filter: ['ul', 'ol'],
      replacement: (content, list) => {
        const items = trimNewlines(content);
        if (!items) return '';
        if (list.inCell) {
          const start = list.nodeName === 'OL' ? (list.firstChild?.facts.number ?? 1) : 1;
          return cellBlock(list.nodeName.toLowerCase(), items.replace(/\n+/g, ''), start === 1 ? '' : ` start="${start}"`);
        }
        const parent = list.parentNode!;
        const tight = parent.nodeName === 'LI' && !parent.facts.loose && interruptsParagraph(list);
        const gap = tight ? '\n' : '\n\n';
        return gap + items + gap;
      },
    },
    {
      filter: ['li'],
      replacement: (content, { facts: { id, number = 1, checked, loose }, parentNode: list, inCell }) => {
        const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] ';
        if (inCell) return `${syntax('<li>')}${box}${inCellMarkdown(content)}${syntax('</li>')}`;
        const { other } = list!.facts;
        const marker = list!.nodeName === 'OL' ? `${number}${other ? ')' : '.'}` : other ? '*' : '-';
        const text = box + trimNewlines(content);
        const gap = loose ? '\n\n' : '\n';
        return `${gap}${text ? `${marker} ${sectionMark(id)}${indented(text, marker.length + 1)}` : marker}${gap}`;
      },
    },
  ],
};

/** Indents all lines but the first, so that they belong to the item. */
export const indented = (text: string, width: number): string => text.replace(/\n(?!\uFDD7?(?:\n|$))/g, `\n${' '.repeat(width)}`);

/** A list that starts with 1, and not with an empty item, can interrupt a paragraph (CommonMark §5.3). */
function interruptsParagraph(list: MarkdownNode): boolean {
  const first = list.childNodes[0]!;
  return first.childNodes.length > 0 && (list.nodeName === 'UL' || first.facts.number === 1);
}
