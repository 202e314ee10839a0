import { decodeLoosely } from '../../contract/permalinks.ts';
import { pathWithin } from '../../contract/site-url.ts';
import { visibleText } from '../../contract/std/visible-text.ts';
import { addressOf, canBeFetched, isSamePage } from '../address.ts';
import { ancestorOf, attributeOf, hasClass, isElement, isLink, wordsOf } from '../dom.ts';
import { hasContent, syntax } from '../escape/syntax.ts';
import { firstWithin } from '../first-within.ts';
import { forListeners } from '../hiding.ts';
import { wordsLength } from '../measure.ts';
import { destination, pageReference } from '../page-reference.ts';
import type { ConversionContext, TreeBuilder } from '../tree-builder.ts';
import { headedBy, inCards, isWhole } from './cards.ts';
import { readNoteMark } from './footnotes.ts';
import type { Rules } from './rule.ts';

/** Text of a permalink: only signs. */
const anchorSign = /^[^\p{L}\p{N}]*$/u;

/** Longest sign, in characters. */
const longestSign = 1_000;

export const links: Rules = {
  tags: {
    a: (element, builder) => {
      const href = hrefOf(element);
      if (href === undefined) return builder.children(element);
      if (!builder.inCode && isBesideLink(element)) builder.text(' ');
      const unlinked = (): void => {
        builder.reading.keepOnlyWords(element);
        builder.children(element);
      };
      if (inCards(element.ownerDocument).has(element) || headedBy(element)) return unlinked();
      if (href.startsWith('#')) {
        if (readNoteMark(element, builder)) return;
        const own = ownHeadingLink(element, href, builder);
        if (own === 'sign') return builder.reading.leaveOut(element, 'permalink');
        // `#` alone has no target: a placeholder.
        if (own === 'title' || /^#!?$/.test(href)) return unlinked();
      }
      if (builder.inHeading && isLinkedTitle(element, href, builder.context)) return unlinked();
      readLink(href, attributeOf(element, 'title'), builder, () => builder.children(element), element);
    },
    area: (element, builder) => {
      const href = hrefOf(element);
      if (href !== undefined) readLink(href, undefined, builder, () => builder.text(attributeOf(element, 'alt') ?? ''));
    },
  },
  printers: [
    {
      filter: ['a'],
      replacement: (content, { facts: { url = '', title } }) => {
        const text = hasContent(content) ? content : '';
        if (text === url && autolink.test(url)) return syntax(`<${url}>`);
        if (url === `mailto:${text}` && address.test(text)) return syntax(`<${text}>`);
        const more = title && wordsAlone(title) !== wordsAlone(text) ? title : undefined;
        return `${syntax('[')}${text}${syntax(`](${destination(url)}${titlePart(more)})`)}`;
      },
    },
  ],
};

/** Reads a heading as the link that covers its card, if there is one. */
export function readCovered(heading: Element, builder: TreeBuilder, read: () => void): void {
  const link = ancestorOf(heading, isLink);
  if (link && headedBy(link) === heading) readLink(hrefOf(link)!, undefined, builder, read);
  else read();
}

/** Whether a link directly follows another, with words in both: they are separated only by layout. */
function isBesideLink(link: Element): boolean {
  const before = link.previousSibling;
  if (before === null || !isElement(before) || !isLink(before) || wordsLength(link) <= 1) return false;
  // An icon is named by its URL.
  return wordsLength(before) > 1 || (wordsLength(before) === 0 && firstWithin(before, isImage) === undefined);
}

/** Letters and digits of a text: a title that repeats the link is redundant. */
const wordsAlone = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const autolink = /^[A-Za-z][A-Za-z\d+.-]{1,31}:\/\/[^\s<>\u0081\u008D\uFDD0-\uFDEF\\]*$/;
const address = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+$/;

/** Title of a link or an image, after its destination. */
export const titlePart = (title: string | undefined): string => (title ? ` "${escapeTitle(title)}"` : '');

