import { manifestFile, type PartFacts } from '#contract/manifest';
import { sidecarSuffixes } from '#contract/published-files';
import { collect } from '../http/collect.ts';
import { Generations } from '../http/generations.ts';
import type { Coding } from '../http/negotiate.ts';
import { type Log, sparingLog } from '../observe/log.ts';
import type { OriginFailure } from './failure.ts';
import type { ListedFile } from './manifest.ts';
import type { Body, ByteStream } from './origin.ts';

/** Files above this many bytes are streamed, and never held in memory. */
export const streamedFrom = 1_048_576;

/** Characters of the hash in an ETag: 132 bits. */
const tagLength = 22;

/** Reads the bytes of files: from a disk, or from a host. */
export interface FileReader {
  /** A file as a whole; `bytes` is undefined if they are too many. Rejects with an {@link OriginFailure}. */
  read(file: StoredFile): Promise<FileState>;
  /** The bytes of its first reading, from `start` to `end` inclusive. */
  stream(file: StoredFile, start: number, end: number): Promise<ByteStream>;
  /** The failure of a file that has other bytes than at its first reading. */
  changed(file: StoredFile): OriginFailure;
  /** Takes a file with other bytes than the manifest lists. */
  differs(file: StoredFile): void;
}

export interface FileState {
  readonly bytes: Uint8Array | undefined;
  /** SHA-256 as base64url. */
  readonly digest: string;
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
    if (bytes || (this.tag !== undefined && this.size > streamedFrom)) return bytes;
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { bytes, digest, stamp } = await this.#reader.read(this);
      const isFirst = this.#digest === undefined;
      if (!isFirst && !this.holds(digest)) throw this.#reader.changed(this);
      this.#digest = digest;
      this.tag = digest.slice(0, tagLength);
      this.stamp = stamp;
      if (bytes) {
        this.size = bytes.length;
        this.#memory.set(this, bytes);
      }
      if (isFirst && this.differs && this.#owner === undefined) this.#reader.differs(this);
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

/** Makes the function that says once of each file that it is not what the manifest lists. */
export function createDiffers(log: Log): FileReader['differs'] {
  const sparing = sparingLog(log);
  const said = new Set<string>();
  return ({ file, listed }) => {
    const state = `${file} ${listed?.hash}`;
    if (!said.has(state)) sparing.warn(`${file}: not the bytes that ${manifestFile} lists; they are served as they are`);
    said.add(state);
  };
}

/** All bytes of a file, also of a large one; undefined if it has more than a limit. */
export async function wholeOf(body: Body, limit: number): Promise<Uint8Array | undefined> {
  if (body.size > limit) return undefined;
  const bytes = await body.load();
  // Its size may be known only now.
  if (body.size > limit) return undefined;
  return bytes ?? collect(await body.stream(0, body.size - 1), limit);
}
