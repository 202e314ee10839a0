import { plainTitle } from '../../twin/plain-title.ts';
import { blocksOf } from './blocks.ts';

/** Characters that tell what a text without headings holds. */
const room = 300;

/** How the paragraphs, items and rows of a text begin: all if there is room, else some of them at even steps, and the last. */
export function openingsOf(text: string): string {
  const all = [...new Set(blocksOf(text).flatMap(linesOf).map(firstWords))].filter(Boolean);
  for (let step = 1; step <= all.length; step++) {
    const some = all.filter((_, at) => at % step === 0 || at === all.length - 1);
    const line = some.join(step === 1 ? ', ' : ', …, ');
    if (line.length <= room) return line;
  }
  return '';
}

/** The lines that begin something at the margin, but for code and the head of a table. */
function linesOf(block: string): string[] {
  if (/^(?:```|~~~)/.test(block)) return [];
  if (block.startsWith('|')) return block.split('\n').slice(2);
  return block.split('\n').filter((line) => /^\S/.test(line));
}

const firstWords = (line: string): string =>
  plainTitle(line.replace(/^(?:[-*>|]|\d{1,9}[.)]|#{1,6}) +/, '').replace(/ \|.*/, ''))
    .split(' ', 5)
    .join(' ')
    .replace(/[.,:;]$/, '');
