import { pattern } from './quote.ts';

/** A `map` of nginx. Keys are patterns or plain strings of ours; values stand as they are given. */
export const mapBlock = (
  from: string,
  to: string,
  fallback: string,
  rows: readonly (readonly [key: string, value: string])[],
): string =>
  [
    `map ${pattern(from)} ${to} {`,
    `  default ${fallback};`,
    ...rows.map(([key, value]) => `  ${pattern(key)} ${value};`),
    '}',
  ].join('\n');
