import { type CalloutKind, calloutTitles } from '../callout-titles.ts';
import { attributeOf, childElementsOf, hasClass, isHeading, wordsOf } from '../dom.ts';
import { prefixed } from '../escape/white-space.ts';
import { wordsLength } from '../measure.ts';
import type { ElementHandler } from '../tree-builder.ts';
import { cellBlock, inCellMarkdown, trimNewlines } from './blocks.ts';
import type { Rules } from './rule.ts';

/** The alerts of GitHub, by the generators' names for callouts; others are notes. */
const kinds: Readonly<Record<string, string>> = {
  note: 'NOTE',
  info: 'NOTE',
  tip: 'TIP',
  hint: 'TIP',
  success: 'TIP',
  check: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  attention: 'WARNING',
  warn: 'WARNING',
  caution: 'CAUTION',
  danger: 'CAUTION',
  error: 'CAUTION',
  failure: 'CAUTION',
  bug: 'CAUTION',
};

/** Class names of callouts; another word of the class is the kind. */
const callout = /(?:^|\s)(?:admonition|admonitionblock|custom-block|markdown-alert|callout|alert)(?:\s|$)/;
const titles = /title|head(?:ing|er)/i;

const readCallout: ElementHandler = (element, builder) => {
  const named = titleOf(element);
  const first = element.firstElementChild;
  // The title of DocFX is a heading without a name.
  const title = named ?? (first && isHeading(first) ? first : undefined);
  // Any box may be called so.
  const kind = kindOf(element) ?? (named || !hasClass(element, /(?:^|\s)callout(?:\s|$)/) ? 'NOTE' : undefined);
  if (!kind) {
    if (element.localName === 'blockquote') builder.inBlock('BLOCKQUOTE', {}, () => builder.children(element));
    else builder.division(element);
    return;
  }
  builder.inBlock('ASIDE', { kind }, () => {
    if (title && isNameOf(kind, title) && !builder.inCell) builder.reading.rewrite(title);
    else if (title && isHeading(title)) builder.element(title);
    else if (title) builder.titleLine(title);
    builder.childrenBut(element, title ? [title] : []);
  });
};

/** Longest title that may be only a kind, in characters: its words are compared in each language. */
const longestKind = 200;

/** A title that only names the kind, in any language, is redundant. */
const isNameOf = (kind: string, title: Element): boolean =>
  wordsLength(title) < longestKind &&
  calloutTitles(kind.toLowerCase() as CalloutKind).some((name) => lettersOf(name) === lettersOf(wordsOf(title)));

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '').toUpperCase();

function kindOf(element: Element): string | undefined {
  const stated = attributeOf(element, 'data-callout') ?? attributeOf(element, 'data-type');
  if (stated) return kinds[stated.toLowerCase()] ?? 'NOTE';
  const names = (attributeOf(element, 'class') ?? '').toLowerCase();
  // Docusaurus gives a callout a colour of Bootstrap, which another kind may have, too.
  return kindIn(names.replace(/(?<=\s)alert--\S+/g, '')) ?? kindIn(names);
}

const kindIn = (names: string): string | undefined =>
  kinds[names.split(/[\s_-]+/).findLast((word) => Object.hasOwn(kinds, word)) ?? ''];

/** Elements looked at for a title: it may stand in a header, after a drawing. */
const mostBeforeTitle = 3;

/** The title: the first element, or the first within a header around it. */
function titleOf(element: Element): Element | undefined {
  let first = element.firstElementChild;
  for (let seen = 0; first && seen < mostBeforeTitle; seen++) {
    if (first.localName === 'summary' || hasClass(first, titles)) return first;
    first = first.firstElementChild ?? first.nextElementSibling;
  }
  return undefined;
}

/** `details`: its summary as title, then its content; a menu in one has no title. */
const readDetails: ElementHandler = (element, builder) => {
  const summary = childElementsOf(element).find(({ localName }) => localName === 'summary');
  builder.endRun();
  if (summary) builder.titleLine(summary);
  builder.childrenBut(element, summary ? [summary] : []);
  builder.endRun();
};

export const callouts: Rules = {
  tags: { details: readDetails },
  roles: { callout: readCallout },
  classes: [
    { names: callout, tags: /^(?:div|aside|blockquote|section|p)$/, handle: readCallout },
    // Relearn, and themes before it, of which some fold.
    { names: /(?:^|\s)notices(?:\s|$)/, tags: /^(?:div|details)$/, handle: readCallout },
  ],
  printers: [
    {
      filter: ['aside'],
      replacement: (content, { facts: { kind }, inCell }) => {
        const text = trimNewlines(content);
        if (inCell) return cellBlock('blockquote', inCellMarkdown(text));
        return text ? `\n\n> [!${kind}]\n${prefixed(text, '> ')}\n\n` : '';
      },
    },
  ],
};
