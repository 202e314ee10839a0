import { close, constants, fstatSync, open, read, type Stats } from 'node:fs';
import { isSame } from './inventory.ts';

/** A link in the place of a file is refused: it may lead anywhere. */
export const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** How often a file is tried again for which there is no descriptor now, and after how many milliseconds. */
const tries = 50;
const pause = 100;

/**
 * Reads a file into memory that is there already. By callbacks: a promise for every step of tens of thousands of files
 * costs more than the reading.
 *
 * @param memoryFor memory for as many bytes as the file has; undefined: this is not the file that is wanted
 * @returns which file was read; undefined when it is not there, no file, not wanted, or changed while it was read
 */
export function readWhole(path: string, memoryFor: (stats: Stats) => Buffer | undefined): Promise<Stats | undefined> {
  return new Promise((resolve) => {
    attempt(tries);

    function attempt(left: number): void {
      open(path, readFlags, (failed, descriptor) => {
        if (!failed) readAll(descriptor);
        // Connections hold the descriptors: the file is there, and its turn comes.
        else if (left > 0 && (failed.code === 'EMFILE' || failed.code === 'ENFILE')) setTimeout(attempt, pause, left - 1);
        else resolve(undefined);
      });
    }

    function readAll(descriptor: number): void {
      const end = (stats?: Stats): void => close(descriptor, () => resolve(stats));
      const stats = fstatSync(descriptor);
      const memory = stats.isFile() ? memoryFor(stats) : undefined;
      if (memory) next(0);
      else end();
      function next(done: number): void {
        if (done === stats.size) end(isSame(stats, fstatSync(descriptor)) ? stats : undefined);
        else
          read(descriptor, memory!, done, stats.size - done, done, (error, count) => {
            if (error || count === 0) end();
            else next(done + count);
          });
      }
    }
  });
}
