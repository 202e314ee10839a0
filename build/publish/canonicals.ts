import type { Canonicals } from '../contract/manifest.ts';
import { namesAnother } from '../page/names-another.ts';
import type { Page } from '../page/page.ts';

/** Canonical URLs that differ from the page's own, as in older versions of a documentation. */
export const otherCanonicals = (pages: readonly Page[], siteUrl: string): Canonicals =>
  Object.fromEntries(
    pages
      .filter(({ url, canonical, leftOut }) => leftOut !== 'redirect' && namesAnother(canonical, siteUrl, url))
      .map(({ url, canonical }) => [url, new URL(canonical).href.replace(/#.*$/, '')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
