import { decodeLoosely } from '../contract/permalinks.ts';
import { pathWithin } from '../contract/site-url.ts';
import { isSamePage } from '../twin/address.ts';

/** Whether a canonical URL names another page, here or elsewhere, and not another spelling of the page's own URL. */
export function namesAnother(canonical: string, siteUrl: string, url: string): boolean {
  if (canonical === siteUrl + url) return false;
  const target = pathWithin(siteUrl, new URL(canonical).href)?.replace(/[?#].*$/s, '');
  return target === undefined || !isSamePage(decodeLoosely(target), decodeLoosely(url));
}
