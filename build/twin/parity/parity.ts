import type { ConversionContext } from '../tree-builder.ts';
import type { Facts } from './facts.ts';
import { pageFacts } from './page-facts.ts';
import { twinFacts } from './twin-facts.ts';

/** How much of a page its twin holds. */
export interface Parity {
  /** The lowest of the shares of each kind of fact that the twin has, and of its words that are the page's; 0 to 1. */
  readonly ratio: number;
  /** The kind of fact with that share, and the first of them that is missing. */
  readonly lost?: { readonly fact: string; readonly first: string };
}

/**
 * Compares a page with its twin, as a CommonMark + GFM renderer that has no part in conversion reads it back.
 *
 * @param root the content of the page
 * @param markdown its twin, heading included
 */
export const parityOf = (root: Element, markdown: string, context: ConversionContext): Parity =>
  compareFacts(pageFacts(root, context), twinFacts(markdown, context));

/** Compares the facts of a page with those of its twin. */
export function compareFacts(page: Facts, twin: Facts): Parity {
  let worst: Parity = { ratio: 1 };
  for (const [fact, { kept, all, first }] of Object.entries(sharesOf(page, twin))) {
    const ratio = all === 0 ? 1 : kept / all;
    if (ratio < worst.ratio) worst = { ratio, lost: { fact, first: first ?? '' } };
  }
  return worst;
}

/** How many facts of one kind there are, how many were kept, and the first one that was not. */
export interface Share {
  readonly all: number;
  readonly kept: number;
  readonly first?: string;
}

/** The shares by kind of fact. */
export function sharesOf(page: Facts, twin: Facts): Record<string, Share> {
  const same = page.text === twin.text;
  return {
    words: same ? whole : wordShare(page.words, twin.words, twin.soft),
    'code block': listShare(page.code, twin.code),
    link: listShare(page.links, twin.links),
    image: listShare(page.images, twin.images),
    heading: listShare(page.headings, twin.headings),
    'table row': rowShare(page.rows, twin.rows),
    'words that the page does not have': same ? whole : wordShare(twin.words, page.words, page.soft),
  };
}

/** Where the text of both is the same, nobody counts its words. */
const whole: Share = { all: 1, kept: 1 };

type Counts = ReadonlyMap<string, number>;

function wordShare(wanted: Counts, found: Counts, soft: Counts): Share {
  let all = 0;
  let missing = 0;
  let first: string | undefined;
  for (const [word, times] of wanted) {
    all += times;
    const lack = times - (found.get(word) ?? 0) - (soft.get(word) ?? 0);
    if (lack > 0) {
      missing += lack;
      first ??= word;
    }
  }
  return { all, kept: all - missing, ...(first !== undefined && { first }) };
}

function listShare(wanted: readonly string[], found: readonly string[]): Share {
  const left = new Map<string, number>();
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1);
  let kept = 0;
  let first: string | undefined;
  for (const one of wanted) {
    const count = left.get(one) ?? 0;
    if (count > 0) {
      left.set(one, count - 1);
      kept++;
    } else first ??= one;
  }
  return { all: wanted.length, kept, ...(first !== undefined && { first }) };
}

/** Rows with a cell in common that are compared as a whole before a row counts as missing. */
const mostCompared = 40;

/** Rows in order: each cell of the page's row stands in the twin's, in order; the twin may repeat what a cell spans. */
function rowShare(wanted: readonly (readonly string[])[], found: readonly (readonly string[])[]): Share {
  const places = new Map<string, number[]>();
  for (const [place, row] of found.entries()) {
    for (const cell of new Set(row)) {
      const own = places.get(cell);
      if (own) own.push(place);
      else places.set(cell, [place]);
    }
  }
  let at = 0;
  let kept = 0;
  let first: string | undefined;
  for (const row of wanted) {
    const alike = places.get(row.find(Boolean) ?? '') ?? [];
    const next = firstFrom(alike, at);
    const place = alike.slice(next, next + mostCompared).find((other) => holdsInOrder(found[other]!, row));
    if (place !== undefined) {
      kept++;
      at = place + 1;
    } else first ??= row.join(' | ');
  }
  return { all: wanted.length, kept, ...(first !== undefined && { first }) };
}

/** Index of the first of ascending numbers that is not below another one. */
function firstFrom(ascending: readonly number[], least: number): number {
  let low = 0;
  for (let high = ascending.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function holdsInOrder(row: readonly string[], cells: readonly string[]): boolean {
  let at = 0;
  for (const cell of cells) {
    while (at < row.length && row[at] !== cell) at++;
    if (at++ >= row.length) return false;
  }
  return true;
}
