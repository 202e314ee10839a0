import { outlineHead } from '#contract/outline';
import type { Place } from '#contract/search/open-index';
import { folded } from '#contract/search/terms';

/** Characters of a section that are looked at. */
const sectionLimit = 20_000;

/** What a document says about itself: front matter, its heading, a note. */
const opening = /^(?:---\n[\s\S]*?\n---\n+)?(?:#{1,6} .*\n+)?(?:> (?:For the complete index of|Part of \[).*\n+)?/;

/**
 * The text of a section, up to an outline. One without an end, such as the beginning of a page whose sections are in parts, ends
 * at the next heading; one that is empty goes on with its inner sections.
 */
export function sectionText(document: string, { from, to = document.length }: Place): string {
  const [rest] = document.slice(from, from + sectionLimit).split(outlineHead) as [string];
  const own = rest.slice(0, to - from).replace(opening, '');
  const text = own.slice(0, endOfSection(own, 6)).trim() || rest.replace(opening, '').trim();
  // The name of a result is cut.
  return `${/^#{1,6} .{80,}\n+/.exec(rest)?.[0] ?? ''}${text}`;
}

/** The section at a place with its heading and inner sections. */
export function wholeSection(document: string, { from, to }: Place): string {
  const rest = document.slice(from);
  const level = /^#+/.exec(rest)?.[0].length;
  const first = rest.indexOf('\n') + 1 || rest.length;
  const length = level === undefined ? (to ?? document.length) - from : first + endOfSection(rest.slice(first), level);
  return `${rest.slice(0, length).trim()}\n`;
}

/** Where the next heading of at most a level is. */
function endOfSection(text: string, level: number): number {
  const heading = new RegExp(`^#{1,${level}} `);
  let [at, fence] = [0, ''];
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '' && heading.test(line)) return at;
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    at += line.length + 1;
  }
  return text.length;
}

/**
 * The lines of a section that say most of what was asked for, as they are written; all of them if they fit.
 *
 * @param worths terms, or beginnings of words, with their worth
 */
export function passageOf(text: string, worths: ReadonlyMap<string, number>, most: number): string {
  if (text.length <= most) return text;
  const needles = [...worths.keys()];
  const units = unitsOf(text, most).map((unit) => cutUnit(unit, needles, most));
  const worthOf = (mask: number): number =>
    needles.reduce((sum, needle, at) => sum + ((mask >> at) & 1) * worths.get(needle)!, 0);
  const found = units.map(({ text }) => masked(folded(text), needles));
  const each = found.map(worthOf);
  let best = { from: 0, last: 0, score: -1 };
  const ends: number[] = [];
  for (let from = 0; from < units.length; from++) {
    let [to, left, mask, often] = [from, most, 0, 0];
    for (; to < units.length && (to === from || left >= lengthOf(units[to]!)); to++) {
      left -= lengthOf(units[to]!);
      mask |= found[to]!;
      often += each[to]!;
    }
    const score = worthOf(mask) + repetition * often;
    ends.push(to);
    if (score > best.score) best = { from, last: from, score };
    else if (score === best.score && best.last === from - 1) best.last = from;
  }
  // More of what follows than of what precedes.
  const from = best.from + Math.floor((best.last - best.from) * follows);
  return textOf(units, from, ends[from]!);
}

/** Share of the surroundings of a line that follow it. */
const follows = 0.75;

/** Worth of a word in a further line of a passage. */
const repetition = 0.05;

/** Lines that are not taken apart: a block of code, else one line. */
interface Unit {
  readonly text: string;
  /** The block that it is cut off from: the head of its table, the fences of its code. */
  readonly block?: { readonly before: string; readonly after: string };
}

/** A block of code with more characters than this many passages is taken apart between its lines. */
const mostCode = 2;

function unitsOf(text: string, most: number): Unit[] {
  const units: Unit[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, mark] = /^[\s>]*(?:[-*+] |\d+[.)] )?\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined) {
      const end = lines.findIndex((other, place) => place > at && other.replace(/^[\s>]+/, '').trimEnd() === mark);
      const code = lines.slice(at + 1, end === -1 ? lines.length : end);
      const block = { before: line, after: lines[end] ?? mark };
      const whole = [line, ...code, block.after].join('\n');
      units.push(...(whole.length <= mostCode * most ? [{ text: whole }] : code.map((text) => ({ text, block }))));
      at += code.length + 1;
    } else if (line.startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[at + 1] ?? '')) {
      const block = { before: `${line}\n${lines[++at]}`, after: '' };
      while (lines[at + 1]?.startsWith('|')) units.push({ text: lines[++at]!, block });
    } else units.push({ text: line });
  }
  return units;
}

/** Units with what they are cut off from, without empty lines at the ends. */
function textOf(units: readonly Unit[], from: number, to: number): string {
  const isEmpty = (at: number): boolean => /^[>\s]*$/.test(units[at]!.text);
  let [start, end] = [from, to];
  while (start < end && isEmpty(start)) start++;
  while (end > start && isEmpty(end - 1)) end--;
  const lines = units
    .slice(start, end)
    .flatMap(({ text, block }, at, all) => [
      ...(block && block !== all[at - 1]?.block ? [block.before] : []),
      text,
      ...(block?.after && block !== all[at + 1]?.block ? [block.after] : []),
    ]);
  return lines.join('\n');
}

const lengthOf = ({ text }: Unit): number => text.length + 1;

/** Which words a text has, as bits. */
const masked = (text: string, needles: readonly string[]): number =>
  needles.reduce((mask, needle, at) => mask | (Number(placeIn(text, needle) >= 0) << at), 0);

/** Where a word begins, or for more than three letters a part of one; -1 for nowhere. */
function placeIn(text: string, needle: string): number {
  // Terms are stemmed, perhaps one letter longer than the word in the text.
  const start = needle.length > 4 ? needle.slice(0, -1) : needle;
  let at = text.indexOf(start);
  while (needle.length < 4 && at > 0 && /\w/.test(text[at - 1]!)) at = text.indexOf(start, at + 1);
  return at;
}

/** A line longer than a passage, around the rarest word, cut at the boundary of a word if one is near: some scripts have no spaces. */
function cutUnit(unit: Unit, needles: readonly string[], most: number): Unit {
  const { text } = unit;
  if (text.length <= most || text.includes('\n')) return unit;
  const at = needles.map((needle) => placeIn(folded(text), needle)).find((place) => place >= 0) ?? 0;
  const near = (place: number): number => {
    const space = text.lastIndexOf(' ', place);
    return space < place - most / 8 ? place : space + 1;
  };
  const from = at < most / 2 ? 0 : near(Math.min(at - most / 4, text.length - most));
  const to = from + most >= text.length ? text.length : near(from + most);
  const cut = text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return { ...unit, text: `${from > 0 ? '…' : ''}${cut.trimEnd()}${to < text.length ? '…' : ''}` };
}
