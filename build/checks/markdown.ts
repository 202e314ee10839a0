import { firstLineAfter } from '../page/front-matter.ts';
import { calloutKinds } from '../twin/callout-titles.ts';
import type { Check } from './check.ts';
import { type WithoutCode, withoutCode } from './engine/fence.ts';
import { markdownOf } from './locations/spelling.ts';

interface Mistake {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/**
 * Constructs of the starter's Markdown that lack a part. They stand as text on the page, or vanish, and page and twin agree, so no
 * other check sees them.
 */
export const incompleteMarkdown: Check = {
  severity: { own: 'warning', plugin: 'warning' },
  summary: 'A construct of the starter’s Markdown lacks a part: it is shown as text, or has no effect.',
  *find({ visiblePages, sourceText, site }) {
    for (const page of site.settings.starter ? visiblePages : []) {
      const text = markdownOf(page, sourceText);
      if (text === undefined) continue;
      for (const { line, message, fix } of mistakesIn(text)) yield { on: { file: page.source! }, line, message, fix };
    }
  },
};

/** In the order of their lines. */
function mistakesIn(text: string): Mistake[] {
  const reading = readLines(text);
  const { lines } = reading;
  const found = [...containersIn(reading, 0, lines.length), ...notesIn(lines), ...linksIn(lines), ...marksIn(reading)];
  return found.sort((a, b) => a.line - b.line);
}

function readLines(text: string): WithoutCode {
  const source = text.split('\n').map((line) => line.trimEnd());
  source.fill('', 0, firstLineAfter(text) - 1);
  const { lines, fences } = withoutCode(source);
  return { lines: withoutComments(lines), fences };
}

/** Blanks comments of HTML, which may have several lines. */
const withoutComments = (lines: readonly string[]): string[] =>
  lines
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n');

const container = /^\s*(:{3,})\s*([a-z][a-z-]*)/;
/** Others are shown as text, which the check unknown-syntax says. */
const names: readonly string[] = [...calloutKinds, 'details', 'tabs', 'code-group', 'steps', 'cards', 'file-tree'];

/** What a container must hold, by its name. */
const needs: Readonly<Record<string, readonly [part: string, fix: string, isPart: RegExp]>> = {
  tabs: ['tab', 'Write a line "== Label" before each tab.', /^\s*==\s+\S/],
  steps: ['numbered list', 'Write each step as an item: "1. Do this."', /^\s*\d+[.)]\s/],
  cards: ['list', 'Write each card as an item: "- [Title](page.md)".', /^\s*[-*+]\s/],
  'file-tree': ['list', 'Write each file as an item: "- index.md".', /^\s*[-*+]\s/],
};

/** As the parser does, a container ends at the first line of as many colons, whatever was opened after it. */
function* containersIn(reading: WithoutCode, from: number, to: number): Generator<Mistake> {
  const { lines, fences } = reading;
  for (let at = from; at < to; at++) {
    const [, colons, name] = container.exec(lines[at]!) ?? [];
    if (!colons || !name) {
      if (/^\s*:{3,}$/.test(lines[at]!))
        yield {
          line: at + 1,
          message: `"${lines[at]!.trim()}" closes nothing, and is shown as text`,
          fix: 'Remove it; around a container, write more colons than within it.',
        };
      continue;
    }
    const opening = `${colons} ${name}`;
    const end = lines.findIndex((line, index) => index > at && index < to && closes(line, colons));
    const last = end < 0 ? to : end;
    const inner = lines.slice(at + 1, last);
    const nested = inner.findIndex((line) => (container.exec(line)?.[1]?.length ?? 0) >= colons.length);
    if (names.includes(name) && (end < 0 || nested >= 0)) {
      yield {
        line: at + 1,
        message:
          nested < 0
            ? `"${opening}" is never closed, and holds all that follows`
            : `"${opening}" is not closed before "${inner[nested]!.trim()}" in line ${at + nested + 2}`,
        fix: `Close it with a line "${colons}"; around a container, write more colons than within it.`,
      };
      // The lines that the author meant as its end are no further mistakes.
      at = endOfPair(lines, at, to);
      continue;
    }
    const [part, fix, isPart] = needs[name] ?? [];
    const hasCode = fences.some(({ start }) => start > at && start < last) || inner.some((line) => /^\s*<<<\s/.test(line));
    if (part && !inner.some((line) => isPart!.test(line)))
      yield { line: at + 1, message: `"${opening}" holds no ${part}`, fix: fix! };
    if (name === 'code-group' && !hasCode)
      yield { line: at + 1, message: `"${opening}" holds no code`, fix: 'Put fences with labels into it: "```sh [npm]".' };
    yield* containersIn(reading, at + 1, last);
    at = last;
  }
}

