import { literal } from '../path-patterns.ts';

export type Rows = readonly (readonly [key: string, value: string])[];

/** A variable of ours, in a text that {@link Quoting.quote} quotes: no text of a site holds these characters (for private use). */
export const variable = (name: string): string => `\ue000${name}\ue001`;

/** A regular expression, or a string that is all ours, in its quotes: variables in it are variables. */
export const pattern = (text: string): string => `"${escaped(text)}"`;
/** The same within quotes. */
export const escaped = (text: string): string => text.replace(/[\\"]/g, '\\$&');

/** How strings and tables of one site are written: the names of its variables begin with its own prefix. */
export function quotingOf(prefix: string) {
  /** A string within quotes. nginx has no escape for `$`: a variable holds one. */
  const inner = (text: string): string =>
    escaped(text)
      .replaceAll('$', `\${${prefix}_dollar}`)
      .replace(/\ue000(\w+)\ue001/g, (_, name: string) => `\${${prefix}_${name}}`);
  const quote = (text: string): string => `"${inner(text)}"`;
  /** Rows of a `map`. Plain keys are compared without regard to case: two that differ in nothing else become patterns. */
  const rows = (table: Rows): string[] => {
    const counts = new Map<string, number>();
    for (const [key] of table) counts.set(key.toLowerCase(), (counts.get(key.toLowerCase()) ?? 0) + 1);
    return table.map(
      ([key, value]) =>
        `${pattern(key.startsWith('~') || counts.get(key.toLowerCase()) === 1 ? key : `~^${literal(key)}$`)} ${value};`,
    );
  };
  const map = (from: string, to: string, table: Rows): string[] => [
    `map ${from} $${prefix}_${to} {`,
    ...['default "";', ...rows(table)].map((row) => `  ${row}`),
    '}',
  ];
  return { inner, quote, rows, map };
}

export type Quoting = ReturnType<typeof quotingOf>;
