import type { Check } from '../check.ts';

/**
 * A page that no other page links to: readers of the site never reach it. Links count in any page that people see, in
 * any place and in any spelling that redirects to the page, and so do those of noindex pages, which may be archives or
 * tag pages. Not counted: links of the page to itself, of the error page and of redirect stubs; llms.txt and the
 * sitemaps, which list every page by construction. The home page is where readers come from,
 * and the first page of a pagination leads to the others.
 */
export const orphan: Check = {
  severity: 'warning',
  summary: 'No other page links to a page.',
  *find({ publicPages, links }) {
    for (const page of publicPages) {
      if (page.url === '/' || page.continues !== undefined || links.linked.has(page)) continue;
      yield {
        on: page,
        key: page.file,
        message: `no page links to ${page.url}`,
        fix: 'Link to it from the navigation or from a related page, or mark it noindex.',
      };
    }
  },
};
