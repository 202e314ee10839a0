import { isLocalUrl } from '../../contract/site-url.ts';
import { parseUrl } from '../../contract/std/parse-url.ts';
import type { Check } from '../check.ts';
import { spellings } from '../locations/spelling.ts';

/** http resources of an https page: browsers block or rewrite them (Mixed Content). */
export const mixedContent: Check = {
  severity: 'error',
  summary: 'A page of an https site loads something over http.',
  *find({ visiblePages, site }) {
    if (!site.settings.url.startsWith('https:')) return;
    for (const page of visiblePages) {
      for (const { kind, target, line } of page.facts.references) {
        if (kind === 'link' || !/^http:\/\//i.test(target) || !parseUrl(target) || isLocalUrl(target)) continue;
        yield {
          on: page,
          line,
          tokens: spellings(target),
          message: `${target} is loaded over http by an https page`,
          fix: 'Load it over https, or from this site.',
        };
      }
    }
  },
};
