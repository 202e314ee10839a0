import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { OriginFailure } from '../failure.ts';
import type { StoredBody, StoredContent } from '../origin.ts';
import { StoredFile } from './stored-file.ts';
import { chunkSize, chunksOf, closeFile, type OpenFile, openFile, readWhole } from './verify.ts';

/** Where the files of one snapshot lie, and how much of them may be held. Shared by all of its contents. */
export interface Storage {
  /** Absolute real path of the folder. */
  readonly root: string;
  /** Inode of the folder: another one is another build. */
  readonly ino: number;
  /** Where a newer build moves the folder. */
  readonly moved: string;
  /** Files above this many bytes are streamed. */
  readonly fileLimit: number;
  /** Bytes that may still be held in memory. */
  budget: number;
  /** Told when a file is no longer what the snapshot says. */
  readonly onStale: (file: string) => void;
}

/** How often content that changes while it is read is read again. */
const tries = 3;

/** A file with its codings: read together, compared with each other, and held in one piece of memory, where there is room. */
export class FolderContent implements StoredContent {
  readonly kind = 'stored';
  compressible: boolean;
  readonly identity: StoredFile;
  br: StoredBody | undefined;
  gzip: StoredBody | undefined;
  /** Bytes held. */
  weight = 0;
  /** That of the newest snapshot that it is part of. */
  storage: Storage;
  #bytes: Buffer | undefined;
  #reading: Promise<Buffer> | undefined;

  constructor(storage: Storage, identity: StoredFile, br: StoredFile | undefined, gzip: StoredFile | undefined) {
    this.storage = storage;
    this.identity = identity;
    this.br = br;
    this.gzip = gzip;
    this.compressible = br !== undefined || gzip !== undefined;
    this.#bytes = undefined;
    this.#reading = undefined;
    identity.content = this;
    for (const coding of ['br', 'gzip'] as const)
      if (this[coding] instanceof StoredFile) Object.assign(this[coding], { content: this, coding });
  }

  /** The file and its codings on disk. */
  *files(): Generator<StoredFile> {
    for (const file of [this.identity, this.br, this.gzip]) if (file instanceof StoredFile) yield file;
  }

  /** Whether it holds a file in a coding, or has refused it. */
  isOf(coding: 'br' | 'gzip', file: StoredFile | undefined): boolean {
    const own = this[coding];
    return own instanceof StoredFile ? own === file : file === undefined || file.content === this;
  }

  /** Takes the codings that were made of the same bytes. */
  takeOver({ br, gzip }: FolderContent): void {
    if (!(br instanceof StoredFile)) this.add('br', br);
    if (!(gzip instanceof StoredFile)) this.add('gzip', gzip);
  }

  /** Takes a coding that was made, if it has none and there is room. */
  add(coding: 'br' | 'gzip', made: StoredBody | undefined): void {
    if (made && !this[coding] && this.#reserve(made.size)) this[coding] = made;
  }

  #reserve(bytes: number): boolean {
    const fits = this.storage.budget >= bytes;
    if (fits) this.storage.budget -= bytes;
    if (fits) this.weight += bytes;
    return fits;
  }

  bytesOf({ at, size }: StoredFile): Buffer | undefined {
    return this.#isLarge(size) ? undefined : this.#bytes?.subarray(at, at + size);
  }

