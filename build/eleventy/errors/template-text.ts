import { readFileSync, statSync } from 'node:fs';
import { firstLineAfter } from '../../page/front-matter.ts';

/** Lines that an excerpt shows before and after the one that is meant. */
const around = 2;

export const exists = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/** The text of a file; empty where it cannot be had. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A line of what a template engine got, which is a file without its front matter, as a line of the file. */
export const lineInFile = (file: string, line: number): number => firstLineAfter(textOf(file)) - 1 + line;

/** The first line (1-based) that holds something; undefined where none does. */
export function lineHolding(file: string, what: string | RegExp): number | undefined {
  const at = textOf(file)
    .split('\n')
    .findIndex((line) => (typeof what === 'string' ? line.includes(what) : what.test(line)));
  return at < 0 ? undefined : at + 1;
}

/** The line of the last block tag of a kind that is opened and not closed. */
export function lineOfUnclosed(file: string, tag: string): number | undefined {
  const open: number[] = [];
  for (const [at, line] of textOf(file).split('\n').entries())
    for (const [, end, name] of line.matchAll(/\{%-?\s*(end)?(\w+)/g)) {
      if (name !== tag) continue;
      if (end) open.pop();
      else open.push(at + 1);
    }
  return open.at(-1);
}

/** The first line on which `{{` is not closed, or closes within a text that is still open. */
export function lineOfOpenBraces(file: string): number | undefined {
  const isClosed = /^\{\{(?:"[^"]*"|'[^']*'|(?!\}\})[^"'])*\}\}/;
  const text = textOf(file);
  for (const { index } of text.matchAll(/\{\{/g))
    if (!isClosed.test(text.slice(index))) return text.slice(0, index).split('\n').length;
  return undefined;
}

/** Lines around a line of a file, numbered, the line itself marked; nothing where there is no such line. */
export function excerptOf(file: string | undefined, line: number | undefined): { excerpt?: string } {
  if (!file || !line) return {};
  const lines = textOf(file).split('\n');
  if (line > lines.length) return {};
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around).map((text, at) => {
    const number = first + at;
    return `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${text.replace(/\r$/, '').slice(0, 160)}`;
  });
  return { excerpt: shown.join('\n') };
}
