import { fileOfUrl } from '../contract/permalinks.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';

/** `/sitemap.xml` (sitemaps.org 0.9): canonical HTML pages; `lastmod` only if the page says when it changed. */
export function sitemapXml(site: Site): Artifact[] {
  const urls = site.pages.map(({ url, modified }) => {
    const lastmod = modified ? `\n    <lastmod>${modified}</lastmod>` : '';
    return `  <url>\n    <loc>${escapeXml(absoluteUrl(site, url))}</loc>${lastmod}\n  </url>`;
  });
  const { path, mediaType } = surfaces.getSitemapXml;
  const body = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>\n',
  ].join('\n');
  return [{ path: fileOfUrl(path), mediaType, body }];
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[character]!);
