import type { Check } from '../check.ts';

/**
 * A page without links from other pages: readers never reach it. Links count on any visible page, in any spelling that
 * redirects to the page, also on noindex pages, which may be archives or tag pages. Not counted: links of the page to itself, of
 * the error page and of redirect stubs; llms.txt and the sitemaps. Exempt: the home page, and later pages of a pagination, which
 * the first one links to.
 */
export const orphan: Check = {
  severity: 'warning',
  summary: 'No other page links to a page.',
  *find({ publicPages, links, added }) {
    for (const page of publicPages) {
      if (page.url === '/' || page.continues !== undefined || links.linked.has(page) || added?.has(page.file)) continue;
      yield {
        on: page,
        key: page.file,
        message: `no page links to ${page.url}`,
        fix: 'Link to it from the navigation or from a related page, or mark it noindex.',
      };
    }
  },
};
