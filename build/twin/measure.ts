import { memoizeByObject } from '../contract/std/collections.ts';
import { collapsed } from '../contract/std/words.ts';
import { attributeOf, isElement, isText } from './dom.ts';

/** Lengths of an element's text, cached: computed per ancestor, each text would be read once for every one. */
interface Measure {
  /** Characters with white space collapsed, and whether there is some at the ends. */
  collapsed: number;
  startsWithSpace: boolean;
  endsWithSpace: boolean;
  /** Characters of the words in its links. */
  linked: number;
  /** Number of `a` elements, with or without target. */
  anchors: number;
  /** Characters of their words. */
  anchored: number;
}

const nothing: Measure = {
  collapsed: 0,
  startsWithSpace: false,
  endsWithSpace: false,
  linked: 0,
  anchors: 0,
  anchored: 0,
};

/** Characters of `wordsOf` an element. */
export const wordsLength = (element: Element): number => wordsIn(measureOf(element));

export const anchorsIn = (element: Element): number => measureOf(element).anchors;

/** Characters of the words of the `a` in an element. */
export const anchoredLength = (element: Element): number => measureOf(element).anchored;

/** Characters of the unlinked text of an element. */
export function unlinkedLength(element: Element): number {
  const measure = measureOf(element);
  return Math.max(0, wordsIn(measure) - measure.linked);
}

const wordsIn = ({ collapsed, startsWithSpace, endsWithSpace }: Measure): number =>
  Math.max(0, collapsed - Number(startsWithSpace) - Number(endsWithSpace));

const measuresOf = memoizeByObject((document: Document) => measured(document.documentElement));

const measureOf = (element: Element): Measure =>
  measuresOf(element.ownerDocument).get(element) ?? measured(element).get(element)!;

/** The measures of an element and its descendants. Does not recurse. */
function measured(top: Element): Map<Element, Measure> {
  const measures = new Map<Element, Measure>();
  const open: Measure[] = [];
  let node: Node | null = top;
  while (node) {
    if (isElement(node)) {
      const measure = { ...nothing };
      measures.set(node, measure);
      open.push(measure);
      if (node.firstChild) {
        node = node.firstChild;
        continue;
      }
    } else if (isText(node)) addText(open.at(-1)!, node.data);
    for (;;) {
      if (isElement(node!)) {
        const measure: Measure = open.pop()!;
        const around = open.at(-1);
        const name = node.localName;
        if (!around) return measures;
        add(around, measure);
        if (name === 'a') {
          const words = wordsIn(measure);
          around.anchors++;
          around.anchored += words;
          if (attributeOf(node, 'href') !== undefined) around.linked += words;
        }
      }
      if (node!.nextSibling) {
        node = node!.nextSibling;
        break;
      }
      node = node!.parentNode;
    }
  }
  return measures;
}

/** Adds a text at the end of an element. */
function addText(to: Measure, data: string): void {
  if (data === '') return;
  const text = collapsed(data);
  addCollapsed(to, text.length, text[0] === ' ', text[text.length - 1] === ' ');
}

/** Adds a child at the end of its parent. */
function add(to: Measure, child: Measure): void {
  to.linked += child.linked;
  to.anchors += child.anchors;
  to.anchored += child.anchored;
  if (child.collapsed > 0) addCollapsed(to, child.collapsed, child.startsWithSpace, child.endsWithSpace);
}

/** Adjacent white space is one space. */
function addCollapsed(to: Measure, length: number, startsWithSpace: boolean, endsWithSpace: boolean): void {
  if (to.collapsed === 0) to.startsWithSpace = startsWithSpace;
  to.collapsed += length - Number(to.endsWithSpace && startsWithSpace);
  to.endsWithSpace = endsWithSpace;
}
