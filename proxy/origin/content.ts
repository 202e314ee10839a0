import { createHash } from 'node:crypto';
import type { Coding } from '../http/negotiate.ts';
import type { StoredBody, StoredContent } from './origin.ts';

/**
 * Bytes made or fetched by the proxy: a compressed file, another host's 404 page.
 *
 * @param tag opaque part of the ETag without the suffix of the coding; unset: from a hash of the bytes
 */
export const heldBody = (
  bytes: Buffer,
  coding: Coding = 'identity',
  tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
): StoredBody => ({
  coding,
  bytes,
  tag,
  size: bytes.length,
  load: async () => bytes,
  stream: () => Promise.reject(new Error('held bytes are not streamed')),
});

/** Content in the identity coding only. */
export const heldContent = (bytes: Buffer): StoredContent => ({ kind: 'stored', compressible: false, identity: heldBody(bytes) });
