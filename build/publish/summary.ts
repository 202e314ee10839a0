import { basename } from 'node:path/posix';
import type { Finding } from '../checks/finding.ts';
import { notFoundFile } from '../contract/permalinks.ts';
import { groupBy } from '../contract/std/collections.ts';
import type { Artifact } from '../files.ts';
import { bodyTextOf, type LeftOut, type SitePage } from '../page/page.ts';
import type { Site } from '../page/site.ts';

export interface Summary {
  readonly pages: number;
  readonly artifacts: number;
  /** Bytes of all files except sidecars. */
  readonly bytes: number;
  /** Of the public pages. */
  readonly htmlCharacters: number;
  readonly twinCharacters: number;
  /** Lowest parity of a page, 0 to 1; absent if it was not measured. */
  readonly parity?: number;
  /** Pages whose authors switched off parity. */
  readonly unmeasured: readonly string[];
  /** Existing files that were kept in place of artifacts. */
  readonly kept: readonly string[];
  readonly leftOut: readonly { readonly file: string; readonly reason: LeftOut }[];
  /** Content elements of a site of another generator, by number of pages, most first. */
  readonly layouts: readonly { readonly root: string; readonly pages: number; readonly example: string }[];
  readonly findings: readonly Finding[];
  readonly url: string;
  /** Whether the build that was replaced is the same, so that its files stay. */
  readonly isUnchanged?: true;
  /** Milliseconds by phase. */
  readonly times: Readonly<Record<string, number>>;
}

export function summarize(
  site: Site,
  all: readonly SitePage[],
  artifacts: readonly Artifact[],
): Omit<Summary, 'bytes' | 'kept' | 'findings' | 'times'> {
  const { published: pages } = site;
  const sum = (of: (page: SitePage) => number): number => pages.reduce((total, page) => total + of(page), 0);
  const ratios = pages.flatMap(({ parity }) => (parity ? [parity.ratio] : []));
  const roots = groupBy(pages, ({ root = '' }) => root);
  // An id of one page among many belongs to the page, not to its layout.
  const layoutOf = ({ root = '' }: SitePage): string =>
    pages.length > 1 && roots.get(root)!.length === 1 ? root.replace(/#.*/, '') : root;
  return {
    pages: pages.length,
    artifacts: artifacts.length,
    htmlCharacters: sum(({ facts }) => facts.characters),
    twinCharacters: sum((page) => bodyTextOf(page).length),
    ...(ratios.length > 0 && { parity: ratios.reduce((a, b) => Math.min(a, b)) }),
    layouts: [...groupBy(site.settings.adopted ? pages : [], layoutOf)]
      .flatMap(([root, group]) => (root ? [{ root, pages: group.length, example: group[0]!.file }] : []))
      .sort((a, b) => b.pages - a.pages),
    unmeasured: pages.flatMap(({ file, source, unmeasured }) => (unmeasured ? [source ?? file] : [])),
    leftOut: all.flatMap(({ file, leftOut }) => (leftOut && basename(file) !== notFoundFile ? [{ file, reason: leftOut }] : [])),
    url: site.settings.url,
  };
}
