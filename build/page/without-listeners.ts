/**
 * Imported before linkedom, in a thread of its own: linkedom keeps a map of listeners for each node, which costs more than
 * the rest of the node, and nobody listens here. What is put into a weak map is kept, unless it is an empty map.
 */
const { WeakMap: Native } = globalThis;

globalThis.WeakMap = class<K extends WeakKey, V> extends Native<K, V> {
  override set(key: K, value: V): this {
    return value instanceof Map && value.size === 0 ? this : super.set(key, value);
  }
};

/** To be called when linkedom is loaded: the weak maps of others are their own. */
export const restoreWeakMap = (): void => {
  globalThis.WeakMap = Native;
};
