import { countsOf } from '../../contract/std/collections.ts';
import type { FieldSet } from '../answers.ts';
import { literal } from '../patterns.ts';

export type Rows = readonly (readonly [key: string, value: string])[];

/** A variable of ours in a text that is quoted: no text of a site holds these characters, which are for private use. */
export const nginxVariable = (name: string): string => `\ue000${name}\ue001`;

/** How the configuration of a site is written: the names of its variables begin with its own prefix. */
export function quotingOf(prefix: string) {
  /** A text of the site as it stands within quotes. nginx has no escape for `$`: a variable holds one. */
  const inner = (text: string): string =>
    text
      .replace(/[\\"]/g, '\\$&')
      .replaceAll('$', `\${${prefix}_dollar}`)
      .replace(/\ue000(\w+)\ue001/g, (_, name: string) => `\${${prefix}_${name}}`);
  const quote = (text: string): string => `"${inner(text)}"`;
  /**
   * Rows of a `map`. A key that begins with a tilde is a pattern. Plain keys are compared without regard to case: of two that
   * differ in nothing else, each is a pattern.
   */
  const rows = (table: Rows, spelled: readonly string[] = table.map(([key]) => key)): string[] => {
    const counts = countsOf(spelled.map((key) => key.toLowerCase()));
    const isPlain = (key: string): boolean => key.startsWith('~') || (!/[\\"]/.test(key) && counts.get(key.toLowerCase()) === 1);
    return table.map(([key, value]) => `"${isPlain(key) ? key : `~^${literal(key)}$`}" ${value};`);
  };
  /** The fields of all rows of a table, and a `map` for each that differs by what the variable holds. */
  const fieldMaps = (from: string, table: Readonly<Record<string, FieldSet>>, { isWhole }: { readonly isWhole: boolean }) => {
    const all = Object.entries(table);
    const maps: string[] = [];
    const names = new Set(all.flatMap(([, own]) => Object.keys(own)));
    const fields = [...names].map((name): [string, string] => {
      const value = all[0]![1][name];
      if (isWhole && value !== undefined && all.every(([, own]) => own[name] === value)) return [name, value];
      // A longer name needs a larger `variables_hash_bucket_size`.
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
