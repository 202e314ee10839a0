import { decodeLoosely } from '../../contract/permalinks.ts';
import { memoizeByObject } from '../../contract/std/collections.ts';
import { ancestorOf, attributeOf, childElementsOf, elementsOf, hasClass, outermost, wordsOf } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import { firstWithin } from '../first-within.ts';
import { MarkdownNode } from '../markdown-node.ts';
import { anchorsIn } from '../measure.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { trimNewlines } from './blocks.ts';
import { indented } from './lists.ts';
import type { Rules } from './rule.ts';

/** Labels of a page's footnotes, by the id of their definition. */
interface Notes {
  readonly byId: Map<string, Element>;
  readonly labels: Map<Element, string>;
  readonly taken: Set<string>;
  /** The lowest possibly free number. */
  next: number;
}

function notesOf(builder: TreeBuilder): Notes {
  const known = builder.notes.get('footnotes') as Notes | undefined;
  if (known) return known;
  const notes: Notes = { byId: new Map(), labels: new Map(), taken: new Set(), next: 1 };
  builder.notes.set('footnotes', notes);
  for (const element of elementsOf(builder.reading.root)) {
    const id = element.hasAttributes() ? attributeOf(element, 'id') : undefined;
    if (id !== undefined && !notes.byId.has(id)) notes.byId.set(id, element);
  }
  return notes;
}

const noteClass = /(?:^|\s)(?:footnotes?|endnotes?|footnote-definition|footnote-item|footnotes-list)(?:\s|$)/;
const noteTags = /^(?:div|section|aside|ol|ul|footer)$/;
const noteRole = /^doc-(?:footnote|endnote|endnotes)$/;

const isNote = (element: Element): boolean =>
  (hasClass(element, noteClass) && element.localName !== 'a' && element.localName !== 'sup') ||
  noteRole.test(attributeOf(element, 'role') ?? '');

/** The definition that a link leads to, if any. */
function definitionOf(link: Element, builder: TreeBuilder): Element | undefined {
  const href = attributeOf(link, 'href') ?? '';
  if (!href.startsWith('#') || href.length < 2) return undefined;
  const target = notesOf(builder).byId.get(decodeLoosely(href.slice(1)));
  const isRead = (at: Element): boolean => at !== builder.reading.root && noteTags.test(at.localName) && isNote(at);
  return target && ancestorOf(target, isRead) && ancestorOf(target, isDefinition);
}

/** The label of a definition: the text of its first mark, if valid and free. */
function labelOf(definition: Element, shown: string, builder: TreeBuilder): string {
  const notes = notesOf(builder);
  const { labels, taken } = notes;
  const known = labels.get(definition);
  if (known !== undefined) return known;
  const wanted = shown.replace(/[^\p{L}\p{N}_-]/gu, '');
  let label = wanted;
  for (; label === '' || taken.has(label); notes.next++) label = `${notes.next}`;
  labels.set(definition, label);
  taken.add(label);
  return label;
}

/** Whether the text of a reference is a word, not a mark: `See the long note`. */
const isWord = /\p{L}{3}/u;

/** Most links in one superscript. */
const mostMarks = 50;

/** Reads a footnote mark: a link to a definition, optionally in a superscript. Returns whether the element is one. */
export function readNoteMark(element: Element, builder: TreeBuilder): boolean {
  if (anchorsIn(element) > mostMarks) return false;
  const links = element.localName === 'a' ? [element] : [...element.querySelectorAll('a')];
  const marks = links.map((link) => ({ link, definition: definitionOf(link, builder) }));
  if (marks.length === 0 || marks.some(({ definition }) => !definition)) return false;
  const areWords = marks.some(({ link }) => isWord.test(wordsOf(link)));
  if (!areWords) builder.reading.rewrite(element);
  for (const { link, definition } of marks) {
    if (areWords) {
      builder.reading.keepOnlyWords(link);
      builder.children(link);
    }
    builder.leaf(new MarkdownNode('NOTE', {}, labelOf(definition!, areWords ? '' : wordsOf(link), builder)));
  }
  return true;
}

