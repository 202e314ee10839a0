import { countsOf } from '../contract/std/collections.ts';
import { boilerplateShare, fewestSamplePages } from '../twin/boilerplate-sample.ts';

/** Lines at each end of a twin that are compared, and characters in which they are looked for. */
const lines = 2;
const reach = 2_000;

/**
 * Whether the twins of a site show boilerplate: many begin or end with the same line, or with links.
 *
 * @param bodies Markdown of the pages
 */
export function showsBoilerplate(bodies: readonly string[]): boolean {
  const least = Math.max(fewestSamplePages, Math.ceil(bodies.length * boilerplateShare));
  const ends = bodies.flatMap((body) => [
    ...endOf(linesOf(body.trim().slice(0, reach)).slice(0, lines), 'first'),
    ...endOf(linesOf(body.trim().slice(-reach)).slice(-lines), 'last'),
  ]);
  return [...countsOf(ends).values()].some((count) => count >= least);
}

/** Without fences, rules, headings and tables: many pages have sections and columns of the same name. */
const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^(?:#|\||```|~~~)/.test(line));

const endOf = (found: readonly string[], end: string): Iterable<string> =>
  new Set(found.map((line) => `${end}: ${isOfLinks(line) ? 'links' : line}`));

/** A line that is links, perhaps with pictures and some words, such as "Next:". */
function isOfLinks(line: string): boolean {
  const words = line.replace(/!\[[^\]]*\]\([^)]*\)/g, '');
  const rest = words.replace(/\[[^\]]*\]\([^)]*\)/g, '');
  return rest.length < words.length / 2 && (rest.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 3;
}
