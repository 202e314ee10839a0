import { collapsed } from '../../contract/std/words.ts';
import { blockStart, type InlinePlace, lineStart } from './block-start.ts';
import { CLOSING, type Line, OPENING, type Pair, resolveEmphasis, SYNTAX, TEXT } from './emphasis.ts';
import { entity, isCharacter, opensHtml } from './reads-as-html.ts';
import { closingMark, endMark, openingMark, syntax, syntaxMark } from './syntax.ts';
import { withShortRuns } from './white-space.ts';

/**
 * Escapes the inline Markdown of a block: removes the marks of `syntax.ts`, and puts a backslash before exactly those characters
 * of the page that would be read as markup here (CommonMark 0.31, GFM).
 */
export const escapeInline = (content: string, place: InlinePlace): string => withShortRuns(resolved(content, place));

function resolved(content: string, place: InlinePlace): string {
  if (!marked.test(content)) {
    if (!special.test(content) && !startsBlock(content, place)) return content;
    return escapeLine(
      { plain: content, kinds: new Uint8Array(content.length), escaped: new Uint8Array(content.length) },
      [],
      [],
      place,
    );
  }
  if (isPlain(content, place)) return content.replace(marks, '');
  const kinds = new Uint8Array(content.length);
  const pairs: Pair[] = [];
  const openings: Pair[] = [];
  const links: LinkEdge[] = [];
  let plain = '';
  let from = 0;
  for (let at = nextMark(content, 0); at >= 0; at = nextMark(content, from)) {
    plain += content.slice(from, at);
    const end = content.indexOf(endMark, at);
    const piece = content.slice(at + 1, end);
    const start = plain.length;
    const mark = content[at]!;
    kinds.fill(mark === syntaxMark ? SYNTAX : mark === openingMark ? OPENING : CLOSING, start, start + piece.length);
    if (mark === openingMark) openings.push({ open: start, close: -1, length: piece.length });
    else if (mark === closingMark) {
      const pair = openings.pop();
      if (pair) {
        pair.close = start;
        pairs.push(pair);
      }
    } else if (piece === '[') links.push({ at: start, opens: true });
    else if (piece.startsWith('](')) links.push({ at: start, opens: false });
    plain += piece;
    from = end + 1;
  }
  plain += content.slice(from);
  return escapeLine({ plain, kinds, escaped: new Uint8Array(plain.length) }, nestingAsRead(pairs), links, place);
}

