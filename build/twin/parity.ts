import type { Parity } from '../contract/manifest.ts';
import { type Counts, countsOf } from '../contract/std/collections.ts';
import { addressOf, stemOf } from './address.ts';
import { type Block, type Facts, wordsIn } from './facts.ts';
import { markdownFacts } from './markdown-facts.ts';
import { pageFacts } from './page-facts.ts';
import { resolveReferences } from './page-reference.ts';
import type { Reading } from './reading.ts';

export interface ParityContext {
  /** Absolute URL of the page. */
  readonly pageUrl: string;
  /** Origin of its site. */
  readonly siteUrl: string;
  /** A key that equivalent URLs share. */
  readonly urlKey?: (url: string) => string;
}

type Loss = NonNullable<Parity['lost']>;

/** Share of a page above which hidden text counts as lost: a script shows it. */
const mostHidden = 0.5;

/**
 * Compares what was read of a page with its twin, parsed by an independent CommonMark + GFM renderer: words in their order,
 * headings with their level, targets of links, lines of code. What is left out on purpose is not lost.
 *
 * @param markdown the twin with heading; page references (`page-reference.ts`) are links to the site
 */
export function parityOf(reading: Reading, markdown: string, context: ParityContext): Parity {
  const urlOf = urlsOf(context);
  const page = pageFacts(reading, urlOf);
  const twin = markdownFacts(
    resolveReferences(markdown, (path) => context.siteUrl + path),
    urlOf,
  );
  const hidden = lengthOf(page.hidden);
  const kept = lengthOf(page.blocks.map(({ text }) => text));
  const longest = page.hidden.reduce((one, other) => (other.length > one.length ? other : one), '');
  const shown = kept / Math.max(1, hidden + kept);
  if (hidden > 0 && 1 - shown > mostHidden) return { ratio: shown, lost: { fact: 'hidden text', first: longest } };
  const words = wordLosses(page.blocks, twin.blocks);
  const images = new Set(twin.images.flat());
  const losses: Loss[] = [
    ...lostHeadings(page.headings, twin.headings).map((first) => ({ fact: 'heading', first })),
    ...without(page.code, twin.code).map((first) => ({ fact: 'code line', first })),
    ...words.losses,
    ...[...page.links].filter((url) => !twin.links.has(url)).map((first) => ({ fact: 'link', first })),
    ...page.images.filter((urls) => !urls.some((url) => images.has(url))).map(([first]) => ({ fact: 'image', first: first! })),
  ];
  const [lost] = losses;
  if (!lost) return { ratio: 1 };
  const share =
    1 -
    words.lost /
      Math.max(
        1,
        page.blocks.reduce((sum, block) => sum + block.words.length, 0),
      );
  return {
    ratio: Math.max(0, 1 - losses.length / Math.max(losses.length, sizeOf(page))),
    ...(share < 1 && { words: share }),
    lost,
  };
}

const sizeOf = ({ blocks, links, images }: Facts): number => blocks.length + links.size + images.length;

const lettersOf = (heading: string): string => wordsIn(heading).join('');

const levelOf = (heading: string): string => /^#+/.exec(heading)![0];

const headingKey = (heading: string): string => levelOf(heading) + lettersOf(heading);

