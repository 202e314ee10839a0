/** The bytes of a stream; undefined if it has more than a limit. */
export async function collect(
  stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (stream ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
