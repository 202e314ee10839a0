import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { makeFolder, readIfThere, removeTree, syncTree, writeExclusive } from '../files.ts';
import { outputPlaceOf } from './output-place.ts';
import type { Summary } from './summary.ts';

/**
 * Publishes a folder atomically: `build` writes into a new folder beside it, which replaces it when all of it is on the disk.
 * Until then, a failure leaves the old folder unchanged; if killed during the swap, the next call restores it. If the folder
 * is a symbolic link, its target is replaced; in a mount point, which cannot be renamed, the files are swapped. If `build`
 * finds nothing new to publish, the old folder stays.
 *
 * @param note receives one line about an unusual folder, once it is published
 * @throws {UserError} if another build holds the lock, and errors of `build`
 */
export async function publishWhole(
  output: string,
  build: (folder: string) => Promise<Summary>,
  note?: (line: string) => void,
): Promise<Summary> {
  const place = outputPlaceOf(output);
  await takeLock(place.lock, output);
  try {
    await place.restore();
    await removeTree(place.next);
    await makeFolder(place.next);
    const summary = await build(place.next);
    if (summary.isUnchanged) {
      await removeTree(place.next);
      return summary;
    }
    await syncTree(place.next);
    await place.swap();
    if (place.note) note?.(place.note);
    return summary;
  } catch (error) {
    await place.restore();
    await removeForGood(place.next);
    throw error;
  } finally {
    await removeTree(place.lock);
  }
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
      await writeExclusive(lock, identityOf(process.pid));
      return await removeLeftovers(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const written = readIfThere(lock) ?? '';
    const holder = Number.parseInt(written, 10);
    if (holder > 0 && isAlive(holder) && identityOf(holder) === written)
      throw new UserError(`${output}: another build (process ${holder}) is writing it; wait for it, or stop it and build again`);
    await removeTree(lock);
  }
  throw new UserError(`${output}: another build took the lock ${lock} at the same moment; build again`);
}

/** Removes `.dist.lock.` files with a number, left by builds killed while they took the lock. */
async function removeLeftovers(lock: string): Promise<void> {
  const start = `${basename(lock)}.`;
  for (const name of readdirSync(dirname(lock)))
    if (name.startsWith(start) && !isAlive(Number(name.slice(start.length)))) await removeTree(join(dirname(lock), name));
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
