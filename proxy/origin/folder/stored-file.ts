import { createHash, hash as hashOf } from 'node:crypto';
import { close, constants, fstatSync, lstatSync, open, read, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PartFacts } from '../../../build/contract/manifest.ts';
import type { Coding } from '../../http/negotiate.ts';
import { OriginFailure } from '../failure.ts';
import type { StoredBody } from '../origin.ts';
import { identityOf, isSame, type StoredFacts } from './inventory.ts';

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

// Descriptors and not file handles, which make the reading of tens of thousands of files cost twice as much.
const openDescriptor = promisify(open);
const readSome = promisify(read);
const closeFile = (file: number): void => close(file, () => {});

/** A link in the place of a file is refused: it may lead anywhere. */
const readFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
const chunkSize = 64 * 1024;
/** Characters of the hash in an ETag: 132 bits. */
const tagLength = 22;
/** How often a file that changes while it is read is read again. */
const tries = 3;
/** How often a file is opened again for which there is no descriptor now, and after how many milliseconds. */
const openTries = 50;
const openPause = 100;

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
  /** The hash that every reading must find: that of the first, or the manifest's where the file is missing. */
  #digest: string | undefined;
  #bytes: Buffer | undefined;
  #loading: Promise<Buffer | undefined> | undefined;

  constructor(shelf: Shelf, file: string, facts: StoredFacts, coding: Coding, coded?: Coded) {
    this.coding = coding;
    this.file = file;
    this.#facts = facts;
    this.#digest = facts.isMissing ? facts.hash : undefined;
    this.#shelf = shelf;
    this.#coded = coded;
  }

  get size(): number {
    return this.#bytes?.length ?? this.#facts.size;
  }

  /** SHA-256 in base64url, by the manifest; undefined without one. */
  get hash(): string | undefined {
    return this.#facts.hash;
  }

  /** Of these bytes, by the manifest. */
  get tokens(): number | undefined {
    return this.differs ? undefined : this.#facts.tokens;
  }

  /** Of the section that it is, by the manifest. */
  get part(): PartFacts | undefined {
    return this.#facts.part;
  }

  get tag(): string | undefined {
    return this.#digest?.slice(0, tagLength);
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

  /** Takes over what an older snapshot read if the file did not change since. */
  adopt(older: StoredFile): void {
    if (older.#facts !== this.#facts || older.#digest === undefined || this.#bytes) return;
    if (this.#coded && this.#coded.identity.tag === undefined) return;
    this.#digest = older.#digest;
    this.#hold(older.#bytes);
  }

  load(): Promise<Buffer | undefined> {
    if (this.#bytes) return Promise.resolve(this.#bytes);
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<Buffer | undefined> {
    if (this.#digest !== undefined && this.#facts.identity && this.size > this.#shelf.fileLimit) return undefined;
    const isKnown = this.#digest !== undefined;
    for (let left = tries; ; left--) {
      for (const folder of this.#folders()) {
        const read = await this.#readIn(folder);
        if (read) return read.bytes;
      }
      if (isKnown || left === 0 || !this.#lookAgain()) {
        // A coding that cannot be read costs nobody the page.
        if (!isKnown) this.#coded?.refuse(this);
        throw this.#stale();
      }
    }
  }

  /**
   * Takes what lies in the place of the file now for the file, but not from the folder of a newer build, nor what an
   * interrupted write left.
   */
  #lookAgain(): boolean {
    const { root } = this.#shelf;
    const stats = lstatSync(this.#pathIn(root), { throwIfNoEntry: false });
    if (!stats?.isFile() || !this.#isListed(root)) return false;
    if (stats.size === 0 && this.hash !== undefined && this.size > 0) return false;
    this.#settle(stats);
    return true;
  }

  #settle(found: Stats): void {
    this.#facts.identity = identityOf(found);
    this.#facts.size = found.size;
  }

  /**
   * Reads a file to its end: the bytes, or only their hash if they are too many to hold.
   *
   * @returns undefined if it is not there, not the one that is wanted, or changed meanwhile
   */
  async #readIn(folder: string): Promise<{ readonly bytes: Buffer | undefined } | undefined> {
    const file = await openFile(this.#pathIn(folder));
    if (file === undefined) return undefined;
    try {
      const stats = fstatSync(file);
      if (!this.#isWanted(stats, folder)) return undefined;
      const { size } = stats;
      const bytes = size > this.#shelf.fileLimit ? undefined : Buffer.allocUnsafeSlow(size);
      const hash = bytes ? hashOf('sha256', await readInto(bytes, file), 'base64url') : await digestOf(file, size);
      if (!isSame(fstatSync(file), stats) || !(await this.#isRight(stats, hash))) return undefined;
      this.#hold(bytes);
      return { bytes };
    } catch {
      return undefined;
    } finally {
      closeFile(file);
    }
  }

  /**
   * A file that was read before may be another with the same bytes (`touch`, a copy): its hash tells. One that nobody
   * looked at yet is the one in the folder that was listed, wherever a newer build has moved that.
   */
  #isWanted(found: Stats, folder: string): boolean {
    const { identity, size } = this.#facts;
    if (!found.isFile()) return false;
    if (this.#digest !== undefined) return found.size === size;
    return identity ? isSame(found, identity) : found.size === size && this.#isListed(folder);
  }

  /** Asked after the file was opened: what is still in its place then was so before. */
  #isListed(folder: string): boolean {
    return statSync(folder, { throwIfNoEntry: false })?.ino === this.#shelf.ino;
  }

  /** Before a coding is known by its hash, so is what it stands for. */
  async #isRight(stats: Stats, found: string): Promise<boolean> {
    if (this.#digest !== undefined && !found.startsWith(this.#digest)) return false;
    const whole = this.#coded?.identity;
    if (whole && whole.tag === undefined) await whole.load().catch(() => {});
    if (whole && whole.tag === undefined) return false;
    // One string for both: they are two of the largest things held for a file.
    this.#digest ??= found === this.hash ? this.hash : found;
    this.#settle(stats);
    return true;
  }

  /** Keeps the bytes if there is room; a coding of other bytes than those it would stand for is refused instead. */
  #hold(bytes: Buffer | undefined): void {
    if (this.#coded && (this.differs || this.#coded.identity.differs)) this.#coded.refuse(this);
    else if (bytes && this.reserve(bytes.length)) this.#bytes = bytes;
  }

  async stream(start: number, end: number): Promise<Readable> {
    const file = await this.#open();
    const sent = this.#sent(file, start, end);
    const stream = Readable.from(sent, { objectMode: false, highWaterMark: chunkSize });
    // After a read that is under way. Not in a `finally` of the generator: one that never began would leave the file open.
    return stream.once('close', () => void sent.return(undefined).finally(() => closeFile(file)));
  }

  /** The file that was read, wherever it lies by now, or one in its place with the same bytes. */
  async #open(): Promise<number> {
    for (const folder of this.#folders()) {
      const file = await this.#openIn(folder);
      if (file !== undefined) return file;
    }
    for (const folder of this.#folders()) {
      const file = (await this.#readIn(folder)) && (await this.#openIn(folder));
      if (file !== undefined) return file;
    }
    throw this.#stale();
  }

  async #openIn(folder: string): Promise<number | undefined> {
    const file = await openFile(this.#pathIn(folder));
    if (file === undefined) return undefined;
    const stats = fstatSync(file);
    if (stats.isFile() && this.#facts.identity && isSame(stats, this.#facts.identity)) return file;
    closeFile(file);
    return undefined;
  }

  /** The bytes of a part; the last of them only when the file is still the one that was opened. */
  async *#sent(file: number, start: number, end: number): AsyncGenerator<Buffer> {
    const opened = this.#facts.identity!;
    let held: Buffer | undefined;
    for await (const chunk of chunksOf(file, start, end)) {
      if (held) yield held;
      held = chunk;
    }
    if (!isSame(fstatSync(file), opened)) throw this.#stale();
    if (held) yield held;
  }

  #folders(): string[] {
    const { root, moved } = this.#shelf;
    return moved === undefined ? [root] : [root, moved];
  }

  #pathIn(folder: string): string {
    return join(folder, this.#facts.source ?? this.file);
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
async function* chunksOf(file: number, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position <= end; position += chunkSize)
    yield await readInto(Buffer.allocUnsafe(Math.min(chunkSize, end - position + 1)), file, position);
}

async function readInto(memory: Buffer, file: number, position = 0): Promise<Buffer> {
  for (let done = 0; done < memory.length; ) {
    const { bytesRead } = await readSome(file, memory, done, memory.length - done, position + done);
    if (bytesRead === 0) throw new Error('the file became shorter');
    done += bytesRead;
  }
  return memory;
}

async function digestOf(file: number, size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(file, 0, size - 1)) hash.update(chunk);
  return hash.digest('base64url');
}

/** Connections may hold every descriptor: the file is there, and its turn comes. */
async function openFile(path: string): Promise<number | undefined> {
  for (let left = openTries; ; left--) {
    try {
      return await openDescriptor(path, readFlags);
    } catch (error) {
      if (left === 0 || !['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
      await pause(openPause);
    }
  }
}
