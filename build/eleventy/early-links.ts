import picomatch from 'picomatch';
import { foldersOver } from '../contract/links.ts';
import { fileOfUrl, notFoundFile, pagesAmong, pageUrlOf, twinUrlOf, urlOfFile } from '../contract/permalinks.ts';
import { countsOf, groupBy } from '../contract/std/collections.ts';
import { parseUrl } from '../contract/std/parse-url.ts';
import { pageMetaName, surfaces, surfacesOf } from '../contract/surfaces.ts';
import { shareOf } from '../generators/names-within.ts';
import { createPageLinks, type LinksOfPage } from '../generators/page-links.ts';
import { indexLimit } from '../generators/section-files.ts';
import { linksLimit } from '../generators/split-index.ts';
import { namesAnother } from '../page/names-another.ts';
import type { PreviousBuild } from '../publish/previous-build.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { TemplateUrls } from './twin-urls.ts';

/** The links of a page when it is rendered; undefined if they depend on all pages. */
export type EarlyLinks = (file: string, html: string) => LinksOfPage | undefined;

/**
 * Predicts the links of pages before all are rendered, so that most are written once. The final links are compared, and a
 * page with other links is written again.
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

/** Average length of a page's line in an index and of its link alone, in characters. */
const [line, link] = [180, 100];

/** The probable section indexes of a site with these URLs: the folder of each section that has no room in a divided llms.txt. */
function likelyIndexes(urls: readonly string[]): string[] {
  const pages = urls.filter((url) => /\/$|\.html?$/.test(url));
  if (pages.length * line < indexLimit || pages.length * link < linksLimit) return [];
  const sections = [...groupBy(pages, sectionOf).values()];
  const fair = shareOf(
    sections.map((urls) => urls.length * link),
    linksLimit,
  );
  return sections.flatMap((urls) => {
    const inner = urls.find((url) => sectionOf(url) !== '') ?? '/';
    const folder = [...foldersOver(inner)].find((each) => urls.every((url) => url.startsWith(each)))!;
    if (folder === '/' || urls.length * link <= fair) return [];
    return [surfaces.getSectionLlmsTxt.path.replace('{section}', folder.slice(1, -1))];
  });
}

/** The first folder of a URL. */
const sectionOf = (url: string): string => /^\/([^/]+)\//.exec(url)?.[1] ?? '';

/** The file of a page by Eleventy's URL. */
const fileAt = (url: string): string => {
  try {
    return fileOfUrl(url.endsWith('/') ? `${url}index.html` : url);
  } catch {
    return url.slice(1);
  }
};

/** The head of a whole page; undefined for a fragment, which feeds also send through the transforms. */
function headOfPage(html: string): string | undefined {
  const end = /^\s*<(?:!doctype|html)\b/i.test(html) ? html.search(/<\/head\b/i) : -1;
  return end === -1 ? undefined : html.slice(0, end);
}

/** Whether a head keeps its page out of the indexes, or names another URL. */
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

/** Makes a function that finds URLs of possible translations: `/start` and `/de/start`. */
function createRivals(urls: readonly string[]): (url: string) => boolean {
  const formsOf = (url: string): string[] => {
    const stem = url.replace(/(?:index)?(?:\.html?)?$/, '').replace(/\/$/, '');
    const rest = /^\/[a-z]{2,3}(?:-[a-z\d]{2,8})*(?=\/|$)(.*)$/i.exec(stem)?.[1];
    return rest === undefined ? [stem] : [stem, rest];
  };
  const counts = countsOf(urls.flatMap(formsOf));
  return (url) => formsOf(url).some((form) => counts.get(form)! > 1);
}
