import { isDeepStrictEqual } from 'node:util';
import type { Manifest, Parity } from '../../contract/manifest.ts';
import { fileOfUrl, pagesAmong, pageUrlOf, twinUrlOf } from '../../contract/permalinks.ts';
import { objectOf } from '../../contract/site-facts.ts';
import { isSiteUrl, parseUrl } from '../../contract/site-url.ts';
import { visibleText } from '../../contract/std/visible-text.ts';
import { surfaceList, surfaces } from '../../contract/surfaces.ts';
import type { Artifact } from '../../files.ts';
import { type ContentSetting, contentFor, contentReach } from '../../page/content-setting.ts';
import { rootName } from '../../page/convert.ts';
import { scanHtml } from '../../page/html-scan.ts';
import { learnRepeated } from '../../page/learn-repeated.ts';
import type { Conversion, ReadPage } from '../../page/page.ts';
import type { PageContent } from '../../page/parse-html.ts';
import { readPage } from '../../page/read-page.ts';
import type { HtmlScan } from '../../page/scanned-facts.ts';
import { createSite } from '../../page/site.ts';
import { sitePagesOf } from '../../page/site-pages.ts';
import { type ResolvedSettings, resolveSettings, type Settings } from '../../settings.ts';
import { type ParityContext, parityOf } from '../../twin/parity.ts';
import { Reading, type ReadingSettings } from '../../twin/reading.ts';
import { toMarkdown } from '../../twin/to-markdown.ts';
import { isFullText } from '../engine/listing.ts';
import type { CheckInput } from '../finding.ts';
import type { FoundSite } from './found-site.ts';

const paths = new Map(
  surfaceList.filter(({ kind }) => kind === 'artifact').map(({ path, mediaType }) => [fileOfUrl(path), mediaType]),
);

/** Whether checks read a file as document; twins are separate. */
export const isDocument = (file: string): boolean =>
  paths.has(file) || `/${file}`.endsWith(surfaces.getLlmsTxt.path) || isFullText(file) || /(^|\/)sitemap[\w-]*\.xml$/.test(file);

/**
 * Reads a site into the input of the checks. Unreadable pages are named in the notes.
 *
 * @param given the caller's selector of the content
 * @throws {UsageError} if it matches nothing on any page with a twin
 */
export function readFoundSite(
  found: FoundSite,
  given: ContentSetting | undefined,
  settings: ResolvedSettings,
  notes: string[],
): CheckInput {
  const { built, failures = [] } = found;
  const made = settings.adopted && built.artifacts && new Set(built.artifacts);
  const isJudged = (path: string): boolean => !made || made.has(path);
  const { read, twins, without } = readPages(found, settings, isJudged, notes);
  const hasTwins = [...found.texts.keys()].some((file) => file.endsWith('.md') && !paths.has(file));
  if (!hasTwins) notes.push('There are no twins beside the pages: only the pages were checked.');
  else if (without.length > 0)
    notes.push(
      `${without.length} of ${read.length} pages have no twin: ${without.slice(0, 3).join(', ')}${without.length > 3 ? ', …' : ''}`,
    );
  const documents = [...found.texts].flatMap(([path, body]) =>
    isDocument(path) && isJudged(path) ? { path, mediaType: paths.get(path) ?? 'text/plain; charset=utf-8', body } : [],
  );
  const reach = given === undefined ? undefined : contentReach(given, read);
  if (reach !== undefined) notes.push(reach);
  const { pages, htmlUrls } = sitePagesOf(read, found.files, settings);
  const site = createSite(pages, { ...settings, htmlUrls }, found.redirects);
  const artifacts = [...twins, ...documents];
  return { site, pages, failures, artifacts, files: found.files, isFound: true, sourceText: () => undefined };
}

interface FoundPages {
  readonly read: ReadPage[];
  readonly twins: Artifact[];
  /** URLs of the pages that lack one. */
  readonly without: string[];
}

/** Reads each page, and compares it with its twin unless its build did and both are as it wrote them. */
function readPages(
  { pages: files, read, progress, texts, built, failures = [], isUntouched = () => false, files: others }: FoundSite,
  settings: ResolvedSettings,
  isJudged: (path: string) => boolean,
  notes: string[],
): FoundPages {
  const { url: siteUrl, content, adopted, parity: isCompared } = settings;
  const wasMeasured = isDeepStrictEqual(content, built.settings?.adopted?.content);
  const measured = (file: string, twin: string): Parity | undefined =>
    wasMeasured && isUntouched(file) && isUntouched(twin) ? (built.files?.[twin]?.parity ?? { ratio: 1 }) : undefined;
  const failed = new Set(failures.map(({ file }) => file));
  const repeated = adopted && isCompared ? learnRepeated(files, read) : undefined;
  const isPage = pagesAmong(others, settings.htmlUrls);
  const found: FoundPages = { read: [], twins: [], without: [] };
  for (const [at, file] of files.entries()) {
    const html = read(file);
    progress?.(at + 1, files.length);
    const url = pageUrlOf(file, settings.htmlUrls);
    const path = fileOfUrl(twinUrlOf(url, isPage));
    const body = texts.get(path);
    const twin = body !== undefined && isJudged(path) ? body : undefined;
    if (failed.has(file)) {
      found.without.push(url);
      continue;
    }
    const compare = (part: PageContent, pageUrl: string): Conversion => {
      const none = { heading: '', body: '', firstParagraph: '' };
      if (twin === undefined || !isCompared) return none;
      const parity = measured(file, path);
      if (parity) return { ...none, parity };
      return { ...none, ...foundParity(part, twin, { pageUrl, siteUrl, content: contentFor(content, file), repeated }) };
    };
    try {
      const page = readPage({ file, html }, settings, compare);
      // The strings of a page are slices that keep its HTML in memory; the strings of a clone are their own.
      found.read.push(structuredClone(page));
      if (twin !== undefined) found.twins.push({ path, mediaType: surfaces.getPageMarkdown.mediaType, body: twin });
      else if (body === undefined && !page.leftOut) found.without.push(url);
    } catch (error) {
      const reason = error instanceof RangeError ? 'its elements are nested too deeply' : (error as Error).message;
      notes.push(`${file} could not be read: ${reason}`);
    }
  }
  return found;
}

