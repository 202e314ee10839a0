import { following, isElement, isHeading, isLink, isText } from '../dom.ts';
import { withoutSeals } from '../escape/white-space.ts';
import { firstWithin } from '../first-within.ts';
import { type MarkdownNode, textNode } from '../markdown-node.ts';
import { sectionIdOf } from '../section-id.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** Markdown has no definition lists: an item for each term, in strong, followed by its definition. */
const definitionList: ElementHandler = (element, builder) => {
  const groups = groupsOf(element);
  if (!groups.some(({ terms, meanings }) => [...terms, ...meanings].some(isPart))) return builder.division(element);
  if (isContents(groups)) return contentsList(element, groups, builder);
  builder.inList('UL', element, () => {
    for (const group of groups) builder.inBlock('LI', { id: idOf(group) }, (item) => readGroup(group, item, builder));
  });
};

/** Whether a list is navigation: only lists are below its terms, and a term without list is, or contains, a link. */
const isContents = (groups: readonly Group[]): boolean =>
  groups.some(({ terms }) => terms.length > 0) &&
  groups.every(
    ({ terms, meanings }) =>
      meanings.every(holdsOnlyLists) &&
      terms.every((term, at) => firstWithin(term, isLink) || (at === terms.length - 1 && meanings.length > 0)),
  );

function holdsOnlyLists(meaning: Node): boolean {
  for (let child = meaning.firstChild; child; child = child.nextSibling)
    if (isElement(child) ? !/^(?:dl|ul|ol)$/.test(child.localName) : isText(child) && child.data.trim() !== '') return false;
  return meaning.firstChild !== null;
}

/** Navigation: an item for each term, and its list one level deeper. */
const contentsList = (element: Element, groups: readonly Group[], builder: TreeBuilder): void =>
  builder.inList('UL', element, () => {
    const item = (term: Element | undefined, meanings: readonly Node[]): void =>
      builder.inBlock('LI', { id: term && sectionIdOf(term) }, () => {
        if (term) builder.division(term);
        for (const meaning of meanings) builder.division(meaning as Element);
      });
    for (const { terms, meanings } of groups) {
      for (const term of terms.slice(0, -1)) item(term, []);
      // A list before the first term has none.
      item(terms.at(-1), meanings);
    }
  });

const idOf = ({ terms: [term] }: Group): string | undefined => term && sectionIdOf(term);

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

const isPart = (node: Node): boolean => isElement(node) && /^d[td]$/.test(node.localName);

const hasTerm = (element: Element): boolean => firstWithin(element, isTerm) !== undefined;

const isTerm = ({ localName }: Element): boolean => localName === 'dt';

function readGroup({ terms, meanings }: Group, item: MarkdownNode, builder: TreeBuilder): void {
  for (const term of terms) {
    if (firstWithin(term, isHeading)) builder.division(term);
    else builder.titleLine(term);
  }
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
