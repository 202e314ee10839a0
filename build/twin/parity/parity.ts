import type { Parity } from '../../contract/manifest.ts';
import { addressOf } from '../address.ts';
import type { Frame } from '../frame.ts';
import { resolveReferences } from '../page-reference.ts';
import { nameOfPage } from '../page-title.ts';
import { type Counts, count, type Facts } from './facts.ts';
import { pageFacts, type ReadPageFacts } from './page-facts.ts';
import { twinFacts } from './twin-facts.ts';

export interface ParityContext {
  /** Absolute URL of the page. */
  readonly pageUrl: string;
  /** Origin of its site. */
  readonly siteUrl: string;
  /** What two URLs that mean the same have in common. */
  readonly urlKey?: (url: string) => string;
  /** What many pages of the site have. */
  readonly frame?: Frame | undefined;
  /** Elements of the page that many pages of the site have. */
  readonly repeated?: ReadonlySet<Element>;
  /** Whether words that the page does not have are no fault of the twin. */
  readonly mayAdd?: boolean;
}

/**
 * Compares a page with its twin, as a CommonMark + GFM renderer that has no part in conversion reads it back. Both are
 * multisets of facts; what differs is compared again with the tolerance that its kind allows.
 *
 * @param root what is measured: the content of the page, or more of it
 * @param markdown its twin, heading included; page references (`page-reference.ts`) are links to the site
 */
export function parityOf(root: Element, markdown: string, context: ParityContext): Parity {
  const shares = lossesOf(root, markdown, context).map(({ fact, lost, all }) => ({
    fact,
    ratio: lost.length === 0 ? 1 : Math.max(0, 1 - lost.length / all()),
    first: lost[0],
  }));
  const words = shares.find(({ fact }) => fact === wordsFact)!.ratio;
  const { ratio, fact, first } = shares.reduce((worst, share) => (share.ratio < worst.ratio ? share : worst));
  return { ratio, ...(words < 1 && { words }), ...(first !== undefined && { lost: { fact, first } }) };
}

const wordsFact = 'words';

/** What is missing of one kind of fact, each as often as it is missing, and how many facts of it there are. */
interface Losses {
  readonly fact: string;
  readonly lost: readonly string[];
  readonly all: () => number;
}

export function lossesOf(root: Element, markdown: string, context: ParityContext): readonly Losses[] {
  const urlOf = urlsOf(context);
  const page = pageFacts(root, urlOf, context.frame, context.repeated);
  const twin = twinFacts(
    resolveReferences(markdown, (path) => context.siteUrl + path),
    urlOf,
  );
  const { facts } = page;
  const { lost: words, added, excused } = wordLosses(page, root, twin, context.frame?.names);
  // The title and the icon of an alert are said by its mark.
  const marks = new Set(twin.marks.map(normal).filter(Boolean));
  // The first heading of a page without an H1 is the twin's H1.
  const title = wordsIn([...twin.headings.keys()][0] ?? '').join('');
  const unsaid = (fact: string): boolean => !marks.has(wordsIn(fact.replace(/ → .*/, '')).join(''));
  return [
    { fact: wordsFact, lost: words, all: () => sizeOf(wordsOf(facts.texts)) },
    { fact: 'text', lost: blocksOf(facts.texts, twin.texts, words, excused), all: () => Math.min(sizeOf(facts.texts), stretch) },
    { fact: 'code line', lost: difference(facts.code, twin.code)[0], all: () => Math.min(sizeOf(facts.code), stretch) },
    { fact: 'link', lost: linkLosses(facts, twin), all: () => Math.min(sizeOf(facts.links), stretch) },
    { fact: 'image', lost: imageLosses(facts, twin).filter(unsaid), all: () => Math.min(facts.images.length, stretch) },
    {
      fact: 'heading',
      lost: tolerantLosses(facts.headings, twin.headings).filter((fact) => unsaid(fact) && wordsIn(fact).join('') !== title),
      all: () => Math.min(sizeOf(facts.headings), stretch),
    },
    { fact: 'table cell', lost: tolerantLosses(facts.cells, twin.cells), all: () => Math.min(sizeOf(facts.cells), stretch) },
    { fact: 'words that the page does not have', lost: context.mayAdd ? [] : added, all: () => sizeOf(wordsOf(twin.texts)) },
  ];
}

