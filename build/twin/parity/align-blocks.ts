import type { Block } from './blocks.ts';
import { wordsIn } from './words.ts';

/** Unmatched blocks of both sides at the same position. */
export interface Gap {
  readonly page: readonly Block[];
  readonly twin: readonly Block[];
}

export interface AlignedBlocks {
  /** Blocks with equal text in another order. */
  readonly moved: readonly (readonly [page: Block, twin: Block])[];
  /** Blocks with equal text, in order. */
  readonly pairs: readonly (readonly [page: Block, twin: Block])[];
  /** Unmatched blocks between these, in order. */
  readonly gaps: readonly Gap[];
}

/** How often a gap is searched again for texts that are unique within it. */
const rounds = 8;

/** Matches the blocks of a page and its twin by text, like a patience diff: texts that are unique on both sides come first. */
export function alignBlocks(page: readonly Block[], twin: readonly Block[]): AlignedBlocks {
  const moved: [Block, Block][] = [];
  const pairs: [Block, Block][] = [];
  const gaps: Gap[] = [];
  align(page, twin, rounds);
  return { moved, pairs, gaps };

  function align(page: readonly Block[], twin: readonly Block[], left: number): void {
    let [own, other] = [0, 0];
    while (own < page.length && other < twin.length) {
      // A block without words, such as the language of code, may be on either side.
      const skips = twin[other]!.text === '' && isSame(page[own], twin[other + 1]);
      if (skips) gaps.push({ page: [], twin: [twin[other++]!] });
      if (!isSame(page[own], twin[other])) break;
      pairs.push([page[own++]!, twin[other++]!]);
    }
    let end = 0;
    while (end < Math.min(page.length - own, twin.length - other) && isSame(page.at(-1 - end), twin.at(-1 - end))) end++;
    between(page.slice(own, page.length - end), twin.slice(other, twin.length - end), left);
    for (; end > 0; end--) pairs.push([page.at(-end)!, twin.at(-end)!]);
  }

  function between(page: readonly Block[], twin: readonly Block[], left: number): void {
    const unique = left > 0 ? uniquePairs(page, twin) : [];
    // Prose and headings first: a label may be elsewhere, or missing.
    const prose = unique.filter(([own]) => page[own]!.isOwn);
    const found = prose.length > 0 ? prose : unique.filter(([own]) => !page[own]!.isAnywhere);
    if (found.length === 0 && unique.length > 0) {
      // Labels of tabs stand before all panels, or each before its own: what is between them has its order without them.
      const loose = unique.map(([own, other]): [Block, Block] => [page[own]!, twin[other]!]);
      const gone = new Set(loose.flat());
      pairs.push(...loose);
      const rest = (blocks: readonly Block[]): readonly Block[] => blocks.filter((block) => !gone.has(block));
      align(rest(page), rest(twin), left - 1);
      return;
    }
    if (found.length === 0) {
      if (page.length > 0 || twin.length > 0) gaps.push({ page, twin });
      return;
    }
    const chain = new Set(longestRising(found.map(([, at]) => at)));
    const gone = new Set<Block>();
    for (const [at, [own, other]] of found.entries())
      if (!chain.has(at)) {
        moved.push([page[own]!, twin[other]!]);
        gone.add(page[own]!).add(twin[other]!);
      }
    const stays = (block: Block): boolean => !gone.has(block);
    let [ownFrom, otherFrom] = [0, 0];
    for (const at of chain) {
      const [own, other] = found[at]!;
      align(page.slice(ownFrom, own).filter(stays), twin.slice(otherFrom, other).filter(stays), left - 1);
      pairs.push([page[own]!, twin[other]!]);
      [ownFrom, otherFrom] = [own + 1, other + 1];
    }
    align(page.slice(ownFrom).filter(stays), twin.slice(otherFrom).filter(stays), left - 1);
  }
}

/** Whether two blocks have the same text, or that of the twin has the links of code, whose labels are spare on the page. */
function isSame(page: Block | undefined, twin: Block | undefined): boolean {
  if (!page || !twin?.text) return false;
  if (page.text !== '' || page.spare === '' || twin.facts[0]?.kind !== 'link') return page.text === twin.text;
  const labels = new Set(wordsIn(page.spare));
  return wordsIn(twin.text).every((word) => labels.has(word));
}

/** Positions of the texts that occur exactly once on both sides. */
function uniquePairs(page: readonly Block[], twin: readonly Block[]): [own: number, other: number][] {
  const others = placesOf(twin);
  return [...placesOf(page)].flatMap(([text, own]) => {
    const other = others.get(text) ?? -1;
    return own >= 0 && other >= 0 && text !== '' ? [[own, other] as [number, number]] : [];
  });
}

/** The position of each text, -1 for duplicates. */
function placesOf(blocks: readonly Block[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, { text }] of blocks.entries()) places.set(text, places.has(text) ? -1 : at);
  return places;
}

/** Positions of the longest increasing subsequence of distinct numbers. */
function longestRising(numbers: readonly number[]): number[] {
  /** By length minus one: the position of the lowest last number of such a subsequence. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = at;
  }
  const chain: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) chain.push(at);
  return chain.reverse();
}
