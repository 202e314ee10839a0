import type { SectionStart } from '../../twin/section-id.ts';
import { markdownText } from '../markdown-text.ts';

/** A section of a page: a heading, or a term with an id, and the content below it. */
export interface SectionNode {
  /** Its fragment in the URL of the page; '' for the page as a whole, and for a heading without fragment. */
  readonly id: string;
  /** Its heading as Markdown, without block markers. */
  readonly heading: string;
  readonly isTerm: boolean;
  /** Its content below the heading, as top-level Markdown. */
  readonly text: string;
  /** The same with its heading, as in the enclosing section. */
  readonly whole: string;
  /** The first line of that. */
  readonly firstLine: string;
  /** The same in order: texts of its own, and inner sections. */
  readonly content: readonly (string | SectionNode)[];
}

const termLevel = 7;

/** The lines of a section, from its heading (`from`) to its last (before `to`). */
interface Range {
  readonly id: string;
  readonly heading: string;
  readonly from: number;
  to: number;
  /** Of a heading, 1 to 6; 0 for the page, {@link termLevel} for a term. */
  readonly level: number;
  /** Indentation of its content in columns. */
  readonly indent: number;
  /** The first line of its content: below its heading, unless that is a block of code. */
  readonly start: number;
  readonly children: Range[];
}

/**
 * The sections of a page as a tree.
 *
 * @param body Markdown of the page with resolved links
 * @param original the same before links were resolved: `starts` are offsets of it
 */
export function readSectionTree(body: string, original: string, starts: readonly SectionStart[]): SectionNode {
  const lines = body.split('\n');
  const page: Range = { id: '', heading: '', from: -1, to: lines.length, level: 0, indent: 0, start: 0, children: [] };
  let open = [page];
  let newline = original.indexOf('\n');
  let from = 0;
  for (const { id, at } of starts) {
    for (; newline >= 0 && newline < at; newline = original.indexOf('\n', newline + 1)) from++;
    const [, pad, marks, heading] = /^( *)(#{1,6}|[-*]) (.*)/.exec(lines[from]!) as unknown as [string, string, string, string];
    const isTerm = marks[0] !== '#';
    const level = isTerm ? termLevel : marks.length;
    for (const each of open) if (each.level >= level && !isTerm) each.to = Math.min(each.to, from);
    open = open.filter(({ to }) => to > from);
    const around = open.at(-1)!;
    // A term inside a list that is not a section itself stays in it: lists are not cut.
    if (around.indent !== pad.length) continue;
    const indent = isTerm ? pad.length + 2 : 0;
    const to = isTerm ? endOfItem(lines, from, around.to, indent) : around.to;
    // A signature is named by its first line.
    const isCode = /^(?:`{3}|~{3})/.test(heading);
    const name = isCode ? markdownText(lines[from + 1] ?? '') : heading;
    const range: Range = { id, heading: name, from, to, level, indent, start: isCode ? from : from + 1, children: [] };
    around.children.push(range);
    open.push(range);
  }
  return nodeOf(page, lines);
}

/** The inner sections of a section, in order, without `parts` and what is in them. */
export const sectionsBelow = ({ content }: SectionNode, parts?: ReadonlySet<SectionNode>): SectionNode[] =>
  content.flatMap((part) => (typeof part === 'string' || parts?.has(part) ? [] : [part, ...sectionsBelow(part, parts)]));

/** The first line after an item of a list. */
function endOfItem(lines: readonly string[], from: number, last: number, indent: number): number {
  let to = from + 1;
  while (to < last && (lines[to] === '' || lines[to]!.startsWith(' '.repeat(indent)))) to++;
  return to;
}

function nodeOf(
  { id, heading, level, from, to, indent, start, children }: Range,
  lines: readonly string[],
  outer = 0,
): SectionNode {
  const textOf = (first: number, end: number, column = indent): string =>
    (column === 0 ? lines.slice(first, end) : lines.slice(first, end).map((line) => line.slice(column)))
      .join('\n')
      .replace(/^\n+|\n+$/g, '');
  // A term and a single paragraph share a line.
  const [, term = heading, meaning = ''] = (level === termLevel && /^(\*\*.+?(?::\*\*|\*\*(?=:)):?) (.+)$/.exec(heading)) || [];
  const content: (string | SectionNode)[] = meaning ? [meaning] : [];
  let next = start;
  for (const child of children) {
    content.push(textOf(next, child.from), nodeOf(child, lines, indent));
    next = child.to;
  }
  content.push(textOf(next, to));
  return {
    id,
    heading: term.replace(/:$/, ''),
    isTerm: level === termLevel,
    // On demand: the search index, which reads all pages, needs neither.
    get text() {
      return [meaning, textOf(start, to)].filter(Boolean).join('\n');
    },
    get whole() {
      return textOf(Math.max(from, 0), to, outer);
    },
    firstLine: lines[Math.max(from, 0)]!.slice(outer),
    content: content.filter((part) => part !== ''),
  };
}
