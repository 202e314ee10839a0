// Ways in which a twin can lose something, each once and at a place that the page decides: the same in every run.
import { held, twinFacts, words } from './judge.mjs';

/** By kind: the places in a twin, and what is left of one. */
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

/** What shows that something is lost: what was no content is no loss. */
const shown = { heading: 'headings', link: 'links', 'target of a link': 'links', image: 'images' };
const unseenByJudge = new Set(['swapped paragraphs', 'level of a heading']);

/** Text outside blocks of code, for what is no code. */
const withoutCode = (twin) => twin.replace(/^( *)(`{3,})[^`\n]*\n[\s\S]*?^\1\2/gm, (code) => code.replace(/[^\n]/g, '`'));

let last = {};
/** The facts of a twin, which is damaged in each kind. */
function factsOnce(twin, base) {
  if (last.twin !== twin || last.base !== base) last = { twin, base, facts: twinFacts({ heading: '', body: twin }, base) };
  return last.facts;
}

/**
 * A twin with one thing lost that the page has; undefined where the twin has none of the kind.
 *
 * @param page what the judge read of the page
 * @param isRepeated whether many pages of the site have a picture, which is then no content of one of them, by its file
 */
export function damaged(kind, twin, page, base, isRepeated) {
  const [places, lose] = kinds[kind];
  const found = [...(kind === 'code line' ? twin : withoutCode(twin)).matchAll(places)];
  const content = ` ${page.words.join(' ')} `;
  const isContent = (text) => content.includes([' ', ...words(text), ' '].join(' ').slice(1, -1));
  const fact = shown[kind] ?? 'words';
  const whole = held(page[fact], factsOnce(twin, base)[fact]).held;
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
    const less = twin.slice(0, index) + left + twin.slice(index + one.length);
    if (words(one).join() === words(left).join() && kind !== 'joined words' && fact === 'words' && !unseenByJudge.has(kind))
      continue;
    if (unseenByJudge.has(kind) || held(page[fact], twinFacts({ heading: '', body: less }, base)[fact]).held < whole) return less;
  }
  return undefined;
}
