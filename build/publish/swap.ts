import { existsSync } from 'node:fs';
import { makeFolder, removeTree, syncTree } from '../files.ts';
import { takeLock } from './build-lock.ts';
import { outputPlaceOf } from './output-place.ts';
import type { Summary } from './summary.ts';

/**
 * Publishes a folder whole or not at all: `build` writes into a fresh folder beside it, which takes its place when all of
 * it is on the disk. Whatever ends the build before that, the old folder stays as it is; killed in the midst of the swap,
 * it lies whole beside its place and the next call puts it back first. A symbolic link stays and what it leads to is
 * published; in a mount point, which cannot be renamed, the files are swapped. If `build` finds nothing to publish that is not
 * published already, the old folder stays.
 *
 * @param note is told in one line what is unusual about the folder, once it is published
 * @throws {UserError} where another build holds the lock, and whatever `build` throws
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

/** Files are still being copied when a template fails: they put the folder back, or a file into what is being removed. */
async function removeForGood(folder: string): Promise<void> {
  const deadline = performance.now() + 10_000;
  for (let quiet = 0; quiet < 3 && performance.now() < deadline; quiet = existsSync(folder) ? 0 : quiet + 1) {
    await removeTree(folder).catch(() => {});
    await new Promise((wait) => setTimeout(wait, 30));
  }
}