/** Text as the description of an image or the text of a link: on one line, with balanced brackets. */
export function escapeText(text: string): string {
  const line = collapsed(text).trim();
  if (!/[\\`*_~[\]<&]/.test(line)) return line;
  return escapeInline(`${syntax('[')}${line}${syntax('](')}`, { block: 'cell' })
    .slice(1, -2)
    .replace(opening, (found, escaped?: string) => escaped ?? `\\${found}`);
}

/** The beginning of code or HTML, unless escaped: either may end in the following title. */
const opening = /(\\[!-/:-@[-`{-~])|`|<(?=[A-Za-z/!?])/g;

interface LinkEdge {
  readonly at: number;
  readonly opens: boolean;
}

const marked = /[\uFDD2-\uFDD5]/;
const marks = /[\uFDD2-\uFDD5]/g;
const pieces = /[\uFDD2\uFDD4\uFDD5][^\uFDD3]*\uFDD3/g;
const special = /[\\`*_~[<&]|#$/;
/** A delimiter not between white space and a letter: it must be analysed. */
const unclear =
  /(?<!^|[\s(])\uFDD4|\uFDD4[^\uFDD3]*\uFDD3(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])\uFDD5|\uFDD5[^\uFDD3]*\uFDD3(?![\s.,;:)]|$)/u;

/** Whether a block has no special characters from the page, and its marks are unambiguous: most blocks. */
function isPlain(content: string, place: InlinePlace): boolean {
  const text = content.replace(pieces, '\uFDD6');
  return (
    !special.test(text) &&
    !text.includes(']') &&
    !text.includes('!\uFDD6') &&
    !startsBlock(text, place) &&
    !/\n/.test(place.block === 'paragraph' ? content : '') &&
    !(content.includes('\uFDD4') && unclear.test(content))
  );
}
const punctuation = /[!-/:-@[-`{-~]/;

function nextMark(content: string, from: number): number {
  for (let at = from; at < content.length; at++) {
    const mark = content.charCodeAt(at);
    if (mark >= 0xfdd2 && mark <= 0xfdd5) return at;
  }
  return -1;
}

/** `***x***` is parsed as strong within emphasis, whatever was intended. */
function nestingAsRead(pairs: readonly Pair[]): readonly Pair[] {
  const byOpen = new Map(pairs.map((pair) => [pair.open, pair]));
  for (const outer of pairs) {
    const inner = byOpen.get(outer.open + outer.length);
    if (outer.length !== 2 || inner?.length !== 1 || inner.close + 1 !== outer.close) continue;
    outer.length = 1;
    outer.close += 1;
    inner.open -= 1;
    inner.length = 2;
  }
  return pairs;
}

function escapeLine(line: Line, pairs: readonly Pair[], links: readonly LinkEdge[], place: InlinePlace): string {
  const { plain, escaped } = line;
  escapeBackticks(line);
  escapeSingles(line);
  if (links.length > 0 || plain.includes(']')) escapeBrackets(line, links);
  if (place.block === 'paragraph') escapeLineStarts(line, place);
  if (place.block === 'heading') escapeClosingSequence(line);
  const broken = /[*_~]/.test(plain) ? resolveEmphasis(line, pairs) : [];
  const tags = new Map<number, { length: number; html: string }>();
  for (const { open, close, length } of broken) {
    const name = plain[open] === '~' ? 'del' : length === 2 ? 'strong' : 'em';
    tags.set(open, { length, html: `<${name}>` });
    tags.set(close, { length, html: `</${name}>` });
  }
  let written = '';
  let from = 0;
  for (let at = 0; at < plain.length; at++) {
    const tag = tags.get(at);
    if (tag) {
      written += plain.slice(from, at) + tag.html;
      from = at + tag.length;
    } else if (escaped[at]) {
      written += `${plain.slice(from, at)}\\`;
      from = at;
    }
  }
  return written + plain.slice(from);
}

/** Runs of backticks that would enclose code (§6.1). */
function escapeBackticks({ plain, kinds, escaped }: Line): void {
  if (!plain.includes('`')) return;
  const runs: { start: number; end: number; text: boolean }[] = [];
  /** End of the last run that is partly the page's: once escaped, its rest may have any length. */
  let lastMixed = -1;
  for (const found of plain.matchAll(/`+/g)) {
    const end = found.index + found[0].length;
    const text = kinds.subarray(found.index, end).includes(TEXT);
    const mixed = text && kinds.subarray(found.index, end).includes(SYNTAX);
    if (mixed) {
      escapeRange(found.index, end);
      lastMixed = end;
    } else runs.push({ start: found.index, end, text });
  }
  /** By length, the run at which an earlier, unescaped one would end. */
  const open = new Map<number, (typeof runs)[number]>();
  for (const run of runs) {
    const length = run.end - run.start;
    const before = open.get(length);
    if (before) {
      escapeRange(before.start, before.end);
      escapeRange(run.start, run.end);
      if (run.text) open.delete(length);
    } else if (run.text) open.set(length, run);
  }
  // A backslash does not prevent code from ending: an escaped backtick closes an earlier single one.
  const lastEscaped = escaped.lastIndexOf(1);
  for (const { start, end, text } of runs)
    if (text && (end - start === 1 ? start < lastEscaped : start < lastMixed)) escapeRange(start, end);

  function escapeRange(start: number, end: number): void {
    for (let at = start; at < end; at++) if (kinds[at] === TEXT) escaped[at] = 1;
  }
}

/** Escapes backslashes, HTML, character references, and `!` before links. */
function escapeSingles({ plain, kinds, escaped }: Line): void {
  single.lastIndex = 0;
  for (let found = single.exec(plain); found; found = single.exec(plain)) {
    const at = found.index;
    if (kinds[at] !== TEXT) continue;
    const next = plain[at + 1] ?? '';
    switch (found[0]) {
      case '\\':
        if (next === '\n' || punctuation.test(next)) escaped[at] = 1;
        break;
      case '<':
        if (/[A-Za-z/!?]/.test(next) && opensHtml(plain, at)) escaped[at] = 1;
        break;
      case '&':
        entity.lastIndex = at;
        if (isCharacter(entity.exec(plain)?.[0])) escaped[at] = 1;
        break;
      default:
        if (next === '[' && kinds[at + 1] === SYNTAX) escaped[at] = 1;
    }
  }
}

const single = /[\\<&!]/g;
/** Longest label of a reference (§4.7). */
const longestLabel = 1_000;
/** Longest destination and title that are examined. */
const longestTail = 400;
const linkTail =
  /^\(\s*(?:<(?:[^<>\n\\]|\\.)*>|(?:[^\s()<\\]|\\.|\((?:[^\s()\\]|\\.)*\))(?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*\))*)?(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/;

/** Escapes brackets that would make a link or a footnote, or end the text of a link early (§6.3). */
function escapeBrackets({ plain, kinds, escaped }: Line, links: readonly LinkEdge[]): void {
  const edges = new Map(links.map((edge) => [edge.at, edge]));
  const open: { at: number; link: boolean }[] = [];
  const lastParenthesis = plain.lastIndexOf(')');
  for (const { index: at } of plain.matchAll(/[[\]]/g)) {
    const edge = edges.get(at);
    if (edge?.opens) open.push({ at, link: true });
    else if (edge) {
      for (let last = open.pop(); last && !last.link; last = open.pop()) escaped[last.at] = 1;
    } else if (kinds[at] !== TEXT) continue;
    else if (plain[at] === '[') open.push({ at, link: false });
    else {
      const last = open.at(-1);
      if (!last) continue;
      if (last.link) {
        escaped[at] = 1;
        continue;
      }
      open.pop();
      const note = plain[last.at + 1] === '^' && at - last.at < longestLabel && /^\^[^\s\]]+$/.test(plain.slice(last.at + 1, at));
      if (note || (plain[at + 1] === '(' && at < lastParenthesis && linkTail.test(written(at + 1, at + longestTail)))) {
        escaped[last.at] = 1;
        // Otherwise it would close an earlier bracket: in the text of a link, or unclosed.
        if (open.length > 0) escaped[at] = 1;
      }
    }
  }

  /** A range of the line with its backslashes so far. */
  function written(start: number, end: number): string {
    let text = '';
    for (let place = start; place < end && place < plain.length; place++)
      text += escaped[place] ? `\\${plain[place]}` : plain[place];
    return text;
  }
}

/** `## C#` keeps its last character; `## C #` would lose it (§4.2). */
function escapeClosingSequence({ plain, kinds, escaped }: Line): void {
  const found = /(?:^|[ \t])(#+)$/.exec(plain);
  if (!found) return;
  const at = plain.length - found[1]!.length;
  if (kinds[at] === TEXT) escaped[at] = 1;
}

function startsBlock(content: string, place: InlinePlace): boolean {
  return place.block === 'paragraph' && lineStart.test(content);
}

/** Escapes what would start a block: at the start of the paragraph, and after a hard break if it can interrupt one (§4, §5). */
function escapeLineStarts({ plain, kinds, escaped }: Line, place: InlinePlace): void {
  for (let start = 0; start <= plain.length; ) {
    const newline = plain.indexOf('\n', start);
    const end = newline < 0 ? plain.length : newline;
    if (kinds[start] === TEXT && lineStart.test(plain.slice(start, start + 1))) {
      // Without the backslash of the break.
      const line = plain.slice(start, newline < 0 ? end : end - 1);
      const at = blockStart(line, start === 0, place);
      if (at >= 0 && kinds[start + at] === TEXT) escaped[start + at] = 1;
    }
    start = end + 1;
  }
}