/** Reads definitions, each as a block. */
const readNotes: ElementHandler = (element, builder) => {
  if (isSingle(element)) readDefinition(element, builder);
  else if (!holdsNotes(element)) return builder.division(element);
  else readList(element, builder);
};

function readList(list: Element, builder: TreeBuilder): void {
  builder.endRun();
  const isPart = (part: Element): boolean =>
    isDefinition(part) || !/^(?:ol|ul|div|section|aside)$/.test(part.localName) || !holdsNotes(part);
  for (const part of outermost(list, isPart)) {
    if (isDefinition(part)) readDefinition(part, builder);
    else builder.element(part);
  }
}

const isDefinition = (part: Element): boolean => part.localName === 'li' || isSingle(part);

const holdsNotes = (element: Element): boolean => firstWithin(element, isDefinition) !== undefined;

/** Whether an element is one definition, not a list of them. */
const isSingle = (element: Element): boolean =>
  attributeOf(element, 'id') !== undefined &&
  attributeOf(element, 'id') !== 'footnotes' &&
  (hasClass(element, /(?:^|\s)(?:footnote|footnote-definition)(?:\s|$)/) ||
    /^doc-(?:footnote|endnote)$/.test(attributeOf(element, 'role') ?? ''));

function readDefinition(note: Element, builder: TreeBuilder): void {
  const marks = marksIn(note);
  const shown = marks.map(wordsOf).find((words) => /[\p{L}\p{N}]/u.test(words)) ?? '';
  builder.endRun();
  const before = builder.block.lastChild;
  // Removes the line before notes: their marks separate them.
  if (before?.nodeName === 'HR') before.remove();
  builder.inBlock('DD', { label: labelOf(note, shown || positionOf(note), builder) }, (block) => {
    for (const mark of marks) builder.reading.leaveOut(mark, 'mark of a footnote');
    builder.children(note);
    // AsciiDoctor: `<a>1</a>. text`.
    const first = block.nodeName === 'DD' ? block.firstChild?.firstChild : undefined;
    if (first?.nodeType === 3) first.data = first.data.replace(/^\. /, '');
  });
}

const positionOf = (note: Element): string => (note.localName === 'li' ? String(positionsIn(note.parentElement!).get(note)) : '');

const positionsIn = memoizeByObject((list: Element): ReadonlyMap<Element, number> => {
  const items = childElementsOf(list).filter(({ localName }) => localName === 'li');
  return new Map(items.map((item, at) => [item, at + 1]));
});

/** The label at the start of a definition, and its back links. */
function marksIn(note: Element): Element[] {
  const marks: Element[] = [];
  for (const element of elementsOf(note)) {
    if (isLabel(element) || hasClass(element, /(?:^|\s)backrefs(?:\s|$)/)) marks.push(element);
    else if (element.localName === 'a' && isBackLink(element)) marks.push(element);
  }
  return marks;
}

/** Text with the class may be a badge. */
const isLabel = (element: Element): boolean =>
  hasClass(element, /(?:^|\s)(?:label|footnote-definition-label)(?:\s|$)/) && !/\s/.test(wordsOf(element));

/** A link back by its role, or by its sign. */
const isBackLink = (link: Element): boolean =>
  (attributeOf(link, 'href') ?? '').startsWith('#') &&
  (attributeOf(link, 'role') === 'doc-backlink' || !/[\p{L}\p{N}]/u.test(wordsOf(link)));

export const footnotes: Rules = {
  classes: [{ names: noteClass, tags: noteTags, handle: readNotes }],
  roles: { 'doc-footnote': readNotes, 'doc-endnote': readNotes, 'doc-endnotes': readNotes },
  printers: [
    { filter: ['note'], replacement: (_, { data: label }) => syntax(`[^${label}]`) },
    {
      filter: ['dd'],
      replacement: (content, { facts: { label } }) => `\n\n[^${label}]: ${indented(trimNewlines(content), 4)}\n\n`,
    },
  ],
};
