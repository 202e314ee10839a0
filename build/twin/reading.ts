import { outermost, wordsOf } from './dom.ts';
import { generatorOf } from './generators.ts';
import { unlinkedLength, wordsLength } from './measure.ts';
import { removalOf } from './removal-of.ts';
import { muchProse, type Removal } from './removals.ts';
import { rootOf } from './root.ts';

/** What decides where the content of a page is. */
export interface ReadingSettings {
  /** The author's CSS selector. */
  readonly content?: string | undefined;
  /** Texts that many pages of the site begin or end with (`repeated.ts`). */
  readonly repeated?: ReadonlySet<string> | undefined;
}

/**
 * What a page says, and what of it is left out: every element is decided once, by the row of `removals.ts` that names the reason.
 * The converter, the summary and parity ask here.
 */
export class Reading {
  readonly document: Document;
  /** The content element. */
  readonly root: Element;
  /** What the twin is made of, in order: the root, and before it the title of the page if that stands outside. */
  readonly parts: readonly Element[];
  /** Whether the author's selector matches nothing. */
  readonly isUnnamed: boolean;
  /** Why an element is left out; undefined for content. */
  readonly #reasons = new Map<Element, string | undefined>();
  readonly #kept: Element[] = [];
  readonly #rewritten = new Set<Element>();
  readonly #onlyWords = new Set<Element>();
  /** What the generator's elements stand for, where they are something else. */
  readonly #meant = new Map<Element, string>();

  /** @throws SyntaxError if the selector is invalid */
  constructor(document: Document, { content, repeated }: ReadingSettings = {}) {
    this.document = document;
    const chosen = content === undefined ? null : document.querySelector(content);
    this.isUnnamed = content !== undefined && chosen === null;
    const generator = chosen ? undefined : generatorOf(document);
    const { name, drop, keep, as = {} } = generator ?? {};
    for (const element of drop ? document.querySelectorAll(drop) : []) this.leaveOut(element, `${name}: not content`);
    for (const element of keep ? document.querySelectorAll(keep) : []) this.#reasons.set(element, undefined);
    for (const [selector, meant] of Object.entries(as))
      for (const element of document.querySelectorAll(selector)) this.#meant.set(element, meant);
    const { root, parts } = rootOf(this, chosen ?? undefined, generator, repeated);
    this.root = root;
    this.parts = parts;
  }

  /** The name of an element, or the name or role of what it stands for (`generators.ts`). */
  nameOf(element: Element): string {
    return this.#meant.get(element) ?? element.localName;
  }

  /** The reason why an element is left out; undefined for content. */
  reasonOf(element: Element): string | undefined {
    const known = this.#reasons.get(element);
    if (known !== undefined || this.#reasons.has(element)) return known;
    const removal = removalOf(element);
    const isMade = removal !== undefined && !this.#saysTooMuch(element, removal);
    const reason = isMade ? removal.name : undefined;
    this.#reasons.set(element, reason);
    return reason;
  }

  isLeftOut(element: Element): boolean {
    return this.reasonOf(element) !== undefined;
  }

  /** Whether it is known that an element is left out: by its generator, by a rule. For text that nobody else asks about. */
  isKnownOut(element: Element): boolean {
    return this.#reasons.get(element) !== undefined;
  }

  /** Leaves an element out for a reason that is not its own: a rule does not write it, or the site repeats it. */
  leaveOut(element: Element, reason: string): void {
    this.#reasons.set(element, reason);
  }

  /** Notes that an element is written in another form: the mark of a footnote, a formula, the title of an alert. */
  rewrite(element: Element): void {
    this.#rewritten.add(element);
  }

  isRewritten(element: Element): boolean {
    return this.#rewritten.has(element);
  }

  /** Notes that a link is written as its words: it leads to where it stands, or the same card links there already. */
  keepOnlyWords(link: Element): void {
    this.#onlyWords.add(link);
  }

  keepsOnlyWords(link: Element): boolean {
    return this.#onlyWords.has(link);
  }

  /**
   * What was left out and why, and what was kept although a row is about it, one a line.
   *
   * @example
   * reading.decisions() // ['left out: "Skip to content" by skip link']
   */
  decisions(): string[] {
    // Also of what stands around the content, which nobody asked about.
    outermost(this.document.body, (element) => this.isLeftOut(element));
    const left = [...this.#reasons].flatMap(([element, reason]) =>
      reason === undefined || reason === 'no text of the page' || wordsLength(element) === 0
        ? []
        : `left out: "${quoted(element)}" by ${reason}`,
    );
    const kept = this.#kept.map((element) => `kept: "${quoted(element)}", too much for ${removalOf(element)!.name}`);
    return [...new Set([...left, ...kept])];
  }

  /** The counter-rule: what says more than a menu is content, unless the page itself says otherwise. */
  #saysTooMuch(element: Element, removal: Removal): boolean {
    const isContent = !removal.isSure && unlinkedLength(element) > muchProse;
    if (isContent) this.#kept.push(element);
    return isContent;
  }
}

/** Longest quotation of an element in a line, in characters. */
const longestQuotation = 60;

const quoted = (element: Element): string => wordsOf(element).slice(0, longestQuotation);
