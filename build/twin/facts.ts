import { collapsed } from '../contract/std/words.ts';

/** What a page, or its Markdown, says: the same for both, to be compared. */
export interface Facts {
  /** Texts between the ends of blocks, in order, without headings of no words. */
  readonly blocks: readonly Block[];
  /** `## text`, in order. */
  readonly headings: readonly string[];
  /** Targets of links, absolute. */
  readonly links: ReadonlySet<string>;
  /** Addresses of each image: one for each of its sizes. */
  readonly images: readonly (readonly string[])[];
  /** Lines of blocks of code, without white space around them. */
  readonly code: readonly string[];
}

export class Block {
  /** With white space collapsed. */
  readonly text: string;
  /** Whether it has its place in the text: no heading, no cell, no label. */
  readonly isProse: boolean;
  #words: readonly string[] | undefined;

  constructor(text: string, isProse: boolean) {
    this.text = text;
    this.isProse = isProse;
  }

  /** Read only where a page and its twin differ, because all words of a site take much time. */
  get words(): readonly string[] {
    this.#words ??= wordsIn(this.text);
    return this.#words;
  }
}

/** Fewest characters of a text that has its place: shorter ones are labels. */
const fewestOfProse = 60;

/** @example wordsIn('It’s 2 o’clock') // ['it', 's', '2', 'o', 'clock'] */
export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];

/** Whether a text has any of the {@link wordsIn}. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Invisible characters: controls, direction marks, soft hyphens, noncharacters. */
const invisible = /[\p{Cf}\uFDD0-\uFDEF]|(?![\t-\r])\p{Cc}/gu;
const visible = (text: string): string =>
  /^[\n -~\u00A0-\u00AC\u00AE-\u05FF]*$/.test(text) ? text : text.replace(invisible, '');

/** Collects facts from events: text, the end of a block, a heading, a link, code. */
export class FactReader {
  readonly #blocks: Block[] = [];
  readonly #headings: string[] = [];
  readonly #links = new Set<string>();
  readonly #images: (readonly string[])[] = [];
  readonly #code: string[] = [];
  #run = '';
  #level = 0;
  #heading = '';

  text(data: string): void {
    this.#run += data;
  }

  /** @param isLoose whether the text has no place of its own: in a cell, a label */
  endBlock(isLoose = false): void {
    if (this.#run.trim() === '') {
      this.#run = '';
      return;
    }
    const text = collapsed(visible(this.#run)).trim();
    this.#run = '';
    if (this.#level > 0) this.#heading += ` ${text}`;
    if (hasWords(text)) this.#blocks.push(new Block(text, !isLoose && this.#level === 0 && text.length >= fewestOfProse));
  }

  startHeading(level: number): void {
    this.endBlock();
    this.#level = level;
    this.#heading = '';
  }

  endHeading(): void {
    this.endBlock();
    // A heading ends where another one starts in it.
    if (this.#level > 0 && hasWords(this.#heading)) this.#headings.push(`${'#'.repeat(this.#level)}${this.#heading}`);
    this.#level = 0;
  }

  link(url: string | undefined): void {
    if (url !== undefined) this.#links.add(url);
  }

  image(urls: readonly (string | undefined)[]): void {
    const own = urls.filter((url) => url !== undefined);
    if (own.length > 0) this.#images.push(own);
  }

  code(text: string): void {
    this.endBlock();
    const lines = visible(text)
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .filter(Boolean);
    for (const line of lines) this.#code.push(line);
    this.#run = lines.join(' ');
    this.endBlock(true);
  }

  get facts(): Facts {
    this.endBlock();
    return { blocks: this.#blocks, headings: this.#headings, links: this.#links, images: this.#images, code: this.#code };
  }
}
