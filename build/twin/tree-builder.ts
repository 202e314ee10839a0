import { attributeOf, isElement, isText } from './dom.ts';
import { phrasing } from './elements.ts';
import { seal } from './escape/white-space.ts';
import { standApart } from './laid-out.ts';
import { isList, MarkdownNode, markLoose, type NodeFacts, type NodeName, textNode } from './markdown-node.ts';
import type { Reading } from './reading.ts';

/** URLs of the page and its site, for links. */
export interface ConversionContext {
  /** Absolute URL of the page. */
  readonly pageUrl: string;
  /** Origin of its site, without slash. */
  readonly siteUrl: string;
}

/** Turns an element into nodes. */
export type ElementHandler = (element: Element, builder: TreeBuilder) => void;

/** Turns special text into nodes; returns whether it did. */
export type TextHandler = (text: string, builder: TreeBuilder) => boolean;

/** The table of rules for the tree builder. */
export interface Handlers {
  /** The rule of an element; undefined for an element without meaning of its own. */
  handlerOf(element: Element, name: string, classNames: string | undefined): ElementHandler | undefined;
  readonly handleText: TextHandler;
}

interface OpenMark {
  readonly name: NodeName;
  readonly facts: NodeFacts;
  /** Whether it is a link that an earlier block has: a card links once. */
  isSpent: boolean;
}

/** Deeper elements are read as plain text, because rules recurse. */
const deepest = 400;
/** Deeper quotes, lists and the like are omitted; renderers stop at about 100. */
const deepestBlocks = 40;
const deepestMarks = 20;
/** Most nested marks of one kind: an index of an index of an index. */
const mostAlike = 3;
/** Marks that are merged if nested or adjacent, because delimiters between them would be misread. */
const once = new Set<NodeName>(['EM', 'STRONG', 'DEL']);
/** Nodes whose text is not part of the paragraph. */
const holdsOwnText = new Set<NodeName>(['CODE', 'IMG', 'MATH', 'NOTE']);

const unusual = /[\t\n\r\f]| {2}/;

/**
 * Turns the content of a page into nodes, called by rules. Text goes into the open block, with the open marks (link, emphasis
 * …), in a paragraph if the block contains blocks. White space is collapsed as in CSS (CSS Text 3 §4.1.1). Marks around blocks
 * are repeated inside each of them.
 */
export class TreeBuilder {
  readonly context: ConversionContext;
  /** What is read: the elements that are left out are decided there. */
  readonly reading: Reading;
  /** The tree. A PRE, so that Turndown does not collapse white space again. */
  readonly document = new MarkdownNode('PRE');
  /** Links to fragments of the page, resolved when all headings are known. */
  readonly fragmentLinks: { readonly facts: NodeFacts; readonly id: string }[] = [];
  /** State of rules for this page. */
  readonly notes = new Map<string, unknown>();
  readonly #handlers: Handlers;
  #block: MarkdownNode;
  #blockDepth = 0;
  #depth = 0;
  /** Node of the current run of text, and the innermost mark in it. */
  #run: MarkdownNode | null = null;
  #cursor: MarkdownNode;
  readonly #marks: OpenMark[] = [];
  /** Number of marks with a node in the current run. */
  #placed = 0;
  /** Whether a space here would collapse with one before it. */
  #spaced = true;
  /** Whether a word that follows the last text is another one. */
  #isParted = false;
  #code = 0;
  /** Whether the open code has elements besides white space. */
  #codeHasParts = false;
  #progress = 0;
  /** Elements that a rule has read out of order. */
  readonly #except = new Set<Element>();

  constructor(reading: Reading, context: ConversionContext, handlers: Handlers) {
    this.#handlers = handlers;
    this.reading = reading;
    this.context = context;
    this.#block = this.document;
    this.#cursor = this.document;
  }

