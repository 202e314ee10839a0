import { createNearIndex } from '../../build/contract/near-index.ts';
import { memoize } from '../http/memoize.ts';
import type { Representation, Site, SiteFacts } from './origin.ts';
import type { Table } from './table.ts';

/** Paths added to the index at a time: less than a millisecond, because the first request waits for two slices. */
const slice = 100;

/** Schedules work for idle time. */
type Later = (work: () => void) => void;

/** A site from the table of its files. The index for suggestions is made at the first 404. */
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
 * Finds the published path nearest to an unpublished one. A large site is indexed in slices, one for each look-up and the others
 * in idle time.
 *
 * @param paths canonical URL paths of pages, twins and artifacts
 * @param later schedules slices; without it only look-ups add them
 */
export function createNearest(paths: Iterable<string>, later: Later = () => {}): (path: string) => string | undefined {
  const index = createNearIndex();
  const rest = paths[Symbol.iterator]();
  let isRead = false;
  /** When all paths are indexed. */
  const nearest = memoize((path: string) => index.nearest(path) ?? null, { length: 128 });
  readAll();
  return (path) => {
    read();
    return isRead ? (nearest(path) ?? undefined) : index.nearest(path);
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
