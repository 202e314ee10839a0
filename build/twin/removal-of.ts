import { type Removal, removals } from './removals.ts';

/**
 * The removal of an element by its own evidence; undefined for content.
 *
 * @example
 * removalOf(link)?.name // 'skip link'
 */
export function removalOf(element: Element): Removal | undefined {
  const attributes = element.hasAttributes() ? element.getAttributeNames() : [];
  if (attributes.includes('data-markdown-only')) return undefined;
  return rowsFor(element.localName, attributes).find(({ when }) => when(element));
}

const known = new Map<string, readonly Removal[]>();
/** Most forms of elements whose rows are kept: pages may invent names. */
const mostForms = 1_000;

/** The rows that may be about an element, by its name and its attributes: most of them read a class or a role. */
function rowsFor(tag: string, attributes: readonly string[]): readonly Removal[] {
  const form = `${tag} ${attributes.join(' ')}`;
  const rows = known.get(form) ?? removals.filter(({ tags, reads }) => isAmong(tags, [tag]) && isAmong(reads, attributes));
  if (known.size < mostForms) known.set(form, rows);
  return rows;
}

const isAmong = (words: string | undefined, names: readonly string[]): boolean =>
  words === undefined || words.split(' ').some((word) => names.includes(word));
