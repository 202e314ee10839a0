import { countsOf } from '../contract/std/collections.ts';
import { boilerplateShare, fewestSamplePages } from '../twin/boilerplate-sample.ts';
import { bodyTextOf, type Page } from './page.ts';

/** Lines at each end of a twin that are compared, and characters in which they are looked for. */
const lines = 2;
const reach = 2_000;

/**
 * Whether the twins of a site show boilerplate: many begin or end with the same line, or with links.
 */
export function showsBoilerplate(pages: readonly Page[]): boolean {
  const least = Math.max(fewestSamplePages, Math.ceil(pages.length * boilerplateShare));
  const ends = pages.flatMap((page) => endsOf(bodyTextOf(page).trim()));
  return [...countsOf(ends).values()].some((count) => count >= least);
}

/** Without fences, rules, headings and tables: many pages have sections and columns of the same name. */
const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^(?:#|\||```|~~~)/.test(line));

const endsOf = (body: string): string[] => [
  ...endOf(linesOf(body.slice(0, reach)).slice(0, lines), 'first'),
  ...endOf(linesOf(body.slice(-reach)).slice(-lines), 'last'),
];

const endOf = (found: readonly string[], end: string): Iterable<string> =>
  new Set(found.map((line) => `${end}: ${isOfLinks(line) ? 'links' : line}`));

/** A line that is links, perhaps with pictures and some words, such as "Next:". */
function isOfLinks(line: string): boolean {
  const words = line.replace(/!\[[^\]]*\]\([^)]*\)/g, '');
  const rest = words.replace(/\[[^\]]*\]\([^)]*\)/g, '');
  return rest.length < words.length / 2 && (rest.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 3;
}
