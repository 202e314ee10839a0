import picomatch from 'picomatch';
import { foldersOver } from '../contract/links.ts';
import { fileOfUrl, notFoundFile, pagesAmong, pageUrlOf, twinUrlOf, urlOfFile } from '../contract/permalinks.ts';
import { countsOf, groupBy } from '../contract/std/collections.ts';
import { parseUrl } from '../contract/std/parse-url.ts';
import { pageMetaName, surfaces, surfacesOf } from '../contract/surfaces.ts';
import { createPageLinks, type LinksOfPage } from '../generators/page-links.ts';
import { indexLimit } from '../generators/section-files.ts';
import { namesAnother } from '../page/names-another.ts';
import type { PreviousBuild } from '../publish/previous-build.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { TemplateUrls } from './twin-urls.ts';

/** The links of a page whose HTML is at hand; undefined if what they are can be told only when all pages are read. */
export type EarlyLinks = (file: string, html: string) => LinksOfPage | undefined;

/**
 * Tells the links of pages while others are still to be rendered, so that each is written once. Most likely, that is: what
 * a page turns out to need is compared, and a page that was given other links is written again.
 *
 * @param templates of the site
 * @param previous its last build, which shows where indexes are
 */
export function createEarlyLinks(
  settings: ResolvedSettings,
  templates: TemplateUrls,
  { written }: Pick<PreviousBuild, 'written'>,
): EarlyLinks {
  const { url: siteUrl, htmlUrls, exclude } = settings;
  const urls = Object.keys(templates);
  const files = new Set(urls.map((url) => fileAt(url)));
  const expected = [...surfacesOf(settings).map(({ path }) => path), ...likelyIndexes(urls)];
  const documents = new Set(written.length > 0 ? written.map(urlOfFile) : expected);
  const linksOf = createPageLinks([], settings, (path) => documents.has(path) || files.has(path.slice(1)));
  const isPage = pagesAmong(files, htmlUrls);
  const isExcluded = exclude.length > 0 ? picomatch([...exclude]) : () => false;
  const mayBeTranslated = createRivals(urls);
  return (file, html) => {
    const url = pageUrlOf(file, htmlUrls);
    const head = headOfPage(html);
    if (head === undefined || file === notFoundFile || isExcluded(file) || mayBeTranslated(url)) return undefined;
    return isLeftOut(head, siteUrl, url) ? undefined : linksOf({ url, twin: twinUrlOf(url, isPage) });
  };
}

/** Characters of the line of a page in an index, on average. */
const line = 180;

/** The indexes of sections that a site of these URLs probably has: the folder of each section, if all do not fit into one. */
function likelyIndexes(urls: readonly string[]): string[] {
  const pages = urls.filter((url) => /\/$|\.html?$/.test(url));
  if (pages.length * line < indexLimit) return [];
  const sections = [...groupBy(pages, sectionOf).values()].filter((own) => own.length * line < indexLimit);
  return sections.flatMap((own) => {
    const inner = own.find((url) => sectionOf(url) !== '') ?? '/';
    const folder = [...foldersOver(inner)].find((each) => own.every((url) => url.startsWith(each)))!;
    return folder === '/' ? [] : [surfaces.getSectionLlmsTxt.path.replace('{section}', folder.slice(1, -1))];
  });
}

/** The first folder that a URL lies in. */
const sectionOf = (url: string): string => /^\/([^/]+)\//.exec(url)?.[1] ?? '';

/** The file of a page by the URL that Eleventy has for it. */
const fileAt = (url: string): string => {
  try {
    return fileOfUrl(url.endsWith('/') ? `${url}index.html` : url);
  } catch {
    return url.slice(1);
  }
};

/** The head of a whole page; undefined for a piece of one, which a feed sends through the transforms, too. */
function headOfPage(html: string): string | undefined {
  const end = /^\s*<(?:!doctype|html)\b/i.test(html) ? html.search(/<\/head\b/i) : -1;
  return end === -1 ? undefined : html.slice(0, end);
}

/** Whether a head says that its page is in no index, or stands at another URL. */
function isLeftOut(head: string, siteUrl: string, url: string): boolean {
  for (const [tag] of head.matchAll(/<(?:meta|link)\b[^>]*>/gi)) {
    if (/\brobots\b/i.test(tag) && /\b(?:noindex|none)\b/i.test(tag)) return true;
    if (/http-equiv\s*=\s*["']?refresh/i.test(tag) || (tag.includes(pageMetaName) && /\bdraft\b/.test(tag))) return true;
    if (!/\brel\s*=\s*["']?[^"'>]*\bcanonical\b/i.test(tag)) continue;
    const canonical = parseUrl(/\bhref\s*=\s*["']?([^"'\s>]*)/i.exec(tag)?.[1] ?? '', siteUrl + url);
    if (canonical && namesAnother(canonical.href, siteUrl, url)) return true;
  }
  return false;
}

/** Which of the URLs may be one page in several languages: `/start` and `/de/start`. */
function createRivals(urls: readonly string[]): (url: string) => boolean {
  const formsOf = (url: string): string[] => {
    const stem = url.replace(/(?:index)?(?:\.html?)?$/, '').replace(/\/$/, '');
    const rest = /^\/[a-z]{2,3}(?:-[a-z\d]{2,8})*(?=\/|$)(.*)$/i.exec(stem)?.[1];
    return rest === undefined ? [stem] : [stem, rest];
  };
  const counts = countsOf(urls.flatMap(formsOf));
  return (url) => formsOf(url).some((form) => counts.get(form)! > 1);
}
