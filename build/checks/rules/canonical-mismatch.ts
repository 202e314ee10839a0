import { decodeLoosely, pageUrlOf } from '../../contract/permalinks.ts';
import { namesAnother } from '../../page/names-another.ts';
import type { Check } from '../check.ts';

/** A canonical URL in another spelling than the site's: it redirects, and contradicts the sitemap. */
export const canonicalMismatch: Check = {
  severity: 'warning',
  summary: 'A page states its own URL (`rel=canonical`, `og:url`) in a form that redirects.',
  *find({ publicPages, site }) {
    const { url: siteUrl, htmlUrls } = site.settings;
    for (const page of publicPages) {
      const own = siteUrl + page.url;
      const { canonical, ogUrl } = page.stated ?? {};
      for (const [what, stated] of [['canonical URL', canonical] as const, ['og:url', ogUrl] as const]) {
        if (!stated || namesAnother(stated, siteUrl, page.url) || pathOf(stated) === pathOf(own)) continue;
        const isOtherForm = pathOf(stated) === pathOf(siteUrl + pageUrlOf(page.file, !htmlUrls));
        const other = isOtherForm
          ? `, or set htmlUrls (--html-urls) ${htmlUrls ? 'off' : 'on'} if all pages are to have that form`
          : '';
        yield {
          on: page,
          tokens: [stated],
          message: `the ${what} of the page is ${stated}, which redirects to ${own}`,
          fix: `State ${own}${other}.`,
          key: `${what} ${page.file}`,
        };
      }
    }
  },
};

const pathOf = (url: string): string => decodeLoosely(new URL(url).pathname);
