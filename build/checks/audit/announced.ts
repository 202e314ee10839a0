import { fileOfUrl } from '../../contract/permalinks.ts';
import { jsonOf, objectOf } from '../../contract/site-facts.ts';
import { pathWithin } from '../../contract/site-url.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import { surfaces } from '../../contract/surfaces.ts';
import type { Crawl } from './crawl.ts';
import type { Announcement, Served } from './served-site.ts';

/**
 * Targets that a site announces to programs, besides pages (which are requested anyway): live GET operations of openapi.json,
 * targets of the api-catalog and of the Link header of the home page, and the types of its problems.
 */
export function announcedBy({ siteUrl, texts }: Crawl, home: Served, missing: readonly Served[]): Announcement[] {
  const here = (by: string, url: string): Announcement[] => {
    const target = parseUrl(url, `${siteUrl}/`)?.href ?? '';
    const [path, fragment] = (pathWithin(siteUrl, target) ?? '').split('#');
    return path ? [{ by, path, ...(fragment && { fragment }) }] : [];
  };
  const { getOpenApi, getApiCatalog } = surfaces;
  const paths = objectOf(jsonOf(texts.get(fileOfUrl(getOpenApi.path))).paths);
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const { get } = objectOf(item);
    const { operationId = '', 'x-status': status } = objectOf(get);
    const isPage = /^getPage(Markdown)?\b/.test(String(operationId));
    return !get || path.includes('{') || status !== undefined || isPage ? [] : here(getOpenApi.path, siteUrl + path);
  });
  const catalog = (texts.get(fileOfUrl(getApiCatalog.path)) ?? '').matchAll(/"href"\s*:\s*"([^"]+)"/g);
  const links = (home.headers.get('link') ?? '').matchAll(/<([^>]*)>/g);
  return [
    ...operations,
    ...[...catalog].flatMap(([, url = '']) => here(getApiCatalog.path, url)),
    ...[...links].flatMap(([, url = '']) => here('Link of /', url)),
    ...missing.flatMap(({ body, path }) => {
      const { type } = objectOf(jsonOf(body));
      return typeof type === 'string' ? here(`type of the problem at ${path}`, type) : [];
    }),
  ];
}
