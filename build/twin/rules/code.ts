import { changeMark, showsChange } from '../changed-lines.ts';
import { ancestorOf, attributeOf, elementsOf, following, hasClass, isElement, isText, wordsOf } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import { withShortRuns } from '../escape/white-space.ts';
import { firstWithin } from '../first-within.ts';
import { isStyledAway } from '../hidden-style.ts';
import { MarkdownNode } from '../markdown-node.ts';
import type { Reading } from '../reading.ts';
import type { TableParts } from '../table-parts.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { cellBlock } from './blocks.ts';
import { hrefOf, linkUrl, readLink } from './links.ts';
import type { Rules } from './rule.ts';

const inlineCode: ElementHandler = (element, builder) => builder.asCode(element);

const codeBlock: ElementHandler = (element, builder) => {
  if (builder.inHeading) return builder.asCode(element);
  builder.blockLeaf(new MarkdownNode('PRE', { language: languageOf(element, builder) }, codeTextOf(element, builder.reading)));
  addLinks(element, builder);
};

/** Adds the links of code after it, because code in Markdown contains none: each address once, without line numbers. */
function addLinks(element: Element, builder: TreeBuilder): void {
  const seen = new Set<string>();
  const isOut = (link: Element): boolean =>
    ancestorOf(link, (at) => at === element || hasClass(at, gutter) || builder.reading.isKnownOut(at)) !== element;
  for (const link of elementsOf(element)) {
    const href = link.localName === 'a' ? hrefOf(link) : undefined;
    const text = href === undefined || isOut(link) ? '' : wordsOf(link);
    const url = /\p{L}/u.test(text) || (text !== '' && !href!.startsWith('#')) ? linkUrl(href!, builder.context) : undefined;
    if (url === undefined || seen.has(url)) continue;
    if (seen.size > 0) builder.text(', ');
    seen.add(url);
    readLink(href!, undefined, builder, () => builder.text(text));
  }
  builder.endRun();
}

/** Whether a table has line numbers in one column, and code in the last. */
export const isCodeTable = (table: Element, { rows }: TableParts): boolean =>
  hasClass(table, /(?:^|\s)lntable(?:\s|$)/) || rows.some((row) => row.some((cell) => hasClass(cell, gutter)));

export const codeTable: ElementHandler = (element, builder) => {
  // pymdownx writes the title of the code as a row.
  for (const title of element.querySelectorAll('caption, th')) if (!hasClass(title, gutter)) builder.titleLine(title);
  const all = [...element.querySelectorAll('pre')];
  const last = all.at(-1);
  for (const pre of all) if (pre !== last) builder.reading.leaveOut(pre, 'line numbers');
  codeBlock(last ?? element, builder);
};

export const code: Rules = {
  tags: {
    code: inlineCode,
    samp: inlineCode,
    tt: inlineCode,
    pre: codeBlock,
    listing: codeBlock,
    xmp: codeBlock,
  },
  printers: [
    { filter: ['code'], replacement: (_, { data, inCell }) => codeSpan(data, inCell) },
    {
      filter: ['pre'],
      replacement: (_, { data: text, facts: { language = '' }, inCell }) => {
        if (inCell) return cellBlock('pre', text.split('\n').join(syntax('&#10;')), language && ` lang="${language}"`);
        let longest = 2;
        for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
        const fence = '`'.repeat(longest + 1);
        return `\n\n${fence}${language}\n${withShortRuns(text)}${text ? '\n' : ''}${fence}\n\n`;
      },
    },
  ],
};

