import { createHash } from 'node:crypto';
import type { ByteStream, StoredBody } from '../origin/origin.ts';

/** The bytes of an HTML file with the additions of a preview. A file too large for memory is unchanged. */
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
