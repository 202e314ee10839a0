import { artifactAt } from '../../contract/media-types.ts';
import { canonicalsOf, decodedPath, fileOfUrl, isPageFile, pageUrlOf } from '../../contract/permalinks.ts';
import { type Surface, surfaceList, surfaces } from '../../contract/surfaces.ts';
import type { SitePage } from '../../page/page.ts';
import type { CheckInput } from '../finding.ts';

/** The final answer at a path, after redirects between spellings. */
export type PathAnswer =
  | { readonly kind: 'page' | 'twin'; readonly page: SitePage }
  /** A copied file, an artifact, a page that could not be read, a live or stub operation. */
  | { readonly kind: 'other' };

export const other: PathAnswer = { kind: 'other' };

/** A page and its URL; without `page` if its file could not be read. */
interface Address {
  readonly url: string;
  readonly page?: SitePage;
}

/** Resolves URLs of the site: each page's own and its twin's by a table, other spellings by the rules of permalinks. */
export function createAddresses({ site, pages, files }: Pick<CheckInput, 'site' | 'pages' | 'files'>) {
  const { htmlUrls } = site.settings;
  const read = new Set(pages.map(({ file }) => file));
  const unread = [...files]
    .filter((file) => isPageFile(file) && !read.has(file))
    .map((file) => ({ url: pageUrlOf(file, htmlUrls) }));
  // A twin URL of two pages belongs to the public one.
  const sorted = [...pages.filter(({ leftOut }) => !leftOut), ...pages.filter(({ leftOut }) => leftOut)];
  const all: Address[] = [...sorted.map((page) => ({ url: page.url, page })), ...unread];
  const byUrl = new Map<string, Address>();
  const byTwin = new Map<string, SitePage>();
  for (const address of all) {
    const path = decodedPath(address.url)!;
    if (!byUrl.has(path)) byUrl.set(path, address);
    const twin = address.page && decodedPath(address.page.twin)!;
    if (twin && !byTwin.has(twin)) byTwin.set(twin, address.page!);
  }
  // Metadata needs the operations of the proxy, and the search index those computed by code.
  const promised: Partial<Record<Surface['kind'], boolean>> = {
    stub: files.has(fileOfUrl(surfaces.getAuthorizationServerMetadata.path)),
    function: [...files].some((file) => artifactAt(`/${file}`) === 'getSearchIndex'),
  };
  const operations = new Set(surfaceList.flatMap(({ kind, path }) => (promised[kind] ? [path] : [])));

  const hasTwin = (page: SitePage): boolean => !page.leftOut && files.has(fileOfUrl(page.twin));
  const pageAnswer = ({ page }: Address): PathAnswer | undefined =>
    page ? (files.has(page.file) ? { kind: 'page', page } : undefined) : other;
  const pageAt = (url: string): PathAnswer | undefined => {
    const named = byUrl.get(url);
    return named && pageAnswer(named);
  };
  const twinAt = (url: string): PathAnswer | undefined => {
    const page = byTwin.get(url);
    return page && hasTwin(page) ? { kind: 'twin', page } : undefined;
  };

  return {
    answerAt(path: string): PathAnswer | undefined {
      const answer = pageAt(path) ?? twinAt(path);
      if (answer) return answer;
      if (operations.has(path) || (files.has(path.slice(1)) && !isPageFile(path))) return other;
      return canonicalsOf(path)
        .map(path.endsWith('.md') ? twinAt : pageAt)
        .find(Boolean);
    },
    /** The page of a decoded path, or of a twin's, published or not. */
    pageOf: (path: string): SitePage | undefined =>
      byUrl.get(path)?.page ??
      byTwin.get(path) ??
      canonicalsOf(path)
        .map((url) => (path.endsWith('.md') ? byTwin.get(url) : byUrl.get(url)?.page))
        .find(Boolean),
  };
}
