import { decodedPath, pageFilesOf, pageUrlOf, twinUrlOf } from '../contract/permalinks.ts';
import { parseUrl } from '../contract/site-url.ts';
import { UserError } from '../contract/std/errors.ts';
import { markdownText } from '../generators/markdown-text.ts';
import { convert } from '../page/convert.ts';
import { bodyTextOf } from '../page/page.ts';
import { isSelector } from '../page/parse-html.ts';
import { readPage } from '../page/read-page.ts';
import { resolveReferences } from '../twin/page-reference.ts';

/** Options of {@link htmlToMarkdown}. */
export interface MarkdownOptions {
  /** Absolute `http:` or `https:` URL of the page. Links are resolved against it, and written absolute. */
  readonly url: string;
  /** CSS selector of the content. Default: as in `diptych twin` (`main`, `article`, the element with most text). */
  readonly content?: string;
  /**
   * Whether a page of the same site has Markdown at its URL with `.md`; then links lead there. Gets a percent-encoded path,
   * without query and fragment. Default: no page has.
   */
  readonly hasTwin?: (path: string) => boolean;
  /** Language (BCP 47) of a page that declares none. Default `en`. */
  readonly language?: string;
  /** Whether to measure parity, which doubles the time. Default `false`. */
  readonly parity?: boolean;
}

/** A page as Markdown, with its metadata. */
export interface MarkdownPage {
  /** The content: one H1 (the page's own, else its title), then the text. CommonMark 0.31 with GFM; ends in a newline. */
  readonly markdown: string;
  /** `og:title`, else `title`, else the first H1, without the name of the site. */
  readonly title: string;
  /** `meta description`, else the beginning of the first paragraph; may be empty. */
  readonly description: string;
  /** Absolute canonical URL: `link rel=canonical`, else the URL of the page. */
  readonly canonical: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** `article:section`. */
  readonly section?: string;
  /** W3C datetime of the last change (`article:modified_time`, JSON-LD `dateModified`). */
  readonly modified?: string;
  /** Why `diptych twin` would publish no Markdown of the page; absent if it would. */
  readonly leftOut?: 'noindex' | 'draft' | 'redirect' | 'duplicate' | 'not a page';
  /** Share of the blocks of the page (paragraphs, items, cells, headings, code) that are unchanged in the Markdown, 0 to 1; with `parity`. */
  readonly parity?: number;
}

/**
 * Converts one HTML page to Markdown, as `diptych twin` does. Pure and deterministic; nothing is fetched or run. Time and
 * memory are linear in the length of the page: 1 MB takes at most about 3 s and 300 MB on a quiet machine; 400 MB if it is one
 * table whose cells are repeated, or padded to its widest row.
 *
 * @param html text of the whole page; a fragment is taken as the content
 * @throws {UserError} if `url` is not an absolute http(s) URL or `content` is not a CSS selector
 * @throws {Error} `ConversionLimit` if the page has more than 250,000 elements (implied ones included), nesting deeper than
 *   5,000, or more than 16,000,000 characters of Markdown
 * @example
 * toMarkdown('<h1>Guide</h1><p>Text.</p>', { url: 'https://www.example.com/guide' }).markdown; // '# Guide\n\nText.\n'
 */
function htmlToMarkdown(html: string, options: MarkdownOptions): MarkdownPage {
  const { content, hasTwin = () => false, language = 'en', parity = false } = options;
  const { origin, pathname } = webUrlOf(options.url);
  if (content && !isSelector(content)) throw new UserError(`content: ${JSON.stringify(content)} is not a CSS selector`);
  const settings = { url: origin, language, exclude: [], parity, all: true, adopted: true as const, ...(content && { content }) };
  const page = readPage({ file: pageFilesOf(pathname, false).at(-1)!, html }, settings, (part, url) =>
    convert(part, url, settings),
  );
  const urlOf = (reference: string, isPlace: boolean): string => {
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(reference)!;
    return origin + (!isPlace && hasTwin(path) && !rest.startsWith('?') ? twinUrlOf(path, hasTwin) : path) + rest;
  };
  const { stated, modified, leftOut } = page;
  const body = bodyTextOf(page);
  const blocks = [`# ${page.heading || markdownText(stated.title)}`, ...(body ? [body] : [])];
  return {
    markdown: `${resolveReferences(blocks.join('\n\n'), urlOf)}\n`,
    title: stated.title,
    description: stated.description ?? page.summary,
    canonical: stated.canonical ?? origin + pageUrlOf(page.file, false),
    language: page.language,
    ...(stated.section && { section: stated.section }),
    ...(modified && { modified }),
    ...(leftOut && leftOut !== 'excluded' && { leftOut }),
    ...(page.parity && { parity: page.parity.ratio }),
  };
}

export { htmlToMarkdown as toMarkdown };

function webUrlOf(url: string): URL {
  const parsed = /^https?:/i.test(url) ? parseUrl(url) : undefined;
  if (parsed && decodedPath(parsed.pathname) !== undefined) return parsed;
  throw new UserError(`url: expected an absolute URL like "https://example.com/page", got ${JSON.stringify(url)}`);
}
