import { groupBy } from '../../contract/std/collections.ts';
import { firstNames } from '../../contract/std/words.ts';
import type { Page } from '../../page/page.ts';
import { isLanguageHome } from '../../page/translations.ts';
import type { Check } from '../check.ts';

/**
 * A page without links from other pages: readers never reach it. Links count on any visible page, in any spelling that
 * redirects to the page, also on noindex pages, which may be archives or tag pages. Not counted: links of the page to itself, of
 * the error page and of redirect stubs; llms.txt and the sitemaps. Exempt: the home page, without one those of languages, and later
 * pages of a pagination, which the first one links to. Those of one template are one defect.
 */
export const orphan: Check = {
  severity: 'warning',
  summary: 'No other page links to a page.',
  *find({ publicPages, links, added }) {
    const hasHome = publicPages.some(({ url }) => url === '/');
    const isHome = (page: Page): boolean => page.url === '/' || (!hasHome && isLanguageHome(page));
    const orphans = publicPages.filter(
      (page) => !isHome(page) && page.continues === undefined && !links.linked.has(page) && !added?.has(page.file),
    );
    for (const pages of groupBy(orphans, ({ source, file }) => source ?? file).values()) {
      yield {
        on: pages[0]!,
        message: `no page links to ${firstNames(pages.map(({ url }) => url).sort())}`,
        fix: 'Link to it from the navigation or from a related page, or mark it noindex.',
      };
    }
  },
};
