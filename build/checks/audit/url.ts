import { type Manifest, manifestFile } from '../../contract/manifest.ts';
import {
  decodedPath,
  encodePath,
  fileOfUrl,
  isPageFile,
  pagesAmong,
  pageUrlOf,
  twinUrlOf,
  urlOfFile,
} from '../../contract/permalinks.ts';
import { jsonOf } from '../../contract/site-facts.ts';
import { parseUrl, pathWithin } from '../../contract/site-url.ts';
import { inParallel } from '../../contract/std/collections.ts';
import { UserError } from '../../contract/std/errors.ts';
import { surfaceList, surfaces } from '../../contract/surfaces.ts';
import { scanHtml } from '../../page/html-scan.ts';
import { atOnce, createSiteClient, type FoundSite, mediaTypeOfAnswer, type Served, type ServedPage } from './found-site.ts';
import { declaredUrl } from './read-found-site.ts';

const operations: ReadonlySet<string> = new Set(surfaceList.map(({ path }) => path));
/** Most parts of a sitemap or of llms.txt. */
const partsLimit = 200;

export interface UrlOptions {
  /** Maximum number of pages to request. */
  readonly maxPages?: number | undefined;
  readonly progress?: ((done: number, all: number) => void) | undefined;
  /** For tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A served site: requests its documents, and each page in its sitemap (otherwise in its llms.txt, otherwise linked) as HTML, as
 * Markdown, and its twin: `maxPages` at most, from this origin only. Findings name URLs.
 *
 * @param url any URL of the site
 * @throws {UserError} if it is not an http(s) URL, or nothing answers there
 */
export async function openUrl(
  url: string,
  { maxPages = 200, progress = () => {}, fetch = globalThis.fetch }: UrlOptions = {},
): Promise<FoundSite> {
  const asked = parseUrl(url);
  if (!asked) throw new UserError(`${url}: not a URL like https://example.com`);
  const served = await siteUrlAt(asked, fetch);
  const client = createSiteClient(served, fetch);
  const home = await client.ask('/', 'text/html');
  if (home.status === 0) throw new UserError(`${served} does not answer: ${home.body}`);
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
  const visited = new Set<string>();
  const read = new Map<string, Omit<ServedPage, 'twin'>>();
  const redirects = new Map<string, string>();
  while (visited.size < Math.min(queue.length, maxPages)) {
    const next = queue.filter((path) => !visited.has(path)).slice(0, Math.min(atOnce, maxPages - visited.size));
    for (const path of next) visited.add(path);
    await Promise.all(next.map(visit));
    progress(visited.size, Math.min(queue.length, maxPages));
  }
  // In order, because findings must not depend on timing. Other pages decide the URL of a twin.
  const inOrder = [...read.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
  const pages = await inParallel(inOrder, atOnce, async (page): Promise<ServedPage> => {
    const twinUrl = twinUrlOf(pageUrlOf(page.file, false), pagesAmong(read, false));
    const twin = await client.ask(twinUrl, '*/*');
    if (twin.status === 200 && mediaTypeOfAnswer(twin) !== 'text/html') texts.set(fileOfUrl(twinUrl), twin.body);
    return { ...page, twin };
  });
  if (pages.length === 0) throw new UserError(`${served} has no page: ${served}/ is answered with ${home.status}`);
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const unasked = queue.filter((path) => !visited.has(path));
  const found = documents.filter(({ status }) => status === 200);
  return {
    built,
    url: siteUrl,
    pages: [...byFile.keys()],
    read: (file) => byFile.get(file)!.html.body,
    texts,
    // Pages that were not requested are not judged.
    files: new Set([...byFile.keys(), ...texts.keys(), ...unasked.map((path) => path.slice(1))]),
    redirects,
    nameOf: (file) => served + (byFile.get(file)?.html.path ?? `/${encodePath(file)}`),
    notes: unasked.length > 0 ? [`Only ${pages.length} of ${pages.length + unasked.length} pages were checked.`] : [],
    served: { home, pages: byFile, documents: found, client },
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

/** The URL of the site that contains a URL: the longest path with a document of a site, else the origin. */
async function siteUrlAt({ origin, pathname }: URL, fetch: typeof globalThis.fetch): Promise<string> {
  const names = pathname
    .replace(/[^/]*$/, (name) => (name.includes('.') ? '' : name))
    .split('/')
    .filter(Boolean);
  const client = createSiteClient(origin, fetch);
  for (let count = Math.min(names.length, deepest); count > 0; count--) {
    const base = `/${names.slice(0, count).join('/')}`;
    for (const { path } of [surfaces.getOpenApi, surfaces.getSitemapXml]) {
      const answer = await client.ask(base + path, '*/*', 'HEAD');
      if (answer.status === 200 && mediaTypeOfAnswer(answer) !== 'text/html') return origin + base;
    }
  }
  return origin;
}

/** Most folders above a URL in which its site is looked for. */
const deepest = 4;
