import { isSamePage } from '../address.ts';
import { inlineElements } from '../dom.ts';
import { type Frame, imageName } from '../frame.ts';
import { candidatesOf } from '../srcset.ts';

/** How often each fact of one kind occurs. The key is also how a message names the fact. */
export type Counts = Map<string, number>;

export const count = (counts: Counts, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** What a control says it opens or switches. */
const controlling = ['aria-controls', 'data-toggle', 'data-bs-toggle'];

/** What a reader of a page asks an element, and a reader of a twin a token. */
export interface Attributes {
  getAttribute(name: string): string | null;
}

/** Elements that speak through their attributes: a cell that holds one, or any label, is compared by its words only. */
const silent = new Set('input select textarea label svg video audio iframe object embed button'.split(' '));

/** Characters that show nothing: controls, marks of direction, soft hyphens, noncharacters. */
const invisible = /[\p{Cf}\uFDD0-\uFDEF]|(?![\t-\r])\p{Cc}/gu;
const visible = (text: string): string => (/^[\n -~]*$/.test(text) ? text : text.replace(invisible, ''));
const sign = /[\p{L}\p{N}]/u;
/** What a mark of a note, a permalink or a way back says: `[1]`, `¶`, `a:2`. */
const mark = /^[^\p{L}\p{N}]*(?:\p{L}|\p{N}{0,3})(?::\p{N}+)?[^\p{L}\p{N}]*$/u;
/** What a link of a heading to itself is called where it is a control. */
const permalink = /^(?:(?:perma|direct )?link(?: to .*)?|anchor|toc)$/i;
/** Where a page's source is changed, or what leads there is called. */
const editing = /\/edit\/|(?:github|gitlab|bitbucket)\.|^(?:edit|improve|suggest edits)\b.*\b(?:page|github|gitlab)$/i;
/** Characters of the longest text in a header or footer that may be about the page instead of part of it. */
const shortText = 120;
/** Characters beside the one link of a block that is around the content. */
const fewWords = 30;
/** Characters of text without links that make a block one of the page's own. */
const ownText = 12;
/** Characters without links that make a block more than a row of links. */
const fewSigns = 12;

interface Link {
  readonly url: string;
  /** Whether it leads to a place of the page itself. */
  readonly own: boolean;
  /** Whether it leads to the page before or after this one, and whether it is one that many pages have. */
  readonly isWay: boolean;
  readonly isFramed: boolean;
  text: string;
  hasImage: boolean;
  /** Text that is not yet part of what is around the link: that of an own link may be a mark, which is no part of it. */
  held: boolean;
}

interface Block {
  readonly text: string;
  readonly links: readonly string[];
}

interface Table {
  /** Whether it has headers: others may only place things. */
  isData: boolean;
  /** Whether it stands in a cell of another one: its words are compared, for Markdown has no headers in there. */
  readonly isNested: boolean;
  /** Whether cells reach into rows below: the order of the cells of these says nothing. */
  spans: boolean;
  rows: number;
  /** Whether all cells of this row are headers, and the last of them that is compared. */
  headers: boolean;
  previous: string | undefined;
  readonly cells: string[];
}

/**
 * The facts of a text, as multisets. Gets them from events (an element opens, text, it closes) and treats those of a page
 * and those of its twin in the same way; two walks send them.
 */
export class Facts {
  /** Text between the boundaries of two blocks. */
  readonly texts: Counts = new Map();
  /** Lines of code, without blank ends. */
  readonly code: Counts = new Map();
  /** `text → URL`. */
  readonly links: Counts = new Map();
  /** Those of text that the other side need not have. */
  readonly spareLinks: string[] = [];
  /** Those of a card whose heading leads there, too. */
  readonly cardLinks: string[] = [];
  /** `alt → URL`, with the other URLs of the same image (`srcset`). */
  readonly images: { readonly fact: string; readonly alt: string; readonly urls: readonly string[] }[] = [];
  /** `## text`. */
  readonly headings: Counts = new Map();
  /** `cell`, and `cell | next cell`. */
  readonly cells: Counts = new Map();
  /** Text that the other side need not have. */
  readonly optional: string[] = [];
  /** What marks say of a twin: of an alert, what any page may call it. */
  readonly marks: string[] = [];
  /** Languages of blocks of code: the page may show them as labels. */
  readonly languages = new Set<string>();
  /** What is about the page instead of part of it: nothing, short or linked text (1), headings, too (2). */
  margin: 0 | 1 | 2 = 0;

  /** Whether its author marked what is read as the content: a menu in it may be the content. */
  marked = false;

  /** The title of the page as its heading says it; '' where that is a banner. */
  title = '';

  readonly #urlOf: (href: string) => string | undefined;
  readonly #page: string;
  #run = '';
  /** Whether the block has signs outside links to the page itself; whether it has a link at all. */
  #says = false;
  #linked = false;
  #link: Link | undefined;
  #ended: string[] = [];
  #heading: string | undefined;
  #code: { text: string; readonly links: Set<string> } | undefined;
  readonly #cells: { text: string; plain: boolean; readonly spanned: boolean }[] = [];
  readonly #tables: Table[] = [];
  #sources: string[] = [];

  /** What many pages of the site say, which no twin need repeat; how many links and characters of this block are of it. */
  readonly #frame: Frame | undefined;
  #links = 0;
  #ways = 0;
  #framed = 0;
  /** Whether the last block was about the page. */
  #isMarginal = false;
  #framedLength = 0;
  #linkedLength = 0;
  /** What repeats across the site, since the last block of the page's own: between two of these it is content. */
  #repeated: (() => void)[] | undefined;
  /** Blocks that are only links to places of the page, as its contents are. */
  readonly #entries: Block[] = [];
  /** A heading of many pages before the text of the page: that of its contents if links to places of the page follow. */
  #undecided: string | undefined;

  /** Links in a row that lead to one place. */
  #card: { readonly fact: string; readonly url: string; readonly inHeading: boolean }[] = [];

  /** @param urlOf the URL that an `href` or `src` means, in the one spelling that is compared; of `''`, the page's own */
  constructor(urlOf: (href: string) => string | undefined, frame?: Frame) {
    this.#urlOf = urlOf;
    this.#frame = frame;
    this.#page = urlOf('') ?? '';
  }

  /** Whether a heading is open. */
  get inHeading(): boolean {
    return this.#heading !== undefined;
  }

  text(raw: string): void {
    const text = visible(raw);
    if (this.#link) this.#link.text += text;
    if (!this.#link?.held) this.#add(text, this.#link?.own !== true);
  }

  #add(text: string, says: boolean): void {
    if (this.#code) this.#code.text += text;
    else {
      this.#run += text;
      if (says && !this.#says) this.#says = sign.test(text);
      this.#mark(text);
    }
  }

  /** Text within a heading or a cell. */
  #mark(text: string): void {
    if (this.#heading !== undefined) this.#heading += text;
    const cell = this.#cells.at(-1);
    if (cell) cell.text += text;
  }

  /** Ends a block of text. */
  gap(): void {
    this.#release();
    if (this.#link) this.#link.text += ' ';
    if (this.#code) {
      // Blank lines are not compared.
      this.#code.text += '\n';
      return;
    }
    this.#mark(' ');
    if (this.#run === '' && this.#ended.length === 0) return;
    const text = collapsed(this.#run);
    const says = this.#says || this.inHeading || this.#cells.length > 0;
    if (text && this.#undecided !== undefined && !this.inHeading) this.#decide(says);
    const isMenu = !this.marked && this.#isMenu(text);
    const repeats = this.#frame?.texts.has(text) === true;
    const inMargin = this.margin > (this.inHeading ? 1 : 0) && (this.#linked || text.length <= shortText);
    const marginal = isMenu || repeats || inMargin;
    this.#isMarginal = marginal;
    const links = this.#ended;
    const unlinked = text.length - this.#linkedLength;
    const block = { text, links };
    if (!marginal && says) this.#count(block);
    // Before the text of the page they are its contents.
    else if (!marginal && this.#repeated && sign.test(text)) this.#entries.push(block);
    else {
      this.#spare(block);
      if (says && !inMargin && (!isMenu || (this.#ways < this.#links && (unlinked >= fewSigns || this.#links < 3))))
        this.#repeated?.push(() => this.#count(block));
    }
    if (says && !marginal && unlinked >= ownText) this.#settle();
    this.#run = '';
    this.#ended = [];
    this.#says = false;
    this.#linked = this.#link !== undefined;
    this.#links = this.#ways = this.#framed = this.#framedLength = this.#linkedLength = 0;
  }

  #count({ text, links }: Block): void {
    if (text) count(this.texts, text);
    for (const link of links) count(this.links, link);
  }

  #spare({ text, links }: Block): void {
    this.optional.push(text);
    this.spareLinks.push(...links);
  }

  #decide(isContent: boolean): void {
    if (isContent && this.#undecided !== undefined) count(this.headings, this.#undecided);
    this.#undecided = undefined;
  }

  /** Ends the text: an entry of the contents of the page that no heading says is content. */
  end(): void {
    this.gap();
    this.#endCard();
    this.#decide(true);
    if (this.#entries.length === 0) return;
    // The number of a section may stand in one of both only.
    const said = new Set<string>();
    for (const heading of this.headings.keys())
      for (const { index } of heading.matchAll(/(?<= )\S/g)) said.add(lettersOf(heading.slice(index)));
    for (const entry of this.#entries)
      if (said.has(lettersOf(entry.text.replace(/^[\d.\s]+/, '')))) this.#spare(entry);
      else this.#count(entry);
  }

  /** What repeats and stands between blocks of the page's own is content. */
  #settle(): void {
    for (const add of this.#repeated ?? []) add();
    this.#repeated = [];
  }

  /** Whether a block is little but links that many pages have. */
  #isMenu(text: string): boolean {
    const rest = text.length - this.#framedLength;
    return this.#framed > 0 && this.#framed * 2 >= this.#links && rest <= (this.#links === 1 ? fewWords : shortText);
  }

  /** @param isWay whether a link leads to the page before or after this one */
  open(name: string, attributes: Attributes, isWay = false): void {
    if (this.#endsWords(name, attributes)) this.gap();
    const cell = this.#cells.at(-1);
    const table = this.#tables.at(-1);
    if (cell && (silent.has(name) || attributes.getAttribute('aria-label') !== null)) cell.plain = false;
    switch (name) {
      case 'a':
        this.#openLink(attributes, isWay);
        break;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.#heading = '';
        break;
      case 'pre':
      case 'listing':
      case 'xmp':
        this.#code ??= { text: '', links: new Set() };
        if (cell) cell.plain = false;
        break;
      case 'picture':
        this.#sources = [];
        break;
      case 'source':
        for (const { url } of candidatesOf(attributes.getAttribute('srcset'))) this.#sources.push(url);
        break;
      case 'img':
        this.#image(attributes);
        break;
      case 'table':
        if (cell) cell.plain = false;
        this.#tables.push({
          isData: false,
          isNested: cell !== undefined,
          spans: false,
          rows: 0,
          headers: true,
          previous: undefined,
          cells: [],
        });
        break;
      case 'thead':
      case 'caption':
        if (table) table.isData = true;
        break;
      case 'tr':
        if (table) Object.assign(table, { headers: table.rows++ === 0, previous: undefined });
        break;
      case 'td':
      case 'th':
        if (table && name === 'td') table.headers = false;
        this.#cells.push({ text: '', plain: true, spanned: table?.spans ?? false });
        break;
      default:
    }
  }

  close(name: string, attributes?: Attributes): void {
    const table = this.#tables.at(-1);
    if (name === 'a') this.#closeLink();
    if (this.#endsWords(name, attributes)) this.gap();
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': {
        const text = collapsed(this.#heading ?? '');
        // A banner is the H1 of every page; sections of every page are called alike.
        const isFramed =
          (name === 'h1' ? lettersOf(text) !== lettersOf(this.title) : this.margin > 0) && this.#frame?.texts.has(text);
        this.#decide(true);
        const fact = `${'#'.repeat(Number(name[1]))} ${text}`;
        if (!this.#repeated && this.#frame?.texts.has(text)) this.#undecided = isFramed ? undefined : fact;
        else if (text && this.margin < 2 && !isFramed) count(this.headings, fact);
        this.#heading = undefined;
        break;
      }
      case 'pre':
      case 'listing':
      case 'xmp': {
        const code = this.#code;
        this.#code = undefined;
        for (const link of code?.links ?? []) count(this.links, link);
        if (code) this.codeBlock(code.text);
        break;
      }
      case 'picture':
        this.#sources = [];
        break;
      case 'tr':
        if (table?.headers) table.isData = true;
        break;
      case 'td':
      case 'th':
        this.#closeCell(attributes);
        break;
      case 'table':
        this.#closeTable(attributes);
        break;
      default:
    }
  }

  /** Adds a block of code; numbers of lines are no part of it. */
  codeBlock(text: string): void {
    this.gap();
    const lines = visible(text).split(/\r\n?|\n/);
    const code = withoutNumbers(lines.filter((line) => line.trim() !== ''));
    for (const line of code) {
      count(this.code, line.trimEnd());
      count(this.texts, collapsed(line));
      this.#mark(`${line} `);
    }
  }

  #endsWords(name: string, attributes: Attributes | undefined): boolean {
    return !inlineElements.has(name) || (name === 'span' && !this.#code && cellRole.test(attributes?.getAttribute('role') ?? ''));
  }

  #openLink(attributes: Attributes, isWay: boolean): void {
    this.#closeLink();
    const href = attributeOf(attributes, 'href');
    const role = attributes.getAttribute('role');
    const url = href === null ? undefined : this.#urlOf(href);
    if (url === undefined || href === '#!' || /^(?:tab|button|menuitem|option|switch)/.test(role ?? '')) return;
    if (href!.startsWith('#') && controlling.some((name) => attributes.getAttribute(name) !== null)) return;
    const [, page = '', fragment = ''] = /^([^#]*)(#.*)$/s.exec(url) ?? [];
    const own = isSamePage(fragment === '' ? url : page, this.#page);
    this.#linked = true;
    this.#link = {
      url: own ? this.#page + fragment : url,
      own,
      isWay,
      isFramed: isWay || this.#frame?.labels.has(attributes.getAttribute('title') ?? '') === true,
      text: '',
      hasImage: false,
      held: (own || editing.test(url)) && !this.#code,
    };
  }

  #closeLink(): void {
    const link = this.#link;
    if (!link) return;
    const text = collapsed(link.text);
    const isControl = link.own
      ? !link.hasImage &&
        // The last part of a name is no control: `path::name`.
        !/[.:/]$/.test(this.#heading ?? '') &&
        (mark.test(text) ||
          /^(?:perma)?link$/i.test(text) ||
          (this.inHeading && permalink.test(text)) ||
          link.url.length === this.#page.length + 1)
      : text.length < 40 && (/\/edit\//.test(link.url) || editing.test(text));
    if (link.held && isControl) {
      this.#link = undefined;
      this.optional.push(text);
      return;
    }
    this.#links++;
    this.#linkedLength += text.length;
    if (link.isWay) this.#ways++;
    if (link.isFramed || this.#frame?.labels.has(text)) {
      this.#framed++;
      this.#framedLength += text.length;
    }
    this.#release();
    this.#link = undefined;
    // A link of a heading or of a line of code to the page itself is there for its address.
    if (this.#code) this.optional.push(text);
    if ((link.own && (this.inHeading || this.#code)) || (text === '' && (link.own || !link.hasImage))) return;
    const fact = `${text} → ${link.url}`;
    if (this.#card[0]?.url !== link.url) this.#endCard();
    this.#card.push({ fact, url: link.url, inHeading: this.inHeading });
    // Links of code stand after it in Markdown, each once.
    if (this.#code) {
      this.#code.links.add(fact);
    } else this.#ended.push(fact);
  }

  #endCard(): void {
    if (this.#card.length >= 3 && this.#card.some(({ inHeading }) => inHeading))
      this.cardLinks.push(...this.#card.flatMap(({ fact, inHeading }) => (inHeading ? [] : fact)));
    this.#card = [];
  }

  #release(): void {
    if (!this.#link?.held) return;
    this.#link.held = false;
    this.#add(this.#link.text, !this.#link.own);
  }

  #image(attributes: Attributes): void {
    if (attributes.getAttribute('width') === '1' && attributes.getAttribute('height') === '1') return;
    const sets = [attributes.getAttribute('srcset'), attributes.getAttribute('data-srcset')]
      .flatMap(candidatesOf)
      .map(({ url }) => url);
    const urls = [attributeOf(attributes, 'src') ?? '', attributes.getAttribute('data-src') ?? '', ...sets, ...this.#sources]
      .filter((url) => url.trim() !== '')
      .map(this.#urlOf)
      .filter((url) => url !== undefined);
    const alt = collapsed(visible(attributeOf(attributes, 'alt') ?? ''));
    // What cannot be fetched is what it says.
    if (urls.length === 0) this.text(alt);
    else if (this.margin > (this.#link ? 0 : 1)) this.optional.push(alt);
    else {
      const image = { fact: `${alt} → ${urls[0]}`, alt, urls };
      if (this.#frame?.labels.has(imageName(attributes))) this.#repeated?.push(() => this.images.push(image));
      else {
        this.images.push(image);
        if (this.#link) this.#link.hasImage = true;
      }
    }
  }

  #closeCell(attributes: Attributes | undefined): void {
    const cell = this.#cells.pop();
    const table = this.#tables.at(-1);
    if (!cell || !table) return;
    const text = collapsed(cell.text);
    const [down, right] = ['rowspan', 'colspan'].map((name) => Number((attributes && attributeOf(attributes, name)) ?? 1));
    if (down !== 1) table.spans = true;
    // Markdown repeats what a cell spans, or leaves it out.
    if (down !== 1 || right !== 1) this.optional.push(text);
    // What stands beside a cell of the frame has no neighbour there.
    if (this.#isMarginal) table.previous = undefined;
    if (!text || this.#isMarginal) return;
    const plain = cell.plain && right === 1;
    if (plain) table.cells.push(text);
    if (plain && table.previous !== undefined && !cell.spanned) table.cells.push(`${table.previous} | ${text}`);
    table.previous = plain ? text : undefined;
  }

  #closeTable(attributes: Attributes | undefined): void {
    const table = this.#tables.pop();
    if (!table?.isData || table.isNested || /^(?:presentation|none)$/.test(attributes?.getAttribute('role') ?? '')) return;
    for (const cell of table.cells) count(this.cells, cell);
  }
}

/** Value of an attribute of old pages, which are written in capitals as often as not. */
const attributeOf = (attributes: Attributes, name: string): string | null =>
  attributes.getAttribute(name) ?? attributes.getAttribute(name.toUpperCase());

const cellRole = /^(?:cell|gridcell|columnheader|rowheader)$/;

/** Lines without the numbers that count them all, in a column of their own or before the text. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const first = Number(/^\s*(\d+)/.exec(lines[0] ?? '')?.[1] ?? Number.NaN);
  const numbered =
    (lines.length > 1 || lines[0]?.trim() === '1') &&
    lines.every((line, at) => new RegExp(`^\\s*${first + at}(?!\\d)`).test(line));
  if (!numbered) return lines;
  const code = lines.map((line) => line.replace(/^\s*\d+/, '')).filter((line) => line.trim() !== '');
  return code.every((line) => line.startsWith(' ')) ? code.map((line) => line.slice(1)) : code;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Text with each run of white space one space. */
export const collapsed = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
