import { attributeOf, childElementsOf, findElement, hasClass, wordsOf } from '../dom.ts';
import { syntax } from '../escape/syntax.ts';
import type { Reader, Reading } from '../tree-builder.ts';
import { inCellMarkdown, quoted, trimNewlines } from './blocks.ts';
import type { Rules } from './index.ts';

/** The five alerts of GitHub, and what generators call what they are for. */
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

/** Class names that say that an element is a callout; its kind is another word of the class. */
const callout =
  /(?:^|\s)(?:admonition|admonitionblock|custom-block|theme-admonition|starlight-aside|markdown-alert|callout|notices|book-hint|alert|blockquote-tag|hint-box|doc-notice)(?:\s|$)/;
/** DocBook names its callouts by kind alone. */
const docbook = /^(?:note|tip|important|warning|caution)$/;
const titles =
  /(?:^|\s)(?:admonition-title|custom-block-title|admonitionHeading\S*|starlight-aside__title|markdown-alert-title|alert-title|alert-heading|box-label|callout-title|callout-header|blockquote-tag-title|hint-title|title)(?:\s|$)/;

const readCallout: Reading = (element, reader) => {
  const classNames = attributeOf(element, 'class') ?? '';
  const kind = kindOf(element, classNames);
  if (!kind) return reader.division(element);
  if (isTable(element)) readTable(element, kind, reader);
  else {
    const body = onlyQuote(element) ?? element;
    const title = titleOf(body);
    readAlert(kind, title, reader, () => reader.childrenBut(body, title ? [title] : []));
  }
};

/** A callout that wraps a quote is said once. */
function onlyQuote(element: Element): Element | undefined {
  const [first, ...more] = childElementsOf(element);
  return first?.localName === 'blockquote' && more.length === 0 ? first : undefined;
}

/** Whether a callout is nothing but a table with a picture for its kind; it may also have a table among its text. */
const isTable = (element: Element): boolean => {
  const [table, ...more] = childElementsOf(element);
  if (table?.localName !== 'table' || more.length > 0) return false;
  const icon = table.querySelector('td, th');
  return (
    icon !== null && (hasClass(icon, /(?:^|\s)icon(?:\s|$)/) || (wordsOf(icon) === '' && icon.querySelector('img') !== null))
  );
};

/** AsciiDoctor's and DocBook's callouts: a table with the kind (or its picture) in one cell, the text in another. */
function readTable(element: Element, kind: string, reader: Reader): void {
  const table = element.firstElementChild;
  const cells = [...element.querySelectorAll('td, th')].filter((cell) => cell.closest('table') === table);
  const content = cells.find((cell) => hasClass(cell, /\bcontent\b/)) ?? cells.at(-1);
  if (!content) {
    reader.division(element);
    return;
  }
  const heading = cells.find(({ localName }) => localName === 'th');
  const title = heading ?? childElementsOf(content).find((child) => hasClass(child, /^title$/));
  readAlert(kind, title, reader, () => reader.childrenBut(content, title ? [title] : []));
}

function readAlert(kind: string, title: Element | undefined, reader: Reader, read: () => void): void {
  reader.inBlock('ALERT', { kind }, () => {
    if (title && (!isNameOf(kind, title) || reader.inCell)) reader.titleLine(title);
    read();
  });
}

/** A title that only names the kind says what the alert says. */
const isNameOf = (kind: string, title: Element): boolean =>
  wordsOf(title)
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase() === kind;

function kindOf(element: Element, classNames: string): string | undefined {
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

/** `details`: its summary as a title, then all that it hides; a callout that folds is a callout. */
const readDetails: Reading = (element, reader) => {
  const summary = childElementsOf(element).find(({ localName }) => localName === 'summary');
  const classNames = attributeOf(element, 'class') ?? '';
  const kind = kindOf(element, classNames);
  const isCallout = kind && !/(?:^|\s)(?:details|summary)/.test(classNames);
  const read = (): void => reader.childrenBut(element, summary ? [summary] : []);
  if (isCallout) {
    readAlert(kind, summary, reader, read);
    return;
  }
  reader.endRun();
  if (summary) {
    if (findElement(summary, ({ localName }) => /^h[1-6]$/.test(localName))) reader.division(summary);
    else reader.titleLine(summary);
  }
  read();
  reader.endRun();
};

export const callouts: Rules = {
  tags: { details: readDetails },
  classes: [
    { names: /./, tags: /^details$/, read: readDetails },
    { names: callout, tags: /^(?:div|aside|blockquote|section|p)$/, read: readCallout },
    { names: docbook, tags: /^(?:div|aside)$/, read: readCallout },
    {
      names: /(?:^|\s)(?:rubric|topic-title|sidebar-title)(?:\s|$)/,
      tags: /^p$/,
      read: (element, reader) => reader.titleLine(element),
    },
  ],
  writings: {
    ALERT: (content, { facts: { kind }, inCell }) => {
      const text = trimNewlines(content);
      if (inCell) return `\n\n${syntax('<blockquote>')}${inCellMarkdown(text)}${syntax('</blockquote>')}\n\n`;
      return text ? `\n\n> [!${kind}]\n${quoted(text)}\n\n` : '';
    },
  },
};
