import { hash as digest } from 'node:crypto';

/** A file of the output: its content, or the path of a file that has the same. */
export interface PublishedFile {
  /** Relative to the output folder, forward slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 as base64url. */
  readonly hash: string;
  readonly body?: string | Uint8Array;
  /** Path on disk of a file with this content. */
  readonly from?: string;
}

/** SHA-256 of a content as base64url. */
export const hashOf = (body: string | Uint8Array): string => digest('sha256', body, 'base64url');

export const publishedFile = (path: string, body: string | Uint8Array, hash = hashOf(body)): PublishedFile => ({
  path,
  size: Buffer.byteLength(body),
  hash,
  body,
});
