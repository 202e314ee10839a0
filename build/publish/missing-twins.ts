import { basename } from 'node:path/posix';
import type { MissingTwins } from '../contract/manifest.ts';
import { notFoundFile, pageUrlOf } from '../contract/permalinks.ts';
import type { LeftOut, Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';

/** Public reasons; none for pages that their author hides. */
const reasons: Readonly<Record<LeftOut, ((page: Page) => string) | undefined>> = {
  draft: undefined,
  noindex: undefined,
  redirect: () => 'it only leads to another page',
  duplicate: ({ canonical }) => `it is a copy of ${canonical}`,
  excluded: () => 'the owner of the site left it out',
  'not a page': () => 'its HTML has no text',
};

/** Why pages have no twin, for readers who request one. */
export function missingTwins(
  pages: readonly Page[],
  failures: readonly PageFailure[],
  htmlUrls: boolean | undefined,
): MissingTwins {
  const leftOut = pages.flatMap((page) => {
    const reason = page.leftOut && basename(page.file) !== notFoundFile ? reasons[page.leftOut]?.(page) : undefined;
    return reason === undefined ? [] : [[page.url, reason] as const];
  });
  const failed = failures.map(({ file, failure }) => [pageUrlOf(file, htmlUrls), failure] as const);
  return Object.fromEntries([...leftOut, ...failed].sort(([a], [b]) => (a < b ? -1 : 1)));
}
