import type { Check } from '../check.ts';

/**
 * A page to which no other page links: nobody who reads the site comes to it. Links in the HTML of any page that people
 * see count, in navigation, content or footer, by any spelling that redirects to it; so do those of noindex pages, which
 * may be the archive or tag page that leads there. Not counted: the page's own links; the error page, which nobody
 * looks for; redirect stubs; llms.txt and the sitemaps, which list every page by construction and so would prove
 * nothing. The home page is where readers come from.
 */
export const orphan: Check = {
  name: 'orphan',
  severity: 'warning',
  summary: 'No other page links to a page.',
  find: ({ publicPages, links }) =>
    publicPages
      .filter((page) => page.url !== '/' && !links.linked.has(page))
      .map((page) => ({
        on: page,
        key: page.file,
        message: `no page links to ${page.url}`,
        fix: 'Link to it from the navigation or from a page on its subject, or mark it noindex.',
      })),
};
