/**
 * Makes a function that remembers its latest results: at most `entries`, in two halves of which the older is forgotten as
 * a whole. Clients send few different values of a header, so most are decided once.
 *
 * @param length strings that are longer are decided every time
 */
export function memoize<K, V>(decide: (key: K) => V, { entries = 1000, length = 512 } = {}): (key: K) => V {
  let current = new Map<K, V>();
  let previous = new Map<K, V>();
  return (key) => {
    const remembered = current.get(key);
    if (remembered !== undefined) return remembered;
    const result = previous.get(key) ?? decide(key);
    if (typeof key === 'string' && key.length > length) return result;
    if (current.size >= entries / 2) {
      previous = current;
      current = new Map();
    }
    current.set(key, result);
    return result;
  };
}
