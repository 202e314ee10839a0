import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isPageFile } from '../contract/permalinks.ts';
import { listFiles } from '../files.ts';

/** Milliseconds between two looks, at least. */
const shortest = 300;
/** Milliseconds without a change after which missing pages are gone. Generators empty their folder, compile, and then write. */
const fewGoneAfter = 10_000;
const mostGoneAfter = 180_000;

/**
 * Calls `round` at once, and whenever files of a folder were changed, added or removed and then left alone: for one look, or
 * for longer if the folder lacks pages of the last round that succeeded. It looks at the files themselves, because a generator
 * may remove the folder and make another. Ends when `signal` says so.
 *
 * @param round says whether it succeeded; may ask whether the files are still as they were when it began
 */
export async function watchFolder(
  folder: string,
  round: (changed: readonly string[], isCurrent: () => boolean) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  let seen: ReadonlyMap<string, string> = new Map();
  let succeeded: ReadonlyMap<string, string> = seen;
  let last: ReadonlyMap<string, string> | undefined;
  let stillSince = 0;
  while (!signal.aborted) {
    const began = performance.now();
    const now = stateOf(folder);
    const looked = performance.now() - began;
    const isFirst = last === undefined;
    if (last === undefined || differenceOf(last, now).length > 0) stillSince = began;
    const changed = differenceOf(seen, now);
    const pages = [...succeeded.keys()].filter(isPageFile);
    const gone = pages.filter((file) => !now.has(file)).length;
    const waits = gone === 0 ? 0 : gone <= pages.length / 2 ? fewGoneAfter : mostGoneAfter;
    if (isFirst || (changed.length > 0 && began - stillSince > waits)) {
      if (await round(changed, () => differenceOf(now, stateOf(folder)).length === 0)) succeeded = now;
      seen = now;
    }
    last = now;
    // A large folder is looked at less often.
    await pause(Math.max(shortest, looked * 4), undefined, { signal }).catch(() => {});
  }
}

/** When and how long each file is. One that goes meanwhile is gone. */
const stateOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    listFiles(folder).flatMap((file) => {
      const found = statSync(join(folder, file), { throwIfNoEntry: false });
      return found ? [[file, `${found.mtimeMs} ${found.size} ${found.ino}`] as const] : [];
    }),
  );

const differenceOf = (before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] => [
  ...[...now.keys()].filter((file) => before.get(file) !== now.get(file)),
  ...[...before.keys()].filter((file) => !now.has(file)),
];
