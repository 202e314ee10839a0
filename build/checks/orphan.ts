import type { Page } from '../page.ts';
import type { Check } from './check.ts';

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
  find: ({ publicPages, visiblePages, published }) => {
    const reached = new Set<Page>();
    for (const page of visiblePages) {
      if (page.leftOut === 'not a page' || page.leftOut === 'redirect') continue;
      for (const { kind, target } of page.facts.references) {
        if (kind !== 'link') continue;
        const destination = published.resolve(target, page);
        const answer = destination.kind === 'here' ? destination.answer : undefined;
        if (answer?.kind === 'page' && answer.page !== page) reached.add(answer.page);
      }
    }
    return publicPages
      .filter((page) => page.url !== '/' && !reached.has(page))
      .map((page) => ({
        on: page,
        key: page.file,
        message: `no page links to ${page.url}`,
        fix: 'Link to it from the navigation or from a page on its subject, or mark it noindex.',
      }));
  },
};
