import type { Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import type { PartFacts } from '../../../build/contract/manifest.ts';
import { sidecarSuffixes } from '../../../build/contract/published-files.ts';
import type { Coding } from '../../http/negotiate.ts';
import type { ListedFile } from '../manifest.ts';
import type { StoredBody } from '../origin.ts';

/** A file as a look at the folder found it. */
export interface FoundFile {
  readonly size: number;
  /** What the manifest says of it, if there is one that lists it. */
  readonly listed: ListedFile | undefined;
  /** The file itself; undefined: the manifest's word is enough until it is read. */
  readonly stats: Stats | undefined;
  /** Where it lies, relative to the folder, when a symbolic link inside the folder led to it. */
  readonly source: string | undefined;
}

/** What holds the bytes of a file, beside those of its codings. */
interface Holder {
  /** Path in the folder of what the file is a coding of. */
  readonly file: string;
  bytesOf(file: StoredFile): Buffer | undefined;
  load(file: StoredFile): Promise<Buffer | undefined>;
  stream(file: StoredFile, start: number, end: number): Promise<Readable>;
}

/** Files of content in the order in which they are read, with what their names add to that of the content. */
export const suffixes = { identity: '', ...sidecarSuffixes } as const;

/** Characters of the hash in an ETag: 132 bits. */
const tagLength = 22;

/**
 * One file of a folder. Until it is read for the first time it is whatever lies in its place; from then on those bytes, and
 * no others. There may be hundreds of thousands: every field counts.
 */
export class StoredFile implements StoredBody {
  readonly content: Holder;
  readonly coding: Coding;
  readonly listed: ListedFile | undefined;
  readonly source: string | undefined;
  /** Bytes: as many as were found, until the file is read. */
  size: number;
  /** Where it begins in the bytes of its content. */
  at = 0;
  /** The hash that every reading must find: that of the first. */
  #digest: string | undefined = undefined;
  /* Which file was read: another one, or the same written again, has another inode or another sum of its two times. */
  #ino = 0;
  #times = 0;

  constructor(content: Holder, coding: Coding, { size, listed, source }: FoundFile) {
    this.content = content;
    this.coding = coding;
    this.listed = listed;
    this.source = source;
    this.size = size;
  }

  /** Path in the folder. */
  get file(): string {
    return this.content.file + suffixes[this.coding];
  }

  get isRead(): boolean {
    return this.#digest !== undefined;
  }

  /** Whether it is the file that was read. */
  is({ ino, size, mtimeMs, ctimeMs }: Stats): boolean {
    return this.#ino === ino && this.size === size && this.#times === mtimeMs + ctimeMs;
  }

  /** Takes what was read for the file; `digest` is its hash. */
  settle({ ino, size, mtimeMs, ctimeMs }: Stats, digest: string): void {
    this.#ino = ino;
    this.#times = mtimeMs + ctimeMs;
    // Only if it is another: the number of a `Stats` is held apart, 16 bytes a file; and one string for both hashes.
    if (this.size !== size) this.size = size;
    this.#digest = digest === this.listed?.hash ? this.listed.hash : digest;
  }

  /** Whether bytes with this hash may stand for it. */
  holds(digest: string | undefined): boolean {
    return this.#digest === digest;
  }

  /** Whether it was read and is not what the manifest says. */
  get differs(): boolean {
    return this.listed !== undefined && this.#digest?.startsWith(this.listed.hash) === false;
  }

  /** These two are of the bytes that the manifest lists. */
  get tokens(): number | undefined {
    return this.differs ? undefined : this.listed?.tokens;
  }

  get part(): PartFacts | undefined {
    return this.listed?.part;
  }

  get tag(): string | undefined {
    return this.#digest?.slice(0, tagLength);
  }

  get bytes(): Buffer | undefined {
    return this.content.bytesOf(this);
  }

  load(): Promise<Buffer | undefined> {
    return this.content.load(this);
  }

  stream(start: number, end: number): Promise<Readable> {
    return this.content.stream(this, start, end);
  }
}
