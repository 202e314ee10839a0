import { roleOf } from '../../build/contract/media-types.ts';
import {
  canonicalsOf,
  fileOfUrl,
  pageFilesOf,
  pageOfTwin,
  pageUrlOf,
  twinUrlOf,
  urlOfFile,
} from '../../build/contract/permalinks.ts';
import { isPublished, sidecarOwner } from '../../build/contract/published-files.ts';
import { redirectAt } from '../../build/contract/redirects.ts';
import { memoize } from '../http/memoize.ts';
import { normalPath } from '../http/request-target.ts';
import type { Document, Page, Redirect, RemoteContent, Resource, StoredContent } from './origin.ts';
import { documentOf, pageOf, twinOf } from './resource.ts';

/** What a set of files publishes, by URL path. */
export interface Table {
  readonly pages: number;
  /** Every published URL path, each once. */
  paths(): Iterable<string>;
  /** Canonical URL paths of pages, twins and artifacts: what a lost reader may have meant. */
  texts(): Iterable<string>;
  find(path: string): Resource | undefined;
}

/**
 * What is published, exactly: a path names a file of the set or nothing. Resources are made when they are first asked
 * for, so that a site of thousands of pages answers at once.
 *
 * @param files by their path, with forward slashes, decoded
 * @param contentOf is asked at most once for each file; `url` is the path of its page or of itself
 * @param htmlUrls whether the URLs of pages end as their files do
 */
export function createTable(
  files: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  contentOf: (file: string, url: string) => StoredContent | RemoteContent,
  redirects: ReadonlyMap<string, Redirect>,
  htmlUrls: boolean | undefined,
): Table {
  const resources = new Map<string, Page | Document>();
  const contents = new Map<string, StoredContent | RemoteContent>();
  /** What is asked for in vain is asked for again and again. */
  const lookUp = memoize((path: string) => resourceAt(path) ?? redirectOf(path) ?? null);
  let pages = 0;
  for (const file of files.keys()) if (isPage(file) && isPublished(file)) pages++;

  return { pages, paths: () => paths(isServed), texts: () => paths((file) => isServed(file) && isText(file)), find };

  function find(path: string): Resource | undefined {
    return resources.get(path) ?? lookUp(path) ?? undefined;
  }

  function resourceAt(path: string): Page | Document | undefined {
    const resource = pageAt(path) ?? documentAt(path);
    if (resource) resources.set(path, resource);
    return resource;
  }

  function pageAt(url: string): Page | undefined {
    const file = pageFileAt(url);
    if (file === undefined) return undefined;
    const twin = twinUrlOf(url, isPageUrl);
    const twinFile = fileOfUrl(twin);
    return pageOf(url, keptContent(file, url), twin, isServed(twinFile) ? keptContent(twinFile, twin) : undefined);
  }

  function documentAt(url: string): Document | undefined {
    const file = fileOfUrl(url);
    if (!isServed(file) || isPage(file)) return undefined;
    const content = keptContent(file, url);
    const page = file.endsWith('.md') ? pageOfTwin(url, isPageUrl) : undefined;
    return page === undefined ? documentOf(url, content) : twinOf(page, url, content);
  }

  function pageFileAt(url: string): string | undefined {
    return pageFilesOf(url, htmlUrls).find(isServed);
  }

  function isPageUrl(url: string): boolean {
    return pageFileAt(url) !== undefined;
  }

  function keptContent(file: string, url: string): StoredContent | RemoteContent {
    const known = contents.get(file);
    if (known) return known;
    const content = contentOf(file, url);
    contents.set(file, content);
    return content;
  }

  function isServed(file: string): boolean {
    return files.has(file) && isPublished(file) && !isSibling(file, files);
  }

  function* paths(isWanted: (file: string) => boolean): Generator<string> {
    for (const file of files.keys()) {
      if (!isWanted(file)) continue;
      const url = isPage(file) ? pageUrlOf(file, htmlUrls) : urlOfFile(file);
      // Of two files for one URL the first spelling is served, and a name that no URL can carry not at all.
      if (normalPath(url) === url && (!isPage(file) || pageFileAt(url) === file)) yield url;
    }
  }

  function redirectOf(path: string): Redirect | undefined {
    const own = redirectAt(path, redirects, isPageUrl);
    if (own) return own;
    for (const location of canonicalsOf(path)) {
      const twin = path.endsWith('.md');
      const target = twin ? documentAt(location) : pageAt(location);
      const fits = target?.kind === 'page' || (twin && target?.representation.role === 'twin');
      if (fits) return { kind: 'redirect', status: 301, location };
    }
    return undefined;
  }
}

const isPage = (file: string): boolean => file.endsWith('.html') || file.endsWith('.htm');

/** `about.html.br` is a coding of `about.html`, not a document; `data.tar.gz` is one. */
const isSibling = (file: string, files: { has(file: string): boolean }): boolean => {
  const owner = sidecarOwner(file);
  return owner !== undefined && files.has(owner);
};

const isText = (file: string): boolean => isPage(file) || roleOf(urlOfFile(file)) === 'document';
