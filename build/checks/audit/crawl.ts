import { type Manifest, manifestFile } from '../../contract/manifest.ts';
import { decodedPath, fileOfUrl, isPageFile, pagesAmong, pageUrlOf, twinUrlOf, urlOfFile } from '../../contract/permalinks.ts';
import { jsonOf } from '../../contract/site-facts.ts';
import { pathWithin } from '../../contract/site-url.ts';
import { inParallel } from '../../contract/std/collections.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import { surfaceList, surfaces } from '../../contract/surfaces.ts';
import { scanHtml } from '../../page/html-scan.ts';
import { declaredUrl } from './found-site.ts';
import { mediaTypeOfAnswer, type Served, type ServedPage } from './served-site.ts';
import { atOnce, type SiteClient } from './site-client.ts';

export interface Crawl {
  /** The manifest of its build; empty without one. */
  readonly built: Partial<Manifest>;
  /** The declared origin, which may differ from the requested one. */
  readonly siteUrl: string;
  /** Pages by output file, also those outside the indexes. */
  readonly pages: ReadonlyMap<string, ServedPage>;
  readonly documents: readonly Served[];
  readonly texts: ReadonlyMap<string, string>;
  readonly redirects: ReadonlyMap<string, string>;
  /** URL paths of known pages that were not requested. */
  readonly unasked: readonly string[];
}

const operations: ReadonlySet<string> = new Set(surfaceList.map(({ path }) => path));
/** Most parts of a sitemap or of llms.txt. */
const partsLimit = 200;

/**
 * Requests the documents of a site, and each page in its sitemap (else in its llms.txt, else linked) as HTML, as Markdown, and
 * its twin.
 */
export async function crawl(
  client: SiteClient,
  served: string,
  home: Served,
  maxPages: number,
  progress: (done: number, all: number) => void,
): Promise<Crawl> {
  const documents = await inParallel(
    surfaceList.filter(({ kind, path }) => kind === 'artifact' && !path.includes('{')).map(({ path }) => path),
    atOnce,
    (path) => client.ask(path, '*/*'),
  );
  const texts = new Map(documents.flatMap((answer) => fileAndText(answer)));
  const manifest = await client.ask(urlOfFile(manifestFile), '*/*');
  const built: Partial<Manifest> = manifest.status === 200 ? jsonOf(manifest.body) : {};
  const siteUrl = declaredUrl(built, texts, home.body) ?? served;
  const pathOf = (url: string, base = '/'): string | undefined => localPath(url, base, [siteUrl, served]);

  const fromSitemap = await list(surfaces.getSitemapXml.path, /<loc>\s*([^<\s]+)/g, /\.xml$/);
  const fromLlmsTxt = await list(surfaces.getLlmsTxt.path, /^[ \t]*[-*+] \[[^\]\n]*\]\(([^)\s]+)/gm, /\/llms\.txt$/);
  const listed = (fromSitemap.length > 0 ? fromSitemap : fromLlmsTxt.map((path) => path.replace(/\.md$/, ''))).filter(
    (path) => !operations.has(path),
  );
  const followsLinks = listed.length === 0;
  const queue = [...new Set(['/', ...listed])];
  const asked = new Set<string>();
  const read = new Map<string, Omit<ServedPage, 'twin'>>();
  const redirects = new Map<string, string>();
  while (asked.size < Math.min(queue.length, maxPages)) {
    const next = queue.filter((path) => !asked.has(path)).slice(0, Math.min(atOnce, maxPages - asked.size));
    for (const path of next) asked.add(path);
    await Promise.all(next.map(visit));
    progress(asked.size, Math.min(queue.length, maxPages));
  }
  // In order, because findings must not depend on timing. Other pages decide the URL of a twin.
  const inOrder = [...read.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
  const pages = await inParallel(inOrder, atOnce, async (page): Promise<ServedPage> => {
    const twinUrl = twinUrlOf(pageUrlOf(page.file, false), pagesAmong(read, false));
    const twin = await client.ask(twinUrl, '*/*');
    if (twin.status === 200 && mediaTypeOfAnswer(twin) !== 'text/html') texts.set(fileOfUrl(twinUrl), twin.body);
    return { ...page, twin };
  });
  return {
    built,
    siteUrl,
    pages: new Map(pages.map((page) => [page.file, page])),
    documents: documents.filter(({ status }) => status === 200),
    texts,
    redirects,
    unasked: queue.filter((path) => !asked.has(path)),
  };

  /** The URLs in a document, and in its parts of the same kind, which are kept. */
  async function list(path: string, pattern: RegExp, part: RegExp): Promise<string[]> {
    const urlsOf = (text: string): string[] => [
      ...new Set([...text.matchAll(pattern)].flatMap(([, url = '']) => pathOf(url.replaceAll('&amp;', '&')) ?? [])),
    ];
    const urls = urlsOf(texts.get(fileOfUrl(path)) ?? '');
    const parts = urls.filter((url) => part.test(url)).slice(0, partsLimit);
    const answers = await inParallel(parts, atOnce, (url) => client.ask(url, '*/*'));
    for (const answer of answers) for (const [file, text] of fileAndText(answer)) texts.set(file, text);
    return [
      ...urls.filter((url) => !part.test(url)),
      ...answers.filter(({ status }) => status === 200).flatMap(({ body }) => urlsOf(body)),
    ];
  }

  async function visit(path: string): Promise<void> {
    const html = await client.ask(path, 'text/html');
    const location = html.headers.get('location');
    if (html.status >= 300 && html.status < 400 && location) {
      const to = pathOf(location, path);
      redirects.set(decodedPath(path) ?? path, to ?? location);
      if (to && !queue.includes(to)) queue.push(to);
      return;
    }
    // `/b.md` is the twin of `/b`, or of `/b/`.
    if (html.status === 404 && fromSitemap.length === 0 && !path.endsWith('/') && !queue.includes(`${path}/`))
      queue.push(`${path}/`);
    const file = fileOf(path);
    if (html.status !== 200 || mediaTypeOfAnswer(html) !== 'text/html' || file === undefined || read.has(file)) return;
    const markdown = await client.ask(path, 'text/markdown');
    read.set(file, { file, html, markdown });
    if (!followsLinks) return;
    for (const { kind, target } of scanHtml(html.body).references) {
      const to = kind === 'link' ? pathOf(target, path)?.replace(/[?#].*$/s, '') : undefined;
      if (to && !queue.includes(to) && /(^|\/)[^./]*(\.html?)?$/.test(to)) queue.push(to);
    }
  }
}

function fileOf(path: string): string | undefined {
  const name = decodedPath(path.replace(/[?#].*$/s, ''))?.slice(1);
  if (name === undefined) return undefined;
  if (name === '' || name.endsWith('/')) return `${name}index.html`;
  return isPageFile(name) ? name : `${name}.html`;
}

const fileAndText = ({ path, status, body }: Served): [string, string][] => (status === 200 ? [[fileOfUrl(path), body]] : []);

/** The path and query of a URL within the site, if it begins with one of its URLs. */
function localPath(url: string, base: string, siteUrls: readonly string[]): string | undefined {
  const found = parseUrl(url, siteUrls[0]! + base);
  if (!found) return undefined;
  const { origin, pathname, search } = found;
  return siteUrls.map((siteUrl) => pathWithin(siteUrl, origin + pathname + search)).find((path) => path !== undefined);
}
