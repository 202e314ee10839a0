/** Sums by the values of a few labels. */
export interface Tally<L extends string> {
  add(values: readonly string[], amount?: number): void;
  entries(): Iterable<readonly [labels: Record<L, string>, sum: number]>;
}

/** Separates values in a key: no path and no name holds it. */
const separator = '\0';

/**
 * @param most sums that are kept apart; what comes later is added up under `other`
 */
export function createTally<L extends string>(labels: readonly L[], most = Number.POSITIVE_INFINITY): Tally<L> {
  const sums = new Map<string, number>();
  const other = labels.map(() => 'other').join(separator);
  return {
    add(values, amount = 1) {
      const key = values.join(separator);
      const sum = sums.get(key);
      if (sum !== undefined) sums.set(key, sum + amount);
      else if (sums.size < most) sums.set(key, amount);
      else sums.set(other, (sums.get(other) ?? 0) + amount);
    },
    *entries() {
      for (const [key, sum] of sums) {
        const values = key.split(separator);
        yield [Object.fromEntries(labels.map((label, index) => [label, values[index]!])) as Record<L, string>, sum];
      }
    },
  };
}
