import { setImmediate as turn } from 'node:timers/promises';
import type { Snapshot } from './snapshot.ts';

/** Files read at a time: the thread pool's worth. */
const readers = 4;
/** Files between two turns of the event loop: those that did not change are not read, and take no turn by themselves. */
const slice = 100;

/** What reading a snapshot has shown. */
export interface Filled {
  /** Files that could not be read, sorted. */
  readonly failed: readonly string[];
  /** Files that are not what the manifest lists. */
  readonly differing: readonly string[];
  /** Whether anything is not what the older snapshot held. */
  readonly isNew: boolean;
}

/**
 * Reads every file of a snapshot, several at a time.
 *
 * @param from an older snapshot, whose bytes stand in for those of files that did not change
 */
export async function fill(snapshot: Snapshot, stop: () => boolean, from?: Snapshot): Promise<Filled> {
  const queue = snapshot.all()[Symbol.iterator]();
  const failed: string[] = [];
  const differing: string[] = [];
  let done = 0;
  let news = 0;
  const readOn = async (): Promise<void> => {
    for (let next = queue.next(); !next.done && !stop(); next = queue.next()) {
      const { value: file } = next;
      const older = from?.named(file.file);
      if (older) file.adopt(older);
      await file.load().catch(() => failed.push(file.file));
      if (file.differs) differing.push(file.file);
      if (older?.tag === undefined || older.tag !== file.tag) news++;
      if (++done % slice === 0) await turn();
    }
  };
  await Promise.all(Array.from({ length: readers }, readOn));
  return { failed: failed.sort(), differing, isNew: news > 0 || snapshot.files.length !== from?.files.length };
}

/** Runs work that yields between its slices to its end, while the event loop turns; undefined when it was stopped. */
export async function inSlices<T>(work: Generator<undefined, T>, stop: () => boolean): Promise<T | undefined> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    await turn();
    if (stop()) return void work.return(undefined as T);
  }
}

/** The same at once. */
export function runAtOnce<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}