/** Inline code (CommonMark §6.1): with a fence that is not in the code, and a space at an end with a space or backtick. */
function codeSpan(text: string, inCell: boolean): string {
  // In a table cell a backslash before a pipe is ambiguous.
  if (inCell && text.includes('\\|'))
    return syntax(`<code>${text.replace(/[&<|\\`*_[\]~]/g, (character) => `&#${character.charCodeAt(0)};`)}</code>`);
  let fence = '`';
  const runs = new Set(text.match(/`+/g));
  while (runs.has(fence)) fence += '`';
  const isSpaced = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
  const pad = text.startsWith('`') || text.endsWith('`') || isSpaced ? ' ' : '';
  return syntax(fence + pad + text + pad + fence);
}

/** Line numbers, buttons and the like inserted by highlighters. */
const gutter =
  /(?:^|\s)(?:linenos?|linenodiv|line-?numbers?(?:-rows)?|lineno|ln|lnt|hljs-ln-numbers|(?:rouge-)?gutter|blob-num|copy(?:btn|-button)?)(?:\s|$)/;

/** What nobody copies with the code, by its style: line numbers (Chroma of Hugo), prompts. */
const uncopied = /(?:^|[;\s-])user-select:\s*none/;

const lineElements = /^(?:div|li|p|tr|ol|ul|table|tbody)$/;

const isLine = (node: Node): boolean => isElement(node) && lineElements.test(node.localName);

const isAfterLine = ({ previousSibling }: Node): boolean => previousSibling !== null && isLine(previousSibling);

/** White space after a line element belongs to the HTML, except in moved code. */
const indentBefore = (next: Node | null, space: string): string =>
  next && isElement(next) && !isLine(next) && next.localName !== 'button' ? space.replace(/^\r?\n/, '') : '';

/** The exact text of a block of code, whatever its wrappers for colours and line numbers. Does not recurse. */
export function codeTextOf(root: Element, reading: Reading): string {
  let text = '';
  let node: Node | null = root.firstChild;
  const parts: string[] = [];
  const add = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    text = part;
  };
  const freshLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) add('\n');
  };
  while (node) {
    if (isText(node)) add(isAfterLine(node) && node.data.trim() === '' ? indentBefore(node.nextSibling, node.data) : node.data);
    else if (isElement(node)) {
      const name = node.localName;
      const classes = node.hasAttributes() ? attributeOf(node, 'class') : undefined;
      const style = node.hasAttributes() ? attributeOf(node, 'style') : undefined;
      if (name === 'br') add('\n');
      else if (
        /^(?:button|style|script)$/.test(name) ||
        reading.isKnownOut(node) ||
        isStyledAway(style) ||
        (style !== undefined && uncopied.test(style)) ||
        (name !== 'code' && classes !== undefined && gutter.test(classes))
      ) {
        node = following(node, root);
        continue;
      } else if (lineElements.test(name)) {
        freshLine();
        if (node.firstChild === null) add('\n');
      }
      if (classes !== undefined) add(changeMark(node));
    }
    if (node.firstChild) {
      node = node.firstChild;
      continue;
    }
    // On the way up, a line ends with its element.
    for (;;) {
      if (node.nextSibling) {
        node = node.nextSibling;
        break;
      }
      node = node.parentNode;
      if (!node || node === root) {
        node = null;
        break;
      }
      if (isLine(node)) freshLine();
    }
  }
  const raw = parts.join('').replace(/\r\n?/g, '\n');
  // Without the newline after <pre> (HTML §13.2.6.4.7) and the one before the closing fence.
  const first = root.firstChild && isText(root.firstChild) ? raw.replace(/^\n/, '') : raw;
  return first.replace(/\n$/, '');
}

const languagePatterns = [
  /(?:^|\s)lang(?:uage)?-([^\s{]+)/,
  /(?:^|\s)highlight-source-(\S+)/,
  /(?:^|\s)sourceCode\s+([^\s]+)/,
  /(?:^|\s)hljs\s+(?:language-)?([^\s]+)/,
  /(?:^|\s)highlight-([^\s]+)/,
];
const noLanguage =
  /^(?:none|default|undefined|plaintext|nohighlight|no-highlight|numberSource|lineNumbers|line-numbers|highlighter-rouge|copyable|wrapper)$/;

/** Most boxes around code that may state its language: those of a highlighter, a title and a copy button. */
const mostWrappers = 3;

/** The language of a block of code: stated by it, by its `code`, or by a wrapper. */
function languageOf(pre: Element, builder: TreeBuilder): string {
  if (showsChange(pre)) return 'diff';
  const inner = firstWithin(pre, isCode);
  const places = [inner, pre];
  let wrapper = pre.parentElement;
  for (
    let level = 0;
    wrapper && level < mostWrappers && wrapper !== builder.reading.root && wrapper.localName !== 'main';
    wrapper = wrapper.parentElement
  ) {
    places.push(wrapper);
    if (!/^t/.test(wrapper.localName)) level++;
  }
  for (const place of places) {
    if (!place?.hasAttributes()) continue;
    const named = attributeOf(place, 'data-lang') ?? attributeOf(place, 'data-language');
    if (named && isLanguage(named)) return named;
    const classes = attributeOf(place, 'class');
    if (!classes) continue;
    for (const pattern of languagePatterns) {
      const language = pattern.exec(classes)?.[1];
      if (language && isLanguage(language)) return language;
    }
  }
  return '';
}

const isCode = ({ localName }: Element): boolean => localName === 'code';

const isLanguage = (name: string): boolean => /^[\w#+.:/-]+$/.test(name) && !noLanguage.test(name);
