import { pageUrlOf } from '../contract/permalinks.ts';
import { parseUrl, pathWithin } from '../contract/site-url.ts';
import { shorten } from '../contract/std/words.ts';
import { pageMetaName } from '../contract/surfaces.ts';
import { addressOf } from '../twin/address.ts';
import { checkSize } from '../twin/conversion-limit.ts';
import { titleParts, withoutNames } from '../twin/page-title.ts';
import { plainLine, plainTitle } from '../twin/plain-title.ts';
import { contentFor } from './content-setting.ts';
import { headed, wordsAlone } from './headed.ts';
import { fewCharacters, isEmpty, leftOutOf } from './left-out.ts';
import {
  bodyFrom,
  type Conversion,
  type HtmlFile,
  type PageFacts,
  type PageSettings,
  type ReadPage,
  type Stated,
} from './page.ts';
import { type PageContent, readHtml } from './parse-html.ts';
import type { HtmlScan } from './scanned-facts.ts';
import type { SidebarLink } from './sidebar.ts';
import { placeNameOf } from './site-tree.ts';

/**
 * Reads a page: facts and tree from one pass, content through `convert`. That gets the `main` element if there is exactly one
 * that holds all content, else the whole page, and the absolute base of its links.
 *
 * @throws ConversionLimit if the page is too large to become a twin
 */
export function readPage(
  { file, html, source, draft }: HtmlFile,
  settings: PageSettings,
  convert: (content: PageContent, pageUrl: string) => Conversion,
): ReadPage {
  // Its URL in one form: which the site has is known when all pages are read.
  const url = pageUrlOf(file, false);
  const pageUrl = settings.url + url;
  const verdictOf = (scan: HtmlScan) => {
    const meta = readPageMeta(scan.meta.get(pageMetaName));
    const declared = draft ? { ...meta, draft } : meta;
    const leftOut = leftOutOf(file, scan, declared, settings, statedUrl(scan.canonical, pageUrl) ?? pageUrl, url);
    const converted = !leftOut || settings.all || (leftOut === 'draft' && settings.drafts);
    return { declared, leftOut, converted };
  };
  const { scan, partOf } = readHtml(html, (soFar) => {
    if (verdictOf(soFar).converted) checkSize(soFar);
  });
  const { declared, leftOut, converted } = verdictOf(scan);
  const selector = contentFor(settings.content, file);
  const isWhole = settings.adopted === true || selector !== undefined || !holdsTitle(scan, html);
  const part = converted ? partOf(isWhole ? 'all' : 'main') : undefined;
  const content: Conversion = part ? convert(part, baseOf(scan, pageUrl)) : { heading: '', body: '', firstParagraph: '' };
  const stated = statedOf(scan, declared, settings, url);
  const modified = dateOf(scan, 'modified_time', 'dateModified');
  const published = (dateOf(scan, 'published_time', 'datePublished') ?? scan.published ?? dateInPath(url))?.slice(0, 10);
  const links = tellingLinks(scan, settings.url, url);
  const whole = headed(content, titleOf(scan));
  const isAbove = scan.main !== undefined && isWhole && selector === undefined && !settings.adopted && content.heading !== '';
  const headingText = whole.heading ? plainLine(whole.heading) : loneHeadingOf(scan);
  const opening = headingText === undefined || headingText === stated.title ? openingOf(whole.body) : undefined;
  return {
    file,
    ...(source && { source }),
    stated,
    summary: shorten(proseOf(content.firstParagraph) ?? '', longestSummary),
    ...(links && { links }),
    ...neighboursOf(scan, settings.url, url),
    ...sidebarPlaceOf(scan, settings.url, url),
    language: scan.language ?? settings.language,
    optional: declared.optional,
    ...(declared.older && { older: true }),
    ...(published && isDate(published) && { published }),
    ...(modified && { modified }),
    ...(leftOut ? { leftOut } : part && isEmpty(scan, whole) && { leftOut: 'not a page' as const }),
    ...whole,
    // Above `main` it may be the name of the site: whether other pages have it is known when all are read.
    ...(isAbove && { heading: '' }),
    body: bodyFrom(whole.body),
    ...(headingText && headingText !== stated.title && { headingText }),
    ...(opening && { opening }),
    ...(content.root && { root: content.root }),
    ...(content.isUnnamed && { isUnnamed: true }),
    ...(content.decisions && { decisions: content.decisions }),
    ...(content.parity && !declared.unmeasured && { parity: content.parity }),
    unmeasured: declared.unmeasured,
    facts: {
      characters: html.length,
      ...mountOf(scan, html),
      ...(scan.base && { base: scan.base }),
      ...(settings.withoutFacts ? noFacts : factsOf(scan)),
    },
  };
}

