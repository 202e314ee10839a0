// Damages a twin: each kind loses something in one place, which is the same in every run.
import { held, twinFacts, words } from './judge.mjs';

/** By kind: a pattern of the places in a twin, and a function that returns what remains of one. */
const kinds = {
  number: [/(?<=^(?:> |[-*] )?\p{L}[^`<[\]|\n]* )\d+(?=[ ,.])/gmu, (one) => String(Number(one) + 1)],
  not: [/(?<=^(?:> |[-*] )?\p{L}[^`<[\]|\n]*) not(?= )/gmu, () => ''],
  word: [/(?<=^(?:> |[-*] )?\p{L}[^`<[\]|\n]*) \p{L}{4,}(?=[ ,.])/gmu, () => ''],
  'joined words': [/(?<=^(?:> |[-*] )?\p{L}[^`<[\]|\n]*\p{L}{3}) (?=\p{L}{3})/gmu, () => ''],
  sentence: [/(?<=^\p{L}[^`<[\]|\n]*\. )\p{Lu}[^`<[\]|\n.]{20,}\./gmu, () => ''],
  paragraph: [/(?<=\n\n)\p{Lu}[^|`<[\]\n]{60,}\n\n/gu, () => ''],
  'swapped paragraphs': [
    /(?<=\n\n)\p{Lu}[^|`<[\]\n]{40,}\n\n\p{Lu}[^|`<[\]\n]{40,}(?=\n\n)/gu,
    (both) => both.split('\n\n').reverse().join('\n\n'),
  ],
  'list item': [/^ *(?:[-*]|\d+\.) .*[\p{L}\p{N}].*\n/gmu, () => ''],
  cell: [/(?<=^\|.*\| )[^|\n]*[\p{L}\p{N}][^|\n]*(?= \|)/gmu, () => ''],
  row: [/^\|(?!.*---).*[\p{L}\p{N}].*\|\n(?=\|(?! *---))/gmu, () => ''],
  heading: [/^#{2,6} .*[\p{L}\p{N}].*\n/gmu, () => ''],
  'level of a heading': [/^#{2,5} .*[\p{L}\p{N}]/gmu, (one) => `#${one}`],
  link: [/(?<!!)\[([^\]^[!]{2,})\]\([^)#]+\)/g, (one) => one.replace(/^\[(.*)\]\(.*$/s, '$1')],
  'target of a link': [/(?<!!)(?<=\[[^\]^[!]{2,}\]\([^)#]+)\w(?=\))/g, () => 'x0'],
  'code line': [/(?<=^```.*\n(?:(?!```).*\n)*) *(?!```).*[\p{L}\p{N}].*\n(?=[\s\S]*?^```)/gmu, () => ''],
  image: [/!\[[^\]]*\]\([^)]+\)/g, () => ''],
};
export const damageKinds = Object.keys(kinds);

/** The fact by which the judge sees a loss; default `words`. Only lost content counts as a loss. */
const shown = { heading: 'headings', link: 'links', 'target of a link': 'links', image: 'images' };
const unseenByJudge = new Set(['swapped paragraphs', 'level of a heading']);

/** Blanks code blocks out, so that other kinds do not match in them. */
const withoutCode = (twin) => twin.replace(/^( *)(`{3,})[^`\n]*\n[\s\S]*?^\1\2/gm, (code) => code.replace(/[^\n]/g, '`'));

let last = {};
/** The facts of a twin; remembers the last one, because each twin is damaged in all kinds. */
function cachedFacts(twin, base) {
  if (last.twin !== twin || last.base !== base) last = { twin, base, facts: twinFacts(twin, base) };
  return last.facts;
}

/**
 * Damages one place of a twin. @returns the damaged twin; undefined if it has no such place
 *
 * @param page the facts of the page, read by the judge
 * @param isRepeated whether many pages of the site have the picture with a file name: it is not content of one page
 */
export function damage(kind, twin, page, base, isRepeated) {
  const [places, lose] = kinds[kind];
  const found = [...(kind === 'code line' ? twin : withoutCode(twin)).matchAll(places)];
  const content = ` ${page.words.join(' ')} `;
  const isContent = (text) => content.includes([' ', ...words(text), ' '].join(' ').slice(1, -1));
  const fact = shown[kind] ?? 'words';
  const whole = held(page[fact], cachedFacts(twin, base)[fact]).held;
  for (let at = Math.floor(found.length * 0.618), tried = 0; tried < Math.min(12, found.length); at++, tried++) {
    const { 0: one, index } = found[at % found.length];
    const line = /[^\n]*$/.exec(twin.slice(0, index))[0] + /^[^\n]*/.exec(twin.slice(index))[0];
    if (
      fact === 'words' &&
      kind !== 'cell' &&
      kind !== 'row' &&
      !one
        .split('\n\n')
        .concat(kind.includes('para') ? [] : line)
        .every(isContent)
    )
      continue;
    if (kind === 'image' && isRepeated(/([^/ ]*?)(?: "[^"]*")?\)$/.exec(one)[1])) continue;
    if (kind === 'level of a heading' && !page.headings.includes(words(one).join(' '))) continue;
    const left = lose(one);
    // Equal paragraphs, swapped.
    if (left === one) continue;
    const less = twin.slice(0, index) + left + twin.slice(index + one.length);
    if (words(one).join() === words(left).join() && kind !== 'joined words' && fact === 'words' && !unseenByJudge.has(kind))
      continue;
    if (unseenByJudge.has(kind) || held(page[fact], twinFacts(less, base)[fact]).held < whole) return less;
  }
  return undefined;
}
