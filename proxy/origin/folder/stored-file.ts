import { createHash, hash as hashOf } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Coding } from '../../http/negotiate.ts';
import { OriginFailure } from '../failure.ts';
import type { StoredBody } from '../origin.ts';
import type { FileFacts } from './inventory.ts';
import { readFlags, readWhole } from './whole-file.ts';

/** Where the files of one snapshot lie, and how much of them may be held. Shared by all of its files. */
export interface Shelf {
  /** Absolute real path of the folder. */
  readonly root: string;
  /** Where a newer build has moved the folder meanwhile, if anywhere. */
  readonly moved: string | undefined;
  /** Files above this many bytes are streamed. */
  readonly fileLimit: number;
  /** Bytes that may still be held in memory. */
  room: number;
  /** Told when a file is no longer what the snapshot says. */
  readonly onStale: (file: string) => void;
}

const CHUNK = 64 * 1024;
/** Characters of the hash in an ETag: 132 bits. */
const TAG = 22;

/** One file of a snapshot, in one coding: held in memory once it was read, where there is room. */
export class StoredFile implements StoredBody {
  readonly coding: Coding;
  readonly file: string;
  readonly #facts: FileFacts;
  readonly #shelf: Shelf;
  /** The hash that every reading must find: the manifest's, or that of the first reading. */
  #digest: string | undefined;
  #bytes: Buffer | undefined;
  #loading: Promise<Buffer | undefined> | undefined;
  /** What the file looked like when it was found to be the right one. */
  #generation: string | undefined;

  constructor(shelf: Shelf, file: string, facts: FileFacts, coding: Coding) {
    const { hash } = facts;
    // It becomes part of a field value.
    if (hash !== undefined && !/^[\w-]+$/.test(hash)) throw new Error(`the hash of ${file} is none`);
    this.coding = coding;
    this.file = file;
    this.#facts = facts;
    this.#digest = hash;
    this.#shelf = shelf;
  }

  get size(): number {
    return this.#facts.size;
  }

  /** SHA-256 in base64url, by the manifest; undefined without one. */
  get hash(): string | undefined {
    return this.#facts.hash;
  }

  get tag(): string | undefined {
    return this.#digest?.slice(0, TAG);
  }

  get bytes(): Buffer | undefined {
    return this.#bytes;
  }

  /** Takes room for bytes that were made of this file. Returns whether there was room. */
  reserve(bytes: number): boolean {
    const fits = this.#shelf.room >= bytes;
    if (fits) this.#shelf.room -= bytes;
    return fits;
  }

  /** Takes over bytes of the same hash from an older snapshot. */
  adopt(bytes: Buffer): void {
    if (!this.#bytes && this.reserve(this.size)) this.#bytes = bytes;
  }

  load(): Promise<Buffer | undefined> {
    if (this.#bytes) return Promise.resolve(this.#bytes);
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Buffer | undefined> {
    if (this.size > this.#shelf.fileLimit) return this.#check();
    const held = this.reserve(this.size);
    const bytes = Buffer.allocUnsafeSlow(this.size);
    for (const path of this.#paths()) {
      if (!(await readWhole(path, bytes))) continue;
      if (!this.#isRight(hashOf('sha256', bytes, 'base64url'))) continue;
      if (held) this.#bytes = bytes;
      return bytes;
    }
    if (held) this.#shelf.room += this.size;
    throw this.#stale();
  }

  /** Makes sure once that a file that is too large to hold is the right one. */
  async #check(): Promise<undefined> {
    if (this.#digest !== undefined && this.#generation !== undefined) return;
    for (const path of this.#paths()) if (await this.#isRightAt(path)) return;
    throw this.#stale();
  }

  /** Reads the whole file to know its hash, a chunk at a time. */
  async #isRightAt(path: string): Promise<boolean> {
    const handle = await open(path, readFlags).catch(() => undefined);
    try {
      if (!handle) return false;
      const generation = generationOf(await handle.stat());
      const hash = createHash('sha256');
      for await (const chunk of chunksOf(handle, 0, this.size - 1)) hash.update(chunk);
      const after = await handle.stat();
      if (after.size !== this.size || generationOf(after) !== generation || !this.#isRight(hash.digest('base64url')))
        return false;
      this.#generation = generation;
      return true;
    } catch {
      return false;
    } finally {
      await handle?.close();
    }
  }

  #isRight(found: string): boolean {
    this.#digest ??= found;
    return found.startsWith(this.#digest);
  }

  async stream(start: number, end: number): Promise<Readable> {
    for (const path of this.#paths()) {
      const handle = await open(path, readFlags).catch(() => undefined);
      if (!handle) continue;
      const stats = await handle.stat().catch(() => undefined);
      if (stats?.size === this.size) this.#generation ??= generationOf(stats);
      if (stats?.isFile() && generationOf(stats) === this.#generation) {
        const stream = Readable.from(this.#sent(handle, start, end), { objectMode: false, highWaterMark: CHUNK });
        // Not in a `finally` of the generator: one that never began would leave the file open.
        return stream.once('close', () => handle.close().catch(() => {}));
      }
      await handle.close();
    }
    throw this.#stale();
  }

  /** The bytes of a part; the last of them only when the file is still the one that was opened. */
  async *#sent(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
    let held: Buffer | undefined;
    for await (const chunk of chunksOf(handle, start, end)) {
      if (held) yield held;
      held = chunk;
    }
    if (generationOf(await handle.stat()) !== this.#generation) throw this.#stale();
    if (held) yield held;
  }

  #paths(): string[] {
    const { root, moved } = this.#shelf;
    const file = this.#facts.source ?? this.file;
    return moved !== undefined && this.hash !== undefined ? [join(root, file), join(moved, file)] : [join(root, file)];
  }

  #stale(): OriginFailure {
    this.#shelf.onStale(this.file);
    return new OriginFailure('unavailable', `${this.file} is not the file that was there when the site was read`, {
      detail: 'The site is being replaced by a newer build.',
      retryAfter: '1',
    });
  }
}

const generationOf = ({ ino, size, mtimeMs }: Stats): string => `${ino}-${size}-${mtimeMs}`;

/** Exactly the bytes from `start` to `end`; throws when the file is shorter. Each chunk has its own memory. */
async function* chunksOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, end - position + 1));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error('the file became shorter');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
