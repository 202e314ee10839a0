import { fileOfUrl, partUrlOf } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import type { Page } from '../../page/page.ts';
import type { Site } from '../../page/site.ts';

/** Longest name of the file of a part, in characters: file systems take 255 bytes. */
const longest = 80;

/**
 * Names the parts of a page by the ids of their sections. Characters unfit for a file or URL become hyphens; names that differ
 * only in case are numbered, because they are one file on many systems, as is a name that a file of the site has.
 */
export function createPartNames(site: Site, page: Page): (id: string) => string {
  const taken = new Set<string>();
  const twins = twinUrlsOf(site);
  return (id) => {
    const base =
      id
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-')
        .replace(/^[.-]+|[.-]+$/g, '')
        .slice(0, longest) || 'section';
    const isTaken = (name: string): boolean => {
      const url = partUrlOf(page.twin, name);
      return taken.has(name.toLowerCase()) || twins.has(url.toLowerCase()) || site.isKept(fileOfUrl(url));
    };
    let name = base;
    for (let at = 2; isTaken(name); at++) name = `${base}-${at}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

/** Lower case: no part has the path of a twin. */
const twinUrlsOf = memoizeByObject((site: Site) => new Set(site.published.map(({ twin }) => twin.toLowerCase())));
