/** What a reader of a text knows after it: the measure of a twin. */
export interface Facts {
  /** All text in order, each run of white space one space: where two are equal, so are their words. */
  readonly text: string;
  /** How often each word occurs, in lower case. */
  readonly words: ReadonlyMap<string, number>;
  /** Words that may be missing on either side: labels that the other form has no text for, what is only in attributes. */
  readonly soft: ReadonlyMap<string, number>;
  /** Blocks of code, exact. */
  readonly code: readonly string[];
  /** `text → absolute URL`. */
  readonly links: readonly string[];
  /** `alt → absolute URL`. */
  readonly images: readonly string[];
  /** `## text`. */
  readonly headings: readonly string[];
  /** Rows of tables: the text of each cell. */
  readonly rows: readonly (readonly string[])[];
}

interface Sink {
  readonly kind: 'link' | 'heading' | 'cell' | 'code';
  text: string;
  /** Whether another one of its kind started before it ended: the page is mis-nested, and it ended there. */
  ended: boolean;
}

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const unseen = /[\u00AD\u200B\uFEFF\0\u0081\u008D\uFDD0-\uFDEF]/;
const invisible = /[\u00AD\u200B\uFEFF\0\u0081\u008D\uFDD0-\uFDEF]/g;

/** Collects facts from text, blocks, links and so on as they come, from a page or from a twin alike. */
export class FactCollector implements Facts {
  readonly soft = new Map<string, number>();
  readonly code: string[] = [];
  readonly images: string[] = [];
  readonly headings: string[] = [];
  readonly rows: string[][] = [];
  readonly #sinks: Sink[] = [];
  readonly #openRows: string[][] = [];
  #text = '';
  #words: ReadonlyMap<string, number> | undefined;
  readonly #links: { readonly parts: string[]; readonly url: string }[] = [];
  /** The last link, while nothing but space came after it: a link around blocks is several links in Markdown. */
  #lastLink: { readonly parts: string[]; readonly url: string } | undefined;

  get text(): string {
    return collapsed(this.#text);
  }

  get words(): ReadonlyMap<string, number> {
    if (!this.#words) {
      const words = new Map<string, number>();
      count(words, this.#text);
      this.#words = words;
    }
    return this.#words;
  }

  get links(): string[] {
    return this.#links.map(({ parts, url }) => `${normal(parts.join(' '))} → ${url}`);
  }

  /** Adds text as it is read; it may be part of a word. */
  add(raw: string): void {
    const text = unseen.test(raw) ? raw.replace(invisible, '') : raw;
    this.#text += text;
    for (const sink of this.#sinks) if (!sink.ended) sink.text += text;
    if (this.#lastLink && /\S/.test(text) && !this.#sinks.some(({ kind }) => kind === 'link')) this.#lastLink = undefined;
  }

  /** Ends a word: a block starts or ends here. */
  gap(): void {
    this.#text += ' ';
    for (const sink of this.#sinks) if (sink.kind !== 'code') sink.text += ' ';
  }

  /** Words that the other side need not have. */
  addSoft(text: string, times = 1): void {
    count(this.soft, text, times);
  }

  open(kind: Sink['kind']): void {
    if (kind !== 'link') this.gap();
    if (kind === 'link' || kind === 'heading') for (const sink of this.#sinks) if (sink.kind === kind) sink.ended = true;
    this.#sinks.push({ kind, text: '', ended: false });
  }

  /** Ends a link. Where it shows nothing, `label` is its name; a link that only shows what is no content is none. */
  closeLink(url: string, label?: () => { readonly label: string; readonly hidesText: boolean }): void {
    const sink = this.#close('link');
    let text = normal(sink.text);
    if (text === '' && sink.ended) return;
    if (text === '' && label) {
      const said = label();
      text = normal(said.label);
      if (text === '' && said.hidesText) return;
      this.addSoft(text);
    }
    if (this.#lastLink?.url === url) {
      this.#lastLink.parts.push(text);
      return;
    }
    this.#lastLink = { parts: [text], url };
    this.#links.push(this.#lastLink);
  }

  closeHeading(level: number): void {
    const text = normal(this.#close('heading').text);
    this.gap();
    if (text) this.headings.push(`${'#'.repeat(level)} ${text}`);
  }

  /** Ends a block of code; `text` replaces what was collected. */
  closeCode(text?: string): void {
    const collected = this.#close('code').text;
    this.gap();
    this.addCode(text ?? collected);
  }

  /** Adds a block of code as a whole. */
  addCode(text: string): void {
    this.code.push(text.replace(invisible, '').replace(/\r\n?/g, '\n').replace(/\n$/, ''));
  }

  image(alt: string, url: string): void {
    this.images.push(`${normal(alt.replace(invisible, ''))} → ${url}`);
    this.#lastLink = undefined;
  }

  /** Adds a link that stands by itself. */
  addLink(text: string, url: string): void {
    this.#links.push({ parts: [text], url });
    this.#lastLink = undefined;
  }

  openRow(): void {
    this.gap();
    this.#openRows.push([]);
  }

  closeCell(): void {
    const text = normal(this.#close('cell').text);
    this.gap();
    this.#openRows.at(-1)?.push(text);
  }

  closeRow(): void {
    this.gap();
    const row = this.#openRows.pop();
    if (row?.some(Boolean)) this.rows.push(row);
  }

  #close(kind: Sink['kind']): Sink {
    for (let at = this.#sinks.length - 1; at >= 0; at--) {
      const sink = this.#sinks[at]!;
      if (sink.kind !== kind) continue;
      this.#sinks.splice(at, 1);
      return sink;
    }
    return { kind, text: '', ended: false };
  }
}

function count(words: Map<string, number>, text: string, times = 1): void {
  for (const found of text.toLowerCase().match(word) ?? []) words.set(found, (words.get(found) ?? 0) + times);
}

/** Text as it is compared: white space and the marks of formulas, of which there are several sets, say nothing. */
function normal(text: string): string {
  const plain = /[\\$]/.test(text) ? text.replace(/\\[()[\]]|\$/g, '') : text;
  return collapsed(plain);
}

/** Text with each run of white space one space. */
function collapsed(text: string): string {
  const spaces = text.replace(/[^\S ]+/g, ' ');
  return (spaces.includes('  ') ? spaces.replace(/ {2,}/g, ' ') : spaces).trim();
}
