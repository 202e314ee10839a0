import { createHash } from 'node:crypto';
import type { ByteStream, StoredBody } from '../origin/origin.ts';

/** The bytes of an HTML file with what a preview adds to it. What is too large to hold is left as it is. */
export class PreviewBody implements StoredBody {
  readonly coding = 'identity';
  readonly #file: StoredBody;
  readonly #complete: (html: string) => string;
  bytes: Buffer | undefined;
  tag: string | undefined;

  constructor(file: StoredBody, complete: (html: string) => string) {
    this.#file = file;
    this.#complete = complete;
  }

  get size(): number {
    return this.bytes?.length ?? this.#file.size;
  }

  async load(): Promise<Buffer | undefined> {
    const bytes = await this.#file.load();
    this.bytes = bytes && Buffer.from(this.#complete(bytes.toString()));
    this.tag = this.bytes ? createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22) : this.#file.tag;
    return this.bytes;
  }

  stream(start: number, end: number): Promise<ByteStream> {
    return this.#file.stream(start, end);
  }
}
