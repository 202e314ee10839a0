import { isLeftOut } from '../content-filter.ts';
import { attribute, nothing, within } from '../page-element.ts';
import type { ConversionContext } from '../tree-builder.ts';
import { FactCollector, type Facts } from './facts.ts';
import { enterCode } from './page-code-facts.ts';
import { formulaOf, texCommands } from './page-formula-facts.ts';
import { enterLink } from './page-link-facts.ts';
import { addImage, addPicture, addVector } from './page-media-facts.ts';

/**
 * Reads the facts of a page from its content. It shares with conversion only the definition of what is no content
 * (leave-out.ts), and does not trust that either: prose that is left out by a class name counts. Does not recurse.
 */
export function pageFacts(root: Element, context: ConversionContext): Facts {
  const facts = new FactCollector();
  const closers: { readonly element: Element; readonly close: () => void }[] = [];
  let node: Node | null = root.firstChild;
  while (node) {
    let into: Node | null = null;
    if (node.nodeType === 3 || node.nodeType === 4) facts.add((node as Text).data);
    else if (node.nodeType === 1) {
      const element = node as Element;
      const close = closers.length < deepest ? enter(element, root, facts, context) : undefined;
      if (closers.length >= deepest) facts.add(` ${element.textContent} `);
      else if (close) {
        into = element.firstChild;
        if (into) closers.push({ element, close });
        else close();
      }
    }
    if (into) {
      node = into;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (node === root) node = null;
      else if (closers.at(-1)?.element === node) closers.pop()!.close();
    }
    node = node?.nextSibling ?? null;
  }
  facts.gap();
  return facts;
}

/** Elements nested deeper than this are read as text: what looks into elements would take time that is quadratic in depth. */
const deepest = 400;

const inlineElements = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Reads an element; undefined where what is in it was read with it, or is no content. */
function enter(element: Element, root: Element, facts: FactCollector, context: ConversionContext): (() => void) | undefined {
  const name = element.localName;
  const classes = element.hasAttributes() ? attribute(element, 'class') : undefined;
  if (isLeftOut(element, name, classes)) {
    if (isTrusted(element, name, classes)) return undefined;
    // No list of class names may take away the words of a heading, nor prose.
    if (within(element, root, /^h[1-6]$/) && /[\p{L}\p{N}]/u.test(element.textContent ?? '')) return nothing;
    addProse(element, facts);
    return undefined;
  }
  const formula =
    classes !== undefined || name === 'math' || name === 'script' ? formulaOf(element, name, classes ?? '') : undefined;
  if (formula) {
    facts.add(formula.text);
    if (formula.soft) facts.addSoft(texCommands, 50);
    return undefined;
  }
  if (/^h[1-6]$/.test(name) && !titlesCallout(element)) {
    facts.open('heading');
    return () => facts.closeHeading(Number(name[1]));
  }
  switch (name) {
    case 'pre':
    case 'listing':
    case 'xmp':
      return enterCode(element, facts, context);
    case 'a':
      return enterLink(element, root, facts, context);
    case 'img':
      if (/^\[\w+\]$/.test(attribute(element, 'alt') ?? '') && within(element, root, /^td$/)) return undefined;
      addImage(element, [], facts, context);
      return undefined;
    case 'picture':
      addPicture(element, facts, context);
      return undefined;
    case 'table':
      facts.gap();
      return () => {
        facts.gap();
        facts.rows.push(...(footRows.get(element) ?? []));
      };
    case 'tfoot': {
      // Shown last, wherever it is written (HTML §4.9.7).
      const table = element.nextElementSibling && element.parentElement;
      const start = facts.rows.length;
      return () => {
        if (table) footRows.set(table, facts.rows.splice(start));
      };
    }
    case 'tr':
      if (inDataTable(element)) {
        facts.openRow();
        return () => facts.closeRow();
      }
      break;
    case 'td':
    case 'th':
      if (
        name === 'td' &&
        element.nextElementSibling &&
        /colist|calloutlist/.test(attribute(tableOf(element)?.parentElement ?? element, 'class') ?? '')
      ) {
        facts.addSoft(element.textContent ?? '');
        return undefined;
      }
      if (inDataTable(element)) {
        softenSpan(element, facts);
        facts.open('cell');
        return () => facts.closeCell();
      }
      break;
    case 'svg':
      addVector(element, facts);
      return undefined;
    case 'video':
    case 'audio':
    case 'iframe':
    case 'object':
      addAttributes(element, facts);
      facts.addSoft(element.textContent ?? '');
      return undefined;
    case 'embed':
    case 'input':
    case 'textarea':
    case 'select':
    case 'abbr':
    case 'area':
      addAttributes(element, facts);
      break;
    default:
  }
  if (name === 'wbr') return undefined;
  if (classes === 'classifier' || attribute(element.previousElementSibling ?? element, 'class') === 'name clip') facts.gap();
  if (inlineElements.has(name) && /^(?:cell|gridcell|columnheader|rowheader)$/.test(attribute(element, 'role') ?? ''))
    return () => facts.gap();
  if (inlineElements.has(name)) return nothing;
  facts.gap();
  return () => facts.gap();
}

