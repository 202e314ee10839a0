import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isPageFile } from '../contract/permalinks.ts';
import { listFiles } from '../files.ts';

/** Shortest time between two scans, in milliseconds. */
const shortest = 300;
/** Milliseconds without a change until missing pages count as removed. Generators empty their folder before they write. */
const fewGoneAfter = 10_000;
const mostGoneAfter = 180_000;

/**
 * Calls `round` at once, and after changes to files of a folder settle: for one scan, or longer while pages of the last
 * successful round are missing. It scans the files, because a generator may replace the folder. Ends by `signal`.
 *
 * @param round returns whether it succeeded; may ask whether the files have changed since it began
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
    // A large folder is scanned less often.
    await pause(Math.max(shortest, looked * 4), undefined, { signal }).catch(() => {});
  }
}

/** Time and size of each file. A file removed meanwhile is skipped. */
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
