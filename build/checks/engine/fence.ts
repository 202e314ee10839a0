import { createRequire } from 'node:module';
import type { MarkdownIt } from 'markdown-it';

export interface OpenFence {
  /** 1-based. */
  readonly line: number;
  /** The opening line, without its container. */
  readonly opening: string;
}

/** Matches a text that ends in the closing line of a fence. */
export const lastFence: RegExp = /(^|\n)[ \t>]*(`{3,}|~{3,})[ \t]*\n*$/;

/** Quotes and list items that may contain a fence, at the start of a line. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** A text without its code: each line with what stands between backticks blanked, and empty within a fence; and its fences. */
export interface WithoutCode {
  readonly lines: readonly string[];
  readonly fences: readonly Fence[];
}

export interface Fence {
  /** Index of its first line, and of the line after its last. */
  readonly start: number;
  readonly end: number;
  readonly info: string;
}

/** An unclosed fence, which another check reports, blanks what follows it, and is not listed. */
export function withoutCode(source: readonly string[]): WithoutCode {
  const fences: Fence[] = [];
  let open: { mark: string; start: number; info: string } | undefined;
  const lines = source.map((line, at) => {
    const [, mark, info = ''] = FENCE.exec(line.replace(CONTAINERS, '').trimEnd()) ?? [];
    if (!open && !mark) return line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, (code) => ' '.repeat(code.length));
    if (!open) open = { mark: mark!, start: at, info: info.trim() };
    else if (mark?.startsWith(open.mark) && !info) {
      fences.push({ start: open.start, end: at + 1, info: open.info });
      open = undefined;
    }
    return '';
  });
  return { lines, fences };
}

let blocks: MarkdownIt | undefined;

/** The unclosed fences of a Markdown text (CommonMark 0.31 §4.5). */
export function unclosedFences(text: string): OpenFence[] {
  if (!/```|~~~/.test(text)) return [];
  if (!blocks) {
    // Loaded on demand, and without the inline content, which takes most of the time.
    blocks = new (createRequire(import.meta.url)('markdown-it') as new () => MarkdownIt)();
    blocks.core.ruler.enableOnly(['normalize', 'block']);
  }
  const lines = text.split('\n');
  return blocks.parse(text, {}).flatMap(({ type, markup, info, map }) => {
    if (type !== 'fence' || !map) return [];
    const [start, end] = map;
    const last = end - 1 > start ? (lines[end - 1] ?? '').replace(CONTAINERS, '').trimEnd() : '';
    const isClosed = last.length >= markup.length && last === markup[0]!.repeat(last.length);
    return isClosed ? [] : [{ line: start + 1, opening: markup + info.trim() }];
  });
}
