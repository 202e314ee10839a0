/** How often each of some texts occurs. */
export type Counts = Map<string, number>;

export function countsOf(texts: Iterable<string>): Counts {
  const counts: Counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
