import { attributeOf } from '../dom.ts';
import type { Draft, DraftName } from '../markdown-node.ts';
import type { Reading } from '../tree-builder.ts';
import { blocks } from './blocks.ts';
import { callouts } from './callouts.ts';
import { code } from './code.ts';
import { definitions } from './definitions.ts';
import { figures } from './figures.ts';
import { footnotes } from './footnotes.ts';
import { forms } from './forms.ts';
import { inline } from './inline.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { math } from './math.ts';
import { media } from './media.ts';
import { tables } from './tables.ts';
import { tabs } from './tabs.ts';

/** How a draft is written: from the Markdown of what is in it, and the draft itself. */
export type Writing = (content: string, draft: Draft) => string;

/** A family of rules: which elements it reads, which drafts it writes. */
export interface Rules {
  /** By name of the element. */
  readonly tags?: Readonly<Record<string, Reading>>;
  /** By class, before the name counts; `tags` narrows them to elements of these names. The first that fits reads. */
  readonly classes?: readonly ClassRule[];
  /** By ARIA role, where no class rule fits. */
  readonly roles?: Readonly<Record<string, Reading>>;
  readonly writings?: Partial<Record<DraftName, Writing>>;
}

export interface ClassRule {
  /** Tested on the class attribute. */
  readonly names: RegExp;
  readonly tags?: RegExp;
  readonly read: Reading;
}

/** The table of rules. Where two families know one class, the first one reads it. */
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
  inline,
  blocks,
];

const tagReadings = firstOf(families.map(({ tags = {} }) => tags));
const roleReadings = firstOf(families.map(({ roles = {} }) => roles));
const classRules = families.flatMap(({ classes = [] }) => classes);
const writings = new Map(families.flatMap(({ writings: own = {} }) => Object.entries(own)) as [DraftName, Writing][]);

function firstOf(tables: readonly Readonly<Record<string, Reading>>[]): Map<string, Reading> {
  return new Map(tables.toReversed().flatMap((table) => Object.entries(table)));
}

/** Class rules by element name and class attribute: pages have few of these, and many elements with each. */
const memo = new Map<string, Reading | undefined>();
const memoSize = 5_000;

/** The rule that reads an element; undefined where it means nothing beyond what is in it. */
export function readingOf(element: Element, name: string, classNames: string | undefined): Reading | undefined {
  if (classNames) {
    const key = `${name} ${classNames}`;
    let byClass = memo.get(key);
    if (byClass === undefined && !memo.has(key)) {
      byClass = classRules.find(({ names, tags }) => names.test(classNames) && (!tags || tags.test(name)))?.read;
      if (memo.size >= memoSize) memo.clear();
      memo.set(key, byClass);
    }
    if (byClass) return byClass;
  }
  if (element.hasAttributes()) {
    const role = attributeOf(element, 'role');
    const byRole = role === undefined ? undefined : roleReadings.get(role);
    if (byRole) return byRole;
  }
  return tagReadings.get(name);
}

/** Writes a draft; names without a writing are just their content. */
export const write: Writing = (content, draft) => {
  const writing = writings.get(draft.nodeName);
  return writing ? writing(content, draft) : content;
};
