import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listFiles } from '../files.ts';

/** Milliseconds between two looks, at least. */
const shortest = 300;

/**
 * Calls `round` at once, and whenever files of a folder were changed, added or removed and then left alone for one look. It
 * looks at the files themselves, because a generator may remove the folder and make another. Ends when `signal` says so.
 */
export async function watchFolder(
  folder: string,
  round: (changed: readonly string[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let done: ReadonlyMap<string, string> = new Map();
  let last: ReadonlyMap<string, string> | undefined;
  while (!signal.aborted) {
    const began = performance.now();
    const now = stateOf(folder);
    const changed = differenceOf(done, now);
    const isFirst = last === undefined;
    if (isFirst || (changed.length > 0 && differenceOf(last!, now).length === 0)) {
      await round(changed);
      done = now;
    }
    last = now;
    // A large folder is looked at less often.
    const wait = Math.max(shortest, (performance.now() - began) * (isFirst ? 0 : 4));
    await pause(wait, undefined, { signal }).catch(() => {});
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
