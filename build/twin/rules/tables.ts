import { attributeOf, childElementsOf, hasClass, outermost } from '../dom.ts';
import { escapeInline } from '../escape/escape.ts';
import { syntax } from '../escape/syntax.ts';
import { firstWithin } from '../first-within.ts';
import { type Alignment, MarkdownNode } from '../markdown-node.ts';
import { isLayoutTable, type TableParts, tablePartsOf } from '../table-parts.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { cellBlock, inCellMarkdown, trimNewlines } from './blocks.ts';
import { codeTable, isCodeTable } from './code.ts';
import type { Rules } from './rule.ts';

/** Characters that the spans of one table may repeat, fifty more for each place; beyond that a cell appears once. */
const mostSpanned = 2_000_000;
/** Most cells of a table padded to its widest row, as renderers do (GFM §4.10). */
const mostPlaces = 200_000;

const table: ElementHandler = (element, builder) => {
  const parts = tablePartsOf(element, builder.reading);
  if (isCodeTable(element, parts)) return codeTable(element, builder);
  if (isLayoutTable(element, parts)) return builder.division(element);
  for (const stray of parts.strays) builder.node(stray);
  if (parts.caption) builder.titleLine(parts.caption);
  readTable(parts, builder);
};

function readTable(parts: TableParts, builder: TreeBuilder): void {
  builder.inBlock('TABLE', {}, (node) => {
    if (node.nodeName === 'TABLE') readGrid(node, parts, builder);
    else for (const cell of parts.rows.flat()) builder.division(cell);
  });
}

/** Reads the cells into a grid without holes: spanning cells repeat their text, so that each row is complete. */
function readGrid(node: MarkdownNode, { rows, heads }: TableParts, builder: TreeBuilder): void {
  const grid: Place[][] = rows.map(() => []);
  const aligned: Alignment[] = [];
  let allHeads = true;
  let spanned = 0;
  /** Columns in which a cell begins; others, only spanned, are redundant. */
  const origins = new Set<number>();
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const element of row) {
      while (grid[y]![x]) x++;
      if (y === 0 && element.localName !== 'th') allHeads = false;
      const cell = readCell(element, node, builder);
      let width = spanOf(element, 'colspan', 1_000);
      let height = spanOf(element, 'rowspan', rows.length - y);
      const repeated = (width * height - 1) * (50 + cell.text.length);
      if (spanned + repeated > mostSpanned) width = height = 1;
      else spanned += repeated;
      origins.add(x);
      for (let down = 0; down < height; down++) {
        for (let right = 0; right < width; right++) {
          const origin = down === 0 && right === 0;
          if (grid[y + down]![x + right] === undefined)
            grid[y + down]![x + right] = { cell: origin ? cell : cell.cloneNode(true), from: cell, origin };
        }
      }
      if (width === 1) aligned[x] ??= alignmentOf(element);
      x += width;
    }
  }
  const columns = [...origins].sort((one, other) => one - other);
  if (columns.length === 0) return;
  node.facts.columns = columns.map((x) => aligned[x]);
  // Markdown tables need a head; without one it is empty (GFM §4.10).
  if (!node.inCell && heads === 0 && !allHeads) addRow(columns.map(() => new MarkdownNode('TD')));
  for (const row of grid) {
    // A cell across the whole table is a line between its rows, written once.
    const across = row.filter(Boolean).length > 1 && new Set(row.map((place) => place?.from)).size === 1;
    const own = columns.length * grid.length <= mostPlaces ? columns : columnsOf(row);
    addRow(own.map((x) => (row[x] && (row[x].origin || !across) ? row[x].cell : new MarkdownNode('TD'))));
  }

  function columnsOf(row: readonly Place[]): number[] {
    const own: number[] = [];
    for (let at = 0; at < columns.length && columns[at]! < row.length; at++) own.push(columns[at]!);
    return own;
  }

  function addRow(cells: readonly MarkdownNode[]): void {
    const row = node.append(new MarkdownNode('TR'));
    for (const cell of cells) row.append(cell);
  }
}

/** A place of the grid: its content, and the cell that spans it. */
interface Place {
  readonly cell: MarkdownNode;
  readonly from: MarkdownNode;
  readonly origin: boolean;
}