/** The line that closes a container if openings and closings pair up; if they do not, its own. */
function endOfPair(lines: readonly string[], start: number, to: number): number {
  let open = 0;
  for (let at = start; at < to; at++) {
    if (container.test(lines[at]!)) open++;
    else if (/^\s*:{3,}$/.test(lines[at]!) && --open === 0) return at;
  }
  return start;
}

const closes = (line: string, colons: string): boolean => /^\s*:{3,}$/.test(line) && line.trim().length >= colons.length;

/** Footnotes: each mark needs its note, and each note a mark. */
function* notesIn(lines: readonly string[]): Generator<Mistake> {
  const notes = new Set(lines.flatMap((line) => /^\s{0,3}\[\^([^\]\s]+)\]:/.exec(line)?.[1] ?? []));
  const marked = new Set<string>();
  for (const [at, line] of lines.entries())
    for (const [mark, name] of line.matchAll(/(?<!\\)\[\^([^\]\s]+)\](?!:)/g)) {
      marked.add(name!);
      if (!notes.has(name!))
        yield {
          line: at + 1,
          message: `${mark} has no note, and is shown as text`,
          fix: `Write the note on a line: "${mark}: Text."`,
        };
    }
  for (const [at, line] of lines.entries()) {
    const [note, name] = /^\s{0,3}\[\^([^\]\s]+)\]:/.exec(line) ?? [];
    if (note && !marked.has(name!))
      yield { line: at + 1, message: `the note ${note.trim()} is shown nowhere`, fix: `Write [^${name}] where it belongs.` };
  }
}

/** `[text](my page.md)`: without angle brackets, a target ends at its first space. */
function* linksIn(lines: readonly string[]): Generator<Mistake> {
  for (const [at, line] of lines.entries())
    for (const [link, target] of line.matchAll(/(?<!\\)!?\[[^[\]]*\]\(([^()<>"'\s][^()<>"'\n]*)\)/g))
      if (/\s/.test(target!.trim()) && !/\{[{%]/.test(target!))
        yield {
          line: at + 1,
          message: `"${link}" is shown as text: its target has a space`,
          fix: `Write (<${target!.trim()}>).`,
        };
}

/** Marks of lines behind the language of a fence. */
function* marksIn({ fences }: WithoutCode): Generator<Mistake> {
  for (const { start, end, info } of fences) {
    const [mark, list] = /(?<=\s)\{([^{}]*)\}/.exec(` ${info.replace(/title=(?:"[^"]*"|'[^']*'|\S+)/, '')}`) ?? [];
    if (mark === undefined || list === undefined) continue;
    const last = end - start - 2;
    const numbers = [...list.matchAll(/\d+/g)].map(Number);
    const isList = /^\s*\d+\s*(?:-\s*\d+\s*)?(?:,\s*\d+\s*(?:-\s*\d+\s*)?)*$/.test(list);
    if (!isList || Math.max(...numbers) > last || numbers.includes(0))
      yield {
        line: start + 1,
        message: isList ? `${mark} marks a line that the code does not have: it has ${last}` : `${mark} marks nothing`,
        fix: 'Write the numbers of lines and ranges: "{2,4-6}".',
      };
  }
}
