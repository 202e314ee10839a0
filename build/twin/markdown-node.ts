import { sealed } from './escape/white-space.ts';

/**
 * Names of nodes: the HTML element of the same meaning, because Turndown knows blocks and void elements by these names. ASIDE is
 * an alert, DD the text of a footnote, NOTE the mark of a footnote.
 */
export type NodeName =
  // blocks that hold blocks
  | 'BLOCKQUOTE'
  | 'ASIDE'
  | 'UL'
  | 'OL'
  | 'LI'
  | 'DD'
  | 'TABLE'
  | 'TR'
  | 'TD'
  // blocks that hold text and marks
  | 'P'
  | HeadingName
  // blocks that hold text or nothing
  | 'PRE'
  | 'HR'
  // marks, which hold text and marks
  | 'A'
  | 'EM'
  | 'STRONG'
  | 'DEL'
  | TagName
  // what stands in text
  | '#text'
  | 'CODE'
  | 'IMG'
  | 'MATH'
  | 'BR'
  | 'NOTE';

export type HeadingName = 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6';
/** Elements without Markdown equivalent: they stay HTML. */
export type TagName = 'ABBR' | 'INS' | 'KBD' | 'MARK' | 'SUB' | 'SUP';

/** Alignment of a column; undefined if the page does not set one. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

/** Facts of a node besides its name and its children. */
export interface NodeFacts {
  /** H1 to H6, LI of a term: its fragment. */
  readonly id?: string | undefined;
  /** PRE: info string. */
  readonly language?: string;
  /** LI: its number in an ordered list. */
  readonly number?: number;
  /** LI: state of its checkbox. */
  readonly checked?: boolean;
  /** UL, OL: follows another list of its kind, and so needs the other marker. */
  readonly other?: boolean;
  /** LI: with blank lines between its blocks, and around it. */
  loose?: boolean;
  /** UL: each of its items was a list. */
  isMerged?: boolean;
  /** ASIDE: one of GitHub's five kinds of alerts. UL, OL: its element. */
  readonly kind?: string;
  /** A, IMG: escaped destination. */
  url?: string;
  /** A, IMG, ABBR */
  readonly title?: string;
  /** DD: label of the footnote. */
  readonly label?: string;
  /** TABLE: alignment of each column. */
  columns?: readonly Alignment[];
}

const noFacts: NodeFacts = {};
const noChildren: MarkdownNode[] = [];

/** A node of the tree for Turndown: the members of a DOM node that it reads, and `facts`. */
export class MarkdownNode {
  readonly nodeType: 1 | 3;
  readonly nodeName: NodeName;
  data: string;
  readonly facts: NodeFacts;
  childNodes: MarkdownNode[];
  parentNode: MarkdownNode | null = null;
  previousSibling: MarkdownNode | null = null;
  nextSibling: MarkdownNode | null = null;
  // Turndown sets these on every node; declared so that all nodes have one shape.
  isBlock = false;
  isCode = false;
  isBlank = false;
  flankingWhitespace: unknown = null;

  constructor(nodeName: NodeName, facts = noFacts, text = '') {
    this.nodeType = nodeName === '#text' ? 3 : 1;
    this.nodeName = nodeName;
    this.facts = facts;
    this.childNodes = noChildren;
    this.data = text;
  }

  get nodeValue(): string | null {
    return this.nodeType === 3 ? this.data : null;
  }

  get text(): string {
    const { childNodes } = this;
    if (childNodes.length === 0) return isSealed(this) ? sealed(this.data) : this.data;
    if (childNodes.length === 1) return childNodes[0]!.text;
    let text = '';
    for (let at = 0; at < childNodes.length; at++) text += childNodes[at]!.text;
    return text;
  }

  /** What Turndown reads: of a mark its text, whose outer spaces it moves out; of a block whether there is any; of a text nothing. */
  get textContent(): string {
    if (this.nodeType === 3) return '';
    return isMark(this) ? this.text : firstTextIn(this);
  }

