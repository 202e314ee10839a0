/** The items by key, in order of their first appearance: `Map.groupBy`, which Node 20 lacks. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export type Counts = Map<string, number>;

export function countsOf<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Runs `work` for each item, at most `atOnce` at a time. The results are in the order of the items. */
export async function inParallel<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Memoizes by object, in a WeakMap. */
export function memoizeByObject<K extends object, V>(decide: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as V;
    const result = decide(key);
    results.set(key, result);
    return result;
  };
}

/** Replacer for `JSON.stringify`: a set becomes a sorted list. */
export const inOrder = (_: string, value: unknown): unknown => (value instanceof Set ? [...value].sort() : value);
