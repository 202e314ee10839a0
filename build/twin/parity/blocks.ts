import { canBeFetched, isSamePage, stemOf } from '../address.ts';
import { type Boilerplate, imageName, sentenceEnd } from '../boilerplate.ts';
import { inlineElements } from '../dom.ts';
import { candidatesOf, isSpacer } from '../srcset.ts';

/** Attributes of an element of a page, or of a token of a twin. */
export interface Attributes {
  getAttribute(name: string): string | null;
}

/** Content of a block besides its words, for messages: `## text`, `text → URL`, `alt → URL`, a line of code. */
export interface Fact {
  readonly kind: 'heading' | 'link' | 'image' | 'code line';
  readonly text: string;
  /** For an image: the same with the URLs of all its sizes. */
  readonly sizes?: readonly string[];
  /** Whether it is a link of a card whose heading has the same target. */
  isSpare?: boolean;
}

export interface Block {
  /** With white space collapsed. */
  readonly text: string;
  readonly facts: readonly Fact[];
  /** Words required on one side only: footnote marks, item numbers, titles of alerts, spanning cells. */
  readonly spare: string;
  /**
   * Whether the other side must have it: always; among prose of the page's own (`repeated`); if no heading has it
   * (`contents`); with all its facts or not at all (`optional`); never.
   */
  need: 'always' | 'repeated' | 'contents' | 'optional' | 'never';
  /** Whether it is prose or a heading, which has its place. */
  readonly isProse: boolean;
  /** Whether it is such of the page itself, no boilerplate. */
  readonly isOwn: boolean;
  /** Whether the other side may have it elsewhere: the label of a tab, the caption or the foot of a table. */
  readonly isAnywhere: boolean;
  /** Its table cell, if any; a `th` after a `td` is no header of a column or row. */
  readonly cell: 'th' | 'td' | undefined;
  /** The number of its table, if it is in a cell. */
  readonly table: number | undefined;
  /** Whether it is outside of the element that was converted. */
  readonly isOutside: boolean;
}

/** Invisible characters: controls, direction marks, soft hyphens, noncharacters. */
const invisible = /[\p{Cf}\uFDD0-\uFDEF]|(?![\t-\r])\p{Cc}/gu;
const visible = (text: string): string =>
  /^[\n -~\u00A0-\u00AC\u00AE-\u05FF\u2010-\u2027\u2030-\u205E\u3000-\uD7FF]*$/.test(text) ? text : text.replace(invisible, '');
const sign = /[\p{L}\p{N}]/u;
/** Text of a footnote mark, a permalink or a back link: `[1]`, `¶`, `a:2`. */
const mark = /^[^\p{L}\p{N}]*(?:\p{L}|\p{N}{0,3})(?::\p{N}+)?[^\p{L}\p{N}]*$/u;
/** Labels of a heading's link to itself. */
const permalink = /^(?:(?:perma|direct )?link(?: to .*)?|anchor|toc)$/i;
/** URLs and labels of links that edit a page's source. */
const editing = /\/edit\/|(?:github|gitlab|bitbucket)\.|^(?:edit|improve|suggest edits)\b.*\b(?:page|github|gitlab)$/i;
/** Attributes that name the target of a control. */
const controlling = ['aria-controls', 'data-toggle', 'data-bs-toggle'];
/** Longest text in a header or footer that may be about the page instead of part of it, in characters. */
const shortText = 120;
/** Characters beside the only link of a block that is boilerplate. */
const fewWords = 30;
/** Characters of unlinked text that make a block one of the page itself. */
const ownText = 12;

interface Link {
  readonly url: string;
  /** Whether it leads to a fragment of the page itself. */
  readonly own: boolean;
  /** Whether it leads to the previous or next page, and whether many pages have it. */
  readonly isSequenceLink: boolean;
  readonly isRepeated: boolean;
  text: string;
  hasImage: boolean;
  /** Whether it has a heading, or is in one. */
  hasHeading: boolean;
  /** Whether its text is not yet added to its block: that of a fragment link may be a mark, which is not part of it. */
  held: boolean;
}

/** State of the current block: pending words, a permalink, signs outside fragment links, its links, and links of many pages. */
const nothing = () => ({
  run: '',
  /** Length of the text at the end of the last link. */
  linkEnd: -1,
  spare: '',
  permalink: '',
  facts: [] as Fact[],
  says: false,
  hasOwnImage: false,
  links: 0,
  linkedLength: 0,
  seqLinks: 0,
  repeated: 0,
  repeatedLength: 0,
});

