import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { readIfThere, removeTree, writeExclusive } from '../files.ts';

/**
 * Takes the lock of an output folder, which the build after a killed one may take over.
 *
 * @param lock path of its file; {@link removeTree} gives it back
 * @throws {UserError} where another build that runs holds it
 */
export async function takeLock(lock: string, output: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeExclusive(lock, identityOf(process.pid));
      return await removeStrays(lock);
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

/** What builds left that were killed while they took the lock: `.dist.lock.` and their number. */
async function removeStrays(lock: string): Promise<void> {
  const start = `${basename(lock)}.`;
  for (const name of readdirSync(dirname(lock)))
    if (name.startsWith(start) && !isAlive(Number(name.slice(start.length)))) await removeTree(join(dirname(lock), name));
}

/**
 * A process by its number and, where the system tells, by when it began: the number of a build that was killed is soon
 * that of another process, in a container even of the next build.
 */
function identityOf(pid: number): string {
  // The second field is the name in parentheses, which may hold anything; the start is the 20th after it (proc(5)).
  const start = readIfThere(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19];
  return start ? `${pid} ${start}` : String(pid);
}

/** Whether a process runs. A process that is not ours to signal runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
