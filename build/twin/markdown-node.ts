/** What a draft may be: the small vocabulary between the HTML of the world and Markdown. */
export type DraftName =
  // blocks that hold blocks
  | 'ROOT'
  | 'DOCUMENT'
  | 'BLOCKQUOTE'
  | 'ALERT'
  | 'LIST'
  | 'ITEM'
  | 'FOOTNOTE'
  | 'TABLE'
  | 'ROW'
  | 'CELL'
  // blocks that hold inline drafts
  | 'PARAGRAPH'
  | 'HEADING'
  // blocks without children
  | 'FENCE'
  | 'RULE'
  // inline drafts that hold inline drafts
  | 'LINK'
  | 'EMPHASIS'
  | 'STRONG'
  | 'STRIKE'
  | 'TAG'
  // inline drafts without children
  | '#text'
  | 'CODE'
  | 'IMAGE'
  | 'MATH'
  | 'BREAK'
  | 'NOTE'
  | 'EMPTY';

/** How a column is aligned, where the page says so. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

/** What a draft says beside its children; each rule documents the members that it reads. */
export interface DraftFacts {
  /** HEADING: 1 to 6. */
  readonly level?: number;
  /** FENCE: info string. */
  readonly language?: string;
  /** ITEM: its number in an ordered list. */
  readonly number?: number;
  /** LIST: whether its items are numbered. */
  readonly ordered?: boolean;
  /** LIST: whether it stands right after another one of its kind, and so needs the other marker. */
  readonly other?: boolean;
  /** LIST: whether blank lines stand between its items. */
  loose?: boolean;
  /** ITEM: state of its checkbox. */
  readonly checked?: boolean;
  /** ALERT: one of the five kinds of GitHub. */
  readonly kind?: string;
  /** LINK, IMAGE: destination, ready to be written. */
  url?: string;
  readonly title?: string;
  /** TAG: name of the HTML element that Markdown has no mark for, and its attributes as HTML. */
  readonly tag?: string;
  readonly attributes?: string;
  /** FOOTNOTE, NOTE: label. */
  readonly label?: string;
  /** TABLE: alignment of each column. */
  columns?: readonly Alignment[];
}

/**
 * A node of the tree that Turndown walks. It is not the page's DOM but what the reader made of it: navigation is
 * gone, whitespace collapsed, every run of text in a block. Turndown asks a node for its neighbours only to find
 * out whether it is blank and where its outer spaces go; both were settled by the reader, so the answers are constant.
 */
export class Draft {
  readonly nodeType: 1 | 3;
  readonly nodeName: DraftName;
  /** Text of a draft without children. */
  nodeValue: string;
  readonly childNodes: Draft[] = [];
  parentNode: Draft | null = null;
  readonly facts: DraftFacts;
  /** Whether it stands in a table cell, where blocks are written as HTML on one line. */
  inCell = false;
  /** DOCUMENT: its Markdown, once written. */
  written = '';
  // Set by Turndown on every node: here from the start, so that all drafts have one shape.
  isBlock = false;
  isCode = false;
  isBlank = false;
  flankingWhitespace: unknown = null;

  constructor(nodeName: DraftName, nodeValue = '', facts: DraftFacts = none) {
    this.nodeType = nodeName === '#text' ? 3 : 1;
    this.nodeName = nodeName;
    this.nodeValue = nodeValue;
    this.facts = facts;
  }

  get textContent(): string {
    return 'x';
  }

  get firstChild(): null {
    return null;
  }

  cloneNode(): this {
    return this;
  }

  append(child: Draft): Draft {
    child.parentNode = this;
    child.inCell = this.inCell || this.nodeName === 'CELL';
    this.childNodes.push(child);
    return child;
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes;
    const at = siblings ? siblings.lastIndexOf(this) : -1;
    if (at >= 0) siblings!.splice(at, 1);
  }
}

const none: DraftFacts = {};
