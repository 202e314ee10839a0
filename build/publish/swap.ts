import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { nameBeside } from '../contract/manifest.ts';
import { UserError } from '../contract/std/errors.ts';
import { makeFolder, moveTree, readIfThere, removeTree, writeNew } from '../files.ts';
import { checkNothingLost, checkReplaceable, foreignNote, keepForeign } from './foreign.ts';
import type { Summary } from './summary.ts';

/** Paths for publishing an output folder. */
export interface OutputPlace {
  /** The folder that is replaced: the output folder, or what it leads to as a symbolic link. */
  readonly target: string;
  /** The new folder, on the same file system. */
  readonly next: string;
  /** The old folder during the swap. */
  readonly previous: string;
  readonly lock: string;
}

/**
 * The places of an output folder, which may be a symbolic link, or missing.
 *
 * @example outputPlaceOf('dist').next // '.dist.next'
 */
export function outputPlaceOf(output: string): OutputPlace {
  const target = targetOf(output);
  const beside = (use: Parameters<typeof nameBeside>[1]): string =>
    join(dirname(target), nameBeside(basename(resolve(target)), use));
  return { target, next: beside('next'), previous: beside('previous'), lock: beside('lock') };
}

/** The target of a symbolic link, existing or not, relative to the current folder. */
function targetOf(output: string): string {
  if (!lstatSync(output, { throwIfNoEntry: false })?.isSymbolicLink()) return output;
  const real = existsSync(output) ? realpathSync(output) : resolve(dirname(output), readlinkSync(output));
  return relative('.', real);
}

export interface PublishOptions {
  /** Receives one line about an unusual folder, once it is published. */
  readonly note?: ((line: string) => void) | undefined;
  /** The site is made of the folder that it replaces, so all of its files are in it again, or left out on purpose. */
  readonly isInPlace?: boolean;
}

/**
 * Publishes a folder atomically: `build` writes into a new folder beside it, which replaces it when it is complete.
 * Until then, a failure leaves the old folder unchanged; if killed during the swap, the next call completes or undoes it. If the
 * folder is a symbolic link, its target is replaced. Files in it that no build wrote stay. If the new site is the same, the old
 * folder stays.
 *
 * @throws {UserError} if another build holds the lock, the folder cannot be replaced, or is not of a build; and errors of `build`
 */
export async function publishWhole(
  output: string,
  build: (folder: string) => Promise<Summary>,
  { note, isInPlace = false }: PublishOptions = {},
): Promise<Summary> {
  const place = outputPlaceOf(output);
  const { target, next } = place;
  checkPlace(target);
  await takeLock(place.lock, output);
  try {
    await restore(place);
    if (!isInPlace) checkReplaceable(target);
    await removeTree(next);
    await makeFolder(next);
    const summary = await build(next);
    if (summary.isUnchanged) {
      await removeTree(next);
      return summary;
    }
    if (!isInPlace) checkNothingLost(target, next);
    const kept = await swap(place);
    if (target !== output) note?.(`${output} is a symbolic link; what it leads to, ${target}, was replaced`);
    if (kept.length > 0 && !isInPlace) note?.(foreignNote(output, kept));
    return summary;
  } catch (error) {
    await restore(place);
    await removeForGood(next);
    throw error;
  } finally {
    await removeTree(place.lock);
  }
}

/** Refuses a folder that cannot be renamed. @throws {UserError} */
function checkPlace(folder: string): void {
  if (!existsSync(folder)) return;
  const real = realpathSync(folder);
  if (real === realpathSync('.'))
    throw new UserError(`${folder}: is the current folder, which cannot be replaced; run the command in the folder above it`);
  if (statSync(real).dev !== statSync(dirname(real)).dev) throw new UserError(mountPoint(folder));
}

const mountPoint = (folder: string): string =>
  `${folder}: is a mount point, which cannot be replaced; publish into a folder in it, such as ${join(folder, 'site')}`;

/** Replaces the old folder by the new one. @returns paths of files that no build wrote */
async function swap(place: OutputPlace): Promise<string[]> {
  const { target, next, previous } = place;
  try {
    if (existsSync(target)) await moveTree(target, previous);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EBUSY' ? new UserError(mountPoint(target)) : error;
  }
  await moveTree(next, target);
  return existsSync(previous) ? await removePrevious(place) : [];
}

/** Removes the old folder, but for what no build wrote. */
async function removePrevious({ target, next, previous }: OutputPlace): Promise<string[]> {
  const kept = await keepForeign(previous, target);
  // Half of it may be gone when the removal is killed: from here on it must not be taken for the old folder.
  await moveTree(previous, next);
  await removeTree(next);
  return kept;
}

/** Completes or undoes the swap of a killed build. */
async function restore(place: OutputPlace): Promise<void> {
  const { target, next, previous } = place;
  if (!existsSync(previous)) return;
  if (!existsSync(target)) return moveTree(previous, target);
  await removeTree(next);
  await removePrevious(place);
}

/** Removes a folder again if copies that outlast a failed build recreate it. */
async function removeForGood(folder: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; quiet = existsSync(folder) ? 0 : quiet + 1) {
    await removeTree(folder).catch(() => {});
    await new Promise((wait) => setTimeout(wait, 30));
  }
}

/**
 * Takes the lock of an output folder, also from a killed build.
 *
 * @param lock path of its file; {@link removeTree} releases it
 * @throws {UserError} if a running build holds it
 */
async function takeLock(lock: string, output: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return await writeNew(lock, identityOf(process.pid));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const written = readIfThere(lock);
    // The other build has made the file, and not yet written into it.
    if (written === '') break;
    const holder = Number.parseInt(written ?? '', 10);
    if (holder > 0 && isAlive(holder) && identityOf(holder) === written)
      throw new UserError(`${output}: another build (process ${holder}) is writing it; wait for it, or stop it and build again`);
    await removeTree(lock);
  }
  throw new UserError(`${output}: another build took the lock ${lock} at the same moment; build again, or remove it`);
}

/**
 * Identifies a process by its number and, if available, its start: numbers are reused, in a container even by the next build.
 */
function identityOf(pid: number): string {
  // The second field is the name in parentheses, which may contain anything; the start is the 20th after it (proc(5)).
  const start = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19];
  return start ? `${pid} ${start}` : String(pid);
}

/** Whether a process runs, also one that we may not signal. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
