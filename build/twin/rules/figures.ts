import { childElementsOf, findElement, hasClass, isElement } from '../dom.ts';
import type { Reading } from '../tree-builder.ts';
import type { Rules } from './index.ts';

const titleLine: Reading = (element, reader) => reader.titleLine(element);

/** A caption before code is the name of a file; any other is a paragraph by its picture or table. */
const caption: Reading = (element, reader) => {
  const next = element.nextElementSibling;
  const isFileName =
    next !== null && (next.localName === 'pre' || findElement(next, ({ localName }) => localName === 'pre') !== undefined);
  if (isFileName) reader.titleLine(element);
  else reader.division(element);
};

/** Lines of a poem or an address: each ends where the page ends it. */
const lineBlock: Reading = (element, reader) => {
  const visit = (block: Element): void => {
    for (const line of childElementsOf(block)) {
      if (hasClass(line, lines)) visit(line);
      else {
        reader.children(line);
        reader.lineBreak();
      }
    }
  };
  reader.endRun();
  visit(element);
  reader.endRun();
};

const lines = /(?:^|\s)line-block(?:\s|$)/;

export const figures: Rules = {
  tags: {
    figcaption: caption,
    ruby: (element, reader) => {
      // The reading in parentheses, which `rp` holds for those that cannot set it above.
      for (let child = element.firstChild; child; child = child.nextSibling) {
        const bare = isElement(child) && child.localName === 'rt' && child.nextElementSibling?.localName !== 'rp';
        if (bare) reader.text('(');
        reader.node(child);
        if (bare) reader.text(')');
      }
    },
    rtc: () => {},
  },
  classes: [
    {
      names:
        /(?:^|\s)(?:codeBlockTitle\S*|code-block-caption|code-title|code-block-title|code-header__title|filename|file-name|highlight-title)(?:\s|$)/,
      tags: /^(?:div|span|p|figcaption)$/,
      read: titleLine,
    },
    // AsciiDoctor and DocBook: the title of a listing, an example, a table.
    { names: /^title$/, tags: /^(?:div|p)$/, read: titleLine },
    { names: lines, tags: /^div$/, read: lineBlock },
    {
      // VitePress: name and motto of a home page, one below the other.
      names: /^name clip$/,
      tags: /^span$/,
      read: (element, reader) => {
        reader.children(element);
        reader.text(' ');
      },
    },
    // docutils: the colon between a term and its kind is in the style sheet.
    {
      names: /^classifier$/,
      tags: /^span$/,
      read: (element, reader) => {
        reader.text(' : ');
        reader.children(element);
      },
    },
  ],
};
