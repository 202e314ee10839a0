import { Generations } from './generations.ts';

/**
 * Makes a function that remembers its latest results. Clients send few different values of a header, so most are decided
 * once.
 *
 * @param entries results that are remembered
 * @param length strings that are longer are decided every time
 */
export function memoize<K, V>(decide: (key: K) => V, { entries = 1000, length = 512 } = {}): (key: K) => V {
  const results = new Generations<K, V>(entries);
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = decide(key);
    if (typeof key !== 'string' || key.length <= length) results.set(key, result);
    return result;
  };
}
