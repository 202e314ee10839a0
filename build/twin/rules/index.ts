import type { Draft, DraftName } from '../draft.ts';
import type { Reading } from '../reader.ts';
import { blocks } from './blocks.ts';
import { code } from './code.ts';
import { inline } from './inline.ts';
import { links } from './links.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { tables } from './tables.ts';

/** How a draft is written: from the Markdown of what is in it, and the draft itself. */
export type Writing = (content: string, draft: Draft) => string;

/** A family of rules: which elements it reads, which drafts it writes. */
export interface Rules {
  /** By name of the element. */
  readonly tags?: Readonly<Record<string, Reading>>;
  /** By class, before the name counts; `tags` narrows them to elements of these names. The first that fits reads. */
  readonly classes?: readonly ClassRule[];
  readonly writings?: Partial<Record<DraftName, Writing>>;
}

export interface ClassRule {
  /** Tested on the class attribute. */
  readonly names: RegExp;
  readonly tags?: RegExp;
  readonly read: Reading;
}

/** The table of rules. Where two families know one class, the first one reads it. */
const families: readonly Rules[] = [code, tables, media, lists, links, inline, blocks];

const tagReadings = new Map<string, Reading>(families.flatMap(({ tags = {} }) => Object.entries(tags)));
const classRules = families.flatMap(({ classes = [] }) => classes);
const writings = new Map(families.flatMap(({ writings: own = {} }) => Object.entries(own)) as [DraftName, Writing][]);

const memo = new Map<string, Reading | undefined>();
const memoSize = 5_000;

/** The rule that reads an element; undefined where it means nothing beyond what is in it. */
export function readingOf(_element: Element, name: string, classNames: string | undefined): Reading | undefined {
  if (!classNames) return tagReadings.get(name);
  const key = `${name} ${classNames}`;
  if (memo.has(key)) return memo.get(key);
  const rule = classRules.find(({ names, tags }) => names.test(classNames) && (!tags || tags.test(name)));
  const reading = rule?.read ?? tagReadings.get(name);
  if (memo.size >= memoSize) memo.clear();
  memo.set(key, reading);
  return reading;
}

/** Writes a draft; names without a writing are just their content. */
export const write: Writing = (content, draft) => {
  const writing = writings.get(draft.nodeName);
  return writing ? writing(content, draft) : content;
};