  #isLarge(size: number): boolean {
    return size > this.storage.fileLimit;
  }

  /** Reads it if that was not done before. @throws {OriginFailure} when it is not there, or is never at rest */
  async settle(): Promise<void> {
    if (this.identity.tag === undefined) await this.#read();
  }

  /** The bytes of a file, held or read; undefined if they are too many. Throws as {@link settle}. */
  async load(file: StoredFile): Promise<Buffer | undefined> {
    const read = this.identity.tag === undefined ? await this.#read() : this.#bytes;
    if (this.#isLarge(file.size)) return undefined;
    return read?.subarray(file.at, file.at + file.size) ?? (await this.#readAgain(file));
  }

  #read(): Promise<Buffer> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<Buffer> {
    for (let left = tries; left > 0; left--) {
      const opened = new Map<StoredFile, OpenFile>();
      try {
        for (const file of this.files()) {
          const found = await this.#openListed(file);
          if (found) opened.set(file, found);
          // A coding that cannot be read costs nobody the page.
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

  /** What lies in the place of a file now, but not in the folder of a newer build, nor what an interrupted write left. */
  async #openListed(file: StoredFile): Promise<OpenFile | undefined> {
    for (const folder of this.#folders()) {
      const found = await openFile(this.#pathIn(folder, file));
      if (!found) continue;
      // Asked after the file was opened: what is still in its place then was so before.
      const isListed = statSync(folder, { throwIfNoEntry: false })?.ino === this.storage.ino;
      if (isListed && !(found.stats.size === 0 && file.hash !== undefined && file.size > 0)) return found;
      closeFile(found);
    }
    return undefined;
  }

  /** Reads all into one piece of memory, and lets go of codings that are not those of these bytes; undefined if one changed meanwhile. */
  async #readFirst(opened: ReadonlyMap<StoredFile, OpenFile>): Promise<Buffer | undefined> {
    let length = 0;
    const digests = new Map<StoredFile, string>();
    for (const { stats } of opened.values()) if (!this.#isLarge(stats.size)) length += stats.size;
    const bytes = Buffer.allocUnsafeSlow(length);
    let at = 0;
    for (const [file, found] of opened) {
      const { size } = found.stats;
      file.at = at;
      if (!this.#isLarge(size)) at += size;
      const digest = await readWhole(found, this.#isLarge(size) ? undefined : bytes.subarray(file.at, at));
      if (digest === undefined) return undefined;
      digests.set(file, digest);
    }
    for (const [file, digest] of digests) file.settle(opened.get(file)!.stats, digest);
    for (const file of opened.keys()) if (file.differs || this.identity.differs) this.#refuse(file);
    if (this.#reserve(length)) this.#bytes = bytes;
    return bytes;
  }

  #refuse({ coding }: StoredFile): void {
    if (coding !== 'identity') this[coding] = undefined;
  }

  /** A file that was read before may be another with the same bytes (`touch`, a copy): its hash tells. */
  async #readAgain(file: StoredFile): Promise<Buffer | undefined> {
    for (const folder of this.#folders()) {
      const found = await openFile(this.#pathIn(folder, file));
      if (!found) continue;
      try {
        const bytes = this.#isLarge(file.size) ? undefined : Buffer.allocUnsafeSlow(file.size);
        const digest = found.stats.size === file.size ? await readWhole(found, bytes) : undefined;
        if (digest === undefined || !file.holds(digest)) continue;
        file.settle(found.stats, digest);
        return bytes;
      } finally {
        closeFile(found);
      }
    }
    throw this.#stale(file);
  }

  async stream(file: StoredFile, start: number, end: number): Promise<Readable> {
    let opened = await this.#openSame(file);
    if (!opened) {
      await this.#readAgain(file);
      opened = await this.#openSame(file);
    }
    if (!opened) throw this.#stale(file);
    const sent = this.#sent(file, opened, start, end);
    const stream = Readable.from(sent, { objectMode: false, highWaterMark: chunkSize });
    // After a read that is under way. Not in a `finally` of the generator: one that never began would leave the file open.
    return stream.once('close', () => void sent.return(undefined).finally(() => closeFile(opened)));
  }

  /** The file that was read, wherever it lies by now. */
  async #openSame(file: StoredFile): Promise<OpenFile | undefined> {
    for (const folder of this.#folders()) {
      const found = await openFile(this.#pathIn(folder, file));
      if (found && file.is(found.stats)) return found;
      if (found) closeFile(found);
    }
    return undefined;
  }

  async *#sent(file: StoredFile, opened: OpenFile, start: number, end: number): AsyncGenerator<Buffer> {
    try {
      yield* chunksOf(opened, start, end);
    } catch {
      throw this.#stale(file);
    }
  }

  #folders(): string[] {
    return [this.storage.root, this.storage.moved];
  }

  #pathIn(folder: string, { file, source = file }: StoredFile): string {
    return join(folder, source);
  }

  #stale({ file }: StoredFile): OriginFailure {
    this.storage.onStale(file);
    return new OriginFailure('unavailable', `${file} is not the file that was there when the site was read`, {
      detail: 'The site is being replaced by a newer build.',
      retryAfter: '1',
    });
  }
}
