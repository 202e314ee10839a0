import { parseHTML } from 'linkedom';
import picomatch from 'picomatch';
import { pageUrlOf } from './contract/permalinks.ts';
import { pageMetaName } from './contract/surfaces.ts';
import { type HtmlScan, scanHtml } from './html-scan.ts';
import type { ResolvedSettings } from './options.ts';

/** What people see in place of a page that does not exist: not a page itself. */
export const notFoundFile = '404.html';

/** A built HTML file. */
export interface HtmlFile {
  /** Output file, relative to the output folder, forward slashes: `docs/about.html`. */
  readonly file: string;
  readonly html: string;
  /** Template that it was made of, for messages; absent where another generator built the site. */
  readonly source?: string;
  /** Its front matter says that it is a draft, whatever its HTML says. */
  readonly draft?: boolean;
}

/** What the build knows of one page, read from the HTML that a browser gets. Plain data: it crosses a worker boundary. */
export interface Page {
  /** Canonical path, percent-encoded: `/about`, `/docs/`. */
  readonly url: string;
  readonly file: string;
  readonly source?: string;
  readonly title: string;
  /** `meta description`, else the first paragraph of the content. */
  readonly description: string;
  /** Whether the description is the page's own `meta description`. */
  readonly described: boolean;
  /** Absolute canonical URL. */
  readonly canonical: string;
  /** BCP 47 tag of `html lang`, or the site's. */
  readonly language: string;
  /** `article:section`. */
  readonly section?: string;
  /** `order` of `<meta name="diptych">`: place in its section. */
  readonly order?: number;
  /** `optional` of `<meta name="diptych">`: listed under `## Optional` in llms.txt. */
  readonly optional: boolean;
  /** W3C datetime of the last change of the content (`article:modified_time`, JSON-LD `dateModified`). */
  readonly modified?: string;
  /** Name of the site as the page gives it (`og:site_name`). */
  readonly siteName?: string;
  /** Why the page is in no artifact; absent on public pages. */
  readonly leftOut?: LeftOut;
  /** Inline Markdown of the first H1 of the content; empty where it has none. */
  readonly heading: string;
  /** The content without its first H1, as Markdown; links to pages of the site are page references. */
  readonly body: string;
  /** Share of the page's facts that the twin holds, 0 to 1; absent where parity was not measured. */
  readonly parity?: Parity;
  /** `no-parity` of `<meta name="diptych">`: the page's author chose not to have its twin measured. */
  readonly unmeasured: boolean;
  readonly facts: PageFacts;
}

export type LeftOut = 'noindex' | 'draft' | 'redirect' | 'duplicate' | 'excluded' | 'not a page';

export interface Parity {
  readonly ratio: number;
  /** The first fact that the twin lacks. */
  readonly lost?: { readonly fact: string; readonly first: string };
}

/** What the checks look at. */
export type PageFacts = Pick<HtmlScan, 'base' | 'ids' | 'references' | 'headings' | 'images' | 'jsonLd' | 'templateSyntax'> & {
  /** Characters of the HTML. */
  readonly characters: number;
};

/** The content of a page as Markdown. */
export interface Conversion {
  readonly heading: string;
  readonly body: string;
  readonly firstParagraph: string;
  readonly parity?: Parity;
}

export type PageSettings = Pick<ResolvedSettings, 'url' | 'language' | 'content' | 'exclude'> & {
  /** Whether drafts are converted, too: in a preview, where they have twins. */
  readonly drafts?: boolean;
};

/** Parses HTML, of a whole page or of a part of one, into a document that has a body. The only place that knows linkedom. */
export function parseDocument(html: string): Document {
  const inBody = /<(?:html|body)[\s>]/i.test(html) ? html : `<body>${html}</body>`;
  const whole = /<html[\s>]/i.test(inBody) ? inBody : `<html>${inBody}</html>`;
  return parseHTML(whole).document as unknown as Document;
}

/**
 * Reads a page: facts from one streaming pass, content through `convert`, which gets the HTML of the content's
 * surroundings (the one `main` element where there is one, else the whole page) and the page's absolute URL.
 */
