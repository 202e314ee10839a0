import { artifactAt, mediaTypeOf, type Role, roleOf } from '#contract/media-types';
import {
  canonicalsOf,
  fileOfUrl,
  isPageFile,
  notFoundFile,
  notFoundFiles,
  pageFilesOf,
  pageOfTwin,
  pageUrlOf,
  twinUrlOf,
  urlOfFile,
} from '#contract/permalinks';
import { isPublished, sidecarOwner } from '#contract/published-files';
import { redirectAt } from '#contract/redirects';
import { type SurfaceId, surfaces } from '#contract/surfaces';
import { memoize } from '../http/memoize.ts';
import { normalPath } from '../http/request-target.ts';
import { createNearIndex } from './near-index.ts';
import type { Document, Page, Redirect, Representation, Resource, Site, SiteFacts, StoredContent } from './origin.ts';

/** The published resources of a set of files, by URL path. */
export interface Table {
  readonly pages: number;
  readonly site: Site;
  find(path: string): Resource | undefined;
}

/**
 * The table of a site: a path names exactly a file of the set, or nothing. Resources are made when they are asked for, so that a
 * site of thousands of pages starts at once.
 *
 * @param files by their path, with forward slashes, decoded
 * @param contentOf returns the content of a file
 */
export function createTable(
  facts: SiteFacts,
  files: ReadonlySet<string> | ReadonlyMap<string, unknown>,
  contentOf: (file: string) => StoredContent,
  redirects: ReadonlyMap<string, Redirect>,
): Table {
  const { htmlUrls } = facts;
  /** Remembers what is not there, too, because requests repeat it. */
  const lookUp = memoize((path: string) => pageAt(path) ?? documentAt(path) ?? redirectOf(path) ?? null);
  const notFoundByFolder = notFoundFiles(files);
  const notFoundOf = (file: string): Representation => ({
    role: 'page',
    mediaType: surfaces.getPage.mediaType,
    path: '/404',
    content: contentOf(file),
  });
  let pages = 0;
  for (const file of files.keys()) if (isPageFile(file) && isPublished(file)) pages++;
  let nearest: ((path: string) => string | undefined) | undefined;

  const site: Site = {
    ...facts,
    has: (path) => lookUp(path) !== null,
    nearest(path) {
      nearest ??= createNearest();
      return nearest(path);
    },
    notFound: files.has(notFoundFile) ? notFoundOf(notFoundFile) : undefined,
    notFoundIn: new Map([...notFoundByFolder].map(([folder, file]) => [folder, notFoundOf(file)])),
  };
  return { pages, site, find: (path) => lookUp(path) ?? undefined };

  function pageAt(url: string): Page | undefined {
    const file = pageFileAt(url);
    if (file === undefined) return undefined;
    const twinUrl = twinUrlOf(url, isPageUrl);
    const twin = isServed(fileOfUrl(twinUrl)) ? twinUrl : undefined;
    const { mediaType } = surfaces.getPage;
    return {
      kind: 'page',
      html: { role: 'page', mediaType, path: url, twin, surface: 'getPage', content: contentOf(file) },
      markdown: twin === undefined ? undefined : markdownOf('negotiated', twin, url, 'getPage'),
    };
  }

  function documentAt(url: string): Document | undefined {
    const file = fileOfUrl(url);
    if (!isServed(file) || isPageFile(file)) return undefined;
    const page = file.endsWith('.md') ? pageOfTwin(url, isPageUrl) : undefined;
    if (page !== undefined) return { kind: 'document', representation: markdownOf('twin', url, page, 'getPageMarkdown') };
    const [role, mediaType, surface] = [roleOf(url), mediaTypeOf(url), artifactAt(url)];
    return { kind: 'document', representation: { role, mediaType, path: url, surface, content: contentOf(file) } };
  }

  function markdownOf(role: Role, path: string, page: string, surface: SurfaceId): Representation {
    return { role, mediaType: surfaces.getPageMarkdown.mediaType, path, page, surface, content: contentOf(fileOfUrl(path)) };
  }

  function pageFileAt(url: string): string | undefined {
    return pageFilesOf(url, htmlUrls).find(isServed);
  }

  function isPageUrl(url: string): boolean {
    return pageFileAt(url) !== undefined;
  }

  /** A coding of another file, such as `about.html.br`, has no URL; `data.tar.gz` is no coding. */
  function isServed(file: string): boolean {
    return files.has(file) && isPublished(file) && !files.has(sidecarOwner(file) ?? '');
  }

  /** Canonical URL paths of pages, twins and documents, for suggestions. */
  function createNearest(): (path: string) => string | undefined {
    const index = createNearIndex();
    const errors = new Set(notFoundByFolder.values());
    for (const file of files.keys()) {
      const isText = isPageFile(file) || roleOf(urlOfFile(file)) === 'document';
      const url = isText && !errors.has(file) ? urlOf(file) : undefined;
      if (url !== undefined) index.add(url);
    }
    return memoize((path: string) => index.nearest(path), { length: 128 });
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
      const isTwin = path.endsWith('.md');
      const target = isTwin ? documentAt(location) : pageAt(location);
      const fits = target?.kind === 'page' || (isTwin && target?.representation.role === 'twin');
      if (fits) return { kind: 'redirect', status: 301, location };
    }
    return undefined;
  }
}
