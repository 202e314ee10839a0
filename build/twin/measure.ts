import { memoizeByObject } from '../contract/std/collections.ts';
import { attributeOf, isElement, isText } from './dom.ts';

/** How much text an element holds: asked of every element around a text, the text itself would be read once for each. */
interface Measure {
  /** Characters as they are written. */
  characters: number;
  /** Characters with each run of white space as one space, and whether there is one at the ends. */
  collapsed: number;
  startsWithSpace: boolean;
  endsWithSpace: boolean;
  /** Characters of the words of the links in it. */
  linked: number;
  /** How many `a` are in it, whether they lead anywhere or not. */
  anchors: number;
  /** Characters of the words of these. */
  anchored: number;
}

/** Characters of the text of an element. */
export const charactersOf = (element: Element): number => measureOf(element).characters;

/** Characters of the text of an element, each run of white space one space, not trimmed. */
export const collapsedLength = (element: Element): number => measureOf(element).collapsed;

/** Characters of `wordsOf` an element. */
export const wordsLength = (element: Element): number => wordsIn(measureOf(element));

/** How many `a` are in an element. */
export const anchorsIn = (element: Element): number => measureOf(element).anchors;

/** Characters of the words of the `a` in an element. */
export const anchoredLength = (element: Element): number => measureOf(element).anchored;

/** Characters of an element that are not text of a link. */
export function unlinkedLength(element: Element): number {
  const measure = measureOf(element);
  return Math.max(0, wordsIn(measure) - measure.linked);
}

const wordsIn = ({ collapsed, startsWithSpace, endsWithSpace }: Measure): number =>
  Math.max(0, collapsed - Number(startsWithSpace) - Number(endsWithSpace));

const measuresOf = memoizeByObject((document: Document) => measured(document.documentElement));

const measureOf = (element: Element): Measure =>
  measuresOf(element.ownerDocument).get(element) ?? measured(element).get(element)!;

/** The measures of an element and of all in it. Does not recurse. */
function measured(top: Element): Map<Element, Measure> {
  const measures = new Map<Element, Measure>();
  const open: Measure[] = [];
  let node: Node | null = top;
  while (node) {
    if (isElement(node)) {
      const measure = {
        characters: 0,
        collapsed: 0,
        startsWithSpace: false,
        endsWithSpace: false,
        linked: 0,
        anchors: 0,
        anchored: 0,
      };
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
        if (!around) return measures;
        add(around, measure);
        if (node.localName === 'a') {
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

function addText(to: Measure, data: string): void {
  if (data === '') return;
  const text = /\s\s/.test(data) ? data.replace(/\s+/g, ' ') : data;
  add(to, {
    characters: data.length,
    collapsed: text.length,
    startsWithSpace: /^\s/.test(text),
    endsWithSpace: /\s/.test(text[text.length - 1]!),
    linked: 0,
    anchors: 0,
    anchored: 0,
  });
}

/** What follows is added: white space at the end of one and the start of the other is one space. */
function add(to: Measure, next: Measure): void {
  to.characters += next.characters;
  to.linked += next.linked;
  to.anchors += next.anchors;
  to.anchored += next.anchored;
  if (next.collapsed === 0) return;
  if (to.collapsed === 0) to.startsWithSpace = next.startsWithSpace;
  to.collapsed += next.collapsed - Number(to.endsWithSpace && next.startsWithSpace);
  to.endsWithSpace = next.endsWithSpace;
}
