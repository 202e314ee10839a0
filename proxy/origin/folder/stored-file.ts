import type { Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import type { PartFacts } from '../../../build/contract/manifest.ts';
import { sidecarSuffixes } from '../../../build/contract/published-files.ts';
import type { Coding } from '../../http/negotiate.ts';
import type { ListedFile } from '../manifest.ts';
import type { StoredBody } from '../origin.ts';

export interface FoundFile {
  readonly size: number;
  /** Its facts in the manifest, if any. */
  readonly listed: ListedFile | undefined;
  /** Its stats; undefined: the manifest is trusted until it is read. */
  readonly stats: Stats | undefined;
  /** Its path relative to the folder, if a symbolic link inside the folder led to it. */
  readonly source: string | undefined;
}

interface Holder {
  /** Path of the content in the folder. */
  readonly file: string;
  bytesOf(file: StoredFile): Buffer | undefined;
  load(file: StoredFile): Promise<Buffer | undefined>;
  stream(file: StoredFile, start: number, end: number): Promise<Readable>;
}

/** Suffixes of the files of a content, in the order in which they are read. */
export const suffixes = { identity: '', ...sidecarSuffixes } as const;

/** Characters of the hash in an ETag: 132 bits. */
const tagLength = 22;

/**
 * One file of a folder. Its first reading fixes its bytes. There may be hundreds of thousands: every field counts.
 */
export class StoredFile implements StoredBody {
  readonly content: Holder;
  readonly coding: Coding;
  /** Its hash in the manifest, if any. */
  readonly hash: string | undefined;
  readonly source: string | undefined;
  readonly part: PartFacts | undefined;
  readonly #tokens: number | undefined;
  /** Bytes, from the listing until the file is read. */
  size: number;
  /** Its offset in the bytes of its content. */
  at = 0;
  /** The hash of the first reading, which every later one must match. */
  #digest: string | undefined = undefined;
  /* Identity of the file that was read: another one, or the same rewritten, differs in inode or in the sum of its times. */
  /** Its last 32 bits, which V8 keeps inside the object. */
  #ino = 0;
  #times = 0;

  constructor(content: Holder, coding: Coding, { size, listed, source }: FoundFile) {
    this.content = content;
    this.coding = coding;
    this.hash = listed?.hash;
    this.source = source;
    this.part = listed?.part;
    this.#tokens = listed?.tokens;
    this.size = size;
  }

  get file(): string {
    return this.content.file + suffixes[this.coding];
  }

  get isRead(): boolean {
    return this.#digest !== undefined;
  }

  /** Whether stats are those of the file that was read. */
  is({ ino, size, mtimeMs, ctimeMs }: Stats): boolean {
    return this.#ino === (ino | 0) && this.size === size && this.#times === mtimeMs + ctimeMs;
  }

  /** Stores the result of a reading; `digest` is the hash. */
  record({ ino, size, mtimeMs, ctimeMs }: Stats, digest: string): void {
    this.#ino = ino | 0;
    this.#times = mtimeMs + ctimeMs;
    // Only if different: a number of a `Stats` is boxed; and one string for both hashes.
    if (this.size !== size) this.size = size;
    this.#digest = digest === this.hash ? this.hash : digest;
  }

  /** Whether bytes with this hash are equal to it. */
  holds(digest: string | undefined): boolean {
    return this.#digest === digest;
  }

  /** Whether it was read and differs from the manifest. */
  get differs(): boolean {
    return this.hash !== undefined && this.#digest?.startsWith(this.hash) === false;
  }

  /** Valid only for the bytes in the manifest. */
  get tokens(): number | undefined {
    return this.differs ? undefined : this.#tokens;
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
