import { type Hit, openIndex, type SearchIndex } from '../../build/contract/search/open-index.ts';
import { termsOf } from '../../build/contract/search/terms.ts';
import { memoizeByObject } from '../../build/contract/std/collections.ts';
import { OriginFailure } from '../origin/failure.ts';
import type { ByteStream, Origin, Site } from '../origin/origin.ts';

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

/** Longest line of an answer, in characters. */
const longest = 200;

/** It repeats the title and the description of the result. */
const frontMatter = /^---\n[\s\S]*?\n---\n/;

/**
 * The line of a section with most words of a question, cut around them; '' for an empty section. A section without an end, such
 * as the beginning of a page whose sections are in parts, ends at the next heading.
 */
function matchingLine(document: string, { from, to }: Pick<Hit, 'from' | 'to'>, question: string): string {
  // Terms are stemmed, perhaps one letter longer than the word in the text.
  const needles = termsOf(question).map(({ term }) => (term.length > 4 ? term.slice(0, -1) : term));
  let best = { line: '', score: -1, at: 0 };
  let isCode = false;
  for (const [at, raw] of document.slice(from, to).replace(frontMatter, '').trimStart().split('\n').entries()) {
    if (/^\s*(?:`{3}|~{3})/.test(raw)) isCode = !isCode;
    if (to === undefined && at > 0 && !isCode && /^#{1,6} /.test(raw)) break;
    if (/^\s*(?:#|`{3}|~{3}|---|> |[|\s:-]*$)/.test(raw)) continue;
    const line = plainLine(raw);
    const lower = line.toLowerCase();
    const places = needles.map((needle) => lower.indexOf(needle)).filter((at) => at >= 0);
    // Prose precedes code with the same words.
    const score = places.length - (isCode ? 0.5 : 0);
    if (line !== '' && score > best.score) best = { line, score, at: Math.min(...places, line.length) };
  }
  return cut(best.line, best.at);
}

/** Removes targets of links, marks of emphasis, cells and lists. */
const plainLine = (line: string): string =>
  line
    .slice(0, 4_000)
    .replace(/!?\[([^\]]*)\]\([^)\s]*(?: "[^"]*")?\)/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/^\s*(?:[-*+]|\d+[.)]) +|\*\*|`/g, '')
    .replace(/\s*\|\s*/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .trim();

/** Cuts a line shortly before a position, at the boundary of a word if one is near: some scripts put no spaces between words. */
function cut(line: string, at: number): string {
  if (line.length <= longest) return line;
  const near = (place: number): number => {
    const space = line.lastIndexOf(' ', place);
    return space < place - longest / 4 ? place : space + 1;
  };
  const from = at === line.length || at < longest / 2 ? 0 : near(at - longest / 4);
  const to = from + longest >= line.length ? line.length : near(from + longest);
  const text = line
    .slice(from, to)
    .replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
    .trimEnd();
  return `${from > 0 ? '…' : ''}${text}${to < line.length ? '…' : ''}`;
}
