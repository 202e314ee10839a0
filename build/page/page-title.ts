/** A title cut where people put the name of a site: at a bar, dot, dash or colon between spaces. */
export const pageTitleParts = (title: string): string[] => title.split(/(?<!\s)\s+[|·–—:•»-]\s+/);

/** A title without the names of its site; whole where it is nothing else. */
export function withoutNames(title: string, names: readonly (string | undefined)[]): string {
  const parts = pageTitleParts(title);
  const rest = parts.filter((part) => !names.includes(part));
  return rest.length === parts.length || rest.length === 0 ? title : rest.join(' – ');
}
