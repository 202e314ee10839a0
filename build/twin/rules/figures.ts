import { isElement } from '../dom.ts';
import { phrasing } from '../elements.ts';
import { firstWithin } from '../first-within.ts';
import type { ElementHandler } from '../tree-builder.ts';
import type { Rules } from './rule.ts';

/** A caption before code is the name of a file; any other is a paragraph beside its picture or table. */
const caption: ElementHandler = (element, builder) => {
  const next = element.nextElementSibling;
  const isFileName = next !== null && (isCode(next) || firstWithin(next, isCode) !== undefined);
  if (isFileName) builder.titleLine(element);
  else if (phrasing.has(element.localName)) builder.children(element);
  else builder.division(element);
};

const isCode = ({ localName }: Element): boolean => localName === 'pre';

export const figures: Rules = {
  tags: {
    figcaption: caption,
    ruby: (element, builder) => {
      // The reading in parentheses, from `rp`.
      for (let child = element.firstChild; child; child = child.nextSibling) {
        const bare = isElement(child) && child.localName === 'rt' && child.nextElementSibling?.localName !== 'rp';
        if (bare) builder.text('(');
        builder.node(child);
        if (bare) builder.text(')');
      }
    },
  },
  classes: [
    {
      names: /(?:^|\s)(?:codeBlockTitle\S*|code-block-caption|\S*code-title|filename)(?:\s|$)/,
      tags: /^(?:div|span|p|figcaption)$/,
      handle: caption,
    },
    // docutils: the colon between a term and its kind is in the style sheet.
    {
      names: /^classifier$/,
      tags: /^span$/,
      handle: (element, builder) => {
        builder.text(' : ');
        builder.children(element);
      },
    },
  ],
};
