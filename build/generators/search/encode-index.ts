import { Bytes, formatVersion, Numbers, steps } from '../../contract/search/format.ts';
import { spacedWords, termsOfWord } from '../../contract/search/terms.ts';
import { primaryOf } from '../../contract/std/words.ts';

export interface IndexedPage {
  readonly url: string;
  readonly title: string;
  /** Its language (BCP 47). */
  readonly language: string;
  /** Plain text. */
  readonly description: string;
  /** Its twin, and the parts of a long page: URL path and tokens of each. */
  readonly documents: readonly (readonly [path: string, tokens: number])[];
  /** In reading order; the first is the page itself, up to its first section. */
  readonly sections: readonly IndexedSection[];
}

export interface IndexedSection {
  /** Plain text; '' for the page itself. */
  readonly heading: string;
  readonly above: string;
  /** Its fragment in the URL of the page; '' for none. */
  readonly fragment: string;
  /** Index of the document that contains it, and its offset there in characters. */
  readonly document: number;
  readonly at: number;
  /** Plain text without subsections. */
  readonly text: string;
  /** Whether it lists or repeats what other pages say, which are the better answers. */
  readonly repeats: boolean;
}

/**
 * Weight of a term by field, usual length of the field, and length normalization (BM25F: w, avgdl, b). Usual lengths are
 * constants, not means of the site, so that a changed page does not change the weights of others.
 */
const fields = {
  title: { worth: 6, usual: 6, damping: 0.3 },
  heading: { worth: 4, usual: 4, damping: 0.3 },
  above: { worth: 1.2, usual: 10, damping: 0.3 },
  text: { worth: 1, usual: 80, damping: 0.5 },
} as const;

type Field = keyof typeof fields;

/** Weight of headings and texts that repeat other pages. */
const repeated = 0.3;

/** Saturation of repeated terms (BM25: k1). */
const saturation = 1.2;

/**
 * The index of pages: four lengths (32 bits, little-endian), a table as JSON, the sorted terms, the length of each posting
 * list, and the lists: sections as deltas, each with its weight. Weights are computed here, so that a query only adds.
 * Deterministic.
 */
export function encodeIndex(pages: Iterable<IndexedPage>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  /** As bytes from the start: as values, the rows of a large site do not fit in memory. */
  const table = new Bytes();
  table.add(encoder.encode(`{"version":${formatVersion},"pages":[`));
  const languages = new Set<string>();
  const ids = new Map<string, number>();
  const termIds = new Numbers();
  const weights = new Numbers();
  const weigh = createScale(ids);
  let section = 0;
  for (const page of pages) {
    const places = page.sections.map((each) => [each.heading, each.fragment, each.document, each.at]);
    const row = JSON.stringify([page.url, page.title, page.documents, places]);
    table.add(encoder.encode(section === 0 ? row : `,${row}`));
    languages.add(primaryOf(page.language));
    for (const part of page.sections) {
      weigh(page, part, (id, weight) => {
        termIds.add(id);
        weights.add(section * (steps + 1) + Math.max(1, Math.round((weight / (weight + saturation)) * steps)));
      });
      section++;
    }
  }
  const terms = [...ids.keys()].sort();
  const { lists, lengths } = listsOf(
    terms.map((term) => ids.get(term)!),
    termIds.all(),
    weights.all(),
  );
  table.add(encoder.encode(`],"languages":${JSON.stringify([...languages].sort())}}`));
  const segments = [table.all(), encoder.encode(terms.join('\n')), lengths, lists];
  const whole = new Bytes();
  for (const { length } of segments) for (const shift of [0, 8, 16, 24]) whole.addByte((length >>> shift) & 255);
  for (const segment of segments) whole.add(segment);
  return whole.all();
}

/**
 * Makes a function that weighs the terms of a section. Words are looked up, because most occur thousands of times.
 *
 * @param ids numbers of terms, to be completed
 */
function createScale(ids: Map<string, number>) {
  const known = new Map<string, readonly number[]>();
  const sums: number[] = [];
  const idOf = (term: string): number => {
    const id = ids.get(term) ?? ids.size;
    if (id === ids.size) {
      ids.set(term, id);
      sums.push(0);
    }
    return id;
  };
  const idsOf = (word: string): readonly number[] => {
    let found = known.get(word);
    if (found === undefined) {
      // A copy: a slice of a text keeps all of it in memory.
      const own = structuredClone(word);
      found = termsOfWord(own).map(({ term }) => idOf(term));
      known.set(own, found);
    }
    return found;
  };
  return (page: IndexedPage, part: IndexedSection, take: (id: number, weight: number) => void): void => {
    const isPage = part === page.sections[0];
    const seen: number[] = [];
    const add = (field: Field, text: string): void => {
      const { worth, usual, damping } = fields[field];
      const all = spacedWords(text).map(idsOf);
      const length = all.reduce((sum, { length }) => sum + length, 0);
      const each = ((part.repeats && field !== 'title' ? repeated : 1) * worth) / (1 - damping + (damping * length) / usual);
      for (const ofWord of all)
        for (const id of ofWord) {
          if (sums[id] === 0) seen.push(id);
          sums[id]! += each;
        }
    };
    if (isPage) add('title', `${page.title} ${wordsOfUrl(page.url)}`);
    add('heading', part.heading);
    add('above', isPage ? page.description : part.above);
    add('text', part.text);
    for (const id of seen) {
      take(id, sums[id]!);
      sums[id] = 0;
    }
  };
}

const wordsOfUrl = (url: string): string => decodeURI(url).replace(/\.html?$|\bindex\b/g, ' ');

/** The posting lists of the terms in order, by counting sort: postings arrive in the order of the sections. */
function listsOf(
  order: readonly number[],
  termIds: Uint32Array,
  weights: Uint32Array,
): { lists: Uint8Array; lengths: Uint8Array } {
  const ends = new Uint32Array(order.length);
  for (const id of termIds) ends[id]!++;
  for (let id = 1; id < ends.length; id++) ends[id]! += ends[id - 1]!;
  const starts = Uint32Array.from(ends, (_, id) => (id === 0 ? 0 : ends[id - 1]!));
  const next = starts.slice();
  const byTerm = new Uint32Array(weights.length);
  for (let at = 0; at < termIds.length; at++) byTerm[next[termIds[at]!]!++] = weights[at]!;
  const lists = new Bytes();
  const lengths = new Bytes();
  for (const id of order) {
    const before = lists.length;
    let last = 0;
    for (const value of byTerm.subarray(starts[id], ends[id])) {
      const section = Math.floor(value / (steps + 1));
      lists.addNumber(section - last);
      lists.addByte(value % (steps + 1));
      last = section;
    }
    lengths.addNumber(lists.length - before);
  }
  return { lists: lists.all(), lengths: lengths.all() };
}
