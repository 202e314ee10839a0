import { parseUrl } from '../../contract/std/parse-url.ts';
import { surfaces } from '../../contract/surfaces.ts';
import { tokensOf } from '../../generators/tokens.ts';
import { createFinder, wordSet } from './bare.ts';
import type { Question } from './question.ts';

/** What a reader may ask for: one form of the documents of a site. */
export interface Library {
  readonly siteUrl: string;
  /** The document that answers at a URL; undefined if none does. */
  readonly placeOf: (url: string) => string | undefined;
  readonly textAt: (place: string) => string;
}

/** A document as a reader gets it. */
export interface ShownDocument {
  readonly text: string;
  readonly links: readonly SeenLink[];
  /** Offset at which a sentence ends. */
  readonly endOf: (answer: string) => number | undefined;
}

interface SeenLink {
  readonly place: string;
  /** Offset at which it ends. */
  readonly end: number;
  readonly words: ReadonlySet<string>;
  /** Its text, and all that it is known by, each word with a space before and after it. */
  readonly label: string;
  readonly phrase: string;
}

/** What it took to find an answer. */
export interface Found {
  /** Documents asked for. */
  readonly requests: number;
  /** Tokens up to the links that were taken and up to the answer; all of a document that led nowhere. */
  readonly tokens: number;
  /** Tokens of these documents as they were received. */
  readonly received: number;
}

/** Returns a function that reads documents as tools show them: cut after some characters, and nobody is told. */
export function createReader(library: Library, cut: number): (place: string) => ShownDocument {
  const known = new Map<string, ShownDocument>();
  return (place) => {
    let reading = known.get(place);
    if (!reading) {
      const text = library.textAt(place).slice(0, cut);
      reading = { text, links: linksOf(text, place, library), endOf: createFinder(text) };
      // Readings of a large site would fill the memory.
      if (known.size > 1_000) known.clear();
      known.set(place, reading);
    }
    return reading;
  };
}

/** A link is known by its text and its URL, in Markdown by its line if it is alone in it; a part by the page that it is of, too. */
function linksOf(text: string, place: string, { siteUrl, placeOf }: Library): SeenLink[] {
  const links: SeenLink[] = [];
  let from = 0;
  const [context = ''] = /^# .*(?:\n\n> Part of .*?\)\.)?/m.exec(text) ?? [];
  const parts = place.includes('.parts/') ? place.replace(/[^/]*$/, '') : place.replace(/\.md$/, '.parts/');
  for (const line of /^\s*</.test(text) ? [text] : text.split('\n')) {
    const matches = [...line.matchAll(link)];
    for (const { 0: whole, index, groups } of matches) {
      const url = groups!.a ?? groups!.b ?? groups!.c ?? '';
      const found = parseUrl(url, siteUrl + place);
      const target = found && placeOf(found.href);
      if (target === undefined) continue;
      const around = target.startsWith(parts) ? context : '';
      const seen = `${around} ${matches.length === 1 ? line : whole}`.replace(/https?:\/\/[^/\s]+|<[^a][^>]*>/g, ' ');
      const label = groups!.text ?? (groups!.b === undefined ? '' : whole.replace(/<[^>]*>/g, ' '));
      links.push({
        place: target,
        end: from + index + whole.length,
        words: wordSet(seen),
        label: phraseOf(label),
        phrase: phraseOf(seen),
      });
    }
    from += line.length + 1;
  }
  return links;
}

const phraseOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_.]+/gu)
      ?.join(' ') ?? ''
  } `;

const link =
  /\[(?<text>(?:[^\]\\]|\\.)*)\]\(<?(?<a>[^\s)>]+)[^)]*\)|<a\s[^>]*?href="(?<b>[^"]*)"[^>]*>.*?<\/a>|<?(?<c>https?:\/\/[^\s>"]*[^\s>"?.;])/gis;

const indexes: readonly string[] = [surfaces.getLlmsTxt.path, surfaces.getSitemapMd.path];
/** A reader that has seen no index turns to one where no link shares this much of the weight of its question. */
const hope = 0.25;

/**
 * Looks for an answer from one document on, best first: of all links seen it asks for the one whose words share most weight
 * with the question; the words of the title count again if they stand there as it has them, and once more if they are all that
 * the link says.
 *
 * @param follows which links it takes; default all
 */
export function seek(
  { title, words, weight, answer }: Question,
  start: string,
  read: (place: string) => ShownDocument,
  { requests = 6, follows = () => true }: { requests?: number; follows?: (place: string) => boolean } = {},
): Found | undefined {
  const titlePhrase = phraseOf(title);
  const titleWeight = [...wordSet(title)].reduce((sum, word) => sum + (words.get(word) ?? 0), 0);
  const open = new Map<string, { score: number; from?: string; end: number }>([[start, { score: 0, end: 0 }]]);
  /** How far each document was read. */
  const readTo = new Map<string, number>();
  for (let request = 1; request <= requests && open.size > 0; request++) {
    const [place, { from, end: linkEnd }] = [...open].reduce((best, each) => (each[1].score > best[1].score ? each : best));
    open.delete(place);
    if (from !== undefined) readTo.set(from, Math.max(linkEnd, readTo.get(from)!));
    const { links, endOf } = read(place);
    const end = endOf(answer);
    readTo.set(place, end ?? 0);
    if (end !== undefined) return foundIn(readTo, request, read);
    for (const link of links) {
      if (readTo.has(link.place) || !follows(link.place)) continue;
      let score = indexes.includes(link.place) && !indexes.some((index) => readTo.has(index)) ? weight * hope : 0;
      for (const [word, worth] of words) if (link.words.has(word)) score += worth;
      if (link.phrase.includes(titlePhrase)) score += titleWeight;
      if (link.label === titlePhrase) score += titleWeight;
      if (score > (open.get(link.place)?.score ?? -1)) open.set(link.place, { score, from: place, end: link.end });
    }
  }
  return undefined;
}

function foundIn(readTo: ReadonlyMap<string, number>, requests: number, read: (place: string) => ShownDocument): Found {
  let [tokens, received] = [0, 0];
  for (const [place, end] of readTo) {
    const { text } = read(place);
    const whole = tokensOf(text);
    tokens += end === 0 ? whole : tokensOf(text.slice(0, end));
    received += whole;
  }
  return { requests, tokens, received };
}
