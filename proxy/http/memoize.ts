import { Generations } from './generations.ts';

/**
 * Makes a function that remembers its latest results: clients send few different values of a header.
 *
 * @param entries number of results that are remembered
 * @param length longest string whose result is remembered
 */
export function memoize<K, V>(decide: (key: K) => V, { entries = 1000, length = 512 } = {}): (key: K) => V {
  const results = new Generations<K, { readonly value: V }>(entries);
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known.value;
    const value = decide(key);
    if (typeof key !== 'string' || key.length <= length) results.set(key, { value });
    return value;
  };
}
