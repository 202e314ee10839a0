import { canonicalsOf, pageUrlOf, twinFileOf, twinUrlOf, urlOfFile } from '../../build/contract/permalinks.ts';
import { normalPath } from '../guard.ts';
import type { Redirect, RemoteContent, Resource, StoredContent } from './origin.ts';
import { documentOf, pageOf, twinOf } from './resource.ts';

/** Configuration of hosts, and the page for what is not there: read, and no URLs. */
export const redirectsName = '_redirects';
export const notFoundName = '404.html';
const unpublished: ReadonlySet<string> = new Set([redirectsName, '_headers', notFoundName]);

/** Whether a file is published at all. */
export const isPublished = (file: string): boolean => !unpublished.has(file);

/** What a set of files publishes, by URL path. */
export interface Table {
  readonly pages: number;
  /** Canonical URL paths of pages, twins and artifacts: what a lost reader may have meant. */
  texts(): string[];
  find(path: string): Resource | undefined;
}

/**
 * The exact table of what is published: what is not a key of it is not there.
 *
 * @param files by their path, with forward slashes, decoded
 * @param contentOf is asked once for each file that is published; `url` is the path of its page or of itself
 */
export function createTable(
  files: ReadonlySet<string>,
  contentOf: (file: string, url: string) => StoredContent | RemoteContent,
  redirects: ReadonlyMap<string, Redirect>,
): Table {
  const resources = new Map<string, Resource>();
  const published = [...files].filter((file) => isPublished(file) && !isSibling(file, files));
  let pages = 0;

  // Pages first: each takes its twin along, and what is left are documents.
  for (const file of published.filter(isPage)) addOnce(pageUrlOf(file), (url) => addPage(file, url));
  for (const file of published.filter((name) => !isPage(name)))
    addOnce(urlOfFile(file), (url) => void resources.set(url, documentOf(url, contentOf(file, url))));

  return {
    pages,
    texts: () => [...resources].filter(([, resource]) => isText(resource)).map(([url]) => url),
    find: (path) => resources.get(path) ?? redirectOf(path),
  };

  function addOnce(url: string, add: (url: string) => void): void {
    if (normalPath(url) === url && !resources.has(url)) add(url);
  }

  function addPage(file: string, url: string): void {
    pages++;
    const twinFile = twinFileOf(url);
    const twin = twinUrlOf(url);
    const markdown = files.has(twinFile) ? contentOf(twinFile, twin) : undefined;
    resources.set(url, pageOf(url, contentOf(file, url), markdown));
    if (markdown) resources.set(twin, twinOf(url, markdown));
  }

  function redirectOf(path: string): Redirect | undefined {
    const own = redirects.get(path);
    if (own) return own;
    for (const location of canonicalsOf(path)) {
      const target = resources.get(location);
      const fits = path.endsWith('.md')
        ? target?.kind === 'document' && target.representation.role === 'twin'
        : target?.kind === 'page';
      if (fits) return { kind: 'redirect', status: 301, location };
    }
    return undefined;
  }
}

const isPage = (file: string): boolean => /\.html?$/.test(file);

/** `about.html.br` is a coding of `about.html`, not a document; `data.tar.gz` is one. */
const isSibling = (file: string, files: ReadonlySet<string>): boolean =>
  /\.(?:br|gz)$/.test(file) && files.has(file.slice(0, file.lastIndexOf('.')));

const isText = (resource: Resource): boolean =>
  resource.kind === 'page' || (resource.kind === 'document' && resource.representation.role !== 'asset');
