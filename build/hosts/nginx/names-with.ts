import { literal } from '../path-patterns.ts';
import { pattern } from './quote.ts';

type Rows = readonly (readonly [key: string, value: string])[];

/** The variables of a site: two sites in one nginx share its variables, so their names begin with a prefix. */
export const namesWith = (prefix: string) => {
  const v = (name: string): string => `$${prefix}_${name}`;
  /** Plain keys are compared without regard to case: two of one map that differ in nothing else become patterns. */
  const keysOf = (rows: Rows): string[] => {
    const counts = new Map<string, number>();
    const plainOf = (key: string): string => key.toLowerCase();
    for (const [key] of rows) counts.set(plainOf(key), (counts.get(plainOf(key)) ?? 0) + 1);
    return rows.map(([key]) => (key.startsWith('~') || counts.get(plainOf(key)) === 1 ? key : `~^${literal(key)}$`));
  };
  return {
    /** A variable. */
    v,
    /** The same where a letter may follow. */
    w: (name: string): string => `\${${prefix}_${name}}`,
    /** The opening of a group of a pattern that is kept under a name. */
    group: (name: string): string => `(?<${prefix}_${name}>`,
    /** A `map`. Keys are patterns or plain strings of ours; values stand as they are given. */
    map: (from: string, to: string, fallback: string, rows: Rows): string => {
      const keys = keysOf(rows);
      return [
        `map ${pattern(from)} ${v(to)} {`,
        `  default ${fallback};`,
        ...rows.map(([, value], at) => `  ${pattern(keys[at]!)} ${value};`),
        '}',
      ].join('\n');
    },
  };
};
