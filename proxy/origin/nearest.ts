import { createNearIndex } from '../../build/contract/near-index.ts';
import { memoize } from '../http/memoize.ts';
import type { Representation, Site, SiteFacts } from './origin.ts';
import type { Table } from './table.ts';

/** Paths that are put into the index at a time: less than a millisecond, for the first reader waits for two of them. */
const slice = 100;

/** Does some work when there is time. */
type Later = (work: () => void) => void;

/** A site of what a table publishes. The index of near paths is made when the first lost reader asks. */
export function siteOf(
  facts: SiteFacts,
  table: Pick<Table<unknown>, 'find' | 'texts'>,
  notFound: Representation | undefined,
  notFoundIn: ReadonlyMap<string, Representation>,
  later?: Later,
): Site {
  let nearest: ((path: string) => string | undefined) | undefined;
  return {
    ...facts,
    has: (path) => table.find(path) !== undefined,
    nearest: (path) => {
      nearest ??= createNearest(table.texts(), later);
      return nearest(path);
    },
    notFound,
    notFoundIn,
  };
}

/**
 * Finds the published path nearest to one that is not. A large site is read in slices, one for each look-up and the others
 * when there is time; its pages are found as their turn comes.
 *
 * @param paths canonical URL paths of pages, twins and artifacts
 * @param later without it each look-up does its share alone
 */
export function createNearest(paths: Iterable<string>, later: Later = () => {}): (path: string) => string | undefined {
  const index = createNearIndex();
  const rest = paths[Symbol.iterator]();
  let isRead = false;
  /** Once all paths are read. */
  const settled = memoize((path: string) => index.nearest(path) ?? null, { length: 128 });
  readAll();
  return (path) => {
    read();
    return isRead ? (settled(path) ?? undefined) : index.nearest(path);
  };

  function readAll(): void {
    read();
    if (!isRead) later(readAll);
  }

  function read(): void {
    for (let left = slice; left > 0 && !isRead; left--) {
      const { done, value: path } = rest.next();
      isRead = done === true;
      if (!done) index.add(path);
    }
  }
}
