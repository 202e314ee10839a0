import { type Hit, openIndex, type SearchIndex } from '../../build/contract/search/open-index.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { ByteStream, Origin, Site } from '../origin/origin.ts';
import { matchingLine } from './matching-line.ts';

/** Reads a published file by its URL path; undefined if nothing is there. */
export type ReadFile = (path: string) => Promise<Uint8Array | undefined>;

export type FoundPage = Hit & { readonly line: string };

const most = 5;

/** Opened indexes: at the first search, once for each build. */
const indexes = memoizeByObject((_: Site): { opening?: Promise<SearchIndex> | undefined } => ({}));

/**
 * The pages that match a question best.
 *
 * @param site the snapshot of its origin: a new build is another object
 * @throws {OriginFailure} (rejects with it) if the index cannot be read
 */
export async function findPages(site: Site, question: string, read: ReadFile): Promise<FoundPage[]> {
  const index = indexes(site);
  index.opening ??= open(site, read).catch((error) => {
    index.opening = undefined;
    throw error;
  });
  const hits = (await index.opening).search(question, most);
  return Promise.all(
    hits.map(async (hit) => {
      // The matching line is optional: a document that cannot be read is no failure.
      const bytes = await read(hit.document).catch(() => undefined);
      return { ...hit, line: bytes ? matchingLine(new TextDecoder().decode(bytes), hit, question) : '' };
    }),
  );
}

async function open({ searchIndex = '' }: Site, read: ReadFile): Promise<SearchIndex> {
  const file = await read(searchIndex);
  try {
    if (file === undefined) throw new Error('it is not there');
    const stream = new Blob([file as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
    return openIndex(new Uint8Array(await new Response(stream).arrayBuffer()));
  } catch (error) {
    throw new OriginFailure('unavailable', `the search index ${searchIndex} cannot be read: ${(error as Error).message}`, {
      detail: 'The search index cannot be read.',
      retryAfter: '60',
    });
  }
}

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
