import { folded } from '#contract/search/terms';

/**
 * The lines of a section that say most of what was asked for, as they are written; all of them if they fit.
 *
 * @param worths terms, or beginnings of words, with their worth
 */
export function passageOf(text: string, worths: ReadonlyMap<string, number>, most: number): string {
  if (text.length <= most) return text;
  const needles = [...worths.keys()];
  const units = unitsOf(text, most).map((unit) => cutUnit(unit, needles, most));
  const found = units.map(({ text }) => placesIn(text, needles).map((place) => place >= 0));
  const ends: number[] = [];
  let best = { from: 0, last: 0, score: -1 };
  for (let from = 0; from < units.length; from++) {
    let [to, left, score] = [from, most, 0];
    const seen = new Set<string>();
    for (; to < units.length && (to === from || left > units[to]!.text.length); to++) {
      left -= units[to]!.text.length + 1;
      for (const [at, needle] of needles.entries())
        if (found[to]![at]) score += worths.get(needle)! * (seen.size < seen.add(needle).size ? 1 : repetition);
    }
    ends.push(to);
    if (score > best.score) best = { from, last: from, score };
    else if (score === best.score && best.last === from - 1) best.last = from;
  }
  // More of what follows than of what precedes.
  const from = best.from + Math.floor((best.last - best.from) * follows);
  return textOf(units.slice(from, ends[from]));
}

/** Share of the surroundings of a line that follow it. */
const follows = 0.75;
/** Worth of a word in a further line of a passage. */
const repetition = 0.05;

/** Lines that are not taken apart: a block of code, or one line with short ones after it. */
interface Unit {
  readonly text: string;
  /** The block that it is cut off from: the head of its table, the fences of its code. */
  readonly block?: { readonly before: string; readonly after: string } | undefined;
}

/** A block of code with more characters than this many passages is taken apart between its lines. */
const mostCode = 2;

/** Characters of short lines that are one unit: a text of them would be slow to search. */
const shortLines = 100;

function unitsOf(text: string, most: number): Unit[] {
  const units: Unit[] = [];
  let open = false;
  const add = (line: string, block?: Unit['block']): void => {
    const last = units.at(-1);
    if (open && last?.block === block && last!.text.length + line.length < shortLines)
      units[units.length - 1] = { text: `${last!.text}\n${line}`, block };
    else units.push({ text: line, block });
    open = true;
  };
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const [, mark] = /^[\s>]*(?:[-*+] |\d+[.)] )?\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined) {
      const end = lines.findIndex((other, place) => place > at && other.replace(/^[\s>]+/, '').trimEnd() === mark);
      const code = lines.slice(at + 1, end === -1 ? lines.length : end);
      const block = { before: line, after: lines[end] ?? mark };
      const whole = [line, ...code, block.after].join('\n');
      open = false;
      if (whole.length <= mostCode * most) units.push({ text: whole });
      else for (const own of code) add(own, block);
      open = false;
      at += code.length + 1;
    } else if (line.startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[at + 1] ?? '')) {
      const block = { before: `${line}\n${lines[++at]}`, after: '' };
      while (lines[at + 1]?.startsWith('|')) add(lines[++at]!, block);
    } else add(line);
  }
  return units;
}

/** Units with what they are cut off from, without empty lines at the ends. */
function textOf(units: readonly Unit[]): string {
  const lines = units.flatMap(({ text, block }, at) => [
    ...(block && block !== units[at - 1]?.block ? [block.before] : []),
    text,
    ...(block?.after && block !== units[at + 1]?.block ? [block.after] : []),
  ]);
  return lines.join('\n').replace(/^(?:>?[ \t]*\n)+|(?:\n>?[ \t]*)+$/g, '');
}

/** Where each word begins, or for more than three letters a part of one; -1 for nowhere. */
function placesIn(line: string, needles: readonly string[]): number[] {
  const text = folded(line);
  return needles.map((needle) => {
    // Terms are stemmed, perhaps one letter longer than the word in the text.
    const start = needle.length > 4 ? needle.slice(0, -1) : needle;
    let at = text.indexOf(start);
    while (needle.length < 4 && at > 0 && /\w/.test(text[at - 1]!)) at = text.indexOf(start, at + 1);
    return at;
  });
}

/** A line longer than a passage, around the rarest word, cut at a space if one is near: some scripts have none. */
function cutUnit(unit: Unit, needles: readonly string[], most: number): Unit {
  const { text } = unit;
  if (text.length <= most || text.includes('\n')) return unit;
  const at = placesIn(text, needles).find((place) => place >= 0) ?? 0;
  const from = Math.max(0, Math.min(Math.floor(at - most / 4), text.length - most));
  const start = from === 0 ? '' : '…';
  const end = from + most < text.length ? '…' : '';
  const cut = text.slice(from, from + most).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  return { ...unit, text: start + cut.replace(start && /^\S{0,40}\s+/, '').replace(end && /\s+\S{0,40}$/, '') + end };
}