const isContent = (found: unknown): found is ContentSetting =>
  typeof found === 'string' ? found !== '' : Object.values(objectOf(found)).some((selector) => typeof selector === 'string');

/**
 * Settings of a found site: the caller's, otherwise of its build. Pages of another generator are judged less strictly.
 *
 * @throws {UserError} if a setting is invalid
 */
export function foundSettings({ built, url }: Pick<FoundSite, 'built' | 'url'>, given: Settings): ResolvedSettings {
  const { site, settings: { adopted, exclude = [], checks } = {} } = built;
  const content = objectOf(adopted).content;
  const isForeign = site === undefined && adopted === undefined;
  const settings = {
    ...(isContent(content) && { content }),
    ...(site !== undefined && { htmlUrls: objectOf(site).htmlUrls === true }),
    ...given,
    ...(url && { url }),
    exclude: [...exclude, ...(given.exclude ?? [])],
    checks: {
      ...(isForeign && { parity: 'warning', 'index-mismatch': 'warning', 'leaked-draft': 'warning' }),
      ...checks,
      ...given.checks,
    },
  };
  return { ...resolveSettings(settings, 'settings'), ...(adopted !== undefined && { adopted: true }) };
}

/**
 * The declared URL of a site: in the manifest of its build, with its path; else the origin in any openapi.json, in the first URL
 * of sitemap.xml or in the home page's canonical URL, with the base path that the home page implies.
 */
export function declaredUrl(built: Partial<Manifest>, texts: ReadonlyMap<string, string>, home = ''): string | undefined {
  const { url: own } = objectOf(built.site);
  if (typeof own === 'string' && isSiteUrl(own)) return own;
  const openApi = texts.get(fileOfUrl(surfaces.getOpenApi.path)) ?? '';
  const server = /"servers"\s*:\s*\[\s*\{\s*"url"\s*:\s*"([^"]+)"/.exec(openApi)?.[1];
  const scan = scanHtml(home);
  const candidates = [
    server,
    /<loc>\s*([^<\s]+)/.exec(texts.get(fileOfUrl(surfaces.getSitemapXml.path)) ?? '')?.[1],
    scan.canonical,
  ];
  const url = candidates
    .filter((candidate) => candidate !== undefined && /^https?:/.test(candidate))
    .map((candidate) => parseUrl(candidate!))
    .find((candidate) => candidate !== undefined);
  return url && url.origin + pathBelowHost(scan);
}

/** `/project` of `https://name.github.io/project/`: the path of the home page's canonical URL, if the page's links agree. */
function pathBelowHost({ canonical, references }: Pick<HtmlScan, 'canonical' | 'references'>): string {
  const { pathname = '' } = (canonical && /^https?:/.test(canonical) && parseUrl(canonical)) || {};
  if (!/^\/.+\/$/.test(pathname)) return '';
  const rooted = references.filter(({ target }) => /^\/(?!\/)/.test(target));
  const below = rooted.filter(({ target }) => target.startsWith(pathname));
  return below.length * 2 >= rooted.length ? pathname.slice(0, -1) : '';
}

type TwinContext = Pick<ParityContext, 'pageUrl' | 'siteUrl'> & ReadingSettings;

/**
 * Parity of a page and a twin of any origin. Unlike in a build, links to a page and to its twin, in any spelling, are equal.
 */
function foundParity(page: PageContent, twin: string, context: TwinContext): Pick<Conversion, 'root' | 'isUnnamed' | 'parity'> {
  const { siteUrl, pageUrl } = context;
  const urlKey = (url: string): string => {
    if (!url.startsWith(`${siteUrl}/`)) return url;
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url.slice(siteUrl.length)) ?? [];
    return siteUrl + bucketOf(path) + rest;
  };
  const text = visibleText(twin).replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '');
  const reading = new Reading(page.document(), context);
  // The rules say what a twin writes in another form: the mark of a footnote, the title of an alert.
  toMarkdown(reading, context);
  return {
    root: rootName(reading.root),
    ...(reading.isUnnamed && { isUnnamed: true }),
    parity: parityOf(reading, text, { siteUrl, pageUrl, urlKey }),
  };
}

/** A key that all spellings of the URLs of a page and its twin share. */
const bucketOf = (path: string): string => path.replace(/(?:\/index)?\/?(?:\.html?)?(?:\.md)?\/?$/, '');
