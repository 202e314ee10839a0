import type { Counts } from '../../contract/std/collections.ts';

/** Counts of arbitrary names, in bounded memory. */
export interface TopCounts {
  add(name: string): void;
  /** Names and counts, the most frequent first, then by name. */
  entries(): [name: string, count: number][];
}

/**
 * @param most names that are always kept. At twice as many the rarer half is dropped; a name that returns starts at 1, so
 *   its count may be too low, never too high.
 */
export function createTopCounts(most: number): TopCounts {
  let counts: Counts = new Map();
  const entries = (): [string, number][] => [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    add(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (counts.size >= 2 * most) counts = new Map(entries().slice(0, most));
    },
    entries,
  };
}
