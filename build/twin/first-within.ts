import { memoizeByObject } from '../contract/std/collections.ts';
import { elementsOf } from './dom.ts';

/** Elements tested one by one before the whole document is indexed. */
const few = 64;

/**
 * The first descendant, in document order, that passes. For questions asked of an element and again of its descendants:
 * frequent ones are answered for the whole document in one pass.
 *
 * @param passes a function of the element alone, the same one each time
 */
export function firstWithin(root: Element, passes: (element: Element) => boolean): Element | undefined {
  let seen = 0;
  for (const element of elementsOf(root)) {
    if (passes(element)) return element;
    if (++seen === few) break;
  }
  if (seen < few) return undefined;
  const { all, spans, answers } = orderOf(root.ownerDocument);
  const span = spans.get(root);
  if (!span) return [...elementsOf(root)].find(passes);
  const [start, end] = span;
  let found = answers.get(passes);
  if (!found) {
    found = all.flatMap((element, at) => (passes(element) ? at : []));
    answers.set(passes, found);
  }
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (found[middle]! > start) high = middle;
    else low = middle + 1;
  }
  const first = found[low];
  return first !== undefined && first < end ? all[first] : undefined;
}

interface Order {
  readonly all: readonly Element[];
  /** Index of each element, and the index after its last descendant. */
  readonly spans: ReadonlyMap<Element, readonly [start: number, end: number]>;
  /** Indexes of passing elements, by question. */
  readonly answers: Map<(element: Element) => boolean, readonly number[]>;
}

const orderOf = memoizeByObject(({ documentElement }: Document): Order => {
  const all = [documentElement, ...elementsOf(documentElement)];
  const spans = new Map<Element, [number, number]>(all.map((element, at) => [element, [at, at + 1]]));
  // In reverse, so that the end of each is known before its parent's.
  for (let at = all.length - 1; at > 0; at--) {
    const around = spans.get(all[at]!.parentElement!);
    if (around) around[1] = Math.max(around[1], spans.get(all[at]!)![1]);
  }
  return { all, spans, answers: new Map() };
});
