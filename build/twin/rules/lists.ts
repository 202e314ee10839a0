import { attributeOf, hasClass, isElement, isText, oldAttributeOf } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import type { Draft } from '../markdown-node.ts';
import type { Reader, Reading } from '../tree-builder.ts';
import { inCellMarkdown, trimNewlines } from './blocks.ts';
import type { Rules } from './index.ts';

const list: Reading = (element, reader) => {
  reader.endRun();
  const ordered = element.localName === 'ol';
  const before = reader.block.childNodes.at(-1);
  const other = before?.nodeName === 'LIST' && Boolean(before.facts.ordered) === ordered && !before.facts.other;
  reader.inBlock('LIST', { ordered, other }, (draft) => {
    if (draft.nodeName !== 'LIST') return reader.children(element);
    readItems(element, draft, ordered, reader);
    draft.facts.loose = draft.childNodes.some(isLoose);
  });
};

function readItems(element: Element, draft: Draft, ordered: boolean, reader: Reader): void {
  const step = ordered && attributeOf(element, 'reversed') !== undefined ? -1 : 1;
  const count = step < 0 ? itemCount(element) : 0;
  let number = numberOf(oldAttributeOf(element, 'start')) ?? (step < 0 ? count : 1);
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isElement(child) && child.localName === 'li') {
      number = numberOf(oldAttributeOf(child, 'value')) ?? number;
      readItem(child, ordered ? Math.max(0, number) : undefined, reader);
      number += step;
    } else if (isElement(child) || (isText(child) && child.data.trim() !== '')) {
      // Not allowed in a list, but written: a list in a list belongs to the item before it.
      const last = draft.childNodes.at(-1);
      const node = child;
      if (last) reader.inDraft(last, () => reader.node(node));
      else reader.inBlock('ITEM', ordered ? { number: Math.max(0, number) } : {}, () => reader.node(node));
    }
  }
}

function readItem(element: Element, number: number | undefined, reader: Reader): void {
  const checked = checkedOf(element);
  const facts = { ...(number !== undefined && { number }), ...(checked !== undefined && { checked }) };
  reader.inBlock('ITEM', facts, (item) => {
    reader.children(element);
    // AsciiDoctor without icons writes the box as a sign.
    const first = checked === undefined ? undefined : item.childNodes[0]?.childNodes[0];
    if (first?.nodeName === '#text') first.nodeValue = first.nodeValue.replace(/^[✓❏] /, '');
  });
}

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

function itemCount(element: Element): number {
  let count = 0;
  for (let child = element.firstElementChild; child; child = child.nextElementSibling) if (child.localName === 'li') count++;
  return count;
}

/** Whether the box that an item starts with is checked; undefined where it starts with none. */
function checkedOf(item: Element): boolean | undefined {
  if (hasClass(item.parentElement!, /(?:^|\s)checklist(?:\s|$)/))
    return /^\s*✓/.test(item.textContent ?? '') || item.querySelector('.fa-check-square-o') !== null;
  const checkbox = checkboxOf(item);
  return checkbox && attributeOf(checkbox, 'checked') !== undefined;
}

function checkboxOf(item: Element): Element | undefined {
  let at: Element | null = item;
  for (let level = 0; at && level < 4; level++) {
    for (let child: Node | null = at.firstChild; child; child = child.nextSibling) {
      if (isText(child) && child.data.trim() !== '') return undefined;
      if (isElement(child)) break;
    }
    at = at.firstElementChild;
    if (at?.localName === 'input') return attributeOf(at, 'type') === 'checkbox' ? at : undefined;
  }
  return undefined;
}

/** An item with more than one paragraph, or with blocks other than lists, needs blank lines around it. */
function isLoose(item: Draft): boolean {
  return item.childNodes.some(
    (child, at) =>
      child.nodeName !== 'LIST' && !(at === 0 && child.nodeName === 'PARAGRAPH') && !(at === 0 && item.childNodes.length === 1),
  );
}

/** javadoc's lists of sections, with an item each. */
const sectionList: Reading = (element, reader) => {
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isElement(child) && child.localName === 'li') reader.division(child);
    else reader.node(child);
  }
};

/** AsciiDoctor's explanations of numbered marks in code: a table, or a list. */
const calloutList: Reading = (element, reader) => {
  const rows = [...element.querySelectorAll('tr')];
  if (rows.length === 0) return reader.division(element);
  reader.endRun();
  reader.inBlock('LIST', { ordered: true }, (list) => {
    for (const [at, row] of rows.entries())
      reader.inBlock('ITEM', { number: at + 1 }, () => reader.children(row.lastElementChild ?? row));
    if (list.nodeName === 'LIST') list.facts.loose = list.childNodes.some(isLoose);
  });
};

export const lists: Rules = {
  classes: [
    { names: /(?:^|\s)(?:colist|calloutlist)(?:\s|$)/, tags: /^div$/, read: calloutList },
    { names: /(?:^|\s)(?:summary-list|details-list|member-list|blockList(?:Last)?)(?:\s|$)/, tags: /^ul$/, read: sectionList },
  ],
  tags: {
    ul: list,
    ol: list,
    menu: list,
    dir: list,
    li: (element, reader) => reader.division(element),
  },
  writings: {
    LIST: (content, draft) => {
      const items = trimNewlines(content);
      if (!items) return '';
      const { ordered } = draft.facts;
      if (draft.inCell) {
        const tag = ordered ? 'ol' : 'ul';
        const start = draft.childNodes[0]?.facts.number ?? 1;
        return `\n\n${syntax(ordered && start !== 1 ? `<ol start="${start}">` : `<${tag}>`)}${items.replace(/\n+/g, '')}${syntax(`</${tag}>`)}\n\n`;
      }
      const gap =
        interruptsParagraph(draft) && draft.parentNode!.nodeName === 'ITEM' && !draft.parentNode!.parentNode!.facts.loose
          ? '\n'
          : '\n\n';
      return gap + items + gap;
    },
    ITEM: (content, draft) => {
      const { number, checked } = draft.facts;
      if (draft.inCell) return `${syntax('<li>')}${checkboxText(checked)}${inCellMarkdown(content)}${syntax('</li>')}`;
      const list = draft.parentNode!;
      const { ordered, other, loose } = list.facts;
      const marker = ordered ? `${number ?? 1}${other ? ')' : '.'}` : other ? '*' : '-';
      const text = checkboxText(checked) + trimNewlines(content);
      const gap = loose ? '\n\n' : '\n';
      return `${gap}${text ? `${marker} ${indented(text, marker.length + 1)}` : marker}${gap}`;
    },
  },
};

const checkboxText = (checked: boolean | undefined): string => (checked === undefined ? '' : checked ? '[x] ' : '[ ] ');

/** Lines after the first moved in, so that they belong to the item. */
export const indented = (text: string, width: number): string => text.replace(/\n(?!\n|$)/g, `\n${' '.repeat(width)}`);

/** A list that starts with 1, and not with an empty item, is read right after a line of text (CommonMark §5.3). */
function interruptsParagraph(list: Draft): boolean {
  const first = list.childNodes[0]!;
  return first.childNodes.length > 0 && (!list.facts.ordered || first.facts.number === 1);
}
