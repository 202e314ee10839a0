/// <reference lib="dom" />
import { isUtf8 } from 'node:buffer';
import { isMain, outermost } from '../twin/dom.ts';
import { elementsThatAre, phrasing } from '../twin/elements.ts';
import { hideByClass } from '../twin/hidden-style.ts';
import { makeVisible } from '../twin/visible-document.ts';
import { scanHtml } from './html-scan.ts';
import { parseOmitted } from './omitted-tags.ts';
import { PageDocument, type PageElement, type PageNode } from './page-nodes.ts';
import type { HtmlScan, Tree } from './scanned-facts.ts';

export interface PageContent {
  readonly html: string;
  /** The page as a tree, with a body, and without invisible text. */
  readonly document: () => Document;
}

export interface ReadHtml {
  readonly scan: HtmlScan;
  /** The whole page, or its only `main` element; to be called once. */
  partOf(wanted: 'all' | 'main'): PageContent;
}

/**
 * Reads the facts of a page and its tree in one pass.
 *
 * @param tooLarge called once, with the facts so far, as soon as the page exceeds a limit of conversion; may throw
 */
export function readHtml(html: string, tooLarge?: (scan: HtmlScan) => void): ReadHtml {
  const tree = createTree(html);
  const scan = scanHtml(html, tooLarge, tree);
  return {
    scan,
    partOf(wanted) {
      const { main } = scan;
      const whole = memoize(() => (scan.omitsTags || isAstray(tree.document) ? parseOmitted(html) : tree.document));
      const onlyMain = main !== undefined && wanted === 'main';
      const part = onlyMain ? html.slice(main.start, main.end) : html;
      return {
        html: part,
        document: memoize(() => visible(onlyMain ? mainOf(whole()) : whole(), part, scan.hiddenClasses)),
      };
    },
  };
}

/** Whether content is outside the body, into which browsers move it (HTML §13.2.6.4): above a second doctype, below `</html>`. */
function isAstray(page: PageDocument): boolean {
  const { documentElement: top, head, body } = page;
  const places: readonly unknown[] = [top, head, body];
  const isContent = (node: PageNode): boolean =>
    !places.includes(node) && (node.nodeType === 3 ? node.data.trim() !== '' : !metadata.test(node.localName));
  return !body || [page, top, head].some((place) => place?.childNodes.some(isContent));
}

const metadata = /^(?:base|link|meta|noscript|script|style|template|title)$/;

function memoize<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Parses HTML, of a whole page or of a part of one. */
export const parseDocument = (html: string): Document => readHtml(html).partOf('all').document();

function visible(page: PageDocument, html: string, hidden: ReadonlySet<string>): Document {
  const document = page as unknown as Document;
  makeVisible(document, html);
  hideByClass(document, hidden);
  if (page.body) makeParagraphs(page.body);
  return document;
}

/** Makes an element of each text alone between blocks of the body, which is a paragraph (HTML §3.2.5.4): the last line of a page. */
function makeParagraphs(body: PageElement): void {
  const isEnd = (node: PageNode | null): boolean => !node || (node.nodeType === 1 && !inLine.has(node.localName));
  for (const node of body.childNodes) {
    const { previousSibling, nextSibling } = node;
    if (node.nodeType !== 3 || node.data.trim() === '' || !isEnd(previousSibling) || !isEnd(nextSibling)) continue;
    const paragraph = body.ownerDocument.createElement('p');
    body.detach(node);
    body.append(paragraph, nextSibling);
    paragraph.append(node);
  }
}

const inLine: ReadonlySet<string> = new Set([...phrasing, ...elementsThatAre('control'), 'noscript', 'script', 'template']);

/** Reduces a document to its only `main` element. */
function mainOf(page: PageDocument): PageDocument {
  const isTemplate = ({ localName }: Element): boolean => localName === 'template';
  const [main] = outermost(page as unknown as Element, (element) => isTemplate(element) || isMain(element)).filter(isMain);
  page.firstChild = page.lastChild = null;
  bodyIn(page).append(main as unknown as PageElement);
  return page;
}

/** @param html to be parsed: a fragment is put into a body */
function createTree(html: string): Tree & { readonly document: PageDocument } {
  const document = new PageDocument();
  const has = (names: string): boolean => new RegExp(`<(?:${names})[\\s>]`, 'i').test(html);
  let at: PageElement = has('html') ? document : has('head|body|frameset') ? htmlIn(document) : bodyIn(document);
  return {
    document,
    open(name, attributes) {
      const element = document.createElement(name, attributes);
      at.append(element);
      at = element;
    },
    text: (data) => at.appendText(data),
    close() {
      at = at.parentNode!;
    },
    abandon() {
      at = document;
      document.firstChild = document.lastChild = null;
    },
  };
}

const htmlIn = (document: PageDocument): PageElement => childOf(document, document, 'html');
const bodyIn = (document: PageDocument): PageElement => childOf(document, htmlIn(document), 'body');

function childOf(document: PageDocument, parent: PageElement, name: string): PageElement {
  const child = document.createElement(name);
  parent.append(child);
  return child;
}

export function isSelector(text: string): boolean {
  try {
    parseDocument('').querySelector(text);
    return text.trim() !== '';
  } catch {
    return false;
  }
}

/**
 * The text of an HTML file: UTF-8 if its bytes are valid, else in the encoding of its byte order mark or its `meta`, else
 * windows-1252 (HTML Living Standard §13.2.3.2).
 */
export function decodeHtml(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/^\uFEFF/, '');
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
  const named = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  const decoder = decoderOf(mark ?? named ?? 'windows-1252');
  const text = decoder.decode(bytes);
  return decoder.encoding === 'windows-1252' ? text.replace(/[\x80-\x9F]/g, (c) => from80[c.charCodeAt(0) - 0x80]!) : text;
}

/** The characters 0x80 to 0x9F of windows-1252 (Encoding §9.1): Node 20 decodes them as controls. */
const from80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
