import { attributeOf, childElementsOf, isElement, isText } from './dom.ts';
import { firstWithin } from './first-within.ts';
import { wordsLength } from './measure.ts';
import type { Reading } from './reading.ts';

/** The parts of a `table` that are shown. */
export interface TableParts {
  readonly caption: Element | undefined;
  readonly rows: readonly (readonly Element[])[];
  readonly heads: number;
  /** Invalid content between rows or cells, shown before the table (HTML §13.2.6.1). */
  readonly strays: readonly Node[];
}

/** Reads the parts of a `table`: heads first, then bodies, then foots (HTML §4.9.1). */
export function tablePartsOf(element: Element, reading: Reading): TableParts {
  const isShown = (part: Element): boolean => !reading.isLeftOut(part);
  const cellsOf = (row: Element): Element[] =>
    childElementsOf(row).filter((cell) => (cell.localName === 'td' || cell.localName === 'th') && isShown(cell));
  const head: Element[] = [];
  const body: Element[] = [];
  const foot: Element[] = [];
  let caption: Element | undefined;
  const strays: Node[] = [];
  collect(element, body);
  return { caption, rows: [...head, ...body, ...foot].map(cellsOf), heads: head.length, strays };

  function collect(parent: Element, rows: Element[]): void {
    for (let child = parent.firstChild; child; child = child.nextSibling) {
      const name = isElement(child) ? child.localName : '';
      if (!isElement(child)) {
        if (isText(child) && child.data.trim() !== '') strays.push(child);
      } else if (name === 'tr') {
        if (!isShown(child)) continue;
        rows.push(child);
        for (const part of childElementsOf(child)) if (!/^(?:td|th|script|template)$/.test(part.localName)) strays.push(part);
      } else if (parent !== element || !/^(?:caption|colgroup|col|thead|tbody|tfoot)$/.test(name)) strays.push(child);
      else if (name === 'caption') caption ??= child;
      else if (name !== 'colgroup' && name !== 'col')
        collect(child, name === 'thead' && head.length === 0 ? head : name === 'tfoot' ? foot : body);
    }
  }
}

/** Whether a `table` only lays out: by its role, with words in one cell only, or with tables in cells. */
export function isLayoutTable(element: Element, { rows, heads, caption }: TableParts): boolean {
  if (/^(?:presentation|none)$/.test(attributeOf(element, 'role') ?? '')) return true;
  if (rows.flat().filter((cell) => wordsLength(cell) > 0).length < 2) return true;
  const cells = rows.slice(0, 2).flat();
  if (cells[0]?.localName === 'th') return false;
  return heads === 0 && !caption && firstWithin(element, isBlockOfItsOwn) !== undefined;
}

/** Content that no data row has: another table, a heading, code of several lines. */
const isBlockOfItsOwn = (element: Element): boolean =>
  /^(?:table|h[1-6])$/.test(element.localName) ||
  (element.localName === 'pre' && (element.textContent ?? '').trim().includes('\n'));
