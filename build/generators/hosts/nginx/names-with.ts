import { pattern } from './quote.ts';

type Rows = readonly (readonly [key: string, value: string])[];

/** The variables of a site: two sites in one nginx share its variables, so their names begin with a prefix. */
export const namesWith = (prefix: string) => {
  const v = (name: string): string => `$${prefix}_${name}`;
  return {
    /** A variable. */
    v,
    /** The same where a letter may follow. */
    w: (name: string): string => `\${${prefix}_${name}}`,
    /** The opening of a group of a pattern that is kept under a name. */
    group: (name: string): string => `(?<${prefix}_${name}>`,
    /** A `map`. Keys are patterns or plain strings of ours; values stand as they are given. */
    map: (from: string, to: string, fallback: string, rows: Rows): string =>
      [
        `map ${pattern(from)} ${v(to)} {`,
        `  default ${fallback};`,
        ...rows.map(([key, value]) => `  ${pattern(key)} ${value};`),
        '}',
      ].join('\n'),
  };
};
