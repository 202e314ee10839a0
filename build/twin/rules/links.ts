import { attributeOf, findElement, hasClass, oldAttributeOf, wordsOf } from '../dom.ts';
import { hasContent, syntax } from '../escape/syntax.ts';
import { Draft } from '../markdown-node.ts';
import { destination, pageReference, reserved } from '../page-reference.ts';
import type { ConversionContext, Reader } from '../tree-builder.ts';
import { readNoteMark } from './footnotes.ts';
import type { Rules } from './index.ts';

/** What a link to nowhere but its own place shows: a sign, nothing to read. */
const anchorSign = /^[^\p{L}\p{N}]*$/u;

export const links: Rules = {
  tags: {
    a: (element, reader) => {
      const href = hrefOf(element);
      if (href === undefined) return reader.children(element);
      if (href.startsWith('#')) {
        if (readNoteMark(element, reader)) return;
        const own = ownHeadingLink(element, href, reader);
        if (own === 'sign') return;
        if (own === 'title') return reader.children(element);
      }
      readLink(href, attributeOf(element, 'title'), reader, () => reader.children(element), element);
    },
    area: (element, reader) => {
      const href = hrefOf(element);
      if (href !== undefined) readLink(href, undefined, reader, () => reader.text(attributeOf(element, 'alt') ?? ''));
    },
  },
  writings: {
    LINK: (content, { facts: { url = '', title } }) => {
      const text = hasContent(content) ? content : '';
      if (text === url && autolink.test(url)) return syntax(`<${url}>`);
      if (url === `mailto:${text}` && address.test(text)) return syntax(`<${text}>`);
      const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
      const more = title && wordsAlone(title) !== wordsAlone(inner) ? title : undefined;
      return `${before}${syntax('[')}${inner}${syntax(`](${destination(url)}${titlePart(more)})`)}${after}`;
    },
  },
};

/** What is left to compare of a text where marks do not count: a title that repeats the link says nothing. */
const wordsAlone = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const autolink = /^[A-Za-z][A-Za-z\d+.-]{1,31}:\/\/[^\s<>\u0081\u008D\uFDD0-\uFDEF\\]*$/;
const address = /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\d-]+(?:\.[A-Za-z\d-]+)+$/;

/** Title of a link or an image, after its destination. */
export const titlePart = (title: string | undefined): string => (title ? ` "${escapeTitle(title)}"` : '');

/** Text as a title: on one line, its quotes, and what is read as an escape or a character reference, escaped (CommonMark §6.3). */
const escapeTitle = (title: string): string =>
  title
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\\(?=[!-/:-@[-`{-~])|"|&(?=#\d{1,7};|#[xX][\da-fA-F]{1,6};|[A-Za-z][A-Za-z\d]{1,31};)/g, '\\$&');

/** Reads under a link; a link whose target cannot be named is just its text. A link that shows nothing is called by its label. */
export function readLink(href: string, title: string | undefined, reader: Reader, read: () => void, element?: Element): void {
  const { context } = reader;
  const url = linkUrl(href, context);
  if (url === undefined) {
    read();
    return;
  }
  const facts = { url, ...(title && { title: title.replace(reserved, '') }) };
  const id = ownFragment(href, context);
  if (id !== undefined) reader.fragmentLinks.push({ facts, id });
  reader.mark('LINK', facts, () => {
    const before = reader.progress;
    read();
    if (reader.progress !== before || !element) return;
    reader.text(labelOf(element));
    // What it shows was left out: a control. Where there is nothing to show, the address alone is kept.
    if (reader.progress === before && wordsOf(element) === '') reader.leaf(new Draft('EMPTY'));
  });
}

export const hrefOf = (element: Element): string | undefined => oldAttributeOf(element, 'href');

/**
 * The destination of a link: a page reference within the site, else an absolute URL; undefined for what is no address
 * (`javascript:`), as written for what is no URL.
 */
export function linkUrl(href: string, { pageUrl, siteUrl }: ConversionContext): string | undefined {
  const address = cleanAddress(href);
  if (/^(?:javascript|data|vbscript):/i.test(address)) return undefined;
  let url: URL;
  try {
    url = new URL(address, pageUrl);
  } catch {
    return address;
  }
  // A pipe would end a table cell, and no URL needs one.
  const absolute = url.href.replace(/\|/g, '%7C');
  if (url.origin !== siteUrl) return absolute;
  return pageReference(absolute.slice(siteUrl.length));
}

const forListeners =
  /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|screen-reader-only|show-for-sr|a11y-hidden|assistive-text)(?:\s|$)/;

/** What a link of a picture alone is called for those who cannot see it. */
function labelOf(element: Element): string {
  const label = attributeOf(element, 'aria-label') || attributeOf(element, 'title');
  if (label) return label;
  const hidden = findElement(element, (inner) => hasClass(inner, forListeners));
  return hidden ? wordsOf(hidden) : '';
}

/** An address without what no address holds; NUL is what HTML makes of it (HTML §13.2.5.36). */
const cleanAddress = (address: string): string => address.replace(reserved, '').replaceAll('\0', '\uFFFD').trim();

/** The fragment of a link to a place of the page itself. */
function ownFragment(href: string, { pageUrl }: ConversionContext): string | undefined {
  const hash = href.indexOf('#');
  if (hash < 0) return undefined;
  const [page, id] = [href.slice(0, hash).trim(), href.slice(hash + 1).trim()];
  if (id === '') return undefined;
  if (page === '') return id;
  try {
    return new URL(page, pageUrl).href === pageUrl ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The absolute URL of a resource; undefined where it lies in the page itself. */
export function assetUrl(source: string, { pageUrl }: ConversionContext): string | undefined {
  const address = cleanAddress(source);
  if (address === '' || /^(?:data|javascript|blob|about):/i.test(address)) return undefined;
  try {
    return new URL(address, pageUrl).href.replace(/\|/g, '%7C');
  } catch {
    return address;
  }
}

/** A link to a place of the page itself: `sign` where it shows nothing but a sign, `title` where it leads from a heading to that heading. */
function ownHeadingLink(element: Element, href: string, reader: Reader): 'sign' | 'title' | undefined {
  const bare =
    anchorSign.test(wordsOf(element)) &&
    findElement(element, ({ localName }) => /^(?:img|svg|code|picture)$/.test(localName)) === undefined;
  if (bare) return 'sign';
  return reader.block.nodeName === 'HEADING' && leadsToOwnHeading(element, href.slice(1), reader) ? 'title' : undefined;
}

/** Whether a link in a heading leads to the heading, its section, an anchor in it or before it, or back to a table of contents. */
function leadsToOwnHeading(link: Element, id: string, reader: Reader): boolean {
  if (hasClass(link, /(?:^|\s)toc-backref(?:\s|$)/)) return true;
  const isTarget = (element: Element): boolean =>
    element.hasAttributes() &&
    [attributeOf(element, 'id'), attributeOf(element, 'name')].some((own) => own === id || own === decoded(id));
  const outside = (element: Element): boolean => element === reader.content || element.localName === 'body';
  let heading = link;
  for (let at: Element | null = link; at && !outside(at); at = at.parentElement) {
    if (isTarget(at)) return true;
    if (/^h[1-6]$/.test(at.localName)) heading = at;
  }
  const before = heading.previousElementSibling;
  return findElement(heading, isTarget) !== undefined || (before !== null && isTarget(before));
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