/**
 * Makes the blocks of a text from events (element opened, text, element closed), for a page and its twin alike.
 */
export class BlockReader {
  /** What counts as about the page instead of part of it: nothing, short or linked text (1), also headings (2). */
  margin: 0 | 1 | 2 = 0;
  /** Whether the author marked the current text as content: a menu in it may be content. */
  marked = false;
  /** Whether the current text is below a heading of the page: repeated prose is content there. */
  inSection = false;
  /** Whether the current text is the title of a tab, which a twin may put above the panel. */
  inTab = false;
  /** Whether many pages have all of an element around the content that the text is in. */
  inKnown = false;
  /** Whether the current text is outside of the element that was converted. */
  isOutside = false;
  /** The title of the page in its heading; '' if that is a banner. */
  title = '';

  readonly #urlOf: (href: string) => string | undefined;
  readonly #boilerplate: Boilerplate | undefined;
  readonly #page: string;
  readonly #stem: string;
  readonly #blocks: Block[] = [];
  #now = nothing();
  #link: Link | undefined;
  #heading: string | undefined;
  #level = 0;
  #code: string | undefined;
  /** The numbers of the open tables, of all tables the last one, and whether the foot of one is open. */
  readonly #tables: number[] = [];
  #lastTable = 0;
  #inFoot = false;
  readonly #cells: { readonly name: 'th' | 'td'; readonly spans: boolean }[] = [];
  #isAfterData = false;
  /** Adjacent links with the same target. */
  #row = { url: '', facts: [] as Fact[], hasHeading: false };
  #sources: (string | null)[] = [];

  /**
   * @param urlOf the normalized URL for an `href` or `src`; for `''`, the page's own
   * @param boilerplate boilerplate, which a twin need not repeat
   */
  constructor(urlOf: (href: string) => string | undefined, boilerplate?: Boilerplate) {
    this.#urlOf = urlOf;
    this.#boilerplate = boilerplate;
    this.#page = urlOf('') ?? '';
    this.#stem = stemOf(this.#page);
  }

  get inHeading(): boolean {
    return this.#heading !== undefined;
  }

  /** Whether a block of code is open. */
  get inCode(): boolean {
    return this.#code !== undefined;
  }

  /** Adds words to the block that are required on one side only. */
  spare(text: string): void {
    this.#now.spare += ` ${text}`;
  }

