import { createNumberReader, Numbers } from '#contract/search/format';

/** The terms of an index by number, in alphabetical order, each with the sections that have it. */
export interface IndexTerms {
  find(term: string): number | undefined;
  beginningWith(start: string): number[];
  /** Bytes of the postings of a term: about how many sections have it. */
  lengthOf(term: number): number;
  /** At most so many postings of a term: numbers of sections and weights alternate. */
  postingsOf(term: number, most: number): number[];
}

/** Prefix matches for a term that the index lacks, at most. */
const mostForms = 16;

/**
 * Reads the terms of an index.
 *
 * @param text the terms, one a line
 * @param lengths of their postings in bytes, as numbers of the format
 * @param postings of all terms
 */
export function readTerms(text: string, lengths: Uint8Array, postings: Uint8Array): IndexTerms {
  const { starts, places } = placesOf(text, lengths);
  const count = places.length - 1;
  return {
    find(term) {
      const at = lowerBound(term);
      return termAt(at) === term ? at : undefined;
    },
    beginningWith(start) {
      const forms: number[] = [];
      for (let at = lowerBound(start); forms.length < mostForms && termAt(at)?.startsWith(start); at++) forms.push(at);
      return forms;
    },
    lengthOf: (term) => places[term + 1]! - places[term]!,
    postingsOf(term, most) {
      const list: number[] = [];
      const reader = createNumberReader(postings, places[term]!);
      let section = 0;
      while (reader.at < places[term + 1]! && list.length < 2 * most) {
        section += reader.next();
        list.push(section, postings[reader.at++]!);
      }
      return list;
    },
  };

  function termAt(at: number): string | undefined {
    return at < count ? text.slice(starts[at]!, starts[at + 1]! - 1) : undefined;
  }

  function lowerBound(term: string): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (termAt(middle)! < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Offsets of the terms, and of their postings. */
function placesOf(text: string, lengths: Uint8Array): { starts: Uint32Array; places: Uint32Array } {
  const starts = new Numbers();
  const places = new Numbers();
  const reader = createNumberReader(lengths);
  let [start, place] = [0, 0];
  while (reader.at < lengths.length) {
    starts.add(start);
    places.add(place);
    start = text.indexOf('\n', start) + 1 || text.length + 1;
    place += reader.next();
  }
  starts.add(start);
  places.add(place);
  return { starts: starts.all().slice(), places: places.all().slice() };
}
