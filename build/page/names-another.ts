import type { Canonicals } from '../contract/manifest.ts';
import { decodeLoosely } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { isSamePage } from '../twin/address.ts';
import type { Page } from './page.ts';

/** Whether a canonical URL is that of another page, here or elsewhere, and not another spelling of the page's own. */
export function namesAnother(canonical: string, siteUrl: string, url: string): boolean {
  if (canonical === siteUrl + url) return false;
  const target = pathWithin(siteUrl, new URL(canonical).href)?.replace(/[?#].*$/s, '');
  return target === undefined || !isSamePage(decodeLoosely(target), decodeLoosely(url));
}

/** Canonical URLs that differ from the page's own, as in older versions of a documentation. */
export const otherCanonicals = (pages: readonly Page[], siteUrl: string): Canonicals =>
  Object.fromEntries(
    pages
      .filter(({ url, canonical, leftOut }) => leftOut !== 'redirect' && namesAnother(canonical, siteUrl, url))
      .map(({ url, canonical }) => [url, new URL(canonical).href.replace(/#.*$/, '')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
