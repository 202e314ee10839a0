import { settleInline } from '../escape/escape.ts';
import { hasContent, syntax } from '../escape/syntax.ts';
import { Draft } from '../markdown-node.ts';
import type { Reading } from '../tree-builder.ts';
import type { Rules } from './index.ts';

const division: Reading = (element, reader) => reader.division(element);

const heading: Reading = (element, reader) =>
  reader.inBlock('HEADING', { level: Number(element.localName[1]) }, () => reader.children(element));

/** Elements that are blocks and mean nothing more. */
const divisions = Object.fromEntries(
  'address article aside body center dd details dialog dir div dt fieldset figcaption figure footer form header hgroup html legend main optgroup option output p section summary'
    .split(' ')
    .map((name) => [name, division]),
);

export const blocks: Rules = {
  tags: {
    ...divisions,
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
    blockquote: (element, reader) => reader.inBlock('BLOCKQUOTE', {}, () => reader.children(element)),
    hr: (_, reader) => reader.blockLeaf(new Draft('RULE')),
    br: (_, reader) => reader.lineBreak(),
  },
  writings: {
    DOCUMENT: (content, draft) => {
      draft.written = content;
      return '';
    },
    PARAGRAPH: (content, draft) => {
      if (!hasContent(content)) return '';
      if (draft.inCell) return `\n\n${content.trim()}\n\n`;
      const parent = draft.parentNode!;
      const first = parent.childNodes[0] === draft;
      const text = settleInline(content.trim(), {
        block: 'paragraph',
        inItem: first && parent.nodeName === 'ITEM',
        inQuote: first && parent.nodeName === 'BLOCKQUOTE',
      });
      const gap = parent.nodeName === 'ITEM' && !parent.parentNode!.facts.loose ? '\n' : '\n\n';
      return gap + text + gap;
    },
    HEADING: (content, { facts, inCell }) => {
      if (!hasContent(content)) return '';
      const level = facts.level!;
      if (inCell) return `\n\n${syntax(`<h${level}>`)}${content}${syntax(`</h${level}>`)}\n\n`;
      return `\n\n${'#'.repeat(level)} ${settleInline(content.trim(), { block: 'heading' })}\n\n`;
    },
    BLOCKQUOTE: (content, { inCell }) => {
      const text = trimNewlines(content);
      if (!text) return '';
      if (inCell) return `\n\n${syntax('<blockquote>')}${inCellMarkdown(text)}${syntax('</blockquote>')}\n\n`;
      return `\n\n${quoted(text)}\n\n`;
    },
    // The other two marks of a rule would read as a list item's marker where the rule stands first in one.
    RULE: (_, { inCell, parentNode }) =>
      inCell ? `\n\n${syntax('<hr>')}\n\n` : parentNode?.nodeName === 'ITEM' ? '\n\n___\n\n' : '\n\n---\n\n',
    BREAK: (_, { inCell }) => syntax(inCell ? '<br>' : '\\\n'),
  },
};

/** Lines as a quote. */
export const quoted = (text: string): string => text.replace(/^(?=(.?))/gm, (_, next: string) => (next ? '> ' : '>'));

/** Text without newlines at its ends. (A regular expression would try each newline of a long run.) */
export function trimNewlines(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '\n') start++;
  while (end > start && text[end - 1] === '\n') end--;
  return text.slice(start, end);
}

/** Blocks in a table cell, on one line: paragraphs parted by line breaks, other blocks are HTML and part themselves. */
export function inCellMarkdown(content: string): string {
  const pieces = trimNewlines(content).split(/\n+/);
  return pieces.reduce((line, piece) =>
    endsInBlock.test(line) || startsBlock.test(piece) ? line + piece : line + syntax('<br><br>') + piece,
  );
}

const blockTag = '(?:ul|ol|pre|table|blockquote|h[1-6]|hr)';
const endsInBlock = new RegExp(`<\\/?${blockTag}>\\uFDD3$`);
const startsBlock = new RegExp(`^\\uFDD2<${blockTag}\\b`);
