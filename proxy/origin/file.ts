import type { PartFacts } from '#contract/manifest';
import { sidecarSuffixes } from '#contract/published-files';
import { Generations } from '../http/generations.ts';
import type { Coding } from '../http/negotiate.ts';
import type { OriginFailure } from './failure.ts';
import type { ListedFile } from './manifest.ts';
import type { Body, ByteStream } from './origin.ts';

/** Files above this many bytes are streamed, and never held in memory. */
export const streamedFrom = 1_048_576;

/** Characters of the hash in an ETag: 132 bits. */
const tagLength = 22;

/** Reads the bytes of files: from a disk, or from a host. */
export interface FileReader {
  /** One state of a file as a whole; `bytes` is undefined if they are too many. Rejects with an {@link OriginFailure}. */
  read(file: StoredFile): Promise<FileState>;
  /** The bytes of its first reading, from `start` to `end` inclusive. */
  stream(file: StoredFile, start: number, end: number): Promise<ByteStream>;
  /** The failure of a file that has other bytes than at its first reading. */
  changed(file: StoredFile): OriginFailure;
}

/** What a reading found. */
export interface FileState {
  readonly bytes: Uint8Array | undefined;
  /** SHA-256 as base64url. */
  readonly digest: string;
  readonly size: number;
  /** Names this state of the file: another one has another stamp. */
  readonly stamp: string;
}

/** A file as a listing found it, unread. */
export interface FoundFile {
  readonly size: number;
  readonly stamp: string;
  /** Its facts in the manifest, if any. */
  readonly listed: ListedFile | undefined;
  /** Its path relative to the folder, if a symbolic link inside the folder led to it. */
  readonly source?: string | undefined;
}

/** Bytes of files, up to a limit: those that were asked for last. */
export type Memory = Generations<StoredFile, Uint8Array>;

export const createMemory = (limit: number): Memory => new Generations(limit, (bytes) => bytes.length);

/**
 * One file of a folder or a host. Its first reading fixes its bytes: later ones must find the same. The same object in every
 * build while the file is unchanged.
 */
export class StoredFile implements Body {
  /** Path in the folder. */
  readonly file: string;
  readonly coding: Coding;
  readonly source: string | undefined;
  readonly listed: ListedFile | undefined;
  readonly #reader: FileReader;
  /** The uncompressed file, for a coding. */
  readonly #owner: StoredFile | undefined;
  #memory: Memory;
  #digest: string | undefined;
  #loading: Promise<Uint8Array | undefined> | undefined;
  #isRefused = false;
  size: number;
  stamp: string;
  tag: string | undefined;

  constructor(file: string, { size, stamp, listed, source }: FoundFile, reader: FileReader, memory: Memory, owner?: StoredFile) {
    this.file = file;
    this.coding = owner === undefined ? 'identity' : file.endsWith(sidecarSuffixes.br) ? 'br' : 'gzip';
    this.size = size;
    this.stamp = stamp;
    this.listed = listed;
    this.source = source;
    this.#reader = reader;
    this.#memory = memory;
    this.#owner = owner;
  }

  /** Whether it was read and is not what the manifest lists. */
  get differs(): boolean {
    return this.listed !== undefined && this.#digest !== undefined && this.#digest !== this.listed.hash;
  }

  get isUsable(): boolean {
    return this.#owner === undefined || !(this.#isRefused || this.differs || this.#owner.differs);
  }

  /** Valid only for the bytes in the manifest. */
  get tokens(): number | undefined {
    return this.differs ? undefined : this.listed?.tokens;
  }

  get part(): PartFacts | undefined {
    return this.listed?.part;
  }

  get bytes(): Uint8Array | undefined {
    return this.#memory.get(this);
  }

  /** Whether the bytes of its first reading have this hash. */
  holds(digest: string): boolean {
    return this.#digest === digest;
  }

  /** Whether a new listing found the same file, and it belongs to the same one. */
  isStill({ stamp, listed, source }: FoundFile, owner = this.#owner): boolean {
    return this.stamp === stamp && this.listed?.hash === listed?.hash && this.source === source && this.#owner === owner;
  }

  /** Lets it take part in the memory of a new build. */
  moveTo(memory: Memory): void {
    const { bytes } = this;
    this.#memory = memory;
    if (bytes) memory.set(this, bytes);
  }

  async load(): Promise<Uint8Array | undefined> {
    const { bytes } = this;
    if (bytes) return bytes;
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { bytes, digest, size, stamp } = await this.#reader.read(this);
      if (this.#digest !== undefined && this.#digest !== digest) throw this.#reader.changed(this);
      this.#digest = digest;
      this.tag = digest.slice(0, tagLength);
      this.size = size;
      this.stamp = stamp;
      if (bytes) this.#memory.set(this, bytes);
      return bytes;
    } catch (error) {
      if (this.#owner === undefined) throw error;
      // A page is sent uncompressed if its coding cannot be read.
      this.#isRefused = true;
      return undefined;
    }
  }

  stream(start: number, end: number): Promise<ByteStream> {
    return this.#reader.stream(this, start, end);
  }
}
