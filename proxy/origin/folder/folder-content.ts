import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isCompressible, mediaTypeOf } from '../../../build/contract/media-types.ts';
import type { Coding } from '../../http/negotiate.ts';
import { OriginFailure } from '../failure.ts';
import type { StoredBody, StoredContent } from '../origin.ts';
import { type FoundFile, StoredFile } from './stored-file.ts';
import { chunkSize, chunksOf, closeFile, type OpenFile, openFile, readWhole } from './verify.ts';

/** The folder of a snapshot, and its memory budget. Shared by all of its contents. */
export interface Storage {
  /** Absolute real path of the folder. */
  readonly root: string;
  /** Inode of the folder: another one is another build. */
  readonly ino: number;
  /** Where a newer build moves the folder. */
  readonly moved: string;
  /** Files above this many bytes are streamed. */
  readonly fileLimit: number;
  /** Bytes that may still be allocated. */
  budget: number;
  /** Called with a file that differs from the snapshot. */
  readonly onStale: (file: string) => void;
}

/** A file (first) with its codings. */
export type FoundFiles = { readonly identity: FoundFile } & Readonly<Record<Coding, FoundFile | undefined>>;

/** How often content is read again that changes during reading. */
const tries = 3;
/** Size below which compression saves no packet, in bytes. */
const smallestCompressed = 1024;

/**
 * A file with its codings: read together, compared, and held in one piece of memory, if the budget allows. The same object in
 * every snapshot while its files are unchanged.
 */
export class FolderContent implements StoredContent {
  readonly kind = 'stored';
  readonly file: string;
  /** The file and its codings on disk. */
  readonly files: readonly StoredFile[];
  readonly identity: StoredFile;
  readonly compressible: boolean;
  br: StoredBody | undefined;
  gzip: StoredBody | undefined;
  weight = 0;
  /** Storage of the newest snapshot that contains it. */
  storage!: Storage;
  /** Without a view, which has a fifth of what a file holds beside its bytes: one is made for each answer anyway. */
  #bytes: ArrayBuffer | undefined = undefined;
  #reading: Promise<ArrayBuffer> | undefined = undefined;

  constructor(file: string, found: FoundFiles) {
    this.file = file;
    const identity = new StoredFile(this, 'identity', found.identity);
    const br = found.br && new StoredFile(this, 'br', found.br);
    const gzip = found.gzip && new StoredFile(this, 'gzip', found.gzip);
    this.files = [identity, br, gzip].filter((each) => each !== undefined);
    this.identity = identity;
    this.br = br;
    this.gzip = gzip;
    const isLong = this.identity.size >= smallestCompressed;
    this.compressible = this.files.length > 1 || (isLong && isCompressible(mediaTypeOf(`/${file}`)));
  }

  /** Whether its files match a new listing. Unread files are whatever is in their folder. */
  isStill(found: FoundFiles, isSameFolder: boolean): boolean {
    const count = 1 + Number(found.br !== undefined) + Number(found.gzip !== undefined);
    return (
      this.files.length === count &&
      this.files.every((file) => {
        const { stats, listed, source } = found[file.coding] ?? {};
        const isSame = file.isRead ? stats && file.is(stats) : isSameFolder;
        return isSame && file.hash === listed?.hash && file.source === source;
      })
    );
  }

  /** Adds a coding, if it is missing and the budget allows. */
  add(coding: 'br' | 'gzip', made: StoredBody): void {
    if (!this[coding] && this.#reserve(made.size)) this[coding] = made;
  }

  #reserve(bytes: number): boolean {
    const fits = this.storage.budget >= bytes;
    if (fits) this.storage.budget -= bytes;
    if (fits) this.weight += bytes;
    return fits;
  }

  bytesOf({ at, size }: StoredFile): Buffer | undefined {
    return this.#isLarge(size) || this.#bytes === undefined ? undefined : Buffer.from(this.#bytes, at, size);
  }

