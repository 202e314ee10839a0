import { createHash, hash as hashOf } from 'node:crypto';
import { close, constants, fstatSync, open, read, type Stats } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

/* Reading from a disk on which others write: one state of a file as a whole, or nothing. */

/** An open regular file, with its stats when it was opened. */
export interface OpenFile {
  readonly descriptor: number;
  readonly stats: Stats;
}

// Descriptors, not file handles, with which tens of thousands of files cost twice as much.
const openDescriptor = promisify(open);
const readSome = promisify(read);

/** A symbolic link is refused: it may lead anywhere. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
export const chunkSize = 64 * 1024;
/** How often, and after how many milliseconds, opening is retried when no descriptor is free. */
const openTries = 50;
const openPause = 100;

/**
 * Opens a file for reading. If connections hold every descriptor, it waits.
 *
 * @returns undefined if there is no regular file
 */
export async function openFile(path: string): Promise<OpenFile | undefined> {
  for (let left = openTries; ; left--) {
    try {
      const descriptor = await openDescriptor(path, readFlags);
      const file = { descriptor, stats: fstatSync(descriptor) };
      if (file.stats.isFile()) return file;
      return void closeFile(file);
    } catch (error) {
      if (left === 0 || !['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      await pause(openPause);
    }
  }
}

export const closeFile = ({ descriptor }: OpenFile): void => close(descriptor, () => {});

/**
 * Reads a file to its end.
 *
 * @param memory for its bytes, of its size; without it they are only hashed
 * @returns SHA-256 as base64url; undefined if the file changed meanwhile
 */
export async function readWhole(file: OpenFile, memory?: Buffer): Promise<string | undefined> {
  try {
    if (memory === undefined) return await digestOf(file);
    await readInto(memory, file.descriptor, 0);
    return isUntouched(file) ? hashOf('sha256', memory, 'base64url') : undefined;
  } catch {
    return undefined;
  }
}

async function digestOf(file: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(file, 0, file.stats.size - 1)) hash.update(chunk);
  return hash.digest('base64url');
}

/** The bytes from `start` to `end`, each chunk with its own memory; the last one only if the file is unchanged since it was opened. */
export async function* chunksOf(file: OpenFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; position += chunkSize) {
    const size = Math.min(chunkSize, end - position + 1);
    const chunk = await readInto(Buffer.allocUnsafe(size), file.descriptor, position);
    if (position + size > end && !isUntouched(file)) throw new Error('the file changed');
    yield chunk;
  }
}

/** Another hard link, owner or mode does not change the content. */
function isUntouched({ descriptor, stats }: OpenFile): boolean {
  const { size, mtimeMs } = fstatSync(descriptor);
  return size === stats.size && mtimeMs === stats.mtimeMs;
}

async function readInto(memory: Buffer, descriptor: number, position: number): Promise<Buffer> {
  for (let done = 0; done < memory.length; ) {
    const { bytesRead } = await readSome(descriptor, memory, done, memory.length - done, position + done);
    if (bytesRead === 0) throw new Error('the file became shorter');
    done += bytesRead;
  }
  return memory;
}
