import type { Parity } from '../../contract/manifest.ts';
import { type Counts, countsOf } from '../../contract/std/collections.ts';
import { type AlignedBlocks, alignBlocks, type Gap } from './align-blocks.ts';
import type { Block, Fact } from './blocks.ts';
import { normal, take, wordsIn } from './words.ts';

type Loss = NonNullable<Parity['lost']>;

/** A loss, and the block of the page that has it. */
type BlockLoss = Loss & { readonly block: Block };

/** What a twin lacks of its page. */
export interface Comparison {
  readonly losses: Loss[];
  /** How many blocks of the page lack something: a block of code is one, however many of its lines are lost. */
  readonly damaged: number;
  readonly lostWords: number;
  /** Words of blocks that differ, which the page does not have there. */
  readonly added: readonly string[];
}

/** Whether a twin must have a block of its page. */
export const isNeeded = ({ need }: Block): boolean => need === 'always';

/** @param name what the title of the page says that it is called */
export function compareBlocks(page: readonly Block[], twin: readonly Block[], name: string): Comparison {
  const alignment = alignBlocks(titleFirst(page, twin), twin);
  let headings: ReadonlySet<string> | undefined;
  const named = (): ReadonlySet<string> => {
    headings ??= new Set([name, ...headingsOf(page).map(({ text }) => text.replace(/^#+ /, ''))]);
    return headings;
  };
  const first = page.findIndex(({ facts }) => facts.some(({ kind }) => kind === 'heading'));
  const path = new Set(page.slice(0, first));
  const differing = alignment.gaps.map((gap) => wordLosses(gap, (block) => path.has(block) && named().has(block.text)));
  const lacking = new Set(differing.flatMap(({ losses }) => losses.map(({ block }) => block)));
  // Of texts that occur more than once, another one may have been taken for this one, unless its own place has it.
  const taken = alignment.pairs.flatMap(([own, other]) => (own.need === 'never' ? other : []));
  const loose = countsOf([...taken, ...alignment.gaps.flatMap(({ twin }) => twin)].map(({ text }) => text));
  for (const { page } of alignment.gaps)
    for (const block of page) if (isNeeded(block) && !lacking.has(block)) take(loose, block.text);
  // An H1 that says the title of the twin, as a bar above the content does, says it once more.
  const title = titleOf(twin);
  const isTitleAgain = ({ facts }: Block): boolean =>
    title !== '' && facts.some(({ kind, text }) => kind === 'heading' && text.startsWith('# ') && normal(text) === title);
  const words = differing
    .flatMap(({ losses }) => losses)
    .filter(({ fact, first, block }) => fact !== 'text' || (!isTitleAgain(block) && (block.cell || !take(loose, first))));
  const moved = alignment.moved.filter(([block]) => isNeeded(block) && (block.isOwn || block.cell));
  const lacksTable = (block: Block, twin: readonly Block[]): boolean =>
    block.cell === 'th' && isNeeded(block) && twin.length > 0 && !twin.some(({ cell }) => cell);
  const headers = [
    ...alignment.pairs.flatMap(([own, other]) => (own.cell === 'th' && lacksTable(own, [other]) ? own : [])),
    ...alignment.gaps.flatMap(({ page, twin }) => page.filter((block) => lacksTable(block, twin))),
  ];
  const lostFacts = factLosses(alignment, page, twin);
  const facts = lostFacts.map(({ kind, text }) => ({ fact: kind, first: text }));
  const saysMore = ({ fact }: Loss): boolean => fact === 'heading' || fact === 'code line';
  return {
    losses: [
      ...facts.filter(saysMore),
      ...words.map(({ block, ...loss }) => loss),
      ...moved.map(([{ text }]) => ({ fact: 'order', first: text })),
      ...(headers.length > 1 ? headers : []).map(({ text }) => ({ fact: 'table cell', first: text })),
      ...facts.filter((loss) => !saysMore(loss)),
    ],
    damaged: damagedOf(page, [...words.map(({ block }) => block), ...moved.map(([block]) => block), ...headers], lostFacts),
    lostWords: words.reduce((sum, { first }) => sum + wordsIn(first).length, 0),
    added: differing.flatMap(({ added }) => added),
  };
}

function damagedOf(page: readonly Block[], blocks: readonly Block[], facts: readonly Fact[]): number {
  const lost = new Set(facts);
  return new Set([...blocks, ...page.filter((block) => block.facts.some((fact) => lost.has(fact)))]).size;
}

const headingsOf = (blocks: readonly Block[]): Fact[] =>
  blocks.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'heading'));

/** What the H1 of a twin says; '' where its first heading is none. */
const titleOf = (twin: readonly Block[]): string => normal(/^# .*/.exec(headingsOf(twin)[0]?.text ?? '')?.[0] ?? '');

/** A page with the title of its twin before what leads to it. */
function titleFirst(page: readonly Block[], [title]: readonly Block[]): readonly Block[] {
  const at = page.findIndex(({ text, need }) => need !== 'never' && text === title?.text);
  return at > 0 ? [page[at]!, ...page.slice(0, at), ...page.slice(at + 1)] : page;
}

/** The words that the blocks of a page have and those of its twin in the same place lack, and the other way round. */
function wordLosses({ page, twin }: Gap, isPath: (block: Block) => boolean): { losses: BlockLoss[]; added: string[] } {
  const left = countsOf(twin.flatMap(({ text }) => wordsIn(text)));
  const missing = page.filter(isNeeded).map((block) => {
    const words = wordsIn(block.text);
    return { block, words, gone: words.filter((word) => !take(left, word)) };
  });
  const spare = countsOf(twin.flatMap((block) => wordsIn(block.spare)));
  const losses = missing.flatMap(({ block, words, gone }): BlockLoss[] => {
    const { text, cell } = block;
    // The number of an item stands before its text.
    const isSpare = (word: string): boolean => (!/^\d+$/.test(word) || word === words[0]) && take(spare, word);
    const lost = gone.filter((word) => !isSpare(word) && !takeJoined(left, word));
    // A path to the page says once more what its heading says.
    if (lost.length === 0 || (!cell && isPath(block))) return [];
    return [
      lost.length === words.length
        ? { block, fact: 'text', first: text }
        : { block, fact: 'words', first: lost.join(' '), within: text },
    ];
  });
  const known = new Set(page.flatMap((block) => wordsIn(isNeeded(block) ? block.spare : `${block.spare} ${block.text}`)));
  return { losses, added: [...left].flatMap(([word, times]) => (times > 0 && !known.has(word) ? word : [])) };
}

/** What stands together in the page and apart in the twin, as a term and its type do: `dataarray`. */
function takeJoined(left: Counts, word: string): boolean {
  const at = [...word].findIndex((_, end) => left.get(word.slice(0, end)) && left.get(word.slice(end)));
  return at >= 0 && take(left, word.slice(0, at)) && take(left, word.slice(at));
}

/** The facts of blocks that differ, compared by kind with the tolerance that it allows. */
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
  // The title and the icon of an alert are said by its mark, which is a block without text.
  const marks = new Set(twin.flatMap(({ text, spare }) => (text === '' ? wordsIn(spare) : [])));
  const isUnsaid = ({ text }: Fact): boolean => !marks.has(normal(text.replace(/ → .*/, '')));
  // The first heading that says the title, and any H1 that does, is the twin's H1.
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

function without(page: readonly Fact[], twin: readonly Fact[], key: (fact: Fact) => string): Fact[] {
  const left = countsOf(twin.map(key));
  return page.filter((fact) => !take(left, key(fact)));
}

/** A link around blocks, or beside another one to the same place, is another number of links in Markdown: by URL, all words count. */
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

/** Which of the URLs of an image is taken is the twin's choice. */
function imageLosses(page: readonly Fact[], twin: readonly Fact[]): Fact[] {
  const key = (image: string): string => {
    const [alt, url] = partsOf(image);
    return `${normal(alt)} → ${url}`;
  };
  const left = countsOf(twin.map(({ text }) => key(text)));
  return page.filter(({ sizes }) => !sizes!.some((image) => take(left, key(image))));
}
