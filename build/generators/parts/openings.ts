import { plainTitle } from '../../twin/plain-title.ts';
import { blocksOf } from './blocks.ts';

/** Length of a summary of a text without headings, in characters. */
const room = 300;

/** The beginnings of the paragraphs, items and rows of a text: all if they fit, else an even sample with the last. */
export function openingsOf(text: string): string {
  const all = [...new Set(blocksOf(text).flatMap(linesOf).map(firstWords))].filter(Boolean);
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
  const [, heading, below = ''] = /^(#{1,6} [^\n]*)\n+(.*)/s.exec(block) ?? [];
  if (heading) return [heading, ...linesOf(below)];
  if (/^(?:```|~~~)/.test(block)) return [];
  if (block.startsWith('|')) return block.split('\n').slice(2);
  return block.split('\n').filter((line) => /^(?!---$)\S/.test(line));
}

const firstWords = (line: string): string =>
  plainTitle(line.replace(/^(?:[-*|]|\d{1,9}[.)]|#{1,6}) +/, '').replace(/ \|.*/, ''))
    .split(' ', 5)
    .join(' ')
    .replace(/[.,:;]$/, '');
