import { attributeOf } from '../dom.ts';
import { delimited, hasContent, syntax } from '../escape/syntax.ts';
import type { DraftName } from '../markdown-node.ts';
import type { Reading } from '../tree-builder.ts';
import { readNoteMark } from './footnotes.ts';
import type { Rules } from './index.ts';

const marked =
  (name: DraftName): Reading =>
  (element, reader) =>
    reader.inCode ? reader.children(element) : reader.mark(name, {}, () => reader.children(element));

/** What Markdown has no mark for stays HTML; nested in itself it says no more. */
const tagged: Reading = (element, reader) => {
  if (reader.inCode || nestsItself(element)) reader.children(element);
  else reader.mark('TAG', { tag: element.localName }, () => reader.children(element));
};

/** `<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>`: the inner ones are the keys. */
const nestsItself = (element: Element): boolean => element.localName === 'kbd' && element.querySelector('kbd') !== null;

const emphasis = marked('EMPHASIS');
const strong = marked('STRONG');
const strike = marked('STRIKE');

export const inline: Rules = {
  tags: {
    em: emphasis,
    i: emphasis,
    cite: emphasis,
    dfn: emphasis,
    var: emphasis,
    b: strong,
    strong,
    del: strike,
    s: strike,
    strike,
    ins: tagged,
    kbd: tagged,
    mark: tagged,
    sub: tagged,
    sup: (element, reader) => {
      if (!readNoteMark(element, reader)) tagged(element, reader);
    },
    abbr: (element, reader) => {
      const title = attributeOf(element, 'title');
      const known = `abbr ${title} ${element.textContent}`;
      if (!title || reader.inCode || reader.notes.has(known)) return reader.children(element);
      reader.notes.set(known, true);
      reader.mark('TAG', { tag: 'abbr', attributes: ` title="${attributeText(title)}"` }, () => reader.children(element));
    },
    q: (element, reader) => {
      reader.text('“');
      reader.children(element);
      reader.text('”');
    },
    wbr: () => {},
  },
  writings: {
    EMPHASIS: (content) => (hasContent(content) ? delimited(content, '*') : content),
    STRONG: (content) => (hasContent(content) ? delimited(content, '**') : content),
    STRIKE: (content) => (hasContent(content) ? delimited(content, '~~') : content),
    TAG: (content, { facts: { tag, attributes = '' } }) =>
      hasContent(content) ? `${syntax(`<${tag}${attributes}>`)}${content}${syntax(`</${tag}>`)}` : content,
  },
};

/** Text as the value of an HTML attribute on one line. */
export const attributeText = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