function statedOf(scan: HtmlScan, { order }: PageMeta, settings: PageSettings, url: string): Stated {
  const [siteName, section] = [scan.meta.get('og:site_name'), scan.meta.get('article:section')];
  const description = proseOf(scan.meta.get('description'));
  const canonical = statedUrl(scan.canonical, settings.url + url);
  const ogUrl = statedUrl(scan.meta.get('og:url'), settings.url + url);
  return {
    title: withoutNames(titleOf(scan), [siteName, settings.name], url) || url,
    ...(siteName && { siteName }),
    ...(description && { description }),
    ...(section && { section }),
    ...(order !== undefined && { order }),
    ...(canonical && { canonical }),
    ...(ogUrl && { ogUrl }),
  };
}

/** Whether the title of a page is in its `main`, so that nothing else is content. */
const holdsTitle = ({ main }: HtmlScan, html: string): boolean =>
  main !== undefined && /<h1[\s>]/i.test(html.slice(main.start, main.end));

const factsOf = ({ ids, references, headings }: Facts): Facts => ({ ids, references, headings });

type Facts = Omit<PageFacts, 'characters' | 'base' | 'mount'>;

const noFacts: Facts = { ids: [], references: [], headings: [] };

/** The first box that scripts fill, of a page with almost no other content; in `main`, if it has one. */
function mountOf({ scripts, textLength, mounts, main }: HtmlScan, html: string): Pick<PageFacts, 'mount'> {
  const mount = mounts.find(({ start }) => !main || (start >= main.start && start < main.end));
  if (!mount || scripts === 0 || textLength >= fewCharacters) return {};
  const { start, end } = mount;
  return { mount: { tag: html.slice(start, end), line: html.slice(0, start).split('\n').length } };
}

/** The only H1 of a page, which stands outside of its content. */
function loneHeadingOf({ headings }: HtmlScan): string | undefined {
  const [first, ...others] = headings.filter(({ level, text }) => level === 1 && text);
  return others.length === 0 ? first?.text : undefined;
}

/** A heading below the first level, before anything but lines of links. */
function openingOf(body: string): string | undefined {
  const [, heading] = /^(?:(?:- )?\[[^\n]*\n+)*#{2,6} (.{1,200})(?:\n|$)/.exec(body) ?? [];
  return heading && plainTitle(heading);
}

interface PageMeta {
  readonly order?: number;
  readonly optional: boolean;
  readonly draft: boolean;
  readonly older: boolean;
  readonly unmeasured: boolean;
}

function readPageMeta(content = ''): PageMeta {
  const words = content.split(',').map((word) => word.trim());
  const order = words.map((word) => /^order=(-?\d+(?:\.\d+)?)$/.exec(word)?.[1]).find(Boolean);
  return {
    ...(order !== undefined && { order: Number(order) }),
    optional: words.includes('optional'),
    draft: words.includes('draft'),
    older: words.includes('older'),
    unmeasured: words.includes('no-parity'),
  };
}

/** Fewest words of a description: fewer say no more than a title. In scripts without spaces a word has about two characters. */
const fewestWords = 4;
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}|[\p{L}\p{M}\p{N}][^\s\p{Script=Han}]*/gu;

/** A text that describes. */
const proseOf = (text = ''): string | undefined => ((text.match(word)?.length ?? 0) >= fewestWords ? text : undefined);

/** Longest description that is made of the first paragraph, in characters. */
const longestSummary = 200;

/** Longest base in characters, because each relative link repeats it. */
const longestBase = 1_000;

/** The base of relative links: the page's URL unless `base` says otherwise (HTML §4.2.3). */
function baseOf({ base }: HtmlScan, pageUrl: string): string {
  const written = base && base.length <= longestBase && addressOf(base, pageUrl);
  return written && parseUrl(written) ? written : pageUrl;
}

/** A declared URL of the page, if it can be fetched (RFC 6596 §3). */
function statedUrl(written: string | undefined, pageUrl: string): string | undefined {
  const stated = written && addressOf(written, pageUrl);
  return stated && /^https?:/.test(stated) && parseUrl(stated) ? stated : undefined;
}

