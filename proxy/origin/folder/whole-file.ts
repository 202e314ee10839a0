import { close, constants, fstat, open, read } from 'node:fs';

/** A link in the place of a file is refused: it may lead anywhere. */
export const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** How often a file is tried again for which there is no descriptor now, and after how many milliseconds. */
const tries = 50;
const pause = 100;

/**
 * Reads a file into memory that is as long as the file must be. By callbacks: a promise for every step of tens of
 * thousands of files costs more than the reading.
 *
 * @returns false if the file is not there, is not a file, or has another size
 */
export function readWhole(path: string, memory: Buffer): Promise<boolean> {
  const size = memory.length;
  return new Promise((resolve) => {
    attempt(tries);

    function attempt(left: number): void {
      open(path, readFlags, (failed, descriptor) => {
        if (!failed) readAll(descriptor);
        // Connections hold the descriptors: the file is there, and its turn comes.
        else if (left > 0 && (failed.code === 'EMFILE' || failed.code === 'ENFILE')) setTimeout(attempt, pause, left - 1);
        else resolve(false);
      });
    }

    function readAll(descriptor: number): void {
      const end = (whole: boolean): void => close(descriptor, () => resolve(whole));
      fstat(descriptor, (error, stats) => {
        if (error || !stats.isFile() || stats.size !== size) return end(false);
        next(0);
      });
      function next(done: number): void {
        if (done === size) end(true);
        else
          read(descriptor, memory, done, size - done, done, (error, count) => {
            if (error || count === 0) end(false);
            else next(done + count);
          });
      }
    }
  });
}
