import { createHash, hash as hashOf } from 'node:crypto';
import { lstatSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Coding } from '../../http/negotiate.ts';
import { OriginFailure } from '../failure.ts';
import type { StoredBody } from '../origin.ts';
import { type Identity, isSame, type StoredFacts } from './inventory.ts';
import { readFlags, readWhole } from './whole-file.ts';

/** Where the files of one snapshot lie, and how much of them may be held. Shared by all of its files. */
export interface Shelf {
  /** Absolute real path of the folder. */
  readonly root: string;
  /** Inode of the folder: another one is another build. */
  readonly ino: number;
  /** Where a newer build has moved the folder meanwhile, if anywhere. */
  readonly moved: string | undefined;
  /** Files above this many bytes are streamed. */
  readonly fileLimit: number;
  /** Bytes that may still be held in memory. */
  room: number;
  /** Told when a file is no longer what the snapshot says. */
  readonly onStale: (file: string) => void;
}

/** What a compressed file stands for. */
export interface Coded {
  readonly identity: StoredFile;
  /** Told when file or coding is not what the manifest says: one may not stand for the other. */
  readonly refuse: (coding: StoredFile) => void;
}

const CHUNK = 64 * 1024;
/** Characters of the hash in an ETag: 132 bits. */
const TAG = 22;
/** How often a file that changes while it is read is read again. */
const tries = 3;

/**
 * One file of a snapshot, in one coding: held in memory once it was read, where there is room. Until it was read for
 * the first time it is whatever lies in its place; from then on these bytes, and no others.
 */
export class StoredFile implements StoredBody {
  readonly coding: Coding;
  readonly file: string;
  readonly #facts: StoredFacts;
  readonly #shelf: Shelf;
  readonly #coded: Coded | undefined;
  /** The hash that every reading must find: that of the first, or the manifest's where the folder was not listed. */
  #digest: string | undefined;
  /** The file in which those bytes were found, or in which they will be looked for. */
  #identity: Identity | undefined;
  #bytes: Buffer | undefined;
  #loading: Promise<Buffer | undefined> | undefined;

  constructor(shelf: Shelf, file: string, facts: StoredFacts, coding: Coding, coded?: Coded) {
    this.coding = coding;
    this.file = file;
    this.#facts = facts;
    this.#identity = facts.identity;
    this.#digest = facts.identity ? undefined : facts.hash;
    this.#shelf = shelf;
    this.#coded = coded;
  }

