import { memoizeByObject } from '../contract/std/collections.ts';
import { surfaces } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { absoluteUrl, type Site } from '../page/site.ts';
import { translationsOf } from '../page/translations.ts';
import { type Divided, surfaceArtifact } from './surface-artifact.ts';

/** Limits of one file (sitemaps.org 0.9): URLs, and bytes before compression. */
export const sitemapLimit = { urls: 50_000, bytes: 52_428_800 };

/**
 * `/sitemap.xml` (sitemaps.org 0.9): canonical HTML pages; `lastmod` only if the page declares it, and translations. Above
 * {@link sitemapLimit} it is the index of `/sitemap-1.xml` and so on.
 */
export const sitemapXml = memoizeByObject((site: Site): Divided => {
  const translations = translationsOf(site.pages);
  const parts = partsOf(
    site.pages.map(({ url, modified }) => {
      const lastmod = modified ? `\n    <lastmod>${modified}</lastmod>` : '';
      const languages = (translations.get(url) ?? []).map(
        (other) =>
          `\n    <xhtml:link rel="alternate" hreflang="${escapeXml(other.language)}" href="${escapeXml(absoluteUrl(site, other.url))}"/>`,
      );
      return `  <url>\n    <loc>${escapeXml(absoluteUrl(site, url))}</loc>${lastmod}${languages.join('')}\n  </url>`;
    }),
  );
  const { path } = surfaces.getSitemapXml;
  if (parts.length < 2) return { first: artifact(path, 'urlset', parts[0] ?? []), further: [] };
  const paths = parts.map((_, at) => surfaces.getSitemapPart.path.replace('{part}', String(at + 1)));
  const index = paths.map((part) => `  <sitemap>\n    <loc>${escapeXml(absoluteUrl(site, part))}</loc>\n  </sitemap>`);
  return {
    first: artifact(path, 'sitemapindex', index),
    further: paths.map((part, at) => artifact(part, 'urlset', parts[at]!)),
  };
});

/** URLs and dates are ASCII: a character is a byte. */
function partsOf(entries: readonly string[]): string[][] {
  const parts: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    if (size + entry.length + 1 > sitemapLimit.bytes || parts.at(-1)!.length >= sitemapLimit.urls) {
      parts.push([]);
      size = document('urlset', []).length;
    }
    parts.at(-1)!.push(entry);
    size += entry.length + 1;
  }
  return parts;
}

const document = (root: string, entries: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${entries.some((entry) => entry.includes('<xhtml:')) ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''}>`,
    ...entries,
    `</${root}>\n`,
  ].join('\n');

const artifact = (path: string, root: string, entries: readonly string[]): Artifact =>
  surfaceArtifact('getSitemapXml', document(root, entries), path);

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[character]!);