  #isLarge(size: number): boolean {
    return size > this.storage.fileLimit;
  }

  /** Reads it if necessary. @throws {OriginFailure} if it is missing, or changes all the time */
  async ensureRead(): Promise<void> {
    if (!this.identity.isRead) await this.#read();
  }

  /** The bytes of a file; undefined if they are too many. Throws as {@link ensureRead}. */
  async load(file: StoredFile): Promise<Buffer | undefined> {
    const held = this.identity.isRead ? this.#bytes : await this.#read();
    if (this.#isLarge(file.size)) return undefined;
    if (held) return Buffer.from(held, file.at, file.size);
    const opened = await this.#openSame(file);
    try {
      const bytes = Buffer.allocUnsafeSlow(file.size);
      if (file.holds(await readWhole(opened, bytes))) return bytes;
    } finally {
      closeFile(opened);
    }
    throw this.#stale(file);
  }

  #read(): Promise<ArrayBuffer> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<ArrayBuffer> {
    for (let left = tries; left > 0; left--) {
      const opened = new Map<StoredFile, OpenFile>();
      try {
        for (const file of this.files) {
          const found = await this.#openListed(file);
          if (found) opened.set(file, found);
          // A page is served without a coding that cannot be read.
          else this.#refuse(file);
        }
        const bytes = opened.has(this.identity) ? await this.#readFirst(opened) : undefined;
        if (bytes) return bytes;
      } finally {
        for (const file of opened.values()) closeFile(file);
      }
    }
    throw this.#stale(this.identity);
  }

  /** Opens the current file at its path, unless it is in the folder of a newer build, or left by an interrupted write. */
  async #openListed(file: StoredFile): Promise<OpenFile | undefined> {
    for (const folder of [this.storage.root, this.storage.moved]) {
      const found = await openFile(join(folder, file.source ?? file.file));
      if (!found) continue;
      // Checked after opening: if the folder is still in place, it was so before.
      const isListed = statSync(folder, { throwIfNoEntry: false })?.ino === this.storage.ino;
      if (isListed && !(found.stats.size === 0 && file.hash !== undefined && file.size > 0)) return found;
      closeFile(found);
    }
    return undefined;
  }

  /** Reads all into one piece of memory, and drops codings of other bytes; undefined if a file changed meanwhile. */
  async #readFirst(opened: ReadonlyMap<StoredFile, OpenFile>): Promise<ArrayBuffer | undefined> {
    let length = 0;
    const digests = new Map<StoredFile, string>();
    for (const { stats } of opened.values()) if (!this.#isLarge(stats.size)) length += stats.size;
    const bytes = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const [file, found] of opened) {
      const isLarge = this.#isLarge(found.stats.size);
      const place = bytes.subarray(at, isLarge ? at : at + found.stats.size);
      // Not `at` itself, which V8 would box, as it does numbers of a `Stats`: 16 bytes a file.
      file.at = place.byteOffset;
      at += place.length;
      const digest = await readWhole(found, isLarge ? undefined : place);
      if (digest === undefined) return undefined;
      digests.set(file, digest);
    }
    for (const [file, digest] of digests) file.record(opened.get(file)!.stats, digest);
    for (const file of opened.keys()) if (file.differs || this.identity.differs) this.#refuse(file);
    const { buffer } = bytes;
    if (this.#reserve(bytes.length)) this.#bytes = buffer;
    return buffer;
  }

  #refuse({ coding }: StoredFile): void {
    if (coding !== 'identity') this[coding] = undefined;
  }

  async stream(file: StoredFile, start: number, end: number): Promise<Readable> {
    const opened = await this.#openSame(file);
    const sent = this.#sent(file, opened, start, end);
    const stream = Readable.from(sent, { objectMode: false, highWaterMark: chunkSize });
    // After a pending read. Not in a `finally` of the generator: one that never began would leave the file open.
    return stream.once('close', () => void sent.return(undefined).finally(() => closeFile(opened)));
  }

  /** Opens the file that was read, wherever it is now, or another with the same bytes (`touch`, a copy) by its hash. */
  async #openSame(file: StoredFile): Promise<OpenFile> {
    for (const folder of [this.storage.root, this.storage.moved]) {
      const found = await openFile(join(folder, file.source ?? file.file));
      if (!found) continue;
      if (file.is(found.stats)) return found;
      const digest = found.stats.size === file.size ? await readWhole(found) : undefined;
      if (digest !== undefined && file.holds(digest)) {
        file.record(found.stats, digest);
        return found;
      }
      closeFile(found);
    }
    throw this.#stale(file);
  }

  async *#sent(file: StoredFile, opened: OpenFile, start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield* chunksOf(opened, start, end);
    } catch {
      throw this.#stale(file);
    }
  }

  #stale({ file }: StoredFile): OriginFailure {
    this.storage.onStale(file);
    return new OriginFailure('unavailable', `${file} is not the file that was there when the site was read`, {
      detail: 'The site is being replaced by a newer build.',
      retryAfter: '1',
    });
  }
}
