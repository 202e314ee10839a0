import type { Counts } from '../../contract/std/collections.ts';

/** Removes one occurrence of a text; returns whether there was one. */
export function take(counts: Counts, text: string): boolean {
  const times = counts.get(text) ?? 0;
  if (times > 0) counts.set(text, times - 1);
  return times > 0;
}

export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** A text without case, marks and spaces; for text without words, its signs. */
export const normal = (text: string): string => wordsIn(text).join('') || text.replace(/\s/g, '');