export function readPage(
  { file, html, source, draft }: HtmlFile,
  settings: PageSettings,
  convert: (html: string, pageUrl: string) => Conversion,
): Page {
  const scan = scanHtml(html);
  const url = pageUrlOf(file);
  const meta = readPageMeta(scan.meta.get(pageMetaName));
  const own = draft ? { ...meta, draft } : meta;
  const canonical = canonicalOf(scan, settings.url, url);
  const leftOut = leftOutOf(file, scan, own, settings, canonical, url);
  const slice = scan.main && !settings.content ? html.slice(scan.main.start, scan.main.end) : html;
  const converted = !leftOut || (leftOut === 'draft' && settings.drafts);
  const content: Conversion = converted ? convert(slice, settings.url + url) : { heading: '', body: '', firstParagraph: '' };
  const siteName = scan.meta.get('og:site_name');
  const modified = modifiedOf(scan);
  const described = scan.meta.get('description');
  const section = scan.meta.get('article:section');
  return {
    url,
    file,
    ...(source && { source }),
    title: titleOf(scan, siteName) || url,
    description: described || shorten(content.firstParagraph),
    described: Boolean(described),
    canonical,
    language: scan.language ?? settings.language,
    ...(section && { section }),
    ...(own.order !== undefined && { order: own.order }),
    optional: own.optional,
    ...(modified && { modified }),
    ...(siteName && { siteName }),
    ...(leftOut && { leftOut }),
    heading: content.heading,
    body: content.body,
    ...(content.parity && !own.unmeasured && { parity: content.parity }),
    unmeasured: own.unmeasured,
    facts: {
      characters: html.length,
      ...(scan.base && { base: scan.base }),
      ids: scan.ids,
      references: scan.references,
      headings: scan.headings,
      images: scan.images,
      jsonLd: scan.jsonLd,
      templateSyntax: scan.templateSyntax,
    },
  };
}

interface PageMeta {
  readonly order?: number;
  readonly optional: boolean;
  readonly draft: boolean;
  readonly unmeasured: boolean;
}

function readPageMeta(content = ''): PageMeta {
  const words = content.split(',').map((word) => word.trim());
  const order = words.map((word) => /^order=(-?\d+(?:\.\d+)?)$/.exec(word)?.[1]).find(Boolean);
  return {
    ...(order !== undefined && { order: Number(order) }),
    optional: words.includes('optional'),
    draft: words.includes('draft'),
    unmeasured: words.includes('no-parity'),
  };
}

function canonicalOf(scan: HtmlScan, siteUrl: string, url: string): string {
  try {
    return scan.canonical ? new URL(scan.canonical, siteUrl + url).href : siteUrl + url;
  } catch {
    return siteUrl + url;
  }
}

function leftOutOf(
  file: string,
  scan: HtmlScan,
  own: PageMeta,
  settings: PageSettings,
  canonical: string,
  url: string,
): LeftOut | undefined {
  if (file === notFoundFile || !scan.hasElements) return 'not a page';
  if (own.draft) return 'draft';
  if (/\b(noindex|none)\b/i.test(scan.meta.get('robots') ?? '')) return 'noindex';
  if (scan.refresh) return 'redirect';
  if (settings.exclude.length > 0 && picomatch.isMatch(file, settings.exclude)) return 'excluded';
  const target = new URL(canonical);
  if (target.origin === settings.url && stemOf(target.pathname) !== stemOf(url)) return 'duplicate';
  return undefined;
}

/** A path without what its spellings differ in: `/about`, `/about/`, `/about.html` and `/about/index.html` have one stem. */
const stemOf = (path: string): string => decodeLoosely(path).replace(/(\/index)?(\.html?)?\/?$/, '');

function decodeLoosely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `og:title`, else `title` without the name of the site, else the first H1. */
function titleOf(scan: HtmlScan, siteName: string | undefined): string {
  const open = scan.meta.get('og:title');
  if (open) return open;
  if (!scan.title) return scan.headings.find(({ level }) => level === 1)?.text ?? '';
  if (!siteName) return scan.title;
  const parts = scan.title.split(/\s+[|·–—:•»-]\s+/);
  const rest = parts.filter((part) => part !== siteName);
  return rest.length === parts.length || rest.length === 0 ? scan.title : rest.join(' – ');
}

function modifiedOf(scan: HtmlScan): string | undefined {
  const dates = [
    scan.meta.get('article:modified_time'),
    ...scan.jsonLd.map(({ text }) => /"dateModified"\s*:\s*"([^"]+)"/.exec(text)?.[1]),
  ];
  return dates.find((date) => date !== undefined && /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(date));
}

function shorten(text: string): string {
  if (text.length <= 200) return text;
  return `${text.slice(0, text.lastIndexOf(' ', 199)).replace(/[\s,;:.–-]+$/, '')}…`;
}
