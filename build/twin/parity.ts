import type { ConversionContext } from './reader.ts';

/** How much of a page its twin holds. */
export interface Parity {
  /** Share of the page's facts that are in the twin, 0 to 1. */
  readonly ratio: number;
  /** The kind of fact of which most is missing, and the first one. */
  readonly lost?: { readonly fact: string; readonly first: string };
}

export function parityOf(_root: Element, _markdown: string, _context: ConversionContext): Parity {
  return { ratio: 1 };
}
