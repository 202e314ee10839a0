import { isHeading } from '../dom.ts';
import { elementsThatAre } from '../elements.ts';
import { escapeInline } from '../escape/escape.ts';
import { hasContent, syntax } from '../escape/syntax.ts';
import { prefixed } from '../escape/white-space.ts';
import { firstWithin } from '../first-within.ts';
import { MarkdownNode } from '../markdown-node.ts';
import { wordsLength } from '../measure.ts';
import { sectionMark } from '../section-id.ts';
import type { ElementHandler } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

const division: ElementHandler = (element, builder) => builder.division(element);

/** Block elements without further meaning. */
const divisions = Object.fromEntries(Array.from(elementsThatAre('block'), (name) => [name, division]));

export const blocks: Rules = {
  tags: {
    ...divisions,
    blockquote: (element, builder) => {
      // A page that is in a quotation as a whole, with its title, is only laid out by it.
      const isAll = wordsLength(element) === wordsLength(builder.reading.root) && firstWithin(element, isHeading) !== undefined;
      if (isAll) builder.division(element);
      else builder.inBlock('BLOCKQUOTE', {}, () => builder.children(element));
    },
    hr: (_, builder) => builder.blockLeaf(new MarkdownNode('HR')),
    br: (_, builder) => builder.lineBreak(),
  },
  printers: [
    {
      filter: ['p'],
      replacement: (content, node) => {
        if (!hasContent(content)) return '';
        if (node.inCell) return `\n\n${content.trim()}\n\n`;
        const parent = node.parentNode!;
        const first = node.previousSibling === null;
        const text = escapeInline(content.trim(), {
          block: 'paragraph',
          inItem: first && parent.nodeName === 'LI',
          inQuote: first && parent.nodeName === 'BLOCKQUOTE',
        });
        const gap = parent.nodeName === 'LI' && !parent.facts.loose ? '\n' : '\n\n';
        return gap + text + gap;
      },
    },
    {
      filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
      replacement: (content, { nodeName, inCell, facts }) => {
        if (!hasContent(content)) return '';
        const level = Number(nodeName[1]);
        if (inCell) return cellBlock(`h${level}`, content);
        return `\n\n${'#'.repeat(level)} ${sectionMark(facts.id ?? '')}${escapeInline(content.trim(), { block: 'heading' })}\n\n`;
      },
    },
    {
      filter: ['blockquote'],
      replacement: (content, { inCell }) => {
        const text = trimNewlines(content);
        if (!text) return '';
        return inCell ? cellBlock('blockquote', inCellMarkdown(text)) : `\n\n${prefixed(text, '> ')}\n\n`;
      },
    },
    {
      // Other forms of a rule would be read as a list marker at the start of an item.
      filter: ['hr'],
      replacement: (_, { inCell, parentNode }) =>
        inCell ? '\n\n' : parentNode?.nodeName === 'LI' ? '\n\n___\n\n' : '\n\n---\n\n',
    },
    { filter: ['br'], replacement: (_, { inCell }) => syntax(inCell ? '<br>' : '\\\n') },
  ],
};

/** Trims newlines. (A regular expression would try each newline of a long run.) */
export function trimNewlines(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, end);
}

/** A block in a table cell, as HTML. */
export const cellBlock = (tag: string, content: string, attributes = ''): string =>
  `\n\n${syntax(`<${tag}${attributes}>`)}${content}${syntax(`</${tag}>`)}\n\n`;

/** Blocks in a table cell, on one line: line breaks between paragraphs; other blocks are HTML and need none. */
export function inCellMarkdown(content: string): string {
  const pieces = trimNewlines(content).split(/\n+/);
  return pieces
    .map((piece, at) =>
      at === 0 || endsInBlock.test(pieces[at - 1]!) || startsBlock.test(piece) ? piece : syntax('<br>') + piece,
    )
    .join('');
}

const blockTag = '(?:ul|ol|pre|table|blockquote|h[1-6]|hr)';
const endsInBlock = new RegExp(`<\\/?${blockTag}>\\uFDD3$`);
const startsBlock = new RegExp(`^\\uFDD2<${blockTag}\\b`);
