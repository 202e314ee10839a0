import { existsSync } from 'node:fs';
import { makeFolder, removeTree, syncTree } from '../files.ts';
import { takeLock } from './build-lock.ts';
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
