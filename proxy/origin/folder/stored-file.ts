import type { Stats } from 'node:fs';
import type { Readable } from 'node:stream';
import type { PartFacts } from '../../../build/contract/manifest.ts';
import type { Coding } from '../../http/negotiate.ts';
import type { ListedFile } from '../manifest.ts';
import type { StoredBody } from '../origin.ts';

/** What holds the bytes of a file, beside those of its codings. */
interface Holder {
  /** Bytes held. */
  readonly weight: number;
  bytesOf(file: StoredFile): Buffer | undefined;
  load(file: StoredFile): Promise<Buffer | undefined>;
  stream(file: StoredFile, start: number, end: number): Promise<Readable>;
}

/** Characters of the hash in an ETag: 132 bits. */
const tagLength = 22;

/**
 * One file of a folder: the same object in every listing for as long as nobody writes to the file. Until it was read for the
 * first time it is whatever lies in its place; from then on those bytes, and no others. There may be hundreds of thousands:
 * every field counts.
 */
export class StoredFile implements StoredBody {
  readonly file: string;
  /** Where it lies, relative to the folder, when a symbolic link inside the folder led to it. */
  readonly source: string | undefined;
  /** SHA-256 in base64url, by the manifest; undefined if none lists the file. */
  readonly hash: string | undefined;
  readonly part: PartFacts | undefined;
  readonly #tokens: number | undefined;
  /** Bytes: as many as were found, or as the manifest lists until the file was looked at. */
  size: number;
  /** What it is a coding of, and which. */
  content: Holder | undefined;
  coding: Coding = 'identity';
  /** Where it begins in the bytes of its content. */
  at = 0;
  /** The hash that every reading must find: that of the first. */
  #digest: string | undefined;
  /* Which file lies there: another one, or the same written again, has another inode or another sum of its two times. */
  #ino = 0;
  #times = 0;

  /** @param found the file itself; undefined: the manifest's word is enough for now */
  constructor(file: string, listed?: ListedFile, found?: Stats, source?: string) {
    this.file = file;
    this.source = source;
    this.hash = listed?.hash;
    this.part = listed?.part;
    this.#tokens = listed?.tokens;
    this.size = listed?.size ?? 0;
    this.content = undefined;
    this.#digest = undefined;
    if (found) this.notice(found);
  }

  /** The same file, to be read again. */
  unread(): StoredFile {
    const { size, hash, part } = this;
    const copy = new StoredFile(
      this.file,
      hash === undefined ? undefined : { size, hash, part, tokens: this.#tokens },
      undefined,
      this.source,
    );
    copy.size = size;
    copy.#ino = this.#ino;
    copy.#times = this.#times;
    return copy;
  }

  /** Whether it is the file that was found. */
  is({ ino, size, mtimeMs, ctimeMs }: Stats): boolean {
    return this.#ino === ino && this.size === size && this.#times === mtimeMs + ctimeMs;
  }

  /** Takes what was read for the file; `digest` is its hash. */
  settle(found: Stats, digest: string): void {
    this.notice(found);
    // One string for both: they are two of the largest things held for a file.
    this.#digest = digest === this.hash ? this.hash : digest;
  }

  /** Takes a file that was found for this one. (No private method: each object would say that it has it.) */
  notice({ ino, size, mtimeMs, ctimeMs }: Stats): void {
    this.#ino = ino;
    // Only if it is another: the number of a `Stats` is held apart, 16 bytes a file.
    if (this.size !== size) this.size = size;
    this.#times = mtimeMs + ctimeMs;
  }

  /** Whether what was read may stand for it. */
  holds(digest: string): boolean {
    return this.#digest === digest;
  }

  /** Whether it was read and is not what the manifest says. */
  get differs(): boolean {
    return this.hash !== undefined && this.#digest?.startsWith(this.hash) === false;
  }

  /** Of these bytes, by the manifest. */
  get tokens(): number | undefined {
    return this.differs ? undefined : this.#tokens;
  }

  get tag(): string | undefined {
    return this.#digest?.slice(0, tagLength);
  }

  get bytes(): Buffer | undefined {
    return this.content?.bytesOf(this);
  }

  load(): Promise<Buffer | undefined> {
    return this.content!.load(this);
  }

  stream(start: number, end: number): Promise<Readable> {
    return this.content!.stream(this, start, end);
  }
}
