import { shorten } from '../../contract/std/words.ts';
import { plainLine, plainTitle } from '../../twin/plain-title.ts';

/** Top-level blocks of Markdown: a list, a table, a fenced block, and a heading with the following block are never cut. */
export function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  let fence = '';
  let gap = true;
  for (const line of markdown.split('\n')) {
    const last = blocks.at(-1);
    const isBlank = line.trim() === '';
    if (last === undefined || (gap && !isBlank && fence === '' && begins(line, last))) blocks.push(line);
    else blocks[blocks.length - 1] = `${last}\n${line}`;
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === '') fence = mark ?? '';
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = '';
    gap = isBlank;
  }
  return blocks.map((block) => block.replace(/\n+$/, '')).filter((block) => block !== '');
}

/** Whether a line after a blank one begins a block, rather than continuing the last. */
function begins(line: string, last: string): boolean {
  if (/^\s/.test(line)) return false;
  const marker = markerOf(line);
  if (marker !== '' && marker === markerOf(last)) return false;
  // A heading stays with the following block.
  return !/(?:^|\n)#{1,6} [^\n]*\n*$/.test(last) || line.startsWith('#');
}

/** The marker that all items of a list share; '' for other lines. */
const markerOf = (line: string): string => /^(?:([-*])|\d{1,9}([.)]))(?: |$)/.exec(line)?.slice(1).join('') ?? '';

/** Joins blocks to texts of at most `room` characters, in order; a longer block is a text of its own. */
export function joinBlocks(blocks: readonly string[], room: number): string[] {
  const texts: string[] = [];
  for (const block of blocks) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 2 + block.length <= room) texts[texts.length - 1] = `${last}\n\n${block}`;
    else texts.push(block);
  }
  return texts;
}

/**
 * Blocks of at most `room` characters if possible: a longer list is cut between its items, and an item between its blocks, after
 * its first line. Code, tables and paragraphs stay whole.
 */
export const shortBlocks = (blocks: readonly string[], room: number): string[] =>
  blocks.flatMap((block) => (block.length <= room || markerOf(block) === '' ? [block] : joinBlocks(itemsOf(block, room), room)));

function itemsOf(list: string, room: number): string[] {
  const marker = markerOf(list);
  const items: string[] = [];
  for (const line of list.split('\n'))
    if (markerOf(line) === marker) items.push(line);
    else items[items.length - 1] += `\n${line}`;
  return items.flatMap((item) => (item.length <= room ? [item.trimEnd()] : itemParts(item, room)));
}

function itemParts(item: string, room: number): string[] {
  const [first = '', ...rest] = item.split('\n');
  const indent = ' '.repeat(/^\S+ /.exec(first)?.[0].length ?? 2);
  const inner = rest.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
  const texts = joinBlocks(shortBlocks(blocksOf(inner), room - first.length - 2), room - first.length - 2);
  const again = first.length > 200 ? `${first.slice(0, indent.length)}…` : first;
  return texts.map((text, at) => `${at === 0 ? first : again}\n\n${text.replace(/^(?=.)/gm, indent)}`);
}

/** Changes a Markdown text outside its fenced code. */
export const outsideCode = (text: string, change: (prose: string) => string): string =>
  text
    .split(/^(\s*`{3,}[\s\S]*?^\s*`{3,}$)/m)
    .map((piece, at) => (at % 2 ? piece : change(piece)))
    .join('');

/** Length of a summary of a text without headings, in characters. */
const room = 300;

/** Longest first sentence, in characters. */
const longestSentence = 160;

/** The first sentence of the first paragraph of a text without headings; '' if it has none of three words. */
export function firstSentence(text: string): string {
  const paragraph = blocksOf(text)
    .filter((block) => /^[^\s#>|`~\d*+-]|^(?:\*\*?|`)[^\s*`]/.test(block))
    .map(plainLine)
    .find((line) => line.split(' ').length > 3);
  const [sentence = ''] = /^.+?[.!?。！？](?=\s|$)/.exec(paragraph ?? '') ?? [paragraph];
  return shorten(sentence, longestSentence);
}

/** The beginnings of the paragraphs, items and rows of a text: all if they fit, else an even sample with the last. */
export function openingsOf(text: string): string {
  // A heading would be a block with the following one.
  const lines = blocksOf(text.replace(/^#{1,6} /gm, '')).flatMap(linesOf);
  const all = [...new Set(lines.map(firstWords))].filter(Boolean);
  for (let step = 1; step <= all.length; step++) {
    const some = all.filter((_, at) => at % step === 0 || at === all.length - 1);
    const line = some.join(step === 1 ? ', ' : ', …, ');
    if (line.length <= room) return line;
  }
  return '';
}

/** The first lines of top-level blocks and of quoted ones, without code, rules and table heads. */
function linesOf(block: string): string[] {
  if (block.startsWith('>')) return blocksOf(block.replace(/^> ?/gm, '')).flatMap(linesOf);
  const lines = /^(?:```|~~~)/.test(block) ? [] : block.split('\n').slice(block.startsWith('|') ? 2 : 0);
  return lines.filter((line) => /^(?!---$)\S/.test(line));
}

const firstWords = (line: string): string =>
  plainTitle(line.replace(/^(?:[-*|]|\d{1,9}[.)]|#{1,6}) +/, '').replace(/ \|.*/, ''))
    .split(' ', 5)
    .join(' ')
    .replace(/[.,:;]$/, '');
