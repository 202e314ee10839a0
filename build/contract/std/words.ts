import { closest, distance } from 'fastest-levenshtein';

export { distance };

/** A number with its noun, which gets an s unless the number is 1: `1 page`, `1,200 pages`. */
export const counted = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/**
 * A text from files or pages for a terminal or a log: its control characters, which could break the line or control the
 * terminal, are written as codes.
 *
 * @example printable('a\u001b[2J.html') // 'a\\x1b[2J.html'
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Some names, at most three: `a, b, c and 7 more`. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, 3).map(printable).join(', ') + (names.length > 3 ? ` and ${(names.length - 3).toLocaleString('en')} more` : '');

/** A text cut at a word, without the punctuation before the cut, if it has more than `most` characters. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most - 1)).replace(/[\s,;:.–—-]+$/, '')}…`;

/** A name in lower-case ASCII letters, digits and hyphens: `My Café` → `my-cafe`; may be empty. */
export const asciiSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A title without its number: `9.4. String Functions` → `String Functions`, `Part I. Tutorial` → `Tutorial`. */
export const withoutNumber = (title: string): string =>
  title.replace(/^(?:\p{L}+ )?(?:\d+|[A-Z]|[IVXLC]+)(?:\.\d+)*\. (?=\S)/u, '');

/** The language of a tag without its region: `pt-BR` → `pt`. */
export const primaryOf = (tag: string): string => tag.split('-')[0]!.toLowerCase();

/** The most similar of some words; undefined if none is similar enough. */
export function nearestWord(wanted: string, among: readonly string[]): string | undefined {
  if (among.length === 0) return undefined;
  const found = closest(wanted, among);
  return distance(wanted, found) <= Math.max(2, wanted.length / 4) ? found : undefined;
}

/** `; did you mean "name"?`, or nothing. */
export function didYouMean(wanted: string, among: readonly string[]): string {
  const near = nearestWord(wanted, among);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/**
 * Advice for a value of the wrong type, if quotes are the cause: `: quote it, "2024"`. Empty otherwise.
 *
 * @param wanted expected type
 * @param written its spelling in the file, if known
 */
export function wrongQuotes(wanted: 'string' | 'number' | 'boolean', found: unknown, written?: string): string {
  const scalar = typeof found === 'number' || typeof found === 'boolean' || found instanceof Date;
  if (wanted === 'string' && scalar) return `: quote it, ${JSON.stringify(written ?? String(found))}`;
  if (typeof found !== 'string') return '';
  const isMeant = wanted === 'number' ? /^-?\d+(\.\d+)?$/.test(found) : /^(true|false)$/.test(found);
  return wanted !== 'string' && isMeant ? `: remove the quotes, ${found}` : '';
}

/** The problem in invalid JSON and its line (1-based); the last line if V8's message has no position. */
export function jsonFaultOf(text: string, { message }: Error): { readonly line: number; readonly what: string } {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.trimEnd().slice(0, position === undefined ? undefined : Number(position));
  const what = message.split('\n')[0]!.replace(/ in JSON at position.*| is not valid JSON.*/s, '');
  return { line: before.split('\n').length, what };
}

/** The line of JSON (1-based) with a key, by its path; for a member of a list, the line of the list. */
export function lineOfJsonKey(text: string, path: readonly PropertyKey[]): number {
  let at = 0;
  for (const key of path) {
    const name = JSON.stringify(key);
    let next = typeof key === 'string' ? text.indexOf(name, at) : -1;
    while (next >= 0 && !/^\s*:/.test(text.slice(next + name.length))) next = text.indexOf(name, next + 1);
    at = Math.max(at, next);
  }
  return text.slice(0, at).split('\n').length;
}

export const jsonAdvice = 'look for a missing or extra comma or quote';

/** A text with each run of white space as one space. */
export const collapsed = (text: string): string => text.replace(/\s{2,}|[^\S ]/g, ' ');
