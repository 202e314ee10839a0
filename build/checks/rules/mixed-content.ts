import { isLocalUrl } from '../../settings.ts';
import type { Check } from '../check.ts';
import { spellings } from '../places/spelling.ts';

/** What a page at an https URL loads over http: browsers block it or rewrite it (Mixed Content). Links are not loaded. */
export const mixedContent: Check = {
  name: 'mixed-content',
  severity: 'error',
  summary: 'A page of an https site loads something over http.',
  find: ({ visiblePages, site }) => {
    if (!site.settings.url.startsWith('https:')) return [];
    return visiblePages.flatMap((page) =>
      page.facts.references
        .filter(
          ({ kind, target }) => kind !== 'link' && /^http:\/\//i.test(target) && URL.canParse(target) && !isLocalUrl(target),
        )
        .map(({ target, line }) => ({
          on: page,
          line,
          tokens: spellings(target),
          message: `${target} is loaded over http by an https page`,
          fix: `Load it over https, or from this site.`,
        })),
    );
  },
};
