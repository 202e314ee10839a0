import { groupBy } from '../../contract/group-by.ts';
import {
  decodedPath,
  fileOfUrl,
  isPageFile,
  pageAliasesOf,
  pageUrlOf,
  twinAliasesOf,
  twinFileOf,
  twinUrlOf,
} from '../../contract/permalinks.ts';
import { surfaceList, surfaces } from '../../contract/surfaces.ts';
import type { Page } from '../../page/page.ts';
import type { CheckInput } from '../finding.ts';

/** What a GET of a path ends at, after the redirects from other spellings. */
export type PathAnswer =
  | { readonly kind: 'page' | 'twin'; readonly page: Page }
  /** A copied file, an artifact, a page that could not be read, a live or stub operation. */
  | { readonly kind: 'other' };

export const other: PathAnswer = { kind: 'other' };

export interface Addresses {
  /** What answers at a decoded path. */
  answerAt(path: string): PathAnswer | undefined;
  /** The page that a decoded path names, or whose twin it names, published or not. */
  pageOf(path: string): Page | undefined;
}

/** A page and its URL; `page` is absent if its file could not be read. */
interface Address {
  readonly url: string;
  readonly page?: Page;
}

/** Looks up URLs of the site: each page's own and its twin's in a table, other spellings by the rules of permalinks. */
export function createAddresses({ pages, files }: Pick<CheckInput, 'pages' | 'files'>): Addresses {
  const read = new Set(pages.map(({ file }) => file));
  const unread = [...files].filter((file) => isPageFile(file) && !read.has(file)).map((file) => ({ url: pageUrlOf(file) }));
  // `docs.html` and `docs/index.html` share a twin, which is that of the public page.
  const sorted = [...pages.filter(({ leftOut }) => !leftOut), ...pages.filter(({ leftOut }) => leftOut)];
  const all: Address[] = [...sorted.map((page) => ({ url: page.url, page })), ...unread];
  const byUrl = new Map<string, Address>();
  const byTwin = new Map<string, Page>();
  const buckets = groupBy(all, ({ url }) => bucketOf(decodedPath(url)!));
  for (const address of all) {
    const path = decodedPath(address.url)!;
    if (!byUrl.has(path)) byUrl.set(path, address);
    const twin = decodedPath(twinUrlOf(address.url))!;
    if (address.page && !byTwin.has(twin)) byTwin.set(twin, address.page);
  }
  // The metadata promises the operations of the proxy.
  const operations = new Set(
    files.has(fileOfUrl(surfaces.getAuthorizationServerMetadata.path))
      ? surfaceList.filter(({ kind }) => kind === 'stub').map(({ path }) => path)
      : [],
  );

  const hasTwin = (page: Page): boolean => !page.leftOut && files.has(twinFileOf(page.url));
  const pageAnswer = ({ page }: Address): PathAnswer | undefined =>
    page ? (files.has(page.file) ? { kind: 'page', page } : undefined) : other;
  const bySpelling = (path: string, aliasesOf: (url: string) => string[]): Address[] =>
    (buckets.get(bucketOf(path)) ?? []).filter(({ url }) => aliasesOf(url).some((alias) => decodedPath(alias) === path));

  return {
    answerAt(path) {
      const named = byUrl.get(path);
      const answer = named && pageAnswer(named);
      if (answer) return answer;
      const twin = byTwin.get(path);
      if (twin && hasTwin(twin)) return { kind: 'twin', page: twin };
      if (operations.has(path) || (files.has(path.slice(1)) && !isPageFile(path))) return other;
      const spelt = bySpelling(path, pageAliasesOf).map(pageAnswer).find(Boolean);
      if (spelt) return spelt;
      const page = bySpelling(path, twinAliasesOf).find((address) => address.page && hasTwin(address.page))?.page;
      return page && { kind: 'twin', page };
    },
    pageOf: (path) =>
      byUrl.get(path)?.page ??
      byTwin.get(path) ??
      bySpelling(path, pageAliasesOf)[0]?.page ??
      bySpelling(path, twinAliasesOf)[0]?.page,
  };
}

/** What the spellings of one page have in common; pages of one bucket may differ. */
export const bucketOf = (path: string): string => path.replace(/(?:\/index)?\/?(?:\.html?)?(?:\.md)?\/?$/, '');
