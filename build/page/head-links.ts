import { Parser } from 'htmlparser2';
import { surfaces } from '../contract/surfaces.ts';

/** A `link` element of a head. */
export interface HeadLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly hreflang?: string;
  /** That it is ours, and no word of the author's. */
  readonly 'data-diptych'?: '';
}

type Attributes = Readonly<Record<string, string>>;

/** Elements that a head may hold; any other begins the body (HTML §13.2.6.4.4). */
const ofHead = new Set('base basefont bgsound link meta noframes noscript script style template title'.split(' '));
/** Those of them whose content says nothing of the head. */
const closed = new Set(['noframes', 'noscript', 'script', 'style', 'template', 'title']);

interface Head {
  /** Offset at which it ends. */
  readonly end: number;
  /** Offset at which the content of the body begins. */
  readonly body: number;
  readonly links: readonly Attributes[];
}

/** Finds the end of a head as a browser does, whether its tags are written or not. Reads no further than that. */
function scanHead(html: string): Head {
  let end: number | undefined;
  let body: number | undefined;
  let within = 0;
  const links: Attributes[] = [];
  const parser: Parser = new Parser({
    onopentag(name, attributes) {
      if (body !== undefined || name === 'html' || name === 'head') return;
      if (closed.has(name)) within++;
      if (name === 'link' && within === 0) links.push(attributes);
      if (within > 0 || ofHead.has(name)) return;
      end ??= parser.startIndex;
      body = name === 'body' ? parser.endIndex + 1 : end;
      parser.pause();
    },
    ontext(text) {
      if (body !== undefined || within > 0 || text.trim() === '') return;
      end ??= parser.startIndex + text.search(/\S/);
      body = end;
      parser.pause();
    },
    onclosetag(name, isImplied) {
      if (body !== undefined) return;
      if (closed.has(name)) within--;
      if (name === 'head' && !isImplied) end ??= parser.startIndex;
    },
  });
  // In pieces: most of a page is body.
  for (let at = 0; at < html.length && body === undefined; at += 4096) parser.write(html.slice(at, at + 4096));
  if (body === undefined) parser.end();
  return { end: end ?? html.length, body: body ?? end ?? html.length, links };
}

/** Texts that are put into a page, each with its offset in the page without them; in order. */
export type Insertions = readonly { readonly at: number; readonly text: string }[];

/**
 * What a page lacks: those links in its head whose like it has not, and a line at the top of its body, unless it has one.
 *
 * @param line HTML, marked `data-markdown-ignore`
 */
export function missingLinks(html: string, links: readonly HeadLink[], line?: string): Insertions {
  const head = scanHead(html);
  const missing = links.filter((link) => !head.links.some((own) => isAlike(own, link)));
  const added = missing.map((link) => `<link ${attributesOf(link)}>\n`).join('');
  const top = line !== undefined && !html.startsWith(line, head.body) ? line : '';
  return [
    { at: head.end, text: added },
    { at: head.body, text: top },
  ];
}

/** A page with what {@link missingLinks} found. */
export const insert = (html: string, insertions: Insertions): string =>
  insertions.reduceRight((whole, { at, text }) => whole.slice(0, at) + text + whole.slice(at), html);

/** The page that {@link insert} was given. */
export const withoutInserted = (html: string, insertions: Insertions): string =>
  insertions.reduce((rest, { at, text }) => rest.slice(0, at) + rest.slice(at + text.length), html);

/** A page with the links and the line that it lacks. */
export const withHeadLinks = (html: string, links: readonly HeadLink[], line?: string): string =>
  insert(html, missingLinks(html, links, line));

/**
 * Whether a page says already what a link would: of languages and alternates any will do, of the others the first, unless it
 * leads to an llms.txt of the site that covers the page less closely.
 */
function isAlike({ rel = '', href = '', type, hreflang }: Attributes, link: HeadLink): boolean {
  if (!rel.toLowerCase().split(/\s+/).includes(link.rel)) return false;
  if (href.startsWith('/') && href.endsWith(surfaces.getLlmsTxt.path)) return href === link.href;
  if (link.hreflang !== undefined) return hreflang !== undefined;
  return link.rel !== 'alternate' || (type ?? '').toLowerCase().split(';', 1)[0]!.trim() === link.type;
}

/** A page without the canonical URL that we have added: the site may have moved since. */
export const withoutOwnCanonical = (html: string): string =>
  html.replace(/<link rel="canonical" href="[^"]*" data-diptych="">\n/, '');

const attributesOf = (link: HeadLink): string =>
  Object.entries(link)
    .map(([name, value]: [string, string]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join(' ');

/**
 * The bytes of a page changed as text, in its own encoding, which is only known to be one in which ASCII is ASCII, or UTF-16
 * with its mark; undefined where nothing changed.
 *
 * @param change adds ASCII
 */
export function changeHtml(bytes: Buffer, change: (html: string) => string): Buffer | undefined {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  if (!isLittle && !isBig) {
    if (bytes.subarray(0, 1024).includes(0)) return undefined;
    const html = bytes.toString('latin1');
    const changed = change(html);
    return changed === html ? undefined : Buffer.from(changed, 'latin1');
  }
  const html = (isBig ? Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16() : bytes).toString('utf16le');
  const changed = change(html);
  const text = Buffer.from(changed, 'utf16le');
  return changed === html ? undefined : isBig ? text.swap16() : text;
}
