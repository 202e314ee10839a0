import type { Parity } from '../../contract/manifest.ts';
import { type Counts, countsOf } from '../../contract/std/collections.ts';
import { type AlignedBlocks, alignBlocks, type Gap } from './align-blocks.ts';
import type { Block, Fact } from './blocks.ts';
import { isAlertMark } from './twin-blocks.ts';
import { normal, take, wordsIn } from './words.ts';

type Loss = NonNullable<Parity['lost']>;

type BlockLoss = Loss & { readonly block: Block };

/** Differences between a twin and its page. */
export interface Comparison {
  readonly losses: Loss[];
  /** Number of incomplete blocks: a block of code counts once, however many of its lines are missing. */
  readonly damaged: number;
  readonly lostWords: number;
  /** Additional words in differing blocks of the twin. */
  readonly added: readonly string[];
}

/** Whether a twin must have a block of its page. */
export const isNeeded = ({ need }: Block): boolean => need === 'always';

/** @param name the page's name in its title */
export function compareBlocks(page: readonly Block[], twin: readonly Block[], name: string): Comparison {
  const alignment = alignBlocks(titleFirst(page, twin), twin);
  needWholeTables(alignment);
  let headings: ReadonlySet<string> | undefined;
  const named = (): ReadonlySet<string> => {
    headings ??= new Set([name, ...headingsOf(page).map(({ text }) => text.replace(/^#+ /, ''))]);
    return headings;
  };
  const first = page.findIndex(({ facts }) => facts.some(({ kind }) => kind === 'heading'));
  const path = new Set(page.slice(0, first));
  const differing = alignment.gaps.map((gap) => wordLosses(gap, (block) => path.has(block) && named().has(block.text)));
  const lacking = new Set(differing.flatMap(({ losses }) => losses.map(({ block }) => block)));
  // Of equal texts, another one may have been matched, unless its own position has it.
  const textsOf = (blocks: readonly Block[]): Counts => countsOf(blocks.map(({ text }) => text));
  const taken = textsOf(alignment.pairs.flatMap(([own, other]) => (own.need === 'never' && own.text !== '' ? other : [])));
  const loose = textsOf(alignment.gaps.flatMap(({ twin }) => twin));
  for (const { page } of alignment.gaps)
    for (const block of page) if (isNeeded(block) && !lacking.has(block) && !take(loose, block.text)) take(taken, block.text);
  // An H1 equal to the title of the twin, as in a bar above the content, repeats it.
  const title = titleOf(twin);
  const isTitleAgain = ({ facts }: Block): boolean =>
    title !== '' && facts.some(({ kind, text }) => kind === 'heading' && text.startsWith('# ') && normal(text) === title);
  const elsewhere: Block[] = [];
  const words = differing
    .flatMap(({ losses }) => losses)
    .filter(({ fact, block }) => {
      if (fact === 'text' && isTitleAgain(block)) return false;
      // Of a block that is elsewhere as a whole, its neighbours here may have some words.
      if (!take(loose, block.text)) return fact === 'words' || block.cell !== undefined || !take(taken, block.text);
      elsewhere.push(block);
      return false;
    });
  // Prose that is on the page twice is not unique, yet has its place; the foot of a table stands before its body, or after.
  const moved = [
    ...alignment.moved.map(([block]) => block).filter((block) => isNeeded(block) && (block.isProse || block.cell)),
    ...elsewhere.filter(({ isProse, cell }) => isProse && !cell),
  ];
  const lacksTable = (block: Block, twin: readonly Block[]): boolean =>
    block.cell === 'th' && isNeeded(block) && twin.length > 0 && !twin.some(({ cell }) => cell);
  const headers = [
    ...alignment.pairs.flatMap(([own, other]) => (own.cell === 'th' && lacksTable(own, [other]) ? own : [])),
    ...alignment.gaps.flatMap(({ page, twin }) => page.filter((block) => lacksTable(block, twin))),
  ];
  const lostFacts = factLosses(alignment, page, twin);
  const holders = new Map(lostFacts.length > 0 ? page.flatMap((block) => block.facts.map((fact) => [fact, block])) : []);
  const facts = lostFacts.map((fact) => lossOf({ fact: fact.kind, first: fact.text }, holders.get(fact)));
  const saysMore = ({ fact }: Loss): boolean => fact === 'heading' || fact === 'code line';
  return {
    losses: [
      ...facts.filter(saysMore),
      ...words.map(({ block, ...loss }) => lossOf(loss, block)),
      ...moved.map((block) => lossOf({ fact: 'order', first: block.text }, block)),
      ...(headers.length > 1 ? headers : []).map((block) => lossOf({ fact: 'table cell', first: block.text }, block)),
      ...facts.filter((loss) => !saysMore(loss)),
    ],
    damaged: damagedOf(page, [...words.map(({ block }) => block), ...moved, ...headers], lostFacts),
    lostWords: words.reduce((sum, { first }) => sum + wordsIn(first).length, 0),
    added: without(
      differing.flatMap(({ added }) => added),
      elsewhere.flatMap(({ text }) => wordsIn(text)),
      (word) => word,
    ),
  };
}

/** A loss, and whether its block was not converted. */
const lossOf = (loss: Loss, block: Block | undefined): Loss => (block?.isOutside ? { ...loss, isOutside: true } : loss);

/** A table is written whole or not at all, whatever its links are. */
function needWholeTables({ pairs, gaps }: AlignedBlocks): void {
  const written = new Set(pairs.flatMap(([own, other]) => (other.cell ? own.table : [])));
  for (const block of [...pairs.map(([own]) => own), ...gaps.flatMap(({ page }) => page)])
    if (block.text !== '' && block.table !== undefined && written.has(block.table)) block.need = 'always';
}

function damagedOf(page: readonly Block[], blocks: readonly Block[], facts: readonly Fact[]): number {
  const lost = new Set(facts);
  return new Set([...blocks, ...page.filter((block) => block.facts.some((fact) => lost.has(fact)))]).size;
}

const headingsOf = (blocks: readonly Block[]): Fact[] =>
  blocks.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'heading'));

/** The text of a twin's H1; '' if its first heading is none. */
const titleOf = (twin: readonly Block[]): string => normal(/^# .*/.exec(headingsOf(twin)[0]?.text ?? '')?.[0] ?? '');

/** The blocks of a page with the title of its twin first. */
function titleFirst(page: readonly Block[], [title]: readonly Block[]): readonly Block[] {
  const at = page.findIndex(({ text, need }) => need !== 'never' && text === title?.text);
  return at > 0 ? [page[at]!, ...page.slice(0, at), ...page.slice(at + 1)] : page;
}

/** Words of the page's blocks that the twin lacks at the same position, and the other way round. */
function wordLosses({ page, twin }: Gap, isPath: (block: Block) => boolean): { losses: BlockLoss[]; added: string[] } {
  const left = countsOf(twin.flatMap(({ text }) => wordsIn(text)));
  const missing = page.filter(isNeeded).map((block) => {
    const words = wordsIn(block.text);
    return { block, words, gone: words.filter((word) => !take(left, word)) };
  });
  const spare = countsOf(twin.flatMap((block) => wordsIn(block.spare)));
  const losses = missing.flatMap(({ block, words, gone }): BlockLoss[] => {
    const { text, cell } = block;
    // The number of an item precedes its text.
    const isSpare = (word: string): boolean => (!/^\d+$/.test(word) || word === words[0]) && take(spare, word);
    const lost = gone.filter((word) => !isSpare(word) && !takeJoined(left, word));
    // Breadcrumbs repeat the heading.
    if (lost.length === 0 || (!cell && isPath(block))) return [];
    return [
      lost.length === words.length
        ? { block, fact: 'text', first: text }
        : { block, fact: 'words', first: lost.join(' '), within: text },
    ];
  });
  const mayHave = page.flatMap((block) => wordsIn(isNeeded(block) ? block.spare : `${block.spare} ${block.text}`));
  for (const word of mayHave) if (!left.get(word)) takeJoined(left, word);
  const known = new Set(mayHave);
  return { losses, added: [...left].flatMap(([word, times]) => (times > 0 && !known.has(word) ? word : [])) };
}

/**
 * Removes a word that is one in the page and several in the twin: a term and its type, `dataarray`, or links of which only their
 * layout makes two.
 */
function takeJoined(left: Counts, word: string): boolean {
  /** For each position that words of the twin lead to, where the last of them begins. */
  const begins = new Map([[0, 0]]);
  for (let end = 1; end <= Math.min(word.length, longestJoined); end++) {
    const begin = [...begins.keys()].find((at) => left.get(word.slice(at, end)));
    if (begin !== undefined) begins.set(end, begin);
  }
  const parts: string[] = [];
  for (let end = word.length; end > 0; end = begins.get(end)!) {
    if (!begins.has(end)) return false;
    parts.push(word.slice(begins.get(end), end));
  }
  return parts.every((part) => take(left, part));
}

/** Longest word that is looked for in parts, in characters. */
const longestJoined = 200;

/** Compares the facts of differing blocks by kind, each with its tolerance. */
function factLosses({ pairs, moved, gaps }: AlignedBlocks, page: readonly Block[], twin: readonly Block[]): Fact[] {
  const own: Fact[] = [];
  const others: Fact[] = [];
  for (const [block, other] of [...pairs, ...moved]) {
    if (block.need !== 'never' && hasSameFacts(block, other)) continue;
    if (block.need !== 'never') own.push(...block.facts);
    others.push(...other.facts);
  }
  for (const gap of gaps) {
    own.push(...gap.page.filter(isNeeded).flatMap(({ facts }) => facts));
    others.push(...gap.twin.flatMap(({ facts }) => facts));
  }
  if (own.length === 0) return [];
  const kind = (of: Fact['kind']) => [own, others].map((facts) => facts.filter(({ kind }) => kind === of)) as [Fact[], Fact[]];
  // The title and the icon of an alert are expressed by its mark, a block without text, or by a title of its own.
  const marks = new Set(
    twin.flatMap(({ text, spare }, at) => [
      ...(text === '' ? wordsIn(spare) : []),
      ...(isAlertMark(spare) ? [normal(twin[at + 1]?.text ?? '')] : []),
    ]),
  );
  const isUnsaid = ({ text }: Fact): boolean => !marks.has(normal(text.replace(/ → .*/, '')));
  // The first heading that has the title, and any H1 that does, is the twin's H1.
  const title = titleOf(twin);
  const titles = headingsOf(page).filter(({ text }, at, all) => {
    const isFirst = all.findIndex((other) => normal(other.text) === title) === at;
    return title !== '' && normal(text) === title && (isFirst || text.startsWith('# '));
  });
  return [
    ...without(...kind('heading'), levelAndWords).filter((fact) => isUnsaid(fact) && !titles.includes(fact)),
    ...without(...kind('code line'), ({ text }) => text),
    ...linkLosses(...kind('link')),
    ...imageLosses(...kind('image')).filter(isUnsaid),
  ];
}

const hasSameFacts = ({ facts }: Block, { facts: others }: Block): boolean =>
  facts.length === others.length && facts.every(({ kind, text }, at) => kind === others[at]!.kind && text === others[at]!.text);

const levelAndWords = ({ text }: Fact): string => `${/^#+/.exec(text)?.[0]}${normal(text)}`;

function without<One>(page: readonly One[], twin: readonly One[], key: (one: One) => string): One[] {
  const left = countsOf(twin.map(key));
  return page.filter((fact) => !take(left, key(fact)));
}

/** Links around blocks, or adjacent ones with one target, differ in number in Markdown: compared by URL, all words count. */
function linkLosses(page: readonly Fact[], twin: readonly Fact[]): Fact[] {
  const left = countsOf(twin.map(({ text }) => text));
  const lost = page.filter(({ text }) => !take(left, text));
  if (lost.length === 0) return lost;
  const linked = new Map<string, string[]>();
  for (const [link, times] of left) {
    const [text, url] = partsOf(link);
    const words = linked.get(url) ?? [];
    linked.set(url, words);
    for (let at = 0; at < times; at++) words.push(...wordsIn(text));
  }
  const words = new Map([...linked].map(([url, texts]) => [url, countsOf(texts)]));
  return lost.filter((fact) => {
    const [text, url] = partsOf(fact.text);
    const known = words.get(url);
    return !fact.isSpare && (!known || !wordsIn(text).every((word) => take(known, word)));
  });
}

function partsOf(fact: string): [text: string, url: string] {
  const at = fact.lastIndexOf(' → ');
  return [fact.slice(0, at), fact.slice(at + 3)];
}

/** Any of the URLs of an image may be in the twin. */
function imageLosses(page: readonly Fact[], twin: readonly Fact[]): Fact[] {
  const key = (image: string): string => {
    const [alt, url] = partsOf(image);
    return `${normal(alt)} → ${url}`;
  };
  const left = countsOf(twin.map(({ text }) => key(text)));
  return page.filter(({ sizes }) => !sizes!.some((image) => take(left, key(image))));
}
