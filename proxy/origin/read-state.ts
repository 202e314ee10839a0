import { createHash, hash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type FileState, type StoredFile, streamedFrom } from './file.ts';

/* FileState from a disk on which others write: one state of a file as a whole, or nothing. */

/** A symbolic link is refused: it may lead anywhere. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const chunkSize = 64 * 1024;
/** How often a file is read again that changes during reading. */
const tries = 3;
/** How often, and after how many milliseconds, opening is tried again. */
const openTries = 50;
const openPause = 100;

/** Another file, or the same rewritten, has another one. */
export const stampOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

/** Reads a regular file; undefined if it is not there, or changes all the time. */
export async function readState(path: string): Promise<FileState | undefined> {
  const opened = await openFile(path);
  if (!opened) return undefined;
  const { file } = opened;
  try {
    let { stats } = opened;
    for (let left = tries; left > 0; left--) {
      const reading = await readOnce(file, stats);
      const after = await file.stat();
      if (stampOf(after) === stampOf(stats)) return { ...reading, size: stats.size, stamp: stampOf(stats) };
      stats = after;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

async function readOnce(file: FileHandle, { size }: Stats): Promise<Pick<FileState, 'bytes' | 'digest'>> {
  if (size > streamedFrom) return { bytes: undefined, digest: await digestOf(file, size) };
  const bytes = Buffer.allocUnsafeSlow(size);
  await readInto(file, bytes, 0);
  return { bytes, digest: hash('sha256', bytes, 'base64url') };
}

/**
 * Streams a file that was read before, from `start` to `end` inclusive. The stream breaks if the file changes meanwhile.
 *
 * @returns undefined if it has other bytes than at its first reading
 */
export async function streamState(path: string, stored: StoredFile, start: number, end: number): Promise<Readable | undefined> {
  const opened = await openFile(path);
  if (!opened) return undefined;
  const { file, stats } = opened;
  // Another file may hold the same bytes: after `touch`, or a copy.
  const isSame =
    stampOf(stats) === stored.stamp ||
    (stats.size === stored.size && stored.holds(await digestOf(file, stats.size).catch(() => '')));
  if (!isSame) return void (await file.close());
  const stream = Readable.from(chunksOf(file, stats, start, end), { objectMode: false, highWaterMark: chunkSize });
  return stream.once('close', () => void file.close().catch(() => {}));
}

/** Opens a regular file. If connections hold every descriptor, it waits. */
async function openFile(path: string): Promise<{ readonly file: FileHandle; readonly stats: Stats } | undefined> {
  for (let left = openTries; ; left--)
    try {
      const file = await open(path, readFlags);
      const stats = await file.stat();
      return stats.isFile() ? { file, stats } : void (await file.close());
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'EMFILE') return undefined;
      await pause(openPause);
    }
}

async function digestOf(file: FileHandle, size: number): Promise<string> {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(chunkSize);
  for (let position = 0; position < size; position += chunkSize)
    digest.update(await readInto(file, chunk.subarray(0, size - position), position));
  return digest.digest('base64url');
}

/** The last chunk is sent only if the file is unchanged: until then its reader knows that bytes are missing. */
async function* chunksOf(file: FileHandle, stats: Stats, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; position += chunkSize) {
    const chunk = await readInto(file, Buffer.allocUnsafe(Math.min(chunkSize, end - position + 1)), position);
    if (position + chunk.length > end && stampOf(await file.stat()) !== stampOf(stats)) throw new Error('the file changed');
    yield chunk;
  }
}

async function readInto(file: FileHandle, memory: Buffer, from: number): Promise<Buffer> {
  for (let done = 0; done < memory.length; ) {
    const { bytesRead } = await file.read(memory, done, memory.length - done, from + done);
    if (bytesRead === 0) throw new Error('the file became shorter');
    done += bytesRead;
  }
  return memory;
}
