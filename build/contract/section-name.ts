/**
 * The section of a page in the indexes: the one that it names, else the first folder of its URL as words
 * (`/release-notes/1` → "Release notes"), else "Pages".
 */
export function sectionNameOf({ section, url }: { readonly section?: string | undefined; readonly url: string }): string {
  if (section) return section;
  const folder = /^\/([^/]+)\/./.exec(url)?.[1];
  if (!folder) return 'Pages';
  const words = decodeURIComponent(folder).replace(/[-_]+/g, ' ').trim();
  return words ? words[0]!.toUpperCase() + words.slice(1) : 'Pages';
}