  get firstChild(): MarkdownNode | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): MarkdownNode | null {
    return this.childNodes[this.childNodes.length - 1] ?? null;
  }

  /** Whether blocks are written as HTML on one line, as in a table cell. */
  get inCell(): boolean {
    for (let at = this.parentNode; at; at = at.parentNode) if (at.nodeName === 'TD') return true;
    return false;
  }

  get isHeading(): boolean {
    const { nodeName } = this;
    return nodeName.length === 2 && nodeName[0] === 'H' && nodeName !== 'HR';
  }

  cloneNode(deep = false): MarkdownNode {
    const clone = new MarkdownNode(this.nodeName, this.facts, this.data);
    if (!deep) return clone;
    let last: MarkdownNode | null = null;
    for (let at = 0; at < this.childNodes.length; at++) {
      const child = this.childNodes[at]!.cloneNode(true);
      child.parentNode = clone;
      child.previousSibling = last;
      if (last) last.nextSibling = child;
      clone.#push(child);
      last = child;
    }
    return clone;
  }

  append(child: MarkdownNode): MarkdownNode {
    child.parentNode?.removeChild(child);
    const last = this.lastChild;
    if (last) last.nextSibling = child;
    child.previousSibling = last;
    child.parentNode = this;
    this.#push(child);
    return child;
  }

  /** Most nodes have one child: an array grown by push allocates 17. */
  #push(child: MarkdownNode): void {
    if (this.childNodes === noChildren) this.childNodes = [child];
    else this.childNodes.push(child);
  }

  /** Moves all children of another node. (One by one, each would be searched among all.) */
  appendAllOf(other: MarkdownNode): void {
    for (const child of other.childNodes.splice(0)) {
      child.parentNode = child.previousSibling = child.nextSibling = null;
      this.append(child);
    }
  }

  removeChild(child: MarkdownNode): void {
    const { previousSibling, nextSibling } = child;
    this.childNodes.splice(this.childNodes.lastIndexOf(child), 1);
    if (previousSibling) previousSibling.nextSibling = nextSibling;
    if (nextSibling) nextSibling.previousSibling = previousSibling;
    child.parentNode = child.previousSibling = child.nextSibling = null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

/** Nodes that stand in a line. */
const marks: ReadonlySet<NodeName> = new Set([
  'A',
  'EM',
  'STRONG',
  'DEL',
  'ABBR',
  'INS',
  'KBD',
  'MARK',
  'SUB',
  'SUP',
  'CODE',
  'IMG',
  'MATH',
  'BR',
  'NOTE',
]);
/** Nodes whose outer spaces are their own. */
const isSealed = ({ nodeName }: MarkdownNode): boolean => nodeName === 'CODE' || nodeName === 'IMG';
const isMark = ({ nodeName }: MarkdownNode): boolean => marks.has(nodeName);

/** The first text of a block that is not blank; '' without one. */
function firstTextIn({ data, childNodes }: MarkdownNode): string {
  if (data.trim() !== '') return data;
  for (const child of childNodes) {
    const text = firstTextIn(child);
    if (text !== '') return text;
  }
  return '';
}

export const textNode = (text: string): MarkdownNode => new MarkdownNode('#text', noFacts, text);

export const isList = ({ nodeName }: MarkdownNode): boolean => nodeName === 'UL' || nodeName === 'OL';

/**
 * Marks the items that need blank lines: with more than one paragraph, or blocks other than lists. One makes its whole list loose
 * (CommonMark §5.3), so that between others none is needed.
 */
export function markLoose({ childNodes: items }: MarkdownNode): void {
  for (const { facts, childNodes } of items)
    facts.loose = childNodes.some(
      (child, at) => !isList(child) && !(at === 0 && child.nodeName === 'P') && !(at === 0 && childNodes.length === 1),
    );
}
