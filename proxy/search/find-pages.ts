import { sectionText, wholeSection } from '#contract/outline';
import { memoizeByObject } from '#contract/std/collections';
import { collect } from '../http/collect.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { Site } from '../origin/origin.ts';
import { type Hit, openIndex, type SearchIndex } from './open-index.ts';
import { passageOf } from './passage.ts';
import type { ReadFile } from './read-published.ts';

export interface Findings {
  /** The best first, with the lines that answer; these may be empty. */
  readonly results: readonly (Hit & { readonly passage: string })[];
  readonly omitted: number;
}

/** Results, and further sections that are read, because some may repeat others. */
const [mostResults, spareResults] = [5, 3];
/** Characters of a passage: enough to answer in the first results, enough to choose by in the rest. */
const [longPassages, longPassage, shortPassage] = [3, 1_500, 400];
/** Most bytes of the index, packed and unpacked: some 100,000 pages need as many. */
const packedLimit = 64 * 1024 * 1024;
const unpackedLimit = 256 * 1024 * 1024;
/** Most bytes of a document that is read for a passage. */
const documentLimit = 2 * 1024 * 1024;

/** Opened indexes: at the first search, once for each build. One that cannot be opened stays closed. */
const indexes = memoizeByObject((_: Site): { opening?: Promise<SearchIndex> } => ({}));

/**
 * The sections that match a question best. The same text twice, as at an alias, is one.
 *
 * @param site the snapshot of its origin: a new build is another object
 * @throws {OriginFailure} (rejects with it) if the index cannot be read
 */
export async function findSections(site: Site, question: string, read: ReadFile): Promise<Findings> {
  const { hits, worths, omitted } = (await opened(site, read)).search(question, mostResults + spareResults);
  const texts = await Promise.all(
    hits.map(async (hit) => {
      // The passage is optional: a document that cannot be read is no failure.
      const bytes = await read(hit.document, documentLimit).catch(() => undefined);
      return bytes ? sectionText(new TextDecoder().decode(bytes), hit) : '';
    }),
  );
  // The same text has other targets in a copy of its page, and headings at the beginning of that.
  const said = texts.map((text) => text.replace(/\]\([^)\s]*|^#.*\n+/gm, ''));
  const isRepeated = (at: number): boolean =>
    said.some((other, place) =>
      other === said[at] ? place < at : other !== '' && hits[place]!.url === hits[at]!.url && said[at]!.startsWith(other),
    );
  const results = hits
    .flatMap((hit, at) => (texts[at] !== '' && isRepeated(at) ? [] : { hit, text: texts[at]! }))
    .slice(0, mostResults)
    .map(({ hit, text }, at) => ({ ...hit, passage: passageOf(text, worths, at < longPassages ? longPassage : shortPassage) }));
  return { results, omitted };
}

/** The section at a fragment of a page with its inner sections; undefined if the page has no such section. */
export async function readSection(site: Site, path: string, fragment: string, read: ReadFile): Promise<string | undefined> {
  const place = (await opened(site, read)).sectionAt(path, fragment);
  const bytes = place && (await read(place.document, documentLimit));
  return bytes && wholeSection(new TextDecoder().decode(bytes), place);
}

function opened(site: Site, read: ReadFile): Promise<SearchIndex> {
  const index = indexes(site);
  index.opening ??= open(site, read);
  return index.opening;
}

async function open({ searchIndex = '' }: Site, read: ReadFile): Promise<SearchIndex> {
  try {
    const packed = await read(searchIndex, packedLimit);
    if (packed === undefined) throw new Error('it is not there');
    return openIndex(await unpackedOf(packed));
  } catch (error) {
    throw new OriginFailure('unavailable', `the search index ${searchIndex} cannot be read: ${(error as Error).message}`, {
      detail: 'The search index cannot be read.',
      retryAfter: '60',
    });
  }
}

/** The bytes of a gzip file. @throws {Error} (rejects with it) if they are more than a limit */
export async function unpackedOf(packed: Uint8Array, limit = unpackedLimit): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await collect(stream, limit);
  if (bytes === undefined) throw new Error(`unpacked, it has more than ${limit} bytes`);
  return bytes;
}
