import { readIfThere } from '../../files.ts';

/** Lines of an excerpt before and after the marked one. */
const around = 2;

/** The text of a file; empty if it cannot be read. */
export const readSource = (file: string): string => readIfThere(file) ?? '';

/** The first line (1-based) that contains a text; undefined if none does. */
export function lineHolding(file: string, what: string | RegExp): number | undefined {
  const at = readSource(file)
    .split('\n')
    .findIndex((line) => (typeof what === 'string' ? line.includes(what) : what.test(line)));
  return at < 0 ? undefined : at + 1;
}

/** Numbered lines around a marked line; empty if the file has no such line. */
export function excerptOf(file: string | undefined, line: number | undefined): { excerpt?: string } {
  if (!file || !line) return {};
  const lines = readSource(file).split('\n');
  if (line > lines.length) return {};
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around).map((text, at) => {
    const number = first + at;
    return `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${text.replace(/\r$/, '').slice(0, 160)}`;
  });
  return { excerpt: shown.join('\n') };
}
