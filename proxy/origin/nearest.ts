import { distance } from 'fastest-levenshtein';
import { memoize } from '../http/memoize.ts';
import type { Representation, Site, SiteFacts } from './origin.ts';
import type { Table } from './table.ts';

/** Longest path that is compared, in characters. */
const lengthLimit = 128;
/** Paths that are compared for one key: a look-up costs a few hundred comparisons, whatever anyone invents. */
const peerLimit = 200;
/** Paths that are put into the index at a time: less than a millisecond, for the first reader waits for two of them. */
const slice = 100;

/** Does some work when there is time. */
type Later = (work: () => void) => void;

/** A site of what a table publishes. The index of near paths is made when the first lost reader asks. */
export function siteOf(
  facts: SiteFacts,
  table: Pick<Table<unknown>, 'find' | 'texts'>,
  notFound: Representation | undefined,
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
  };
}

/**
 * Finds the published path nearest to one that is not: the only one with the same last segment, or the one the fewest
 * letters away among those with the same last segment, or whose last segment begins or ends alike in the same folder.
 * A large site is read in slices, one for each look-up and the others when there is time; its pages are found as their turn
 * comes.
 *
 * @param paths canonical URL paths of pages, twins and artifacts
 * @param later without it each look-up does its share alone
 */
export function createNearest(paths: Iterable<string>, later: Later = () => {}): (path: string) => string | undefined {
  const index = new Map<string, string[]>();
  const rest = paths[Symbol.iterator]();
  let isRead = false;
  /** Once all paths are read. */
  const settled = memoize((path: string) => nearestOf(path) ?? null, { length: lengthLimit });
  readAll();
  return nearest;

  function readAll(): void {
    read();
    if (!isRead) later(readAll);
  }

  function read(): void {
    for (let left = slice; left > 0 && !isRead; left--) {
      const { done, value: path } = rest.next();
      isRead = done === true;
      if (done) return;
      if (path.length <= lengthLimit && !isWellKnown(path)) for (const key of keysOf(path.toLowerCase())) add(key, path);
    }
  }

  function add(key: string, path: string): void {
    const peers = index.get(key);
    if (!peers) index.set(key, [path]);
    else if (peers.length < peerLimit) peers.push(path);
  }

  function nearest(path: string): string | undefined {
    read();
    if (path.length > lengthLimit || path.length < 3 || isWellKnown(path)) return undefined;
    return isRead ? (settled(path) ?? undefined) : nearestOf(path);
  }

  function nearestOf(path: string): string | undefined {
    const wanted = path.toLowerCase();
    const [name, ...ends] = keysOf(wanted);
    const namesakes = index.get(name!);
    if (namesakes?.length === 1) return namesakes[0];
    let best = Math.min(4, Math.ceil(wanted.length / 4)) + 1;
    let found: string | undefined;
    for (const key of [name!, ...ends])
      for (const candidate of index.get(key) ?? []) {
        const away = distance(wanted, candidate.toLowerCase());
        if (away >= best) continue;
        best = away;
        found = candidate;
      }
    return found;
  }
}

/** Programs that ask for a well-known name mean that name: another is another protocol (RFC 8615 §3). */
const isWellKnown = (path: string): boolean => /^\/\.well-known\//.test(path);

/** What near paths have in common: the last segment, which a moved page keeps; its folder and either end of it. */
function keysOf(path: string): string[] {
  const whole = path.endsWith('/') ? path.slice(0, -1) : path;
  const at = whole.lastIndexOf('/') + 1;
  const folder = whole.slice(0, at);
  const segment = whole.slice(at);
  const name = segment.replace(/\.\w+$/, '');
  return name === '' ? [] : [segment, `${folder}${name.slice(0, 3)}…`, `${folder}…${name.slice(-3)}`];
}
