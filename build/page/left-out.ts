import picomatch from 'picomatch';
import { notFoundFile } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { namesAnother } from './names-another.ts';
import type { Conversion, LeftOut, PageSettings } from './page.ts';
import type { HtmlScan } from './scanned-facts.ts';

/** Why a page has no twin, by its file and its head; undefined if nothing speaks against one. */
export function leftOutOf(
  file: string,
  scan: HtmlScan,
  declared: { readonly draft: boolean; readonly older: boolean },
  settings: PageSettings,
  canonical: string,
  url: string,
): LeftOut | undefined {
  // Also for a language: `pt-br/404.html` or `pt-br/404/index.html` with `lang="pt-BR"`.
  const notFound = [notFoundFile, `${scan.language?.toLowerCase()}/${notFoundFile}`];
  if (notFound.includes(file.toLowerCase().replace('/index.html', '.html')) || scan.elements === 0) return 'not a page';
  if (declared.draft) return 'draft';
  // Hugo's alias pages are both a redirect and noindex.
  if (scan.refresh) return 'redirect';
  if (/\b(noindex|none)\b/i.test(scan.meta.get('robots') ?? '')) return 'noindex';
  if (settings.exclude.length > 0 && picomatch.isMatch(file, settings.exclude)) return 'excluded';
  const isHere = pathWithin(settings.url, new URL(canonical).href) !== undefined;
  if (!declared.older && isHere && namesAnother(canonical, settings.url, url)) return 'duplicate';
  return undefined;
}

/** Most characters of a page that scripts fill: about twenty words. */
export const fewCharacters = 120;

/**
 * Whether a page has nothing to read: scripts render all of it, such as a CMS in `/admin/`, or fill a frame without title
 * (HTML §4.2.2), as in the search of Doxygen 1.9.
 */
export function isEmpty(scan: HtmlScan, { heading, body }: Pick<Conversion, 'heading' | 'body'>): boolean {
  if (scan.main !== undefined) return false;
  if (scan.textLength === 0 && heading === '' && body.trim() === '') return true;
  return scan.scripts > 0 && scan.textLength < fewCharacters && !scan.title && scan.headings.length === 0;
}