  get size(): number {
    return this.#identity?.size ?? this.#facts.size;
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

  /** Whether it was read and is not what the manifest says. */
  get differs(): boolean {
    return this.hash !== undefined && this.#digest?.startsWith(this.hash) === false;
  }

  /** Takes room for bytes that were made of this file. Returns whether there was room. */
  reserve(bytes: number): boolean {
    const fits = this.#shelf.room >= bytes;
    if (fits) this.#shelf.room -= bytes;
    return fits;
  }

  /**
   * Takes over what an older snapshot read if the file did not change since.
   */
  adopt(older: StoredFile): void {
    if (older.#facts !== this.#facts || older.#digest === undefined || this.#bytes) return;
    if (this.#coded && this.#coded.identity.tag === undefined) return;
    const { bytes } = older;
    this.#digest = older.#digest;
    this.#identity = older.#identity;
    if (this.#isRefused() || !bytes || !this.reserve(bytes.length)) return;
    this.#bytes = bytes;
  }

  load(): Promise<Buffer | undefined> {
    if (this.#bytes) return Promise.resolve(this.#bytes);
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Buffer | undefined> {
    if (this.#digest !== undefined && this.#identity && this.size > this.#shelf.fileLimit) return undefined;
    const isKnown = this.#digest !== undefined;
    for (let left = tries; ; left--) {
      for (const path of this.#paths()) {
        const reading = await this.#readAt(path);
        if (reading) return reading.bytes;
      }
      if (isKnown || left === 0 || !this.#lookAgain()) throw this.#stale();
    }
  }

  /** Takes what lies in the place of the file now for the file, but not from the folder of a newer build. */
  #lookAgain(): boolean {
    const { root, ino } = this.#shelf;
    const stats = lstatSync(this.#paths()[0]!, { throwIfNoEntry: false });
    if (!stats?.isFile() || statSync(root, { throwIfNoEntry: false })?.ino !== ino) return false;
    this.#identity = stats;
    return true;
  }

  async #readAt(path: string): Promise<{ readonly bytes: Buffer | undefined } | undefined> {
    if (this.size > this.#shelf.fileLimit) return (await this.#hashAt(path)) ? { bytes: undefined } : undefined;
    let memory: Buffer | undefined;
    let reserved = 0;
    const stats = await readWhole(path, (found) => {
      if (!this.#isWanted(found)) return undefined;
      if (this.reserve(found.size)) reserved = found.size;
      memory = Buffer.allocUnsafeSlow(found.size);
      return memory;
    });
    const bytes = stats && memory;
    const isRight = bytes && (await this.#isRight(stats, hashOf('sha256', bytes, 'base64url')));
    if (isRight && (reserved > 0 || bytes.length === 0) && !this.#isRefused()) this.#bytes = bytes;
    else this.#shelf.room += reserved;
    return isRight ? { bytes } : undefined;
  }

  /** A file that was read before may be another with the same bytes (`touch`, a copy): its hash tells. */
  #isWanted(found: Stats): boolean {
    return found.isFile() && (this.#digest === undefined ? isSame(found, this.#identity!) : found.size === this.size);
  }

  /** Before a coding is known by its hash, so is what it stands for. */
  async #isRight({ ino, size, mtimeMs }: Stats, found: string): Promise<boolean> {
    if (this.#digest !== undefined && !found.startsWith(this.#digest)) return false;
    const whole = this.#coded?.identity;
    if (whole && whole.tag === undefined) await whole.load().catch(() => {});
    if (whole && whole.tag === undefined) return false;
    this.#digest ??= found;
    this.#identity = { ino, size, mtimeMs };
    return true;
  }

  /** Whether it is compressed from other bytes than those it would stand for; tells the content so. */
  #isRefused(): boolean {
    if (!this.#coded || !(this.differs || this.#coded.identity.differs)) return false;
    this.#coded.refuse(this);
    return true;
  }

  /** Reads a file that is too large to hold, a chunk at a time, to know its hash. */
  async #hashAt(path: string): Promise<boolean> {
    const handle = await open(path, readFlags).catch(() => undefined);
    try {
      const stats = await handle?.stat();
      if (!handle || !stats || !this.#isWanted(stats)) return false;
      const hash = createHash('sha256');
      for await (const chunk of chunksOf(handle, 0, stats.size - 1)) hash.update(chunk);
      if (!isSame(await handle.stat(), stats) || !(await this.#isRight(stats, hash.digest('base64url')))) return false;
      this.#isRefused();
      return true;
    } catch {
      return false;
    } finally {
      await handle?.close();
    }
  }

  async stream(start: number, end: number): Promise<Readable> {
    const handle = (await this.#open()) ?? (await this.#openAgain());
    const stream = Readable.from(this.#sent(handle, start, end), { objectMode: false, highWaterMark: CHUNK });
    // Not in a `finally` of the generator: one that never began would leave the file open.
    return stream.once('close', () => handle.close().catch(() => {}));
  }

  /** The file that was read, wherever it lies by now. */
  async #open(): Promise<FileHandle | undefined> {
    for (const path of this.#paths()) {
      const handle = await open(path, readFlags).catch(() => undefined);
      const stats = await handle?.stat().catch(() => undefined);
      if (stats?.isFile() && this.#identity && isSame(stats, this.#identity)) return handle;
      await handle?.close();
    }
    return undefined;
  }

  /** The file that lies in its place now, when it holds the same bytes. */
  async #openAgain(): Promise<FileHandle> {
    for (const path of this.#paths()) {
      const handle = (await this.#hashAt(path)) ? await this.#open() : undefined;
      if (handle) return handle;
    }
    throw this.#stale();
  }

  /** The bytes of a part; the last of them only when the file is still the one that was opened. */
  async *#sent(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
    const opened = this.#identity!;
    let held: Buffer | undefined;
    for await (const chunk of chunksOf(handle, start, end)) {
      if (held) yield held;
      held = chunk;
    }
    if (!isSame(await handle.stat(), opened)) throw this.#stale();
    if (held) yield held;
  }

  #paths(): string[] {
    const { root, moved } = this.#shelf;
    const file = this.#facts.source ?? this.file;
    return moved === undefined ? [join(root, file)] : [join(root, file), join(moved, file)];
  }

  #stale(): OriginFailure {
    this.#shelf.onStale(this.file);
    return new OriginFailure('unavailable', `${this.file} is not the file that was there when the site was read`, {
      detail: 'The site is being replaced by a newer build.',
      retryAfter: '1',
    });
  }
}

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
