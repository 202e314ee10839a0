import { counted } from '../../contract/std/words.ts';
import { bodyTextOf } from '../../page/page.ts';
import type { Check } from '../check.ts';
import type { Defect } from '../finding.ts';

/** Markdown drops surplus cells of a row. A bar in code also separates cells. */
export const tableCells: Check = {
  severity: 'warning',
  summary: 'A table row in the Markdown of a page has more cells than the table has columns; the rest is lost.',
  find: ({ publicPages, sourceText }) =>
    publicPages.flatMap((page) => {
      const { source } = page;
      return source?.endsWith('.md') && hasTable.test(bodyTextOf(page)) ? defectsOf(source, sourceText(source) ?? '') : [];
    }),
};

const hasTable = /^.*\| :?-+:? \|/m;
const delimiters = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const fence = /^[ \t]*(`{3,}|~{3,})/;

function defectsOf(source: string, text: string): Defect[] {
  const lines = text.split('\n');
  const defects: Defect[] = [];
  let open: string | undefined;
  let columns = 0;
  for (const [at, line] of lines.entries()) {
    const mark = line.includes('```') || line.includes('~~~') ? fence.exec(line)?.[1] : undefined;
    if (mark && (!open || mark.startsWith(open))) open = open ? undefined : mark;
    const isRow = !open && !mark && line.includes('|');
    if (!isRow) columns = 0;
    else if (columns > 0) {
      const cells = cellsOf(line);
      if (cells > columns)
        defects.push({
          on: { file: source },
          line: at + 1,
          message: `the row has ${cells} cells, and its table ${counted(columns, 'column')}: the rest is lost`,
          fix: 'Write \\| for a bar in a cell, in code too.',
          key: `${source}:${at}`,
        });
    } else if (delimiters.test(line) && cellsOf(lines[at - 1] ?? '') === cellsOf(line)) columns = cellsOf(line);
  }
  return defects;
}

/** The number of cells, between unescaped bars, not counting outer ones. Bars in template tags are filters. */
const cellsOf = (line: string): number =>
  line
    .replace(/\{\{.*?\}\}|\{%.*?%\}/g, 'x')
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/).length;