/** One spelling for each URL: absolute, percent-encoding decoded. */
function urlsOf({ pageUrl, urlKey = (url) => url }: ParityContext): (href: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (href) => {
    if (!known.has(href)) {
      const address = addressOf(href, pageUrl);
      known.set(href, address && urlKey(decoded(address)));
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

const sizeOf = (counts: Counts): number => [...counts.values()].reduce((sum, times) => sum + times, 0);

/** What only the one has, and what only the other has, each as often as it is missing there. */
function difference(one: Counts, other: Counts): [onlyOne: string[], onlyOther: string[]] {
  const only = (own: Counts, its: Counts): string[] =>
    [...own].flatMap(([key, times]) => {
      const more = times - (its.get(key) ?? 0);
      return more > 0 ? new Array<string>(more).fill(key) : [];
    });
  return [only(one, other), only(other, one)];
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** Commands of TeX, which say what a formula shows by signs. */
const command = /\\(?:(?:begin|end)\{)?\p{L}+/gu;

const countsOf = (keys: Iterable<string>): Counts => {
  const counts: Counts = new Map();
  for (const key of keys) count(counts, key);
  return counts;
};

const wordsIn = (text: string): string[] => text.toLowerCase().match(word) ?? [];

function wordsOf(texts: Counts): Counts {
  const words: Counts = new Map();
  for (const [text, times] of texts) for (const one of wordsIn(text)) words.set(one, (words.get(one) ?? 0) + times);
  return words;
}

interface WordLosses {
  readonly lost: string[];
  readonly added: string[];
  /** Words that are said by signs or once more. */
  readonly excused: ReadonlySet<string>;
}

/** Words that are lost, and words that were added. Only the blocks that differ are looked into. */
function wordLosses(
  { facts, passedOver }: ReadPageFacts,
  root: Element,
  twin: Facts,
  names: ReadonlySet<string> | undefined,
): WordLosses {
  const [pageTexts, twinTexts] = difference(facts.texts, twin.texts);
  // A path to the page, or the row of links around it, says once more what its heading says.
  const headings = new Set([...facts.headings.keys()].map((heading) => heading.replace(/^#+ /, '')));
  const again = [...pageTexts.filter((text) => headings.has(text)), nameOfPage(root.ownerDocument, names)];
  const page = countsOf(pageTexts.filter((text) => !twin.languages.has(text)).flatMap(wordsIn));
  const [lost, added] = withoutJoins(...difference(page, countsOf(twinTexts.flatMap(wordsIn))));
  const allowed = [
    () => facts.optional,
    () => twinTexts.flatMap((text) => text.match(command) ?? []),
    () => passedOver.map(({ textContent }) => textContent ?? ''),
    () => saidByAttributes(root),
  ];
  const excused = new Set(lost.length > 0 ? [...twin.optional, ...twin.marks, ...again].flatMap(wordsIn) : []);
  return {
    lost: lost.filter((one) => !excused.has(one)),
    added: allowed.reduce((left, texts) => (left.length > 0 ? without(left, texts()) : left), added),
    excused,
  };
}

/** Facts of a page that are looked at together: a whole one is missed however long the page is. */
const stretch = 50;

/** Blocks of which no word is left. */
function blocksOf(page: Counts, twin: Counts, lost: readonly string[], excused: ReadonlySet<string>): string[] {
  if (lost.length === 0) return [];
  const left = countsOf(lost);
  return difference(page, twin)[0].filter((text) => {
    const own = [...countsOf(wordsIn(text).filter((one) => !excused.has(one)))];
    if (own.length === 0 || !own.every(([one, times]) => (left.get(one) ?? 0) >= times)) return false;
    for (const [one, times] of own) left.set(one, left.get(one)! - times);
    return true;
  });
}

/** What stands together in the page and apart in the twin, as a term and its type do: `dataarray`. */
function withoutJoins(lost: string[], added: string[]): [lost: string[], added: string[]] {
  const left = countsOf(added);
  const gone = lost.filter((one) => {
    const at = [...one].findIndex((_, end) => left.get(one.slice(0, end)) && left.get(one.slice(end)));
    return at < 0 || !take(left, one.slice(0, at)) || !take(left, one.slice(at));
  });
  return [gone, [...left].flatMap(([one, times]) => new Array<string>(times).fill(one))];
}

function without(words: string[], texts: readonly string[]): string[] {
  if (words.length === 0) return words;
  const those = new Set(texts.flatMap(wordsIn));
  return words.filter((one) => !those.has(one));
}

/** What elements say by their names and attributes, not in text: labels, sources, states. */
const saidByAttributes = (root: Element): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) =>
    element.hasAttributes()
      ? [element.localName, ...[...element.attributes].flatMap(({ name, value }) => (isLook(name) ? [] : [name, value]))]
      : [],
  );

const isLook = (name: string): boolean => name === 'class' || name === 'id' || name === 'style';

/** Facts that differ in more than case, marks and spaces. */
function tolerantLosses(page: Counts, twin: Counts): string[] {
  const [lost, others] = difference(page, twin);
  const left = countsOf(others.map(normal));
  return lost.filter((fact) => !take(left, normal(fact)));
}

/** Words, with the level of a heading; the signs where there are none. */
function normal(fact: string): string {
  const words = wordsIn(fact).join('');
  return words ? `${/^#+ /.exec(fact)?.[0] ?? ''}${words}` : fact.replace(/\s/g, '');
}

function take(counts: Counts, key: string): boolean {
  const times = counts.get(key) ?? 0;
  if (times > 0) counts.set(key, times - 1);
  return times > 0;
}

/** A link around blocks, or beside another one to the same place, is another number of links in Markdown: by URL, all words count. */
function linkLosses(page: Facts, twin: Facts): string[] {
  const [missing, others] = difference(page.links, twin.links);
  const cards = countsOf(page.cardLinks);
  const lost = missing.filter((fact) => !take(cards, fact));
  if (lost.length === 0) return lost;
  const linked = new Map<string, Counts>();
  for (const other of [...others, ...twin.spareLinks]) {
    const [text, url] = partsOf(other);
    const words = linked.get(url) ?? new Map();
    linked.set(url, words);
    for (const one of wordsIn(text)) count(words, one);
  }
  return lost.filter((fact) => {
    const [text, url] = partsOf(fact);
    const words = linked.get(url);
    return !words || !wordsIn(text).every((one) => take(words, one));
  });
}

function partsOf(link: string): [text: string, url: string] {
  const at = link.lastIndexOf(' → ');
  return [link.slice(0, at), link.slice(at + 3)];
}

/** Which of the URLs of an image is taken is the twin's choice. */
function imageLosses(page: Facts, twin: Facts): string[] {
  const left = countsOf(twin.images.map(({ alt, urls }) => `${normal(alt)} → ${urls[0]}`));
  return page.images
    .filter(({ alt, urls }) => !urls.some((url) => take(left, `${normal(alt)} → ${url}`)))
    .map(({ fact }) => fact);
}
