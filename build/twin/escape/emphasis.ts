/** Kinds of characters in a block: from the page, or written by a rule. */
export const TEXT = 0;
export const SYNTAX = 1;
export const OPENING = 2;
export const CLOSING = 3;

/** A block's characters with their kinds, and which of them are escaped. */
export interface Line {
  readonly plain: string;
  readonly kinds: Uint8Array;
  readonly escaped: Uint8Array;
}

/** Delimiters written by a rule: offsets of the opening and closing ones, and their length. */
export interface Pair {
  open: number;
  close: number;
  length: number;
}

interface Run {
  readonly character: string;
  start: number;
  end: number;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  active: boolean;
}

/** Most delimiter runs that are analysed; in a block with more, all are escaped. */
const mostRuns = 2_000;
const rounds = 8;

/**
 * Reads the delimiters of a block as renderers do (CommonMark 0.31 §6.2, GFM strikethrough). Marks characters of the page that
 * would become markup as escaped, and returns the pairs of rules that would be misread.
 */
export function resolveEmphasis(line: Line, pairs: readonly Pair[]): Pair[] {
  const broken: Pair[] = [];
  let meant = pairs;
  // For some renderers the end of a link's text is the end of all text.
  const ends = line.plain.includes('](') ? [false, true] : [false];
  for (let round = 0; round < rounds; round++) {
    const runs = ends.map((end) => runsOf(line, end));
    if (runs[0]!.length > mostRuns) break;
    const read = runs.map(pairUp);
    if (
      read.flat().filter((pair) => escapeRange(line, pair.open, pair.length) + escapeRange(line, pair.close, pair.length) > 0)
        .length > 0
    )
      continue;
    const asRead = read.map((found) => new Set(found.map(keyOf)));
    const missing = meant.filter((pair) => !asRead.every((keys) => keys.has(keyOf(pair))));
    if (missing.length === 0) return broken;
    // `a*` before `*b*`: the page's character extends the rule's run.
    if (missing.filter((pair) => escapeBeside(line, pair)).length > 0) continue;
    for (const pair of missing) give(pair);
    meant = meant.filter((pair) => !missing.includes(pair));
  }
  for (const { start, length } of runsOf(line, false)) escapeRange(line, start, length);
  for (const pair of meant) give(pair);
  return broken;

  function give(pair: Pair): void {
    line.kinds.fill(SYNTAX, pair.open, pair.open + pair.length).fill(SYNTAX, pair.close, pair.close + pair.length);
    broken.push(pair);
  }
}

const keyOf = ({ open, close, length }: Pair): string => `${open} ${close} ${length}`;

/** Escapes the page's delimiters adjacent to delimiters of a rule. Returns whether there were any. */
function escapeBeside(line: Line, { open, close, length }: Pair): boolean {
  const character = line.plain[open];
  const beside = [open - 1, open + length, close - 1, close + length];
  return beside.filter((at) => line.plain[at] === character && escapeRange(line, at, 1) > 0).length > 0;
}

/** Escapes the page's characters in a range; returns how many were not escaped before. */
function escapeRange({ kinds, escaped }: Line, start: number, length: number): number {
  let count = 0;
  for (let at = start; at < start + length; at++) {
    if (kinds[at] !== TEXT || escaped[at]) continue;
    escaped[at] = 1;
    count++;
  }
  return count;
}

function runsOf({ plain, kinds, escaped }: Line, linksEndText: boolean): Run[] {
  const runs: Run[] = [];
  delimiter.lastIndex = 0;
  for (let found = delimiter.exec(plain); found; found = delimiter.exec(plain)) {
    const start = found.index;
    if (kinds[start] === SYNTAX || escaped[start]) continue;
    const character = found[0];
    let end = start + 1;
    while (plain[end] === character && kinds[end] !== SYNTAX && !escaped[end]) end++;
    delimiter.lastIndex = end;
    const before = classOf(start === 0 ? '' : codePointBefore(plain, start));
    const atEnd = end === plain.length || (linksEndText && plain[end] === ']' && kinds[end] === SYNTAX);
    const after = classOf(atEnd ? '' : String.fromCodePoint(plain.codePointAt(end)!));
    const left = after !== SPACE && (after === WORD || before !== WORD);
    const right = before !== SPACE && (before === WORD || after !== WORD);
    const underscore = character === '_';
    runs.push({
      character,
      start,
      end,
      length: end - start,
      canOpen: left && (!underscore || !right || before === PUNCTUATION),
      canClose: right && (!underscore || !left || after === PUNCTUATION),
      active: true,
    });
  }
  return runs;
}

const delimiter = /[*_~]/g;

function pairUp(runs: readonly Run[]): Pair[] {
  const pairs: Pair[] = [];
  /** For each kind of closer, the run below which there is no opener. */
  const bottoms = new Map<string, number>();
  for (const [at, closer] of runs.entries()) {
    while (closer.canClose && closer.active && closer.start < closer.end) {
      const kind = `${closer.character}${closer.canOpen}${closer.length % 3}${closer.character === '~' && closer.length === 1}`;
      const bottom = bottoms.get(kind) ?? -1;
      let below = at - 1;
      while (below > bottom && !matches(runs[below]!, closer)) below--;
      if (below <= bottom) {
        bottoms.set(kind, at - 1);
        break;
      }
      const opener = runs[below]!;
      const strong = opener.end - opener.start >= 2 && closer.end - closer.start >= 2;
      const length = strong ? 2 : 1;
      pairs.push({ open: opener.end - length, close: closer.start, length });
      opener.end -= length;
      closer.start += length;
      for (let between = below + 1; between < at; between++) runs[between]!.active = false;
    }
  }
  return pairs;
}

function matches(opener: Run, closer: Run): boolean {
  if (opener.character !== closer.character || !opener.canOpen || !opener.active || opener.start === opener.end) return false;
  // GFM has runs of one and two, of equal length; other renderers consume longer ones in twos.
  if (opener.character === '~')
    return (
      (opener.length === 1) === (closer.length === 1) &&
      remaining(opener) > 0 &&
      (remaining(opener) !== 1) === (remaining(closer) !== 1)
    );
  const both = opener.canClose || closer.canOpen;
  return !both || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

const remaining = ({ start, end }: Run): number => end - start;

const SPACE = 0;
const PUNCTUATION = 1;
const WORD = 2;

function classOf(character: string): number {
  if (character === '' || /\s/.test(character)) return SPACE;
  return /[\p{P}\p{S}]/u.test(character) ? PUNCTUATION : WORD;
}

function codePointBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at > 1 ? text.slice(at - 2, at) : text[at - 1]!;
}
