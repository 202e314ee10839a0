import { type CalloutKind, calloutTitles } from '../callout-titles.ts';
import { attributeOf, childElementsOf, hasClass, isHeading, wordsOf } from '../dom.ts';
import { prefixed } from '../escape/white-space.ts';
import { firstWithin } from '../first-within.ts';
import { wordsLength } from '../measure.ts';
import type { ElementHandler, TreeBuilder } from '../tree-builder.ts';
import { cellBlock, inCellMarkdown, trimNewlines } from './blocks.ts';
import type { Rules } from './rule.ts';

/** The five alerts of GitHub, by the generators' names for callouts. */
const kinds: Readonly<Record<string, string>> = {
  note: 'NOTE',
  info: 'NOTE',
  information: 'NOTE',
  seealso: 'NOTE',
  abstract: 'NOTE',
  summary: 'NOTE',
  todo: 'NOTE',
  question: 'NOTE',
  example: 'NOTE',
  quote: 'NOTE',
  primary: 'NOTE',
  secondary: 'NOTE',
  light: 'NOTE',
  dark: 'NOTE',
  default: 'NOTE',
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
const callout =
  /(?:^|\s)(?:admonition|admonitionblock|custom-block|theme-admonition|starlight-aside|markdown-alert|callout|notices|book-hint|alert|blockquote-tag|hint-box|doc-notice)(?:\s|$)/;
/** The callouts of DocFX have only the kind as class. */
const docfx = /^(?:note|tip|important|warning|caution)$/i;
const titles =
  /(?:^|\s)(?:admonition-title|custom-block-title|admonitionHeading\S*|starlight-aside__title|markdown-alert-title|alert-title|alert-heading|box-label|callout-title|callout__title|callout-header|blockquote-tag-title|hint-title|title)(?:\s|$)/;

const readCallout: ElementHandler = (element, builder) => {
  const classNames = attributeOf(element, 'class') ?? '';
  const kind = kindOf(element, classNames);
  if (!kind) {
    if (element.localName === 'blockquote') builder.inBlock('BLOCKQUOTE', {}, () => builder.children(element));
    else builder.division(element);
  } else {
    const [icon, content = element] = tableOf(element) ?? [];
    if (icon) builder.reading.rewrite(icon);
    const title = titleOf(content) ?? namingHeading(content, kind);
    readAlert(kind, title, builder, () => builder.childrenBut(content, title ? [title] : []));
  }
};

/** AsciiDoctor's callouts: a table with the kind, or its picture, in one cell, and the text in the next. */
function tableOf({ firstElementChild: table }: Element): readonly [icon: Element, content: Element] | undefined {
  const [icon, content] = table?.localName === 'table' ? table.querySelectorAll('td') : [];
  return icon && content && hasClass(icon, /(?:^|\s)icon(?:\s|$)/) ? [icon, content] : undefined;
}

function readAlert(kind: string, title: Element | undefined, builder: TreeBuilder, read: () => void): void {
  builder.inBlock('ASIDE', { kind }, () => {
    if (title && isNameOf(kind, title) && !builder.inCell) builder.reading.rewrite(title);
    else if (title) {
      if (isHeading(title) || firstWithin(title, isHeading)) builder.element(title);
      else builder.titleLine(title);
    }
    read();
  });
}

/** A heading at the beginning that says no more than the kind. */
const namingHeading = ({ firstElementChild: first }: Element, kind: string): Element | undefined =>
  first && isHeading(first) && isNameOf(kind, first) ? first : undefined;

/** A title that only names the kind, in any language, is redundant. */
const isNameOf = (kind: string, title: Element): boolean =>
  wordsLength(title) < 200 &&
  calloutTitles(kind.toLowerCase() as CalloutKind).some((name) => lettersOf(name) === lettersOf(wordsOf(title)));

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '').toUpperCase();

function kindOf(element: Element, classNames: string): string | undefined {
  const stated = attributeOf(element, 'data-callout') ?? attributeOf(element, 'data-type');
  if (stated && callout.test(classNames)) return kinds[stated.toLowerCase()] ?? 'NOTE';
  for (const word of classNames.toLowerCase().split(/[\s_-]+/)) if (Object.hasOwn(kinds, word)) return kinds[word];
  return callout.test(classNames) && (titleOf(element) || /\balert\b/.test(classNames)) ? 'NOTE' : undefined;
}

/** The title: the first element, or the first within a header around it. */
function titleOf(element: Element): Element | undefined {
  let first = element.firstElementChild;
  for (let level = 0; first && level < 3; level++) {
    if (hasClass(first, titles)) return first;
    first = first.firstElementChild ?? first.nextElementSibling;
  }
  return undefined;
}

/** `details`: its summary as title, then its content; a foldable callout is a callout, and a menu in one has no title. */
const readDetails: ElementHandler = (element, builder) => {
  const summary = childElementsOf(element).find(({ localName }) => localName === 'summary');
  const classNames = attributeOf(element, 'class') ?? '';
  const kind = kindOf(element, classNames);
  const isCallout = kind && !/(?:^|\s)(?:details|summary)/.test(classNames);
  const read = (): void => builder.childrenBut(element, summary ? [summary] : []);
  if (isCallout) {
    readAlert(kind, summary, builder, read);
    return;
  }
  builder.endRun();
  if (summary) {
    if (firstWithin(summary, isHeading)) builder.division(summary);
    else builder.titleLine(summary);
  }
  read();
  builder.endRun();
};

export const callouts: Rules = {
  tags: { details: readDetails },
  classes: [
    { names: /./, tags: /^details$/, handle: readDetails },
    { names: callout, tags: /^(?:div|aside|blockquote|section|p)$/, handle: readCallout },
    { names: docfx, tags: /^(?:div|aside)$/, handle: readCallout },
    {
      names: /(?:^|\s)(?:rubric|topic-title|sidebar-title)(?:\s|$)/,
      tags: /^p$/,
      handle: (element, builder) => builder.titleLine(element),
    },
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
