import { countsOf } from '../../contract/std/collections.ts';
import type { FieldSet } from '../answers.ts';
import { literal } from '../patterns.ts';

export type Rows = readonly (readonly [key: string, value: string])[];

/** Placeholder for our variable in a quoted text, in private-use characters, which no text of a site contains. */
export const nginxVariable = (name: string): string => `\ue000${name}\ue001`;

/** Makes the quoting functions for a site, whose variables have a prefix. */
export function quotingOf(prefix: string) {
  /** A text of the site inside quotes. nginx cannot escape `$`: a variable holds it. */
  const inner = (text: string): string =>
    text
      .replace(/[\\"]/g, '\\$&')
      .replaceAll('$', `\${${prefix}_dollar}`)
      .replace(/\ue000(\w+)\ue001/g, (_, name: string) => `\${${prefix}_${name}}`);
  const quote = (text: string): string => `"${inner(text)}"`;
  /**
   * Rows of a `map`. A key with a leading tilde is a pattern. Plain keys are case-insensitive: keys that differ only in case
   * become patterns.
   */
  const rows = (table: Rows, spelled: readonly string[] = table.map(([key]) => key)): string[] => {
    const counts = countsOf(spelled.map((key) => key.toLowerCase()));
    const isPlain = (key: string): boolean => key.startsWith('~') || (!/[\\"]/.test(key) && counts.get(key.toLowerCase()) === 1);
    return table.map(([key, value]) => `"${isPlain(key) ? key : `~^${literal(key)}$`}" ${value};`);
  };
  /** The fields of all rows of a table: a `map` for each field that differs by the variable. */
  const fieldMaps = (from: string, table: Readonly<Record<string, FieldSet>>, { isWhole }: { readonly isWhole: boolean }) => {
    const all = Object.entries(table);
    const maps: string[] = [];
    const names = new Set(all.flatMap(([, own]) => Object.keys(own)));
    const fields = [...names].map((name): [string, string] => {
      const value = all[0]![1][name];
      if (isWhole && value !== undefined && all.every(([, own]) => own[name] === value)) return [name, value];
      // Longer names need a larger `variables_hash_bucket_size`.
      const to = `${from[0]}_${name.toLowerCase().replaceAll('-', '_')}`.slice(0, 31);
      const rowsOf = all.flatMap(([key, own]) => (own[name] ? [[key, quote(own[name])] as const] : []));
      maps.push(`map $${prefix}_${from} $${prefix}_${to} {`, ...['default "";', ...rows(rowsOf)].map((row) => `  ${row}`), '}');
      return [name, nginxVariable(to)];
    });
    return { maps, fields };
  };
  const lines = (fields: Iterable<readonly [name: string, value: string]>): string[] =>
    [...fields].map(([name, value]) => `add_header ${name} ${quote(value)} always;`);
  return { inner, quote, rows, fieldMaps, lines };
}
