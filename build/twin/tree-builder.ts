import { isElement, isHeading, isText } from './dom.ts';
import { firstWithin } from './first-within.ts';
import { standApart } from './laid-out.ts';
import { LineBuilder } from './line-builder.ts';
import { isList, MarkdownNode, markLoose, type NodeFacts, type NodeName } from './markdown-node.ts';
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
  /**
   * The rule of an element; undefined for an element without meaning of its own.
   *
   * @param meant its name, or that of what it stands for
   */
  handlerOf(element: Element, meant: string): ElementHandler | undefined;
  readonly handleText: TextHandler;
}

/** Deeper elements are read as plain text, because rules recurse. */
const deepest = 400;
/** Deeper quotes, lists and the like are omitted; renderers stop at about 100. */
const deepestBlocks = 40;

/** Turns the content of a page into nodes, called by rules: elements into blocks, and what they hold into lines of text. */
export class TreeBuilder extends LineBuilder {
  readonly context: ConversionContext;
  /** What is read: the elements that are left out are decided there. */
  readonly reading: Reading;
  /** Links to fragments of the page, resolved when all headings are known. */
  readonly fragmentLinks: { readonly facts: NodeFacts; readonly id: string }[] = [];
  /** State of rules for this page. */
  readonly notes = new Map<string, unknown>();
  readonly #handlers: Handlers;
  #blockDepth = 0;
  #depth = 0;
  #code = 0;
  /** Elements that a rule has read out of order. */
  readonly #except = new Set<Element>();

  constructor(reading: Reading, context: ConversionContext, handlers: Handlers) {
    super();
    this.#handlers = handlers;
    this.reading = reading;
    this.context = context;
  }

  /** Reads the children of an element, also of one that a rule names, such as a term, unless it is left out. */
  children(element: Node): void {
    if (isElement(element) && element !== this.reading.root && this.reading.isLeftOut(element)) return;
    for (let child = element.firstChild; child; child = child.nextSibling) {
      this.node(child);
      const next = child.nextSibling;
      if (next && isElement(child) && isElement(next) && this.inRun && standApart(child, next)) this.part();
    }
  }

  node(node: Node): void {
    if (isText(node)) {
      if (this.#code > 0) this.code(node.data);
      else this.text(node.data);
    } else if (isElement(node)) this.element(node);
  }

  /** Whether an element is read here: neither left out, nor read by a rule before. */
  isRead(element: Element): boolean {
    return !this.#except.has(element) && !this.reading.isLeftOut(element);
  }

  /** Reads an element by its rule, unless it is excluded. */
  element(element: Element): void {
    if (!this.isRead(element)) return;
    // Here, not in `children`, because rules also read descendants in other ways.
    if (this.#depth >= deepest) {
      this.text(` ${element.textContent ?? ''} `);
      return;
    }
    this.#depth++;
    const handler = this.#handlers.handlerOf(element, this.reading.nameOf(element));
    if (handler) handler(element, this);
    else this.children(element);
    this.#depth--;
  }

  override text(raw: string): void {
    if (!raw.includes('\\') || !this.#handlers.handleText(raw, this)) super.text(raw);
  }

  get inCode(): boolean {
    return this.#code > 0;
  }

  get inCell(): boolean {
    return this.block.inCell || this.block.nodeName === 'TD';
  }

  /** Reads an element's content as inline code. */
  asCode(element: Element): void {
    this.#code++;
    this.children(element);
    this.#code--;
  }

  /** Reads into a block. In a block for text only (a heading), inner blocks become text. */
  inBlock(name: NodeName, facts: NodeFacts, read: (block: MarkdownNode) => void): void {
    if (this.inHeading) {
      if (!/^H\d$/.test(name)) {
        this.text(' ');
        read(this.block);
        this.text(' ');
        return;
      }
      // A heading ends where another one starts.
      this.endRun();
      this.block = this.block.parentNode!;
    }
    this.endRun();
    if (this.#blockDepth >= deepestBlocks) {
      read(this.block);
      this.endRun();
      return;
    }
    const outer = this.block;
    const block = outer.append(new MarkdownNode(name, facts));
    this.block = block;
    this.#blockDepth++;
    read(block);
    this.endRun();
    this.#blockDepth--;
    this.block = outer;
  }

  /** Reads into a list; the second of two adjacent ones needs the other marker. Adjacent lists of one item each are one list. */
  inList(name: 'UL' | 'OL', { localName: kind }: Element, read: (block: MarkdownNode) => void): void {
    this.endRun();
    const before = this.block.lastChild;
    this.inBlock(name, { kind, other: before?.nodeName === name && !before.facts.other }, (block) => {
      read(block);
      if (isList(block)) markLoose(block);
    });
    const list = this.block.lastChild;
    if (list === before || name === 'OL' || list?.childNodes.length !== 1 || before?.facts.kind !== kind) return;
    if (before.childNodes.length > 1 && !before.facts.isMerged) return;
    before.appendAllOf(list);
    before.facts.isMerged = true;
    list.remove();
  }

  /** Reads into an earlier block: text after a list that belongs to its last item. */
  inNode(block: MarkdownNode, read: () => void): void {
    this.endRun();
    const outer = this.block;
    this.block = block;
    read();
    this.endRun();
    this.block = outer;
  }

  blockLeaf(node: MarkdownNode): void {
    if (this.inHeading) return;
    this.endRun();
    this.block.append(node);
  }

  /** Reads the children of an element except parts that were read before. */
  childrenBut(element: Element, parts: readonly Element[]): void {
    for (const part of parts) this.#except.add(part);
    this.children(element);
  }

  /** Reads an element as a separate line: a title that is no heading, unless it holds one. */
  titleLine(element: Element): void {
    const holdsHeading = firstWithin(element, isHeading) !== undefined;
    this.endRun();
    if (holdsHeading) this.children(element);
    else this.mark('STRONG', {}, () => this.children(element));
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
}