/** Text as a title: on one line, with escaped quotes, escapes and character references (CommonMark §6.3). */
const escapeTitle = (title: string): string =>
  title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\\(?=[!-/:-@[-`{-~])|"/g, '\\$&')
    .replace(/&(?=#\d{1,7};|#[xX][\da-fA-F]{1,6};|[A-Za-z][A-Za-z\d]{1,31};)/g, '&amp;');

/** Reads a link; without target only its text. A link without text is named by its label. */
export function readLink(
  href: string,
  title: string | undefined,
  builder: TreeBuilder,
  read: () => void,
  element?: Element,
): void {
  const { context } = builder;
  const url = linkUrl(href, context);
  if (url === undefined) {
    read();
    return;
  }
  const facts = { url, ...(title && { title }) };
  const id = ownFragment(href, context);
  if (id !== undefined) builder.fragmentLinks.push({ facts, id });
  builder.mark('A', facts, () => {
    const before = builder.progress;
    read();
    if (builder.progress !== before || !element) return;
    // Its content was excluded: a control. An icon is named by its URL.
    const label = labelOf(element);
    if (label) builder.text(label);
    else if (element.firstElementChild && wordsLength(element) === 0 && opensForAll(url)) builder.text(nameOf(url));
  });
}

/** Whether an address works outside the program that shows the page. */
const opensForAll = (url: string): boolean => canBeFetched(url) || /^(?:mailto|tel):/i.test(url);

export const hrefOf = (element: Element): string | undefined => attributeOf(element, 'href');

/** The destination of a link: a page reference within the site, else by `addressOf`. */
export function linkUrl(href: string, { pageUrl, siteUrl }: ConversionContext): string | undefined {
  const url = addressOf(href, pageUrl);
  const path = url && pathWithin(siteUrl, url);
  return path ? pageReference(path) : url;
}

const isForListeners = (element: Element): boolean => hasClass(element, forListeners);

/** The accessible name of a link with only a picture: its own, or of its content. */
function labelOf(element: Element): string {
  for (const part of [element, ...element.querySelectorAll('[aria-label]')]) {
    const label = attributeOf(part, 'aria-label') || attributeOf(part, 'title');
    if (label) return label;
  }
  const hidden = firstWithin(element, isForListeners);
  return hidden ? wordsOf(hidden) : '';
}

/** The last meaningful segment of a URL's path, else its host. */
export function nameOf(url: string): string {
  const path = url.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return visibleText(decodeLoosely(name || path || url));
}

function ownFragment(href: string, { pageUrl }: ConversionContext): string | undefined {
  const hash = href.indexOf('#');
  if (hash < 0) return undefined;
  const [page, id] = [href.slice(0, hash).trim(), href.slice(hash + 1).trim()];
  if (id === '') return undefined;
  if (page === '') return id;
  try {
    return isSamePage(new URL(page, pageUrl).href, pageUrl) ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a link is all of its heading, and leads to the page that it is on. */
function isLinkedTitle(link: Element, href: string, { pageUrl }: ConversionContext): boolean {
  const url = addressOf(href, pageUrl);
  return url !== undefined && isSamePage(url, pageUrl) && wordsLength(link) > 0 && isWhole(link);
}

/** The absolute URL of a resource; undefined if it cannot be fetched, or is inline. */
export function assetUrl(source: string, { pageUrl }: ConversionContext): string | undefined {
  const url = source.trim() === '' ? undefined : addressOf(source, pageUrl);
  return url !== undefined && canBeFetched(url) ? url : undefined;
}

/** A link to a fragment of the page: `sign` if it shows only a sign, `title` if it leads from a heading to itself. */
function ownHeadingLink(element: Element, href: string, builder: TreeBuilder): 'sign' | 'title' | undefined {
  const text = wordsLength(element) <= longestSign ? wordsOf(element) : undefined;
  const leadsToOwn = builder.inHeading && leadsToOwnHeading(element, href.slice(1), builder);
  const bare = text !== undefined && anchorSign.test(text) && firstWithin(element, isShownAsItself) === undefined;
  if (bare) return 'sign';
  return leadsToOwn ? 'title' : undefined;
}

const isImage = ({ localName }: Element): boolean => localName === 'img';

const isShownAsItself = ({ localName }: Element): boolean => /^(?:img|svg|code|picture)$/.test(localName);

/** Whether a link in a heading leads to the heading or to its section. */
function leadsToOwnHeading(link: Element, id: string, builder: TreeBuilder): boolean {
  const isTarget = (element: Element): boolean =>
    element.hasAttributes() &&
    [attributeOf(element, 'id'), attributeOf(element, 'name')].some((own) => own === id || own === decodeLoosely(id));
  const outside = (element: Element): boolean => element === builder.reading.root || element.localName === 'body';
  for (let at: Element | null = link; at && !outside(at); at = at.parentElement) if (isTarget(at)) return true;
  return false;
}