  /** Reads the children of an element, also of one that a rule names, such as a term, unless it is left out. */
  children(element: Node): void {
    if (isElement(element) && element !== this.reading.root && this.reading.isLeftOut(element)) return;
    for (let child = element.firstChild; child; child = child.nextSibling) {
      this.node(child);
      const next = child.nextSibling;
      if (next && isElement(child) && isElement(next) && this.#run && standApart(child, next)) this.part();
    }
  }

  node(node: Node): void {
    if (isText(node)) {
      const { data } = node;
      if (this.#code > 0) this.code(data);
      else if (/[\p{L}\p{N}]/u.test(data) || !this.#isBetweenExcluded(node)) this.text(data);
    } else if (isElement(node)) this.element(node);
  }

  /** Whether a sign only parts excluded links: "Previous | Next". */
  #isBetweenExcluded({ previousSibling, nextSibling }: Node): boolean {
    const sides = [previousSibling, nextSibling].filter((side) => side && phrasing.has((side as Element).localName));
    return sides.length > 0 && sides.every((side) => this.reading.isLeftOut(side as Element));
  }

  /** Reads an element by its rule, unless it is excluded. */
  element(element: Element): void {
    if (this.#except.has(element) || this.reading.isLeftOut(element)) return;
    const name = element.localName;
    const names = element.hasAttributes() ? attributeOf(element, 'class') : undefined;
    // Here, not in `children`, because rules also read descendants in other ways.
    if (this.#depth >= deepest) {
      this.text(` ${element.textContent ?? ''} `);
      return;
    }
    this.#depth++;
    const handler = this.#handlers.handlerOf(element, name, names);
    if (handler) handler(element, this);
    else this.children(element);
    this.#depth--;
  }

  text(raw: string): void {
    if (raw.includes('\\') && this.#handlers.handleText(raw, this)) return;
    let text = raw;
    if (unusual.test(text)) text = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (text === '' || (text === ' ' && this.#spaced)) return;
    if (this.#isParted && this.#run && /^[\p{L}\p{N}]/u.test(text) && /[\p{L}\p{N}]$/u.test(lastLeafOf(this.#run)?.data ?? ''))
      text = ` ${text}`;
    const place = this.#place();
    this.#isParted = false;
    if (this.#spaced && text[0] === ' ') text = text.slice(1);
    const last = place.lastChild;
    if (last?.nodeName === '#text') last.data += text;
    else place.append(textNode(text));
    this.#spaced = text.endsWith(' ');
  }

  /** Parts two words that stand beside this place: a drawing without words lies there, or their elements stand apart. */
  part(): void {
    this.#isParted = true;
  }

  /** Adds inline code of the page. */
  code(raw: string): void {
    const text = /[\n\r]/.test(raw)
      ? raw
          .split(/[\n\r]+/)
          .map(trimInner)
          .join(' ')
      : raw;
    if (text === '') return;
    const place = this.#place();
    const last = place.lastChild;
    // `<code><a>add</a>, <a>get</a></code>`, `<code> <pre>`: what only stands between parts of code is not code.
    const isBetween = text.trim() === '' ? last?.nodeName !== 'CODE' : last?.nodeName === 'A' && text.trim() === ',';
    if (isBetween && this.#codeHasParts) this.text(text);
    else if (last?.nodeName === 'CODE') last.firstChild!.data += text;
    else place.append(new MarkdownNode('CODE', {}, seal + text)).append(textNode(seal));
    this.#spaced = false;
  }

  /** Adds an inline node without children. */
  leaf(node: MarkdownNode): MarkdownNode {
    this.#place().append(node);
    this.#spaced = false;
    return node;
  }

  /** Adds a line break; two in a row, or one in an empty line, end the paragraph. */
  lineBreak(): void {
    if (this.inHeading) {
      this.text(' ');
      return;
    }
    if (!this.#run) return;
    this.#trimEnd();
    const last = lastLeafOf(this.#run)!;
    const startsLine = last.nodeName === 'BR' || last === this.#run.firstChild || last.previousSibling?.nodeName === 'BR';
    if (startsLine && isBlank(last)) {
      last.data = '';
      this.endRun();
    } else {
      // Not `#place`: a break at the start of a mark stands before it, as one at its end stands behind it.
      this.#cursor.append(new MarkdownNode('BR'));
      this.#spaced = true;
    }
  }

  /** Whether the current run has text already. */
  get inRun(): boolean {
    return this.#run !== null;
  }

  /** Increases with every addition: shows whether a reading added anything. */
  get progress(): number {
    return this.#progress;
  }

  get inHeading(): boolean {
    return this.#block.isHeading;
  }

  get inCode(): boolean {
    return this.#code > 0;
  }

  get block(): MarkdownNode {
    return this.#block;
  }

  get inCell(): boolean {
    return this.#block.inCell || this.#block.nodeName === 'TD';
  }

  /** Reads an element's content as inline code. */
  asCode(element: Element): void {
    const outer = this.#codeHasParts;
    this.#codeHasParts ||= element.firstElementChild !== null && element.textContent.trim() !== '';
    this.#code++;
    this.children(element);
    this.#code--;
    this.#codeHasParts = outer;
  }

  /** Reads inside a mark, which is repeated in each block that `read` adds. */
  mark(name: NodeName, facts: NodeFacts, read: () => void): void {
    const same = name === 'A' || once.has(name) ? this.#marks.findIndex((open) => open.name === name) : -1;
    if (same >= 0 && name === 'A') {
      // A link ends where another one starts (HTML §13.2.6.4.7).
      while (this.#placed > same) {
        this.#placed--;
        if (!this.#marks[this.#placed]!.isSpent) this.#cursor = this.#cursor.parentNode!;
      }
      const [outer] = this.#marks.splice(same, 1);
      this.mark(name, facts, read);
      this.#marks.splice(same, 0, outer!);
      return;
    }
    const alike = this.#marks.filter((open) => open.name === name).length;
    if (same >= 0 || alike >= mostAlike || this.#marks.length >= deepestMarks) {
      read();
      return;
    }
    this.#marks.push({ name, facts, isSpent: false });
    read();
    const { isSpent } = this.#marks.pop()!;
    if (this.#placed > this.#marks.length && isSpent) this.#placed--;
    else if (this.#placed > this.#marks.length) {
      const { lastChild, parentNode } = this.#cursor;
      this.#placed--;
      this.#cursor = parentNode!;
      if (lastChild?.nodeName === 'BR') this.#cursor.append(lastChild);
    }
  }

  /** Reads into a block. In a block for text only (a heading), inner blocks become text. */
  inBlock(name: NodeName, facts: NodeFacts, read: (block: MarkdownNode) => void): void {
    if (this.inHeading) {
      if (!/^H\d$/.test(name)) {
        this.text(' ');
        read(this.#block);
        this.text(' ');
        return;
      }
      // A heading ends where another one starts.
      this.endRun();
      this.#block = this.#block.parentNode!;
    }
    this.endRun();
    if (this.#blockDepth >= deepestBlocks) {
      read(this.#block);
      this.endRun();
      return;
    }
    const outer = this.#block;
    const block = outer.append(new MarkdownNode(name, facts));
    this.#block = block;
    this.#blockDepth++;
    read(block);
    this.endRun();
    this.#blockDepth--;
    this.#block = outer;
  }

  /** Reads into a list; the second of two adjacent ones needs the other marker. Adjacent lists of one item each are one list. */
  inList(name: 'UL' | 'OL', { localName: kind }: Element, read: (block: MarkdownNode) => void): void {
    this.endRun();
    const before = this.#block.lastChild;
    this.inBlock(name, { kind, other: before?.nodeName === name && !before.facts.other }, (block) => {
      read(block);
      if (isList(block)) markLoose(block);
    });
    const list = this.#block.lastChild;
    if (list === before || name === 'OL' || list?.childNodes.length !== 1 || before?.facts.kind !== kind) return;
    if (before.childNodes.length > 1 && !before.facts.isMerged) return;
    before.appendAllOf(list);
    before.facts.isMerged = true;
    list.remove();
  }

  /** Reads into an earlier block: text after a list that belongs to its last item. */
  inNode(block: MarkdownNode, read: () => void): void {
    this.endRun();
    const outer = this.#block;
    this.#block = block;
    read();
    this.endRun();
    this.#block = outer;
  }

  blockLeaf(node: MarkdownNode): void {
    if (this.inHeading) return;
    this.endRun();
    this.#block.append(node);
  }

  /** Reads the children of an element except parts that were read before. */
  childrenBut(element: Element, parts: readonly Element[]): void {
    for (const part of parts) this.#except.add(part);
    this.children(element);
  }

  /** Reads the children of an element except parts that the twin says in another way. */
  childrenWithout(element: Element, parts: readonly Element[], reason: string): void {
    for (const part of parts) this.reading.leaveOut(part, reason);
    this.children(element);
  }

  /** Reads an element as a separate line: a title that is no heading. */
  titleLine(element: Element): void {
    this.endRun();
    this.mark('STRONG', {}, () => this.children(element));
    this.endRun();
  }

  /** Reads a block element without further meaning: `div`, `section`. */
  division(element: Element): void {
    if (this.inHeading) this.text(' ');
    else this.endRun();
    this.children(element);
    if (this.inHeading) this.text(' ');
    else this.endRun();
  }

  /** Ends the current run of text: following text starts a paragraph. */
  endRun(): void {
    const run = this.#run;
    if (!run) return;
    this.#trimEnd();
    for (let last = lastLeafOf(run); last && isBlank(last); last = lastLeafOf(run)) {
      // Alone in its cell, a no-break space stays: an empty row may be an empty line of code.
      if (last.data !== '' && last === run.firstChild && !run.previousSibling) break;
      prune(last, run);
      this.#spaced = true;
      this.#trimEnd();
    }
    if (run.childNodes.length === 0 && run.nodeName === 'P') run.remove();
    for (const open of this.#marks.slice(0, this.#placed)) open.isSpent ||= open.name === 'A' && run.childNodes.length > 0;
    this.#run = null;
    this.#placed = 0;
    this.#spaced = true;
  }

  #place(): MarkdownNode {
    this.#progress++;
    if (!this.#run) {
      const block = this.#block;
      this.#run = block.isHeading ? block : block.append(new MarkdownNode('P'));
      this.#cursor = this.#run;
      this.#placed = 0;
      this.#spaced = true;
    }
    for (; this.#placed < this.#marks.length; this.#placed++) {
      const { name, facts, isSpent } = this.#marks[this.#placed]!;
      if (isSpent) continue;
      const last = this.#cursor.lastChild;
      // `<b>a</b><b>b</b>` is one mark in Markdown: delimiters between them would be misread.
      if (last?.nodeName === name && once.has(name)) this.#cursor = last;
      else this.#cursor = this.#cursor.append(new MarkdownNode(name, facts));
    }
    return this.#cursor;
  }

  #trimEnd(): void {
    if (!this.#spaced) return;
    const last = this.#run && lastLeafOf(this.#run);
    if (last?.nodeType === 3 && last.data.endsWith(' ')) last.data = last.data.slice(0, -1);
  }
}

/** A line of inline code without the indentation of the source; keeps outer spaces of the code, and non-breaking ones. */
const trimInner = (line: string, at: number, { length }: readonly string[]): string =>
  line.replace(at === 0 ? /(?<![ \t\f])[ \t\f]+$/ : at === length - 1 ? /^[ \t\f]+/ : /^[ \t\f]+|(?<![ \t\f])[ \t\f]+$/g, '');

/** The last node of a run that is text or inside text. */
function lastLeafOf(run: MarkdownNode): MarkdownNode | null {
  let last = run.lastChild;
  while (last?.lastChild && !holdsOwnText.has(last.nodeName)) last = last.lastChild;
  return last;
}

/** Whether a node of a run shows nothing: white space, also with no-break spaces. */
const isBlank = ({ nodeName, data }: MarkdownNode): boolean => nodeName === 'BR' || (nodeName === '#text' && data.trim() === '');

/** Removes a node, and marks that become empty. */
function prune(node: MarkdownNode, run: MarkdownNode): void {
  let at = node;
  while (at.parentNode && at.parentNode !== run && at.parentNode.childNodes.length === 1) at = at.parentNode;
  at.remove();
}
