type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The components that are referenced, directly or by one another. */
export function usedComponents(groups: Groups, ...users: readonly unknown[]): Record<string, Record<string, unknown>> {
  const used = new Set<string>();
  const pending: unknown[] = [...users];
  while (pending.length > 0) {
    for (const [, group, name] of JSON.stringify(pending.pop()).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const key = `${group}/${name}`;
      if (used.has(key)) continue;
      used.add(key);
      pending.push(groups[group!]?.[name!] ?? null);
    }
  }
  const left = Object.entries(groups).map(([group, items]) => [
    group,
    Object.fromEntries(Object.entries(items).filter(([name]) => used.has(`${group}/${name}`))),
  ]);
  return Object.fromEntries(left);
}
