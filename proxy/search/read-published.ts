import type { ByteStream, Origin } from '../origin/origin.ts';
import type { ReadFile } from './find-pages.ts';

/** Reads a published resource, in the identity coding. */
export const createReadPublished =
  (find: Origin['find']): ReadFile =>
  async (path) => {
    const begun = performance.now();
    const resource = await find(path, begun);
    if (resource?.kind !== 'document') return undefined;
    const { content } = resource.representation;
    if (content.kind === 'stored') {
      const { identity } = content;
      return identity.bytes ?? (await identity.load()) ?? collect(await identity.stream(0, identity.size - 1));
    }
    const answer = await content.open('GET', {}, begun);
    if (answer === undefined || 'kind' in answer || answer.body === undefined) return undefined;
    return answer.body instanceof Uint8Array ? answer.body : collect(answer.body);
  };

async function collect(stream: ByteStream): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
