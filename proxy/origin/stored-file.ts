import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { OriginFailure } from './failure.ts';
import type { FileFacts } from './inventory.ts';
import type { Coding, StoredBody } from './origin.ts';

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

/** A link in the place of a file is refused: it may lead anywhere. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const CHUNK = 64 * 1024;
/** Characters of the hash in an ETag: 132 bits. */
const TAG = 22;

/** One file of a snapshot, in one coding: held in memory once it was read, where there is room. */
export class StoredFile implements StoredBody {
  readonly coding: Coding;
  readonly file: string;
  readonly size: number;
  tag: string | undefined;
  bytes: Buffer | undefined;
  readonly #shelf: Shelf;
  readonly #facts: FileFacts;
  #loading: Promise<Buffer | undefined> | undefined;
  /** What the file looked like when it was found to be the right one. */
  #generation: string | undefined;

  constructor(shelf: Shelf, file: string, facts: FileFacts, coding: Coding) {
    this.coding = coding;
    this.file = file;
    this.size = facts.size;
    this.tag = facts.hash?.slice(0, TAG);
    this.#shelf = shelf;
    this.#facts = facts;
  }

  /** Identifies the bytes; undefined without manifest. */
  get hash(): string | undefined {
    return this.#facts.hash;
  }

  /** Takes room for bytes that were made of this file. Returns whether there was room. */
  reserve(bytes: number): boolean {
    const fits = this.#shelf.room >= bytes;
    if (fits) this.#shelf.room -= bytes;
    return fits;
  }

  /** Takes over bytes of the same hash from an older snapshot. */
  adopt(bytes: Buffer): void {
    if (this.reserve(this.size)) this.bytes = bytes;
  }

  load(): Promise<Buffer | undefined> {
    if (this.bytes) return Promise.resolve(this.bytes);
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Buffer | undefined> {
    for (const path of this.#paths()) {
      if (this.size > this.#shelf.fileLimit) {
        if ((this.tag !== undefined && this.#generation !== undefined) || (await this.#hashStreamed(path))) return undefined;
        continue;
      }
      const bytes = await readFile(path, { flag: READ }).catch(() => undefined);
      if (bytes === undefined || bytes.length !== this.size || !this.#isRight(createHash('sha256').update(bytes))) continue;
      if (this.reserve(this.size)) this.bytes = bytes;
      return bytes;
    }
    throw this.#stale();
  }

  /** Reads the whole file once to know its hash, a chunk at a time. Undefined when it is not the right one. */
  async #hashStreamed(path: string): Promise<true | undefined> {
    const handle = await open(path, READ).catch(() => undefined);
    try {
      if (!handle) return;
      const generation = generationOf(await handle.stat());
      const hash = createHash('sha256');
      for await (const chunk of chunksOf(handle, 0, this.size - 1)) hash.update(chunk);
      const after = await handle.stat();
      if (after.size !== this.size || generationOf(after) !== generation || !this.#isRight(hash)) return;
      this.#generation = generation;
      return true;
    } catch {
      return;
    } finally {
      await handle?.close();
    }
  }

  #isRight(hash: ReturnType<typeof createHash>): boolean {
    const found = hash.digest('base64url');
    if (this.#facts.hash !== undefined) return found.startsWith(this.#facts.hash);
    // Without a manifest the first reading says what the file is; a later one must find the same.
    this.tag ??= found.slice(0, TAG);
    return found.startsWith(this.tag);
  }

  async stream(start: number, end: number): Promise<Readable> {
    for (const path of this.#paths()) {
      const handle = await open(path, READ).catch(() => undefined);
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

  *#paths(): Generator<string> {
    const file = this.#facts.source ?? this.file;
    yield join(this.#shelf.root, file);
    if (this.#shelf.moved !== undefined && this.hash !== undefined) yield join(this.#shelf.moved, file);
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
