import { decodedPath, isIndexFile, isPageFile, pagesAmong, pageUrlOf, twinUrlOf } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { PageFailure } from './messages.ts';
import { namesAnother } from './names-another.ts';
import type { Page } from './page.ts';

type Read = Page | PageFailure;

/** The pages of a site, and whether their URLs end in `.html`. */
export interface AssignedUrls {
  readonly pages: Read[];
  readonly htmlUrls: boolean;
}

/**
 * Assigns URLs that depend on all files of a site: to pages, in the one form of the site, and to their twins.
 * Unchanged pages are the same objects.
 *
 * @param read pages with preliminary URLs: `/about` for `about.html`
 * @param files of the site, relative to its folder
 * @param settings with `htmlUrls` if the owner set it
 */
export function assignUrls(
  read: readonly Read[],
  files: { has(file: string): boolean },
  { url: siteUrl, htmlUrls = hasHtmlUrls(read, files, siteUrl) }: Pick<ResolvedSettings, 'url' | 'htmlUrls'>,
): AssignedUrls {
  const isPage = pagesAmong(files, htmlUrls);
  const pages = read.map((page) => {
    if ('failure' in page) return page;
    const url = pageUrlOf(page.file, htmlUrls);
    const twin = twinUrlOf(url, isPage);
    const canonical = namesAnother(page.canonical, siteUrl, page.url) ? page.canonical : siteUrl + url;
    return url === page.url && twin === page.twin && canonical === page.canonical ? page : { ...page, url, twin, canonical };
  });
  return { pages, htmlUrls };
}

/** Whether most canonical URLs of the pages, or without these most links, are of the form `/about.html`, not `/about`. */
function hasHtmlUrls(read: readonly Read[], files: { has(file: string): boolean }, siteUrl: string): boolean {
  const pages = read.filter((page): page is Page => !('failure' in page || page.leftOut));
  const formOf = (path: string): number => {
    const file = decodedPath(path)?.slice(1) ?? '';
    if (isPageFile(file)) return !isIndexFile(file) && files.has(file) ? 1 : 0;
    return files.has(`${file}.html`) || files.has(`${file}.htm`) ? -1 : 0;
  };
  const sum = (of: (page: Page) => number): number => pages.reduce((total, page) => total + of(page), 0);
  const canonicals = sum(({ stated, file }) => {
    const path = stated?.canonical && !isIndexFile(file) && pathWithin(siteUrl, stated.canonical);
    return path ? formOf(path) : 0;
  });
  const all = canonicals || sum(({ links = '' }) => links.split('\n').reduce((total, path) => total + formOf(path), 0));
  return all > 0;
}
