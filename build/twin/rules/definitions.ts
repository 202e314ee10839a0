import { following, isElement, isText } from '../dom.ts';
import { withoutSeals } from '../escape/white-space.ts';
import { firstWithin } from '../first-within.ts';
import { type MarkdownNode, textNode } from '../markdown-node.ts';
import { sectionIdOf } from '../section-id.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** Markdown has no definition lists: an item for each term, in strong, followed by its definition. */
const definitionList: ElementHandler = (element, builder) => {
  builder.inList('UL', element, () => {
    for (const group of groupsOf(element).flatMap(oneByOne))
      builder.inBlock('LI', { id: idOf(group) }, (item) => readGroup(group, item, builder));
  });
};

const idOf = ({ terms: [term] }: Group): string | undefined => term && sectionIdOf(term);

/** Terms without definition have nothing in common: rustdoc lists the parts of a module so. */
const oneByOne = (group: Group): Group[] =>
  group.meanings.length > 0 ? [group] : group.terms.map((term) => ({ terms: [term], meanings: [] }));

interface Group {
  readonly terms: Element[];
  readonly meanings: Node[];
}

/** Terms with their definitions; each may be several, and wrapped in a `div` (HTML §4.4.9). */
function groupsOf(element: Element): Group[] {
  const groups: Group[] = [];
  const start = (): Group => {
    const group = { terms: [], meanings: [] };
    groups.push(group);
    return group;
  };
  for (const part of partsOf(element)) {
    const last = groups.at(-1);
    if (isElement(part) && part.localName === 'dt') (last && last.meanings.length === 0 ? last : start()).terms.push(part);
    else (last ?? start()).meanings.push(part);
  }
  return groups;
}

/** The parts of a list, with those inside of divisions. Text outside items is kept. */
function partsOf(list: Element): Node[] {
  const parts: Node[] = [];
  for (let node: Node | null = list.firstChild; node; ) {
    const inside = isElement(node) && node.localName === 'div' && hasTerm(node);
    if (!inside && (isElement(node) || (isText(node) && node.data.trim() !== ''))) parts.push(node);
    node = (inside ? node.firstChild : null) ?? following(node, list);
  }
  return parts;
}

const hasTerm = (element: Element): boolean => firstWithin(element, isTerm) !== undefined;

const isTerm = ({ localName }: Element): boolean => localName === 'dt';

function readGroup({ terms, meanings }: Group, item: MarkdownNode, builder: TreeBuilder): void {
  for (const term of terms) builder.titleLine(term);
  const [term, ...more] = item.childNodes;
  for (const meaning of meanings) {
    if (isElement(meaning) && meaning.localName === 'dd') builder.division(meaning);
    else builder.node(meaning);
  }
  const [, meaning, ...rest] = item.childNodes;
  const plain = item.nodeName === 'LI' && more.length === 0 && rest.length === 0;
  if (!plain || term?.nodeName !== 'P' || meaning?.nodeName !== 'P') return;
  // A term and a single paragraph share a line; in a cell without a colon, which the page lacks.
  meaning.remove();
  const colon = builder.inCell || withoutSeals(term.text).trimEnd().endsWith(':') ? ' ' : ': ';
  term.append(textNode(colon));
  term.appendAllOf(meaning);
}

export const definitions: Rules = {
  tags: { dl: definitionList },
};