/** Reads a cell within the table, then removes it: rows are made when the grid is known. */
function readCell(element: Element, table: MarkdownNode, builder: TreeBuilder): MarkdownNode {
  builder.inBlock('TD', {}, () => builder.children(element));
  const cell = table.lastChild!;
  cell.remove();
  return cell;
}

/** javadoc's tables: a grid of `div`s, with as many columns as heads. */
const divisionTable: ElementHandler = (element, builder) => {
  const cells = childElementsOf(element);
  const heads = cells.filter((cell) => hasClass(cell, /(?:^|\s)table-header(?:\s|$)/)).length;
  if (heads === 0) return builder.division(element);
  const rows: Element[][] = [];
  for (let at = 0; at < cells.length; at += heads) rows.push(cells.slice(at, at + heads));
  readTable({ caption: undefined, rows, heads: 1, strays: [] }, builder);
};

const rowRole = /^row$/;
const cellRole = /^(?:cell|gridcell|columnheader|rowheader)$/;

/** A table by its roles (ARIA 1.2). */
const ariaTable: ElementHandler = (element, builder) => {
  if (element.localName === 'table') return table(element, builder);
  if (firstWithin(element, isCell) === undefined) return builder.division(element);
  const rows = withRole(element, rowRole).map((row) => withRole(row, cellRole));
  if (rows.every((cells) => cells.length === 0)) return builder.division(element);
  const heads = rows[0]!.every((cell) => attributeOf(cell, 'role') === 'columnheader') ? 1 : 0;
  readTable({ caption: undefined, rows, heads, strays: [] }, builder);
};

const isCell = (element: Element): boolean => cellRole.test(attributeOf(element, 'role') ?? '');

const withRole = (element: Element, role: RegExp): Element[] =>
  outermost(element, (part) => role.test(attributeOf(part, 'role') ?? ''));

function spanOf(element: Element, name: 'colspan' | 'rowspan', most: number): number {
  const text = attributeOf(element, name);
  const span = text === undefined ? 1 : Number.parseInt(text, 10);
  if (name === 'rowspan' && span === 0) return most;
  return Math.max(1, Math.min(Number.isNaN(span) ? 1 : span, most));
}

function alignmentOf(element: Element): Alignment {
  const alignment =
    /text-align\s*:\s*(left|center|right)/i.exec(attributeOf(element, 'style') ?? '')?.[1] ??
    /^(left|center|right)$/i.exec(attributeOf(element, 'align') ?? '')?.[1] ??
    /(?:^|\s)(?:align-(?=left)|(?:text-|halign-|align-?)(?!left))(left|center|right)(?:\s|$)/.exec(
      attributeOf(element, 'class') ?? '',
    )?.[1];
  return alignment?.toLowerCase() as Alignment;
}

const delimiters = { left: ':---', center: ':---:', right: '---:' } as const;

export const tables: Rules = {
  classes: [{ names: /(?:^|\s)summary-table(?:\s|$)/, tags: /^div$/, handle: divisionTable }],
  roles: { table: ariaTable, grid: ariaTable },
  tags: { table, caption: (element, builder) => builder.titleLine(element) },
  printers: [
    {
      filter: ['table'],
      replacement: (content, { facts: { columns = [] }, inCell }) => {
        const rows = trimNewlines(content);
        if (!rows) return '';
        if (inCell) return cellBlock('table', rows.replace(/\n+/g, ''));
        const head = rows.indexOf('\n');
        const delimiterRow = `| ${columns.map((align) => (align ? delimiters[align] : '---')).join(' | ')} |`;
        return head < 0
          ? `\n\n${rows}\n${delimiterRow}\n\n`
          : `\n\n${rows.slice(0, head)}\n${delimiterRow}${rows.slice(head)}\n\n`;
      },
    },
    {
      filter: ['tr'],
      replacement: (content, { inCell }) => (inCell ? `${syntax('<tr>')}${content}${syntax('</tr>')}` : `\n${content}|\n`),
    },
    {
      filter: ['td'],
      replacement: (content, { inCell }) => {
        const line = inCellMarkdown(content);
        if (inCell) return `${syntax('<td>')}${line}${syntax('</td>')}`;
        const text = escapeInline(line, { block: 'cell' });
        return text ? `| ${text.replace(/\|/g, '\\|')} ` : '|  ';
      },
    },
  ],
};
