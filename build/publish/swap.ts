import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameBeside } from '../contract/manifest.ts';
import { AuthorError } from '../contract/user-error.ts';
import { makeFolder, moveTree, removeTree, writeExclusive } from '../files.ts';

/** The paths beside an output folder that publishing uses. */
export function placesBeside(output: string): { next: string; previous: string; lock: string } {
  const beside = (use: Parameters<typeof nameBeside>[1]): string => join(dirname(output), nameBeside(basename(output), use));
  return { next: beside('next'), previous: beside('previous'), lock: beside('lock') };
}

/**
 * Publishes a folder whole or not at all: `build` writes into a fresh folder beside it, which then takes its place.
 * Whatever ends the build before that, the old folder stays as it is; killed between the two renames of the swap,
 * it lies whole beside its place and the next call puts it back first.
 *
 * @throws {AuthorError} where another build holds the lock, and whatever `build` throws
 */
export async function publishWhole<T>(output: string, build: (folder: string) => Promise<T>): Promise<T> {
  const { next, previous, lock } = placesBeside(output);
  await takeLock(lock, output);
  try {
    await removeStrays(lock);
    await restore(output);
    await removeTree(next);
    await makeFolder(next);
    const result = await build(next);
    if (existsSync(output)) await moveTree(output, previous);
    await moveTree(next, output);
    await removeTree(previous);
    return result;
  } catch (error) {
    await restore(output);
    await removeForGood(next);
    throw error;
  } finally {
    await removeTree(lock);
  }
}

/** Puts back what a build that was killed in its swap left beside its place. */
async function restore(output: string): Promise<void> {
  const { previous } = placesBeside(output);
  if (!existsSync(previous)) return;
  if (existsSync(output)) await removeTree(previous);
  else await moveTree(previous, output);
}

/** Files are still being copied when a template fails, and would put the folder back. */
async function removeForGood(folder: string): Promise<void> {
  const deadline = performance.now() + 2_000;
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; quiet = existsSync(folder) ? 0 : quiet + 1) {
    await removeTree(folder);
    await new Promise((wait) => setTimeout(wait, 30));
  }
}

async function takeLock(lock: string, output: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return await writeExclusive(lock, identityOf(process.pid));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const written = readIfThere(lock);
    const holder = Number.parseInt(written, 10);
    if (holder > 0 && isAlive(holder) && identityOf(holder) === written)
      throw new AuthorError([
        `${output}: another build (process ${holder}) is writing it; wait for it, or stop it and build again`,
      ]);
    await removeTree(lock);
  }
  throw new AuthorError([`${output}: another build took the lock ${lock} at the same moment; build again`]);
}

/** What builds left that were killed while they took the lock: `.dist.lock.` and their number. */
async function removeStrays(lock: string): Promise<void> {
  const start = `${basename(lock)}.`;
  for (const name of readdirSync(dirname(lock)))
    if (name.startsWith(start) && !isAlive(Number(name.slice(start.length)))) await removeTree(join(dirname(lock), name));
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/**
 * A process by its number and, where the system tells, by when it began: the number of a build that was killed is soon
 * that of another process, in a container even of the next build.
 */
function identityOf(pid: number): string {
  // The second field is the name in parentheses, which may hold anything; the start is the 20th after it (proc(5)).
  const start = readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19];
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
