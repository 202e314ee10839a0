import { closest, distance } from 'fastest-levenshtein';

export { distance };

/** A number with its noun, which gets an s unless the number is 1: `1 page`, `1,200 pages`. */
export const counted = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** A name in lower-case letters, digits and hyphens: `My Café` → `my-cafe`. Empty if nothing of it remains. */
export const asciiSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** The words of a title: `String Functions` of `9.4. String Functions`, `Tutorial` of `Part I. Tutorial`. */
export const withoutNumber = (title: string): string =>
  title.replace(/^(?:\p{L}+ )?(?:\d+|[A-Z]|[IVXLC]+)(?:\.\d+)*\. (?=\S)/u, '');

/** The language of a tag without its region: `pt` of `pt-BR`. */
export const primaryOf = (tag: string): string => tag.split('-')[0]!.toLowerCase();

/** The one of some words that was meant by another, if it is near enough; undefined if none is. */
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
 * What to do about a value of the wrong type, if quotes are the cause: `: quote it, "2024"`. Empty if they are not.
 *
 * @param wanted type that the value should have
 * @param written how it stands in the file, if that is known
 */
export function wrongQuotes(wanted: 'string' | 'number' | 'boolean', found: unknown, written?: string): string {
  const scalar = typeof found === 'number' || typeof found === 'boolean' || found instanceof Date;
  if (wanted === 'string' && scalar) return `: quote it, ${JSON.stringify(written ?? String(found))}`;
  if (typeof found !== 'string') return '';
  const isMeant = wanted === 'number' ? /^-?\d+(\.\d+)?$/.test(found) : /^(true|false)$/.test(found);
  return wanted !== 'string' && isMeant ? `: remove the quotes, ${found}` : '';
}

/** What is wrong with a text that is not JSON, and in which line (1-based): the last where V8's message names no position. */
export function jsonFaultOf(text: string, { message }: Error): { readonly line: number; readonly what: string } {
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.trimEnd().slice(0, position === undefined ? undefined : Number(position));
  const what = message.split('\n')[0]!.replace(/ in JSON at position.*| is not valid JSON.*/s, '');
  return { line: before.split('\n').length, what };
}

/** The line of JSON (1-based) where a key stands, by its path; of a member of a list, that of the list. */
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
