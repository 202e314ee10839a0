import type { Hit } from '#contract/search/open-index';
import { termsOf } from '#contract/search/terms';

/** Longest line of an answer, in characters. */
const longest = 200;
/** Characters of a section, and of a line of it, that are looked at. */
const sectionLimit = 20_000;
const lineLimit = 300;

/** It repeats the title and the description of the result. */
const frontMatter = /^---\n[\s\S]*?\n---\n/;

/**
 * The line of a section with most words of a question, cut around them; '' for an empty section. A section without an end, such
 * as the beginning of a page whose sections are in parts, ends at the next heading.
 */
export function matchingLine(document: string, { from, to }: Pick<Hit, 'from' | 'to'>, question: string): string {
  // Terms are stemmed, perhaps one letter longer than the word in the text.
  const needles = termsOf(question).map(({ term }) => (term.length > 4 ? term.slice(0, -1) : term));
  let best = { line: '', score: -1, at: 0 };
  let isCode = false;
  for (const [at, raw] of sectionOf(document, from, to).replace(frontMatter, '').trimStart().split('\n').entries()) {
    if (/^\s*(?:`{3}|~{3})/.test(raw)) isCode = !isCode;
    if (to === undefined && at > 0 && !isCode && /^#{1,6} /.test(raw)) break;
    if (/^\s*(?:#|`{3}|~{3}|---|> |[|\s:-]*$)/.test(raw)) continue;
    const near = aroundWords(raw, needles);
    const line = isCode ? near.trim() : plainLine(near);
    const lower = line.toLowerCase();
    const places = needles.map((needle) => lower.indexOf(needle)).filter((at) => at >= 0);
    // Prose precedes code with the same words.
    const score = places.length - (isCode ? 0.5 : 0);
    if (line !== '' && score > best.score) best = { line, score, at: Math.min(...places, line.length) };
  }
  return cut(best.line, best.at);
}

/** The characters of a long line around the first of some words. */
function aroundWords(line: string, needles: readonly string[]): string {
  if (line.length <= lineLimit) return line;
  const lower = line.toLowerCase();
  const first = Math.min(...needles.map((needle) => lower.indexOf(needle)).filter((at) => at >= 0), line.length);
  const from = first === line.length ? 0 : Math.max(0, first - lineLimit / 3);
  return line.slice(from, from + lineLimit);
}

const sectionOf = (document: string, from: number, to = document.length): string =>
  document.slice(from, Math.min(to, from + sectionLimit));

/** Stands for an escaped character while marks are removed. */
const escapes = /\\([!-/:-@[-`{-~])/g;
const placeOf = (_: string, character: string): string => String.fromCharCode(0xe000 + character.charCodeAt(0));
const places = /[\ue000-\ue07f]/g;
const characterAt = (place: string): string => String.fromCharCode(place.charCodeAt(0) - 0xe000);

/** Removes targets of links, marks of emphasis, cells and lists, and the backslash of a hard line break. */
const plainLine = (line: string): string =>
  line
    .replace(escapes, placeOf)
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?: "[^"]*")?\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/^\s*(?:[-*+]|\d+[.)]) +|\*\*|`|\\$/g, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(places, characterAt)
    .trim();

/** Cuts a line shortly before a position, at the boundary of a word if one is near: some scripts put no spaces between words. */
function cut(line: string, at: number): string {
  if (line.length <= longest) return line;
  const near = (place: number): number => {
    const space = line.lastIndexOf(' ', place);
    return space < place - longest / 4 ? place : space + 1;
  };
  const from = at === line.length || at < longest / 2 ? 0 : near(at - longest / 4);
  const to = from + longest >= line.length ? line.length : near(from + longest);
  const text = line
    .slice(from, to)
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    .trimEnd();
  return `${from > 0 ? '…' : ''}${text}${to < line.length ? '…' : ''}`;
}
