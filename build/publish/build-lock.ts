import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { readIfThere, removeTree, writeExclusive } from '../files.ts';

/**
 * Takes the lock of an output folder, also from a killed build.
 *
 * @param lock path of its file; {@link removeTree} releases it
 * @throws {UserError} if a running build holds it
 */
export async function takeLock(lock: string, output: string): Promise<void> {
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