  text(raw: string): void {
    // White space between blocks: half of the texts of a page.
    if (this.#now.run === '' && this.#code === undefined && !this.#link && raw.trim() === '') return;
    const text = visible(raw);
    if (this.#link) this.#link.text += text;
    if (!this.#link?.held) this.#add(text, this.#link?.own !== true);
  }

  #add(text: string, says: boolean): void {
    if (this.#code !== undefined) this.#code += text;
    else {
      this.#now.run += text;
      if (says && !this.#now.says) this.#now.says = sign.test(text);
    }
  }

  gap(): void {
    this.#release();
    if (this.#link) this.#link.text += ' ';
    if (this.#code !== undefined) {
      this.#code += '\n';
      return;
    }
    const { run, facts, links, linkedLength } = this.#now;
    if (run === '' && facts.length === 0 && links === 0 && this.#now.spare === '') return;
    const text = collapsed(run);
    const cell = this.#cells.at(-1);
    if (cell?.spans) this.spare(text);
    const { spare } = this.#now;
    if (text || facts.length > 0 || spare) {
      if (this.#heading !== undefined) this.#heading += `${run} `;
      this.#now.says ||= this.inHeading || cell !== undefined;
      const need = this.#needOf(text);
      const isBeside = this.#tables.length > this.#cells.length || this.#inFoot;
      const isAnywhere = isBeside || this.inTab;
      const isProse = this.#now.says && !isAnywhere && (this.inHeading || text.length - linkedLength >= ownText);
      const table = isBeside || !cell ? undefined : this.#tables.at(-1);
      this.#blocks.push({
        text,
        facts,
        spare,
        need,
        isProse,
        isOwn: isProse && need === 'always',
        isAnywhere,
        cell: isBeside ? undefined : cell?.name,
        table,
        isOutside: this.isOutside,
      });
    }
    this.#now = nothing();
  }

  #needOf(text: string): Block['need'] {
    const { facts, says, hasOwnImage, links, linkedLength, seqLinks, repeated, repeatedLength } = this.#now;
    const repeats = this.inKnown || this.#boilerplate?.texts.has(text) === true;
    if (this.inHeading) {
      if (this.margin > 1 || !repeats) return this.margin > 1 ? 'never' : 'always';
      // A banner is the H1 of every page; sections of all pages may have the same name.
      return this.#level === 1 && lettersOf(text) !== lettersOf(this.title) ? 'never' : 'repeated';
    }
    if (text === '') {
      // A picture that few other pages have, beside the title, is the page's own.
      if (this.margin === 1 && this.#boilerplate && hasOwnImage && links === 0) return 'always';
      // A link around blocks ends after them.
      if (this.margin > 0 || !facts.some(({ kind, text }) => kind === 'image' || !text.includes(`→ ${this.#page}#`)))
        return 'never';
      return hasOwnImage || !facts.some(({ kind }) => kind === 'image') ? 'always' : 'repeated';
    }
    const isProse = text.length > shortText && (this.margin < 2 || sentenceEnd.test(text));
    if (this.margin > 0 && (links > 0 || this.#link || !isProse)) return 'never';
    const rest = text.length - repeatedLength;
    const isSentence = seqLinks > 0 && sentenceEnd.test(text);
    const isMenu =
      !this.marked && !isSentence && repeated > 0 && repeated * 2 >= links && rest <= (links === 1 ? fewWords : shortText);
    if (isMenu) return says && seqLinks < links && (text.length - linkedLength >= ownText || links < 3) ? 'repeated' : 'optional';
    if (repeats) return !says ? 'never' : this.inSection && links === 0 && text.length >= ownText ? 'always' : 'repeated';
    return says ? 'always' : 'contents';
  }

  /** Ends the text, and makes decisions that depend on neighbouring blocks. */
  end(): readonly Block[] {
    this.gap();
    const blocks = this.#blocks;
    const first = blocks.findIndex(({ isOwn }) => isOwn);
    const last = blocks.findLastIndex(({ isOwn }) => isOwn);
    const listed = blocks.map(({ need }) => need === 'contents');
    let sections: ReadonlySet<string> | undefined;
    for (let at = blocks.length - 1; at >= 0; at--) {
      const block = blocks[at]!;
      if (block.need !== 'repeated' && block.need !== 'contents') continue;
      const isAmongOwn = first >= 0 && at > first;
      if (block.need === 'repeated') {
        // A heading is needed with the block below it.
        const isAbove = block.facts[0]?.kind === 'heading' && blocks[at + 1]?.need === 'always';
        block.need = (isAmongOwn && at < last) || isAbove ? 'always' : 'optional';
      } else {
        sections ??= sectionsOf(blocks);
        // An entry alone among other blocks is no table of contents.
        const isListed = (listed[at - 1] || listed[at + 1]) && sections.has(lettersOf(block.text.replace(/^[\d.\s]+/, '')));
        block.need = isAmongOwn && !isListed ? 'always' : 'never';
      }
    }
    return blocks;
  }

  /** @param isSequenceLink whether a link leads to the previous or next page */
  open(name: string, attributes: Attributes, isSequenceLink = false): void {
    this.#endBlock(name, attributes);
    if (name === 'a') this.#openLink(attributes, isSequenceLink);
    else if (headingName.test(name)) {
      this.#heading = '';
      if (this.#link) this.#link.hasHeading = true;
    } else if (codeName.test(name)) this.#code ??= '';
    else if (name === 'table') this.#tables.push(++this.#lastTable);
    else if (name === 'tfoot') this.#inFoot = true;
    else if (name === 'source') this.#sources.push(...setOf(attributes, 'srcset'));
    else if (name === 'img') this.#image(attributes);
    else if (name === 'tr') this.#isAfterData = false;
    else if (name === 'td' || name === 'th')
      this.#cells.push({
        name: this.#isAfterData ? 'td' : name,
        spans: ['rowspan', 'colspan'].some((span) => attributes.getAttribute(span) !== null),
      });
  }

  close(name: string, attributes?: Attributes): void {
    if (name === 'a') this.#closeLink();
    const isHeading = headingName.test(name) && this.inHeading;
    if (isHeading) {
      this.#release();
      this.#level = Number(name[1]);
      // A link that is all of its heading is no permalink.
      if (collapsed(this.#heading! + this.#now.run) === '' && this.#now.facts.length === 0) this.#now.run += this.#now.permalink;
      const text = collapsed(this.#heading! + this.#now.run);
      if (text) this.#now.facts.push({ kind: 'heading', text: `${'#'.repeat(this.#level)} ${text}` });
    }
    this.#endBlock(name, attributes);
    if (isHeading) this.#heading = undefined;
    else if (name === 'table') this.#tables.pop();
    else if (name === 'tfoot') this.#inFoot = false;
    else if (name === 'picture') this.#sources = [];
    else if (name === 'td' || name === 'th') {
      this.#cells.pop();
      this.#isAfterData ||= name === 'td';
    } else if (codeName.test(name) && this.#code !== undefined) {
      const code = this.#code;
      this.#code = undefined;
      this.codeBlock(code);
    }
  }

  /** Adds a block of code, without line numbers. */
  codeBlock(code: string): void {
    const { facts, spare } = this.#now;
    const lines = withoutNumbers(
      visible(code)
        .split(/\r\n?|\n/)
        .filter((line) => line.trim() !== ''),
    );
    const lineFacts = lines.map((line): Fact => ({ kind: 'code line', text: line.trimEnd() }));
    this.#now = { ...nothing(), run: lines.join(' '), facts: [...lineFacts, ...facts], says: true };
    this.gap();
    // Labels of links in code may be repeated after it.
    this.#now.spare = spare;
  }

  /** A heading is one line in Markdown, whatever is in it. */
  #endBlock(name: string, attributes?: Attributes): void {
    if (!this.#endsWords(name, attributes)) return;
    if (this.inHeading && this.#code === undefined && !headingName.test(name)) this.text(' ');
    else this.gap();
  }

  #endsWords(name: string, attributes: Attributes | undefined): boolean {
    // Code is full of names that HTML does not know: `<URL>` is inline in every browser (HTML §15.3.3).
    if (this.#code !== undefined) return endsLine.test(name);
    if (!inlineElements.has(name)) return true;
    const role = attributes?.getAttribute('role') ?? '';
    return role === 'tab' || (name === 'span' && cellRole.test(role));
  }

  #openLink(attributes: Attributes, isSequenceLink: boolean): void {
    this.#closeLink();
    const href = attributes.getAttribute('href');
    const url = href === null ? undefined : this.#urlOf(href);
    const role = attributes.getAttribute('role') ?? '';
    if (url === undefined || href === '#!' || notLink.test(role)) return;
    if (href!.startsWith('#') && controlling.some((name) => attributes.getAttribute(name) !== null)) return;
    const hash = url.indexOf('#');
    const fragment = hash < 0 ? '' : url.slice(hash);
    const own = url.startsWith(this.#stem) && isSamePage(hash < 0 ? url : url.slice(0, hash), this.#page);
    // Called a button, a link to another page is still one.
    if (own && role === 'button') return;
    // Links to two places are two texts, even without a space between them.
    if (this.#code === undefined && this.#now.run.length === this.#now.linkEnd && this.#row.url !== url) this.#now.run += ' ';
    this.#link = {
      url: own ? this.#page + fragment : url,
      own,
      isSequenceLink,
      isRepeated: isSequenceLink || this.#boilerplate?.labels.has(attributes.getAttribute('title') ?? '') === true,
      text: '',
      hasImage: false,
      hasHeading: this.inHeading,
      held: (own || editing.test(url)) && this.#code === undefined,
    };
  }

  #closeLink(): void {
    const link = this.#link;
    if (!link) return;
    const text = collapsed(link.text);
    const isControl = link.held && this.#isControl(link, text);
    if (!isControl) this.#release();
    this.#link = undefined;
    // Links of code follow it in Markdown, without duplicates.
    const isCode = this.#code !== undefined;
    if (isControl || isCode) this.spare(text);
    if (isControl && (permalink.test(text) || leadsNowhere(link.url))) this.#now.permalink = text;
    if (isControl) return;
    const now = this.#now;
    now.linkEnd = now.run.length;
    now.links++;
    now.linkedLength += text.length;
    if (link.isSequenceLink) now.seqLinks++;
    if (link.isRepeated || this.#boilerplate?.labels.has(text)) {
      now.repeated++;
      now.repeatedLength += text.length;
    }
    // A link of a heading or of a line of code to the page itself is a permalink; `#` leads nowhere.
    const isPermalink = link.own && (link.hasHeading || isCode || leadsNowhere(link.url));
    if (isPermalink || (text === '' && (link.own || !link.hasImage))) return;
    const fact: Fact = { kind: 'link', text: `${text} → ${link.url}` };
    if (isCode && now.facts.some((other) => other.text === fact.text)) return;
    now.facts.push(fact);
    if (this.#row.url !== link.url) this.#row = { url: link.url, facts: [], hasHeading: false };
    this.#row.facts.push(fact);
    this.#row.hasHeading ||= this.inHeading;
    if (this.#row.hasHeading && this.#row.facts.length > 2) for (const one of this.#row.facts) one.isSpare = true;
  }

  #isControl({ own, url, hasImage }: Link, text: string): boolean {
    if (!own) return text.length < 40 && (/\/edit\//.test(url) || editing.test(text));
    // Not a control but the last part of a name: `path::name`.
    if (hasImage || (this.inHeading && /[.:/]$/.test(this.#now.run))) return false;
    const isCalledSo = mark.test(text) || /^(?:perma)?link$/i.test(text) || (this.inHeading && permalink.test(text));
    return isCalledSo || (this.inHeading && leadsNowhere(url));
  }

  #release(): void {
    if (!this.#link?.held) return;
    this.#link.held = false;
    this.#add(this.#link.text, !this.#link.own);
  }

  #image(attributes: Attributes): void {
    if (isSpacer(attributes)) return;
    const own = ['data-src', 'data-lazy-src', 'data-original', 'src'].map((name) => attributes.getAttribute(name));
    const sets = ['srcset', 'data-srcset'].flatMap((name) => setOf(attributes, name));
    const urls = [...own, ...sets, ...this.#sources]
      .flatMap((url) => (url?.trim() ? (this.#urlOf(url) ?? []) : []))
      .filter(canBeFetched);
    const alt = collapsed(visible(attributes.getAttribute('alt') ?? ''));
    if (this.#code !== undefined) this.text(alt && `(${alt})`);
    // Without fetchable URL, only the description counts.
    else if (urls.length === 0) this.text(` ${alt} `);
    // The number of a note in code links to it.
    else if (this.margin > (this.#link ? 0 : 1) || (this.#link?.held && /^\d/.test(alt) && mark.test(alt))) this.spare(alt);
    else {
      const sizes = urls.map((url) => `${alt} → ${url}`);
      this.#now.facts.push({ kind: 'image', text: sizes[0]!, sizes });
      this.#now.hasOwnImage ||= !this.#boilerplate?.labels.has(imageName(attributes));
      if (this.#link) this.#link.hasImage = true;
    }
  }
}

/** Whether a URL has an empty fragment. */
const leadsNowhere = (url: string): boolean => url.endsWith('#');

const headingName = /^h[1-6]$/;
const codeName = /^(?:pre|listing|xmp)$/;
const endsLine =
  /^(?:br|hr|p|div|pre|listing|xmp|[ou]l|li|d[ldt]|table|t(?:body|head|foot|[rdh])|h[1-6]|blockquote|section|article|center|details|summary|figure|figcaption)$/;
const notLink = /^(?:tab|menuitem|option|switch)/;
const cellRole = /^(?:cell|gridcell|columnheader|rowheader)$/;

const setOf = (attributes: Attributes, name: string): string[] =>
  candidatesOf(attributes.getAttribute(name)).map(({ url }) => url);

/** Lines without consecutive line numbers, in their own column or before the text. */
function withoutNumbers(lines: readonly string[]): readonly string[] {
  const first = Number.parseInt(lines[0] ?? '', 10);
  if (lines.length === 1 && lines[0]?.trim() !== '1') return lines;
  if (!lines.every((line, at) => Number.parseInt(line, 10) === first + at)) return lines;
  const code = lines.map((line) => line.replace(/^\s*\d+/, '')).filter((line) => line.trim() !== '');
  return code.every((line) => line.startsWith(' ')) ? code.map((line) => line.slice(1)) : code;
}

/** The texts of headings, with and without first word: the number of a section may be in the contents only. */
function sectionsOf(blocks: readonly Block[]): ReadonlySet<string> {
  const sections = new Set<string>();
  for (const { kind, text } of blocks.flatMap(({ facts }) => facts))
    if (kind === 'heading')
      text
        .split(' ')
        .slice(1)
        .reduceRight((rest, word) => {
          const section = lettersOf(word) + rest;
          sections.add(section);
          return section;
        }, '');
  return sections;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

const collapsed = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
