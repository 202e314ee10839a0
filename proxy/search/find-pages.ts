import { type Hit, openIndex, type SearchIndex } from '#contract/search/open-index';
import { memoizeByObject } from '#contract/std/collections';
import { OriginFailure } from '../origin/failure.ts';
import type { Site } from '../origin/origin.ts';
import { matchingLine } from './matching-line.ts';
import { collect, type ReadFile } from './read-published.ts';

export type FoundPage = Hit & { readonly line: string };

const mostResults = 5;
/** Most bytes of the index, packed and unpacked: that of some 100,000 pages. */
const indexLimit = 64 * 1024 * 1024;
const unpackedLimit = 256 * 1024 * 1024;
/** Most bytes of a document that is read for a line of it. */
const documentLimit = 2 * 1024 * 1024;

/** Opened indexes: at the first search, once for each build. One that cannot be opened stays closed. */
const indexes = memoizeByObject((_: Site): { opening?: Promise<SearchIndex> } => ({}));

/**
 * The pages that match a question best.
 *
 * @param site the snapshot of its origin: a new build is another object
 * @throws {OriginFailure} (rejects with it) if the index cannot be read
 */
export async function findPages(site: Site, question: string, read: ReadFile): Promise<FoundPage[]> {
  const index = indexes(site);
  index.opening ??= open(site, read);
  const hits = (await index.opening).search(question, mostResults);
  return Promise.all(
    hits.map(async (hit) => {
      // The matching line is optional: a document that cannot be read is no failure.
      const bytes = await read(hit.document, documentLimit).catch(() => undefined);
      return { ...hit, line: bytes ? matchingLine(new TextDecoder().decode(bytes), hit, question) : '' };
    }),
  );
}

async function open({ searchIndex = '' }: Site, read: ReadFile): Promise<SearchIndex> {
  try {
    const file = await read(searchIndex, indexLimit);
    if (file === undefined) throw new Error('it is not there');
    const stream = new Blob([file as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
    return openIndex(await collect(stream, unpackedLimit, searchIndex));
  } catch (error) {
    throw new OriginFailure('unavailable', `the search index ${searchIndex} cannot be read: ${(error as Error).message}`, {
      detail: 'The search index cannot be read.',
      retryAfter: '60',
    });
  }
}
