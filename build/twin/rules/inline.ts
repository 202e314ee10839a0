import { collapsed } from '../../contract/std/words.ts';
import { attributeOf } from '../dom.ts';
import { delimited, hasContent, syntax } from '../escape/syntax.ts';
import type { NodeName, TagName } from '../markdown-node.ts';
import { wordsLength } from '../measure.ts';
import type { ElementHandler } from '../tree-builder.ts';
import { readNoteMark } from './footnotes.ts';
import type { Rules } from './rule.ts';

const marked =
  (name: NodeName): ElementHandler =>
  (element, builder) =>
    builder.inCode ? builder.children(element) : builder.mark(name, {}, () => builder.children(element));

/** Elements without Markdown equivalent stay HTML. */
const tagged: ElementHandler = (element, builder) => {
  if (builder.inCode) builder.children(element);
  else builder.mark(element.localName.toUpperCase() as TagName, {}, () => builder.children(element));
};

/** Longest abbreviation in characters. */
const longestAbbreviation = 1_000;

const emphasis = marked('EM');
const strong = marked('STRONG');
const strike = marked('DEL');

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
    sup: (element, builder) => {
      if (!readNoteMark(element, builder)) tagged(element, builder);
    },
    abbr: (element, builder) => {
      const title = attributeOf(element, 'title');
      if (!title || builder.inCode || wordsLength(element) > longestAbbreviation) return builder.children(element);
      const known = `abbr ${title} ${element.textContent}`;
      if (builder.notes.has(known)) return builder.children(element);
      builder.notes.set(known, true);
      builder.mark('ABBR', { title }, () => builder.children(element));
    },
    q: (element, builder) => {
      const depth = (builder.notes.get('quotations') as number | undefined) ?? 0;
      builder.notes.set('quotations', depth + 1);
      builder.text(depth % 2 === 0 ? '“' : '‘');
      builder.children(element);
      builder.text(depth % 2 === 0 ? '”' : '’');
      builder.notes.set('quotations', depth);
    },
    wbr: () => {},
  },
  printers: [
    { filter: ['em'], replacement: (content) => delimited(content, '*') },
    { filter: ['strong'], replacement: (content) => delimited(content, '**') },
    { filter: ['del'], replacement: (content) => delimited(content, '~~') },
    {
      filter: ['abbr', 'ins', 'kbd', 'mark', 'sub', 'sup'],
      replacement: (content, { nodeName, facts: { title } }) => {
        if (!hasContent(content)) return content;
        const tag = nodeName.toLowerCase();
        return `${syntax(title ? `<${tag} title="${attributeText(title)}">` : `<${tag}>`)}${content}${syntax(`</${tag}>`)}`;
      },
    },
  ],
};

/** Text as the value of an HTML attribute on one line. */
const attributeText = (text: string): string =>
  collapsed(text).trim().replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
