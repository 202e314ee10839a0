import { decodedPath, isIndexFile, isPageFile, pagesAmong, pageUrlOf, twinUrlOf } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { PageFailure } from './messages.ts';
import { namesAnother } from './names-another.ts';
import type { LocatedPage, ReadPage, SitePage } from './page.ts';
import { resolveTitles } from './resolve-titles.ts';

export interface SitePages {
  readonly pages: readonly SitePage[];
  /** Pages without twin, and why. */
  readonly failures: readonly PageFailure[];
  /** Whether the URLs of pages end in `.html`. */
  readonly htmlUrls: boolean;
}

/**
 * The pages of a site, from all that were read and all its files: with URLs in the one form of the site, then titles and places.
 *
 * @param files of the site, relative to its folder
 * @param settings with `htmlUrls` if the owner set it
 * @param settle changes what has no room in the site into failures, which have no part in titles
 */
export function sitePagesOf(
  read: readonly (ReadPage | PageFailure)[],
  files: { has(file: string): boolean },
  { url: siteUrl, htmlUrls = hasHtmlUrls(read, files, siteUrl) }: Pick<ResolvedSettings, 'url' | 'htmlUrls'>,
  settle = (pages: readonly (LocatedPage | PageFailure)[]): readonly (LocatedPage | PageFailure)[] => pages,
): SitePages {
  const isPage = pagesAmong(files, htmlUrls);
  const located = read.map((page) => {
    if ('failure' in page) return page;
    const url = pageUrlOf(page.file, htmlUrls);
    const own = siteUrl + url;
    const { canonical = own } = page.stated;
    return { ...page, url, twin: twinUrlOf(url, isPage), canonical: namesAnother(canonical, siteUrl, url) ? canonical : own };
  });
  const settled = settle(located);
  return {
    pages: resolveTitles(settled.filter((page): page is LocatedPage => !('failure' in page))),
    failures: settled.filter((page) => 'failure' in page),
    htmlUrls,
  };
}

/** Whether most canonical URLs of the pages, or without these most links, are of the form `/about.html`, not `/about`. */
function hasHtmlUrls(read: readonly (ReadPage | PageFailure)[], files: { has(file: string): boolean }, siteUrl: string): boolean {
  const pages = read.filter((page): page is ReadPage => !('failure' in page || page.leftOut));
  const formOf = (path: string): number => {
    const file = decodedPath(path)?.slice(1) ?? '';
    if (isPageFile(file)) return !isIndexFile(file) && files.has(file) ? 1 : 0;
    return files.has(`${file}.html`) || files.has(`${file}.htm`) ? -1 : 0;
  };
  const sum = (of: (page: ReadPage) => number): number => pages.reduce((total, page) => total + of(page), 0);
  const canonicals = sum(({ stated: { canonical }, file }) => {
    const path = canonical && !isIndexFile(file) && pathWithin(siteUrl, canonical);
    return path ? formOf(path) : 0;
  });
  const all = canonicals || sum(({ links = '' }) => links.split('\n').reduce((total, path) => total + formOf(path), 0));
  return all > 0;
}
