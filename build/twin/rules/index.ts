import { attributeOf } from '../dom.ts';
import type { ElementHandler, Handlers } from '../tree-builder.ts';
import { blocks } from './blocks.ts';
import { callouts } from './callouts.ts';
import { code } from './code.ts';
import { definitions } from './definitions.ts';
import { figures } from './figures.ts';
import { footnotes } from './footnotes.ts';
import { forms } from './forms.ts';
import { headings } from './headings.ts';
import { inline } from './inline.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { math } from './math.ts';
import { media } from './media.ts';
import type { NodePrinter, Rules } from './rule.ts';
import { tables } from './tables.ts';
import { tabs } from './tabs.ts';

/** The table of rules. For a class in two families, the first one applies. */
const families: readonly Rules[] = [
  math,
  footnotes,
  callouts,
  tabs,
  code,
  tables,
  figures,
  media,
  forms,
  definitions,
  lists,
  links,
  headings,
  inline,
  blocks,
];

export const printers: readonly NodePrinter[] = families.flatMap((family) => family.printers ?? []);

const tagHandlers = firstOf(families.map(({ tags = {} }) => tags));
const roleHandlers = firstOf(families.map(({ roles = {} }) => roles));
const classRules = families.flatMap(({ classes = [] }) => classes);

function firstOf(tables: readonly Readonly<Record<string, ElementHandler>>[]): Map<string, ElementHandler> {
  return new Map(tables.toReversed().flatMap((table) => Object.entries(table)));
}

/** Class rules by element name and class attribute, memoized: pages have few of these, and many elements with each. */
const memo = new Map<string, ElementHandler | undefined>();
const memoSize = 5_000;

function handlerOf(element: Element, meant: string): ElementHandler | undefined {
  const name = element.localName;
  if (meant !== name) return tagHandlers.get(meant) ?? roleHandlers.get(meant);
  if (!element.hasAttributes()) return tagHandlers.get(name);
  const classNames = attributeOf(element, 'class');
  if (classNames) {
    const key = `${name} ${classNames}`;
    let byClass = memo.get(key);
    if (byClass === undefined && !memo.has(key)) {
      byClass = classRules.find(({ names, tags }) => names.test(classNames) && (!tags || tags.test(name)))?.handle;
      if (memo.size >= memoSize) memo.clear();
      memo.set(key, byClass);
    }
    if (byClass) return byClass;
  }
  return roleHandlers.get(attributeOf(element, 'role') ?? '') ?? tagHandlers.get(name);
}

export const handlers: Handlers = { handlerOf, handleText: math.text! };
