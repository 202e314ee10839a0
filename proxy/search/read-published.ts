import type { Resource } from '../origin/origin.ts';

/**
 * Reads a published file by its URL path; undefined if nothing is there.
 *
 * @param limit most bytes
 * @throws {TooLong} (rejects with it) if it has more
 */
export type ReadFile = (path: string, limit: number) => Promise<Uint8Array | undefined>;

/** A document that is longer than its reader wants. */
export class TooLong extends Error {
  constructor(path: string, bytes: number) {
    super(`${path} has ${bytes} bytes or more`);
  }
}

/** Makes the function that reads a published document, in the identity coding. */
export const createReadPublished =
  (find: (path: string) => Resource | undefined): ReadFile =>
  async (path, limit) => {
    const resource = find(path);
    if (resource?.kind !== 'document') return undefined;
    const { identity } = resource.representation.content;
    if (identity.size > limit) throw new TooLong(path, identity.size);
    const bytes = await identity.load();
    if (bytes && bytes.length > limit) throw new TooLong(path, bytes.length);
    return bytes ?? collect(await identity.stream(0, identity.size - 1), limit, path);
  };

/** The bytes of a stream. @throws {TooLong} (rejects with it) if it has more than a limit */
export async function collect(
  stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  limit: number,
  path: string,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (stream ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > limit) throw new TooLong(path, size);
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