/** Headings of a page that its twin lacks. */
function lostHeadings(page: readonly string[], twin: readonly string[]): string[] {
  if (page.join('\n') === twin.join('\n')) return [];
  const lost = without(page, twin, headingKey);
  // A picture in a heading is words in the twin: its label, its alternative text.
  const longer = lost.length > 0 ? without(twin, page, headingKey).map(headingKey) : [];
  // A heading that names the page is its title, whatever its level.
  const isTitle = (heading: string): boolean => lettersOf(heading) === lettersOf(twin[0] ?? '');
  const isWithin = (heading: string): boolean =>
    longer.some((other) => levelOf(other) === levelOf(heading) && other.includes(lettersOf(heading)));
  return lost.filter((heading) => !isTitle(heading) && !isWithin(heading));
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

function without<One>(page: readonly One[], twin: readonly One[], key: (one: One) => unknown = (one) => one): One[] {
  const left = countsOf(twin.map(key));
  return page.filter((one) => {
    const times = left.get(key(one)) ?? 0;
    left.set(key(one), times - 1);
    return times <= 0;
  });
}

/** Characters, all texts together, that are searched for texts that are not where they are expected. */
const mostSearched = 50_000_000;

/** Characters behind the last found text in which the next one is looked for. */
const longestReach = 20_000;

/**
 * Where each text stands in the letters of a twin, in order; undefined for one that is not between its neighbours.
 *
 * @param hasPlace whether a text stands in one place: prose; the others are looked for between these
 */
function placesOf(texts: readonly string[], hasPlace: (index: number) => boolean, all: string): (number | undefined)[] {
  const places: (number | undefined)[] = texts.map(() => undefined);
  const look = (index: number, from: number, to: number): number => {
    const letters = texts[index]!;
    const found = all.startsWith(letters, from)
      ? 0
      : all.slice(from, Math.min(to, from + longestReach + letters.length)).indexOf(letters);
    if (found < 0 || from + found + letters.length > to) return from;
    places[index] = from + found;
    return from + found + letters.length;
  };
  let at = 0;
  for (const index of texts.keys()) if (hasPlace(index)) at = look(index, at, all.length);
  /** For each text, where the next one of which the place is known begins. */
  const limits: number[] = [];
  let limit = all.length;
  for (let index = texts.length - 1; index >= 0; index--) {
    limits[index] = limit;
    limit = places[index] ?? limit;
  }
  at = 0;
  for (const [index, { length }] of texts.entries())
    at = places[index] === undefined ? (hasPlace(index) ? at : look(index, at, limits[index]!)) : places[index]! + length;
  return places;
}

/**
 * The words of the blocks of a page that its twin lacks, and the blocks of prose that stand elsewhere. Compared by letters, so that
 * it does not matter where words and lines are parted.
 */
function wordLosses(page: readonly Block[], twin: readonly Block[]): { readonly losses: Loss[]; readonly lost: number } {
  if (textOf(page) === textOf(twin) || signsOf(page) === signsOf(twin)) return { losses: [], lost: 0 };
  const all = twin.map(({ words }) => words.join('')).join('');
  const texts = page.map(({ words }) => words.join(''));
  const places = placesOf(texts, (index) => page[index]!.isProse, all);
  const missing = page.filter((_, index) => places[index] === undefined);
  if (missing.length === 0) return { losses: [], lost: 0 };
  /** The parts of the twin that no block of the page has taken. */
  const rest: string[] = [];
  let at = 0;
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue;
    if (place > at) rest.push(all.slice(at, place));
    at = place + texts[index]!.length;
  }
  rest.push(all.slice(at));
  let left = rest.join('\n');
  let budget = mostSearched;
  const losses: Loss[] = [];
  const counts = lackOf(page, twin);
  const lackedIn = (words: readonly string[]): string[] =>
    words.filter((word) => {
      const lacking = counts.get(word) ?? 0;
      if (lacking > 0) counts.set(word, lacking - 1);
      return lacking > 0;
    });
  let lost = 0;
  const report = (block: Block): void => {
    const gone = lackedIn(block.words);
    lost += gone.length;
    if (gone.length === block.words.length) losses.push({ fact: 'text', first: block.text });
    else if (gone.length > 0) losses.push({ fact: 'words', first: gone.join(' '), within: block.text });
  };
  for (const block of missing) {
    const before = losses.length;
    report(block);
    const letters = block.words.join('');
    budget -= left.length;
    const found = losses.length === before && budget > 0 ? left.indexOf(letters) : -1;
    if (found < 0) continue;
    left = `${left.slice(0, found)}\n${left.slice(found + letters.length)}`;
    if (block.isProse) losses.push({ fact: 'order', first: block.text });
  }
  // A text may have been found in another that has it: what is lacking then is a word of a third.
  if (counts.size > 0) for (const block of page) report(block);
  return { losses, lost };
}

const textOf = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join(' ');

/** All that the blocks say, without white space. */
const signsOf = (blocks: readonly Block[]): string => textOf(blocks).replaceAll(' ', '');

/** How often a twin lacks each word of a page, but for words that it parts or joins. */
function lackOf(page: readonly Block[], twin: readonly Block[]): Map<string, number> {
  const counts: Counts = countsOf(page.flatMap(({ words }) => words));
  for (const { words } of twin) for (const word of words) counts.set(word, (counts.get(word) ?? 0) - 1);
  const more = new Set([...counts].flatMap(([word, count]) => (count < 0 ? [word] : [])));
  const isParted = (word: string): boolean =>
    word.length <= longestParted &&
    [...word].some((_, at) => more.has(word.slice(0, at)) && (more.has(word.slice(at)) || at > 1));
  const joined = [...more].filter(({ length }) => length <= longestParted).join(' ');
  return new Map([...counts].filter(([word, count]) => count > 0 && !isParted(word) && !joined.includes(word)));
}

/** Longest word that is looked for in parts, in letters. */
const longestParted = 200;

/** Normalizes URLs: absolute, percent-decoded. */
function urlsOf({ pageUrl, urlKey = (url) => url }: ParityContext): (href: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const [own = ''] = pageUrl.split('#');
  const stem = stemOf(own);
  return (href) => {
    if (!known.has(href)) {
      const address = addressOf(href, pageUrl);
      const [page = '', id] = address?.split(/#(.*)/s, 2) ?? [];
      // A page may be written in several ways, also by itself.
      const whole = page.startsWith(stem) && stemOf(page) === stem ? own + (id ? `#${id}` : '') : address;
      const url = whole && urlKey(decoded(whole));
      known.set(href, url);
      // The twin has the address itself.
      if (address !== undefined) known.set(address, url);
    }
    return known.get(href);
  };
}

const decoded = (url: string): string =>
  url.includes('%')
    ? url.replace(/(?:%[\da-f]{2})+/gi, (bytes) =>
        Buffer.from(bytes.replaceAll('%', ''), 'hex').toString().replaceAll('\uFFFD', ''),
      )
    : url;
