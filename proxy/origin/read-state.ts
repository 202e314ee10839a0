import { createHash, hash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type FileState, type FoundFile, streamedFrom } from './file.ts';

/* Files on a disk on which others write: a file is read whole and as its listing found it, or not at all. */

type Listed = Pick<FoundFile, 'size' | 'stamp'>;

/** A symbolic link is refused: it may lead anywhere. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const chunkSize = 64 * 1024;

/** Another file, or the same rewritten, has another one. */
export const stampOf = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

/** Reads a file; undefined if it is not the one that was listed. */
export async function readState(path: string, { size, stamp }: Listed): Promise<FileState | undefined> {
  const file = await openListed(path, stamp);
  if (!file) return undefined;
  try {
    const isLarge = size > streamedFrom;
    const bytes = isLarge ? undefined : await readInto(file, Buffer.allocUnsafeSlow(size), 0);
    const digest = bytes ? hash('sha256', bytes, 'base64url') : await digestOf(file, size);
    return (await isListed(file, stamp)) ? { bytes, digest, stamp } : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}

/** Streams a file from `start` to `end` inclusive, in the same way. The stream breaks if the file changes meanwhile. */
export async function streamState(path: string, { stamp }: Listed, start: number, end: number): Promise<Readable | undefined> {
  const file = await openListed(path, stamp);
  if (!file) return undefined;
  const stream = Readable.from(chunksOf(file, stamp, start, end), { objectMode: false, highWaterMark: chunkSize });
  return stream.once('close', () => void file.close().catch(() => {}));
}

async function openListed(path: string, stamp: string): Promise<FileHandle | undefined> {
  const file = await open(path, readFlags).catch(() => undefined);
  if (!file || (await isListed(file, stamp))) return file;
  await file.close();
  return undefined;
}

const isListed = async (file: FileHandle, stamp: string): Promise<boolean> => stampOf(await file.stat()) === stamp;

async function digestOf(file: FileHandle, size: number): Promise<string> {
  const digest = createHash('sha256');
  const chunk = Buffer.allocUnsafe(chunkSize);
  for (let position = 0; position < size; position += chunkSize)
    digest.update(await readInto(file, chunk.subarray(0, size - position), position));
  return digest.digest('base64url');
}

/** The last chunk is sent only if the file is unchanged: until then its reader knows that bytes are missing. */
async function* chunksOf(file: FileHandle, stamp: string, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; position += chunkSize) {
    const chunk = await readInto(file, Buffer.allocUnsafe(Math.min(chunkSize, end - position + 1)), position);
    if (position + chunk.length > end && !(await isListed(file, stamp))) throw new Error('the file changed');
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
