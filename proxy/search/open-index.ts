import { formatVersion, steps } from '#contract/search/format';
import { mostTerms, stopTermsOf } from '#contract/search/question';
import { termsOf } from '#contract/search/terms';
import { readTerms } from './read-terms.ts';

/** A section found, or the beginning of a page. */
export interface Hit {
  readonly url: string;
  readonly title: string;
  /** '' for the page itself. */
  readonly heading: string;
  readonly fragment: string;
  /** The document with the section: a part, or the twin. */
  readonly document: string;
  readonly tokens: number;
  /** Its range in the document, in characters, without inner sections. */
  readonly from: number;
  readonly to: number | undefined;
}

export interface Found {
  /** The best first. */
  readonly hits: readonly Hit[];
  /** The terms that were looked for, or the beginnings of words that stand for one, with their worth. */
  readonly worths: ReadonlyMap<string, number>;
  /** Number of other terms of the question, which are too many. */
  readonly omitted: number;
}

export interface SearchIndex {
  /** The sections that match a question best: at most two of a page. */
  search(question: string, most: number): Found;
  /** The section at a fragment of a page, by the path of the page or of one of its documents. */
  sectionAt(path: string, fragment: string): Hit | undefined;
}

type Section = readonly [heading: string, fragment: string, document: number, at: number];
type Row = readonly [
  url: string,
  title: string,
  documents: readonly (readonly [path: string, tokens: number])[],
  sections: readonly Section[],
];

type Table = { readonly version: number; readonly pages: readonly Row[]; readonly languages: readonly string[] };

/** Postings read for one question, some milliseconds: of a word that nearly every section has, only the first are looked at. */
const mostPostings = 20_000;

/** Shortest beginning that a misspelt word is found by, in characters, which is more than half of it. */
const shortestBeginning = 5;

/** Other terms of a question beside which stop words do not score: they are what `for loop` asks for. */
const fewestOthers = 2;

/** Weight of the best section of a page beside the page as a whole: a very long page has every word somewhere. */
const sectionWorth = 3;

/** Weight of pages that say what changed, not what is. */
const newsWorth = 0.75;
const newsName = /\b(?:change-?logs?|changes|release-?notes?|release-?log|releases?|relnotes?|what-?s-?new|news|history)\b/;

/**
 * Opens an index that the build wrote.
 *
 * @param postings most that are read for a question
 * @throws {Error} with one line, if it is something else
 */