/** Parent, next page and search. Breadcrumbs may end with the page itself. */
function neighboursOf(scan: HtmlScan, siteUrl: string, url: string): Pick<ReadPage, 'up' | 'next' | 'search'> {
  const base = baseOf(scan, siteUrl + url);
  const nameOf = (href: string | undefined): string | undefined => {
    const path = href && pathWithin(siteUrl, parseUrl(href, base)?.href ?? '');
    const name = path ? placeNameOf(path.replace(/[?#].*$/s, '')) : undefined;
    return name === placeNameOf(url) ? undefined : name;
  };
  const up = nameOf(scan.up) ?? scan.crumbs.map(nameOf).findLast((name) => name !== undefined);
  const [next, search] = [nameOf(scan.next), nameOf(scan.search)];
  return { ...(up !== undefined && { up }), ...(next !== undefined && { next }), ...(search !== undefined && { search }) };
}

/** What follows the name of a page in its URL, and URLs that do not name the page, or not in ASCII. */
const nameEnd = /^(?:\/?index)?(?:\.html?)?\/?(?:\?|$)/;
const ownUrl = /^(?:\.?\/)?(?:index\.html?)?$|[^ -~]/;

/** Its place in its navigations, with a label if possible. */
function sidebarPlaceOf(scan: HtmlScan, siteUrl: string, url: string): Pick<ReadPage, 'sidebar'> {
  const base = baseOf(scan, siteUrl + url);
  const name = placeNameOf(url);
  const last = name.slice(name.lastIndexOf('/') + 1);
  const isOwn = (href: string): boolean => {
    // Most links need no parsing: they end otherwise.
    const at = href.lastIndexOf(last);
    if (!(at >= 0 && nameEnd.test(href.slice(at + last.length))) && !ownUrl.test(href)) return false;
    const path = pathWithin(siteUrl, parseUrl(href, base)?.href ?? '');
    return path !== undefined && placeNameOf(path.replace(/\?.*$/s, '')) === name;
  };
  const title = wordsAlone(titleOf(scan));
  const isSame = ({ href, name = '' }: SidebarLink): boolean =>
    href === '#' && wordsAlone(name) !== '' && title.includes(wordsAlone(name));
  const own = scan.sidebar.filter((link) => isSame(link) || isOwn(link.href));
  // A bar at the top has fewer links than a sidebar.
  const [link] = own.sort((a, b) => b.among.size - a.among.size || b.labels.length - a.labels.length);
  return link ? { sidebar: { labels: link.labels, order: scan.sidebar.indexOf(link) } } : {};
}

/** The linked paths of the site, except folders. */
function tellingLinks(scan: HtmlScan, siteUrl: string, url: string): string {
  const base = baseOf(scan, siteUrl + url);
  const targets = new Set(scan.references.flatMap(({ kind, target }) => (kind === 'link' ? target.replace(/[?#].*$/s, '') : [])));
  const paths = [...targets].flatMap((target) => {
    const url = /(?:^|\/)$/.test(target) ? undefined : parseUrl(target, base);
    return (url && pathWithin(siteUrl, url.href)) ?? [];
  });
  return [...new Set(paths)].join('\n');
}

/** `og:title`, else `title`, else the first H1. A repeated name (`Site: Site`) is written once. */
function titleOf({ meta, title, headings }: HtmlScan): string {
  const whole =
    meta.get('og:title') ||
    (title && !/^(?:<no title>|(?:no title|untitled(?: document)?)\s*$)/i.test(title) ? title : '') ||
    (headings.find(({ level }) => level === 1)?.text ?? '');
  const [name, ...others] = titleParts(whole);
  return others.every((other) => other === name) ? name! : whole;
}

/** A date from `article:…` or JSON-LD. */
function dateOf({ meta, jsonLd }: HtmlScan, name: string, key: string): string | undefined {
  const pattern = new RegExp(`"${key}"\\s*:\\s*"([^"]+)"`);
  return [meta.get(`article:${name}`), ...jsonLd.map((text) => pattern.exec(text)?.[1])].find(isDate);
}

/** The day in the URL of an article: `/2024/05/12/name/`, `/blog/2024-05-12-name`. */
function dateInPath(path: string): string | undefined {
  const [, year, , month, day] = /\/((?:19|20)\d\d)([/-])(\d\d)\2(\d\d)[/-][^/]/.exec(path) ?? [];
  const date = `${year}-${month}-${day}`;
  // No 30 February.
  return new Date(`${date}T00:00:00Z`).getUTCDate() === Number(day) ? date : undefined;
}

const isDate = (date: string | undefined): date is string =>
  date !== undefined && /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(date);