/** What is left out by what HTML says of it, or for listeners only, not because of its place or its looks. */
const isTrusted = (element: Element, name: string, classes: string | undefined): boolean =>
  /^(?:nav|button|style|script|template|noscript|head|dialog|canvas|datalist)$/.test(name) ||
  ['hidden', 'aria-hidden', 'data-markdown-ignore', 'style'].some((said) => attribute(element, said) !== undefined) ||
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text)(?:\s|$)/.test(classes ?? '');

/** Prose: long paragraphs that are not links, code, cells. */
function addProse(element: Element, facts: FactCollector): void {
  for (const block of element.querySelectorAll('p, pre, td')) {
    const text = block.textContent ?? '';
    if (block.localName === 'pre' || (text.length > 120 && block.querySelector('a') === null)) {
      facts.gap();
      facts.add(text);
      facts.gap();
    }
  }
}

/** Rows of the foot of a table, until its body is read. */
const footRows = new WeakMap<Element, string[][]>();

const tableRoles = /^(?:presentation|none)$/;
const noTable =
  /\b(?:highlighttable|codehilitetable|rouge-table|lntable|hljs-ln|hlist|hdlist|qanda|simplelist|footnote|docutils option-list|docutils field-list)\b/;

function isDataTable(table: Element): boolean {
  const classes = attribute(table, 'class');
  if (tableRoles.test(attribute(table, 'role') ?? '') || (classes !== undefined && noTable.test(classes))) return false;
  const parent = attribute(table.parentElement ?? table, 'class') ?? '';
  const cells = table.querySelectorAll('td, th');
  if (/\b(?:footnote|colist|calloutlist)\b/.test(parent)) return false;
  // A callout that is laid out as a table starts with a picture, or the name of its kind under the class of one.
  if (/\badmonition|\b(?:note|tip|important|warning|caution)\b/.test(parent) && isIcon(cells[0])) return false;
  if (cells.length < 2 && cells[0]?.localName !== 'th') return false;
  if (/gutter|linenos/.test(attribute(cells[0] ?? table, 'class') ?? '')) return false;
  const parts = [...table.children].map(({ localName }) => localName);
  if (cells[0]?.localName === 'th' || parts.includes('thead') || parts.includes('caption')) return true;
  return (
    !/^(?:Q and A|Block quote)/.test(attribute(table, 'summary') ?? '') &&
    table.querySelector('table, h1, h2, h3, h4, h5, h6') === null
  );
}

const isIcon = (cell: Element | undefined): boolean =>
  cell !== undefined &&
  (attribute(cell, 'class') === 'icon' || (cell.textContent?.trim() === '' && cell.querySelector('img') !== null));

const tableMemo = new WeakMap<Element, boolean>();

function tableOf(part: Element): Element | undefined {
  let table: Element | null = part.parentElement;
  for (; table && table.localName !== 'table'; table = table.parentElement)
    // DocBook's notes to a table are the last rows of it.
    if (table.localName === 'tbody' && attribute(table, 'class') === 'footnotes') return undefined;
  return table ?? undefined;
}

function inDataTable(part: Element): boolean {
  const table = tableOf(part);
  if (!table) return false;
  let known = tableMemo.get(table);
  if (known === undefined) {
    known = isDataTable(table);
    tableMemo.set(table, known);
  }
  return known;
}

/** What a cell spans may be repeated in the twin. */
function softenSpan(cell: Element, facts: FactCollector): void {
  const spans = ['colspan', 'rowspan', 'COLSPAN', 'ROWSPAN'].some((name) => ![undefined, '1'].includes(attribute(cell, name)));
  if (spans) facts.addSoft(cell.textContent ?? '', 1_000);
}

/** Headings that are titles of callouts: the alert's bold line, or its mark. */
function titlesCallout(heading: Element): boolean {
  for (let at = heading.parentElement, level = 0; at && level < 2; at = at.parentElement, level++)
    if (callout.test(attribute(at, 'class') ?? '')) return at.querySelector('h1, h2, h3, h4, h5, h6') === heading;
  return false;
}

const callout = /(?:^|\s)(?:note|tip|important|warning|caution|admonition|alert|callout|custom-block)(?:\s|$)/;

/** What an element says in attributes only: the twin may say it in words. */
function addAttributes(element: Element, facts: FactCollector): void {
  for (const name of ['title', 'aria-label', 'placeholder', 'alt', 'value', 'src', 'data', 'type', 'name', 'poster']) {
    const value = attribute(element, name);
    if (value) facts.addSoft(value);
  }
  for (const source of element.querySelectorAll('source')) facts.addSoft(attribute(source, 'src') ?? '');
  if (element.localName !== 'abbr') facts.addSoft('video audio required');
}
