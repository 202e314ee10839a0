import { MarkdownNode, type NodeFacts, type NodeName, textNode } from './markdown-node.ts';

interface OpenMark {
  readonly name: NodeName;
  readonly facts: NodeFacts;
  /** Whether it is a link that an earlier block has: a card links once. */
  isSpent: boolean;
}

const deepestMarks = 20;
/** Most nested marks of one kind: an index of an index of an index. */
const mostAlike = 3;
/** Marks that are merged if nested or adjacent, because delimiters between them would be misread. */
const once = new Set<NodeName>(['EM', 'STRONG', 'DEL']);

const unusual = /[\t\n\r\f]| {2}/;

/**
 * Builds the lines of text of a page. Text goes into the open block, with the open marks (link, emphasis …), in a paragraph if the
 * block contains blocks. White space is collapsed as in CSS (CSS Text 3 §4.1.1). Marks around blocks are repeated in each of them.
 */
export class LineBuilder {
  /** The tree. A PRE, so that Turndown does not collapse white space again. */
  readonly document = new MarkdownNode('PRE');
  /** The open block. */
  block: MarkdownNode = this.document;
  /** Node of the current run of text, and the innermost mark in it. */
  #run: MarkdownNode | null = null;
  #cursor: MarkdownNode = this.document;
  readonly #marks: OpenMark[] = [];
  /** Number of marks with a node in the current run. */
  #placed = 0;
  /** Whether a space here would collapse with one before it. */
  #spaced = true;
  /** Whether a word that follows the last text is another one. */
  #isParted = false;
  #progress = 0;

  /** Adds text of the page. */
  text(raw: string): void {
    let text = raw;
    if (unusual.test(text)) text = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (text === '' || (text === ' ' && this.#spaced)) return;
    if (this.#isParted && this.#run && /^[\p{L}\p{N}]/u.test(text) && endsInWord(lastLeafOf(this.#run))) text = ` ${text}`;
    const place = this.#place();
    if (text !== ' ') this.#progress++;
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
    this.#progress++;
    const place = this.#place();
    const last = place.lastChild;
    // `<code><a>add</a>, <a>get</a></code>`: what only stands between links is not code.
    if (last?.nodeName === 'A' && text.trim() === ',') {
      this.text(text);
      return;
    }
    if (last?.nodeName === 'CODE') last.data += text;
    else place.append(new MarkdownNode('CODE', {}, text));
    this.#spaced = false;
  }

  /** Adds an inline node without children. */
  leaf(node: MarkdownNode): MarkdownNode {
    this.#progress++;
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

  /** Increases with every addition but spaces: shows whether a reading added anything. */
  get progress(): number {
    return this.#progress;
  }

  get inHeading(): boolean {
    return this.block.isHeading;
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

  /** Ends the current run of text: following text starts a paragraph. */
  endRun(): void {
    const run = this.#run;
    if (!run) return;
    this.#trimEnd();
    for (let last = lastLeafOf(run); last && isBlank(last); last = lastLeafOf(run)) {
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
    if (!this.#run) {
      const block = this.block;
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
  while (last?.lastChild) last = last.lastChild;
  return last;
}

const endsInWord = (node: MarkdownNode | null): boolean => node?.nodeType === 3 && /[\p{L}\p{N}]$/u.test(node.data);

/** Whether a node of a run shows nothing: white space, also with no-break spaces. */
const isBlank = ({ nodeName, data }: MarkdownNode): boolean => nodeName === 'BR' || (nodeName === '#text' && data.trim() === '');

/** Removes a node, and marks that become empty. */
function prune(node: MarkdownNode, run: MarkdownNode): void {
  let at = node;
  while (at.parentNode && at.parentNode !== run && at.parentNode.childNodes.length === 1) at = at.parentNode;
  at.remove();
}
