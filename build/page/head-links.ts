import { Parser } from 'htmlparser2';
import { surfaces } from '../contract/surfaces.ts';

/** A `link` element of a head. */
export interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly hreflang?: string;
  /** Marks it as ours, not the author's. */
  readonly 'data-diptych'?: '';
}

type Attributes = Readonly<Record<string, string>>;

/** Elements of a head; any other begins the body (HTML §13.2.6.4.4). */
const ofHead = new Set('base basefont bgsound link meta noframes noscript script style template title'.split(' '));
/** Those whose content is not examined. */
const closed = new Set(['noframes', 'noscript', 'script', 'style', 'template', 'title']);

interface Head {
  /** Offset at which it ends. */
  readonly end: number;
  readonly links: readonly Attributes[];
}

/** Characters parsed at a time: most of a page is body. */
const pieceLength = 4_096;

/** Finds the end of a head as a browser does, with or without tags, and reads no further. */
function scanHead(html: string): Head {
  let end: number | undefined;
  let within = 0;
  const links: Attributes[] = [];
  const endAt = (offset: number): void => {
    end = offset;
    parser.pause();
  };
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      if (end !== undefined || name === 'html' || name === 'head') return;
      if (closed.has(name)) within++;
      if (name === 'link' && within === 0) links.push(attributes);
      if (within === 0 && !ofHead.has(name)) endAt(parser.startIndex);
    },
    ontext(text) {
      if (end === undefined && within === 0 && text.trim() !== '') endAt(parser.startIndex + text.search(/\S/));
    },
    onclosetag(name, isImplied) {
      if (end !== undefined) return;
      if (closed.has(name)) within--;
      if (name === 'head' && !isImplied) endAt(parser.startIndex);
    },
  });
  for (let at = 0; at < html.length && end === undefined; at += pieceLength) parser.write(html.slice(at, at + pieceLength));
  if (end === undefined) parser.end();
  return { end: end ?? html.length, links };
}

/** A text to insert into a page, at an offset of the original. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Whether a file is a page: scripts insert others into pages, and would insert our links, too. */
const isPage = (html: string): boolean => /<(?:!doctype|html|head|title|body|main|h1)\b/i.test(html);

/** The missing links of a page's head. */
export function missingLinks(html: string, links: readonly HeadLink[]): Insertion {
  if (!isPage(html)) return { at: 0, text: '' };
  const head = scanHead(html);
  const missing = links.filter((link) => !head.links.some((own) => isAlike(own, link)));
  return { at: head.end, text: missing.map((link) => `<link ${attributesOf(link)}>\n`).join('') };
}

export const insert = (html: string, { at, text }: Insertion): string => html.slice(0, at) + text + html.slice(at);

export const withoutInserted = (html: string, { at, text }: Insertion): string =>
  html.slice(0, at) + html.slice(at + text.length);

export const withHeadLinks = (html: string, links: readonly HeadLink[]): string => insert(html, missingLinks(html, links));

/**
 * Whether a page already has an equivalent link: for languages and alternates any; for others the first, unless it leads to a
 * less specific llms.txt of the site.
 */
function isAlike({ rel = '', href = '', type, hreflang }: Attributes, link: HeadLink): boolean {
  if (!rel.toLowerCase().split(/\s+/).includes(link.rel)) return false;
  if (href.startsWith('/') && href.endsWith(surfaces.getLlmsTxt.path)) return href === link.href;
  if (link.hreflang !== undefined) return hreflang !== undefined;
  return link.rel !== 'alternate' || (type ?? '').toLowerCase().split(';', 1)[0]!.trim() === link.type;
}

/** Removes our canonical URL from a page: the site may have moved since. */
export const withoutOwnCanonical = (html: string): string =>
  html.replace(/<link rel="canonical" href="[^"]*" data-diptych="">\n/, '');

const attributesOf = (link: HeadLink): string =>
  Object.entries(link)
    .map(([name, value]: [string, string]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join(' ');

/** Bytes in which a browser looks for the encoding (HTML §13.2.3.2). */
const sniffed = 1_024;

/**
 * Changes a page as text, in its own encoding, which has ASCII in it; undefined if unchanged, or in UTF-16, which no page should use
 * (HTML §4.2.5.4).
 *
 * @param change adds ASCII
 */
export function changeHtml(bytes: Buffer, change: (html: string) => string): Buffer | undefined {
  if (bytes.subarray(0, sniffed).includes(0)) return undefined;
  const html = bytes.toString('latin1');
  const changed = change(html);
  return changed === html ? undefined : Buffer.from(changed, 'latin1');
}
