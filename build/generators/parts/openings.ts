import { shorten } from '../../contract/std/words.ts';
import { plainLine, plainTitle } from '../../twin/plain-title.ts';
import { blocksOf } from './blocks.ts';

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