export function openIndex(file: Uint8Array, postings = mostPostings): SearchIndex {
  const [tables, texts, lengths, lists] = segmentsOf(file) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
  const decoder = new TextDecoder();
  const { version, pages, languages } = JSON.parse(decoder.decode(tables)) as Table;
  if (version !== formatVersion) throw new Error(`the search index has version ${version}, not ${formatVersion}`);
  const terms = readTerms(decoder.decode(texts), lengths, lists);
  const isStop = stopTermsOf(languages);
  const count = pages.reduce((sum, [, , , sections]) => sum + sections.length, 0);
  const pageOf = new Uint32Array(count);
  const firstOf = new Uint32Array(pages.length + 1);
  let next = 0;
  for (const [at, [, , , sections]] of pages.entries()) {
    firstOf[at] = next;
    pageOf.fill(at, next, next + sections.length);
    next += sections.length;
  }
  firstOf[pages.length] = count;
  const factorOf = pages.map(([url, title]) => (newsName.test(`${url} ${title}`.toLowerCase()) ? newsWorth : 1));

  return { search, sectionAt };

  function sectionAt(path: string, fragment: string): Hit | undefined {
    const row = pages.find(([url, , documents]) => url === path || documents.some(([document]) => document === path));
    const at = row?.[3].findIndex(([, own]) => own === fragment) ?? -1;
    return row && at >= 0 ? hitOf(row, at) : undefined;
  }

  function search(question: string, most: number): Found {
    const sections = new Float32Array(count);
    const ofPages = new Float32Array(pages.length);
    const worths = new Map<string, number>();
    const all = wanted(question);
    let left = postings;
    for (const { forms, weight, start } of all.slice(0, mostTerms)) {
      const found = forms.map((form) => {
        const list = terms.postingsOf(form, left);
        left -= list.length / 2;
        return list;
      });
      const frequency = found.reduce((sum, list) => sum + list.length / 2, 0);
      const worth = (weight * Math.log(1 + count / (frequency + 0.5))) / steps;
      for (const list of found) add(list, worth);
      worths.set(start, worth);
    }
    return { hits: best(sections, ofPages, most), worths, omitted: Math.max(0, all.length - mostTerms) };

    function add(list: readonly number[], worth: number): void {
      let page = -1;
      let most = 0;
      for (let at = 0; at < list.length; at += 2) {
        const section = list[at]!;
        const score = worth * list[at + 1]!;
        sections[section]! += score;
        if (pageOf[section] !== page) most = 0;
        page = pageOf[section]!;
        if (score > most) {
          ofPages[page]! += score - most;
          most = score;
        }
      }
    }
  }

  /**
   * The terms of a question, the rarest first, each with its prefix matches; without any, the matches of its longest beginning that
   * has some.
   */
  function wanted(question: string): { start: string; forms: readonly number[]; weight: number }[] {
    const weights = new Map<string, number>();
    for (const { term, isPiece } of termsOf(question)) weights.set(term, Math.max(weights.get(term) ?? 0, isPiece ? 0.5 : 1));
    const found = [...weights].map(([term, weight]) => {
      const exact = terms.find(term);
      if (exact !== undefined) return { term, start: term, forms: [exact], weight };
      const least = Math.max(shortestBeginning, (term.length >> 1) + 1);
      let { length } = term;
      let forms = length > 2 ? terms.beginningWith(term) : [];
      while (forms.length === 0 && --length >= least) forms = terms.beginningWith(term.slice(0, length));
      return { term, start: term.slice(0, length), forms, weight: 0.7 * weight };
    });
    const known = found.filter(({ forms }) => forms.length > 0);
    const others = known.filter(({ term }) => !isStop(term));
    return (others.length < fewestOthers ? known : others)
      .map((each) => ({ ...each, length: each.forms.reduce((sum, form) => sum + terms.lengthOf(form), 0) }))
      .sort((a, b) => a.length - b.length);
  }

  function best(sections: Float32Array, ofPages: Float32Array, most: number): Hit[] {
    const found: { page: number; section: number; score: number }[] = [];
    for (let page = 0; page < ofPages.length; page++) {
      if (ofPages[page] === 0) continue;
      let [first, second] = [firstOf[page]!, -1];
      for (let at = first + 1; at < firstOf[page + 1]!; at++)
        if (sections[at]! > sections[first]!) [first, second] = [at, first];
        else if (second === -1 || sections[at]! > sections[second]!) second = at;
      for (const section of second === -1 || sections[second] === 0 ? [first] : [first, second]) {
        const score = factorOf[page]! * (ofPages[page]! + sectionWorth * sections[section]!);
        // Of equal scores the earlier page precedes.
        const place = found.findIndex((other) => other.score < score);
        if (place !== -1) found.splice(place, 0, { page, section, score });
        else if (found.length < most) found.push({ page, section, score });
        if (found.length > most) found.pop();
      }
    }
    return found.map(({ page, section }) => hitOf(pages[page]!, section - firstOf[page]!));
  }
}

function hitOf([url, title, documents, sections]: Row, at: number): Hit {
  const [heading, fragment, document, from] = sections[at]!;
  const [path, tokens] = documents[document]!;
  const next = sections[at + 1];
  const to = next?.[2] === document && next[3] > from ? next[3] : undefined;
  return { url, title, heading, fragment, document: path, tokens, from, to };
}

/** The lengths of four segments, and the segments. */
function segmentsOf(file: Uint8Array): Uint8Array[] {
  const heads = [0, 4, 8, 12];
  let at = 4 * heads.length;
  if (file.length < at) throw new Error('the search index is cut');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const lengths = heads.map((place) => view.getUint32(place, true));
  const whole = lengths.reduce((sum, length) => sum + length, at);
  if (file.length !== whole) throw new Error(`the search index has ${file.length} bytes, not the ${whole} that it states`);
  return lengths.map((length) => {
    at += length;
    return file.subarray(at - length, at);
  });
}
