import type { Body, Resource } from '../origin/origin.ts';

/**
 * Reads a published file by its URL path; undefined if nothing is there.
 *
 * @param limit most bytes
 * @throws {TooLong} (rejects with it) if it has more
 */
export type ReadFile = (path: string, limit: number) => Promise<Uint8Array | undefined>;

/** A document that is longer than its reader wants. */
export class TooLong extends Error {
  constructor(path: string, limit: number) {
    super(`${path} has more than ${limit} bytes`);
  }
}

/**
 * Makes the function that reads a published document, in the identity coding.
 *
 * @param wholeOf all bytes of a file; undefined if they are more than a limit
 */
export const createReadPublished =
  (
    find: (path: string) => Resource | undefined,
    wholeOf: (file: Body, limit: number) => Promise<Uint8Array | undefined>,
  ): ReadFile =>
  async (path, limit) => {
    const resource = find(path);
    if (resource?.kind !== 'document') return undefined;
    const bytes = await wholeOf(resource.representation.content.identity, limit);
    if (bytes === undefined) throw new TooLong(path, limit);
    return bytes;
  };
