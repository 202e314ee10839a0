import { createHash } from 'node:crypto';
import type { Coding } from '../http/negotiate.ts';
import type { StoredBody, StoredContent } from './origin.ts';

/** Bytes made or fetched by the proxy itself: a compressed file, another host's 404 page. */
export class HeldBody implements StoredBody {
  readonly coding: Coding;
  readonly bytes: Buffer;
  readonly tag: string;

  /** @param tag opaque part of the ETag without the suffix of the coding; unset: from a hash of the bytes */
  constructor(
    bytes: Buffer,
    coding: Coding = 'identity',
    tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  ) {
    this.bytes = bytes;
    this.coding = coding;
    this.tag = tag;
  }

  get size(): number {
    return this.bytes.length;
  }

  load(): Promise<Buffer> {
    return Promise.resolve(this.bytes);
  }

  stream(): Promise<never> {
    return Promise.reject(new Error('held bytes are not streamed'));
  }
}

/** Content that is held as it is. */
export const heldContent = (bytes: Buffer): StoredContent => ({
  kind: 'stored',
  compressible: false,
  identity: new HeldBody(bytes),
});
