import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { countFindings } from '../checks/report.ts';
import { isPageFile } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import { listFiles, removeTree } from '../files.ts';
import type { Summary } from '../publish/summary.ts';
import type { Reporter } from './reporter.ts';

export interface WatchTwinOptions {
  readonly run: (more: { cacheFolder: string }) => Promise<Summary>;
  readonly ending: AbortSignal;
  /** Default: a temporary cache. */
  readonly cacheFolder: string | undefined;
  readonly reporter: Pick<Reporter, 'print' | 'summary'>;
  readonly clock?: Clock;
}

/** The time between two scans. */
interface Clock {
  /** Milliseconds since a fixed time. */
  now(): number;
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const realClock: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => {}),
};

/** Makes the twins of a folder again whenever its files change; the error of a round is reported. */
export async function watchTwin(
  folder: string,
  out: string,
  { run, ending, cacheFolder, reporter, clock = realClock }: WatchTwinOptions,
): Promise<void> {
  const cache = cacheFolder ?? mkdtempSync(join(tmpdir(), 'diptych-watch-'));
  const round = async (changed: readonly string[], isCurrent: () => boolean): Promise<boolean> => {
    const began = performance.now();
    try {
      const { pages, findings } = await run({ cacheFolder: cache });
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      const first = changed.length > 2 ? '' : ` (${changed.join(', ')})`;
      reporter.summary(
        `Wrote ${out} in ${seconds} s: ${counted(pages, 'page')}, ${counted(changed.length, 'changed file')}${first}; ${countFindings(findings)}\n`,
      );
      return true;
    } catch (error) {
      // The generator may remove files that are being read: then another round follows.
      if (!ending.aborted && isCurrent())
        reporter.print(`diptych: ${error instanceof UserError ? error.lines.join('; ') : (error as Error).message}\n`);
      return false;
    }
  };
  try {
    await watchFolder(folder, round, ending, clock);
  } finally {
    if (cacheFolder === undefined) await removeTree(cache);
  }
}

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
async function watchFolder(
  folder: string,
  round: (changed: readonly string[], isCurrent: () => boolean) => Promise<boolean>,
  signal: AbortSignal,
  clock: Clock,
): Promise<void> {
  let seen: ReadonlyMap<string, string> = new Map();
  let succeeded: ReadonlyMap<string, string> = seen;
  let last: ReadonlyMap<string, string> | undefined;
  let stillSince = 0;
  while (!signal.aborted) {
    const began = clock.now();
    const now = stateOf(folder);
    const looked = clock.now() - began;
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
    await clock.pause(Math.max(shortest, looked * 4), signal);
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
