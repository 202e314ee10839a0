import { roleOf } from '../../build/contract/media-types.ts';
import {
  canonicalsOf,
  fileOfUrl,
  isPageFile,
  notFoundFiles,
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

/** The published resources of a set of files, by URL path. */
export interface Table<C> {
  readonly pages: number;
  /** The content of every published file, without duplicates. */
  all(): Iterable<C>;
  /** Canonical URL paths of pages, twins and artifacts, for suggestions. */
  texts(): Iterable<string>;
  find(path: string): Resource | undefined;
}

/**
 * The published resources: a path names exactly a file of the set, or nothing. Resources are made on demand and cached, so that
 * a site of thousands of pages starts at once.
 *
 * @param files by their path, with forward slashes, decoded
 * @param contentOf returns the content of a file, on demand; `url` is the path of its page or its own
 * @param htmlUrls whether page URLs keep the extension
 */
export function createTable<C extends StoredContent | RemoteContent>(
  files: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  contentOf: (file: string, url: string) => C,
  redirects: ReadonlyMap<string, Redirect>,
  htmlUrls: boolean | undefined,
): Table<C> {
  /** Memoizes failures, too, because requests repeat them. */
  const lookUp = memoize((path: string) => pageAt(path) ?? documentAt(path) ?? redirectOf(path) ?? null);
  let pages = 0;
  for (const file of files.keys()) if (isPageFile(file) && isPublished(file)) pages++;

  return { pages, all, texts, find: (path) => lookUp(path) ?? undefined };

  function pageAt(url: string): Page | undefined {
    const file = pageFileAt(url);
    if (file === undefined) return undefined;
    const twin = twinUrlOf(url, isPageUrl);
    const twinFile = fileOfUrl(twin);
    return pageOf(url, contentOf(file, url), twin, isServed(twinFile) ? contentOf(twinFile, twin) : undefined);
  }

  function documentAt(url: string): Document | undefined {
    const file = fileOfUrl(url);
    if (!isServed(file) || isPageFile(file)) return undefined;
    const content = contentOf(file, url);
    const page = file.endsWith('.md') ? pageOfTwin(url, isPageUrl) : undefined;
    return page === undefined ? documentOf(url, content) : twinOf(page, url, content);
  }

  function pageFileAt(url: string): string | undefined {
    return pageFilesOf(url, htmlUrls).find(isServed);
  }

  function isPageUrl(url: string): boolean {
    return pageFileAt(url) !== undefined;
  }

  function isServed(file: string): boolean {
    return files.has(file) && isPublished(file) && !isSibling(file, files);
  }

  function* all(): Generator<C> {
    for (const file of files.keys()) {
      const url = urlOf(file);
      if (url !== undefined) yield contentOf(file, url);
    }
  }

  function* texts(): Generator<string> {
    const errors = new Set(notFoundFiles(files).values());
    for (const file of files.keys()) {
      const url = isText(file) && !errors.has(file) ? urlOf(file) : undefined;
      if (url !== undefined) yield url;
    }
  }

  /** Of two files for one URL the first spelling is served; a name that no URL can hold is not served. */
  function urlOf(file: string): string | undefined {
    if (!isServed(file)) return undefined;
    const url = isPageFile(file) ? pageUrlOf(file, htmlUrls) : urlOfFile(file);
    return normalPath(url) === url && (!isPageFile(file) || pageFileAt(url) === file) ? url : undefined;
  }

  function redirectOf(path: string): Redirect | undefined {
    const redirect = redirectAt(path, redirects, isPageUrl);
    if (redirect) return redirect;
    for (const location of canonicalsOf(path)) {
      const twin = path.endsWith('.md');
      const target = twin ? documentAt(location) : pageAt(location);
      const fits = target?.kind === 'page' || (twin && target?.representation.role === 'twin');
      if (fits) return { kind: 'redirect', status: 301, location };
    }
    return undefined;
  }
}

/** Whether a file is a coding of another: `about.html.br` of `about.html`, but not `data.tar.gz`. */
const isSibling = (file: string, files: { has(file: string): boolean }): boolean => {
  const owner = sidecarOwner(file);
  return owner !== undefined && files.has(owner);
};

const isText = (file: string): boolean => isPageFile(file) || roleOf(urlOfFile(file)) === 'document';
