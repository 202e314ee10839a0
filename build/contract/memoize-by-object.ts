/** Makes a function that is called once for each object; its results go with their objects. */
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
