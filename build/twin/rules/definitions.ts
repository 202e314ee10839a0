import { childElementsOf, findElement } from '../dom.ts';
import { Draft } from '../markdown-node.ts';
import type { Reader, Reading } from '../tree-builder.ts';
import type { Rules } from './index.ts';

/** Markdown has no definition lists: an item for each term, the term strong, what it means after it. */
const definitionList: Reading = (element, reader) => {
  const groups = groupsOf(element);
  if (groups.length === 0) return reader.division(element);
  reader.endRun();
  const before = reader.block.childNodes.at(-1);
  const other = before?.nodeName === 'LIST' && !before.facts.ordered && !before.facts.other;
  reader.inBlock('LIST', { other }, (list) => {
    for (const group of groups) reader.inBlock('ITEM', {}, (item) => readGroup(group, item, reader));
    if (list.nodeName === 'LIST') list.facts.loose = list.childNodes.some(({ childNodes }) => childNodes.length > 1);
  });
};

interface Group {
  readonly terms: Element[];
  readonly meanings: Element[];
}

/** Terms with what is said of them; each may be several, and wrapped in a `div` (HTML §4.4.9). */
function groupsOf(element: Element): Group[] {
  const groups: Group[] = [];
  const start = (): Group => {
    const group = { terms: [], meanings: [] };
    groups.push(group);
    return group;
  };
  const visit = (parent: Element): void => {
    for (const child of childElementsOf(parent)) {
      const last = groups.at(-1);
      if (child.localName === 'dt') (last && last.meanings.length === 0 ? last : start()).terms.push(child);
      else if (child.localName === 'div' && findElement(child, ({ localName }) => localName === 'dt')) visit(child);
      else (last ?? start()).meanings.push(child);
    }
  };
  visit(element);
  return groups;
}

function readGroup({ terms, meanings }: Group, item: Draft, reader: Reader): void {
  for (const term of terms) {
    if (findElement(term, ({ localName }) => /^h[1-6]$/.test(localName))) reader.division(term);
    else reader.titleLine(term);
  }
  const [term, ...more] = item.childNodes;
  for (const meaning of meanings) {
    if (meaning.localName === 'dd') reader.division(meaning);
    else reader.element(meaning);
  }
  const [, meaning, ...rest] = item.childNodes;
  const plain = item.nodeName === 'ITEM' && more.length === 0 && rest.length === 0;
  if (!plain || term?.nodeName !== 'PARAGRAPH' || meaning?.nodeName !== 'PARAGRAPH') return;
  // A term and one paragraph about it stand on one line; in a cell, which says nothing but what the page says, without a colon.
  meaning.remove();
  term.append(new Draft('#text', reader.inCell || endsInColon(term) ? ' ' : ': '));
  for (const child of meaning.childNodes) term.append(child);
}

function endsInColon(term: Draft): boolean {
  let last: Draft | undefined = term;
  while (last && last.childNodes.length > 0) last = last.childNodes.at(-1);
  return last?.nodeValue.trimEnd().endsWith(':') ?? false;
}

export const definitions: Rules = {
  tags: { dl: definitionList },
};
