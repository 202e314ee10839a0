/**
 * Remembers what was decided for a header's text, for clients send few different ones: at most `entries` of them, the
 * oldest forgotten first, and none longer than `length` characters.
 */
export function remember<T>(decide: (text: string) => T, { entries = 1000, length = 512 } = {}): (text: string) => T {
  const decided = new Map<string, T>();
  return (text) => {
    const known = decided.get(text);
    if (known !== undefined) return known;
    const decision = decide(text);
    if (text.length <= length) {
      if (decided.size >= entries) decided.delete(decided.keys().next().value as string);
      decided.set(text, decision);
    }
    return decision;
  };
}
