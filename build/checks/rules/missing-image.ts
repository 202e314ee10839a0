import { basePathOf } from '../../contract/site-url.ts';
import type { Check } from '../check.ts';
import { spellings, withPath } from '../locations/spelling.ts';
import { createExplain } from './dead-end.ts';

/** Unpublished images of this site, with `srcset` and `poster`. Images of other sites are not requested. */
export const missingImage: Check = {
  severity: 'error',
  summary: 'An image of the site is not published.',
  *find(inspection) {
    const { visiblePages, published, site } = inspection;
    const base = basePathOf(site.settings.url);
    const explain = createExplain(inspection);
    for (const page of visiblePages) {
      const seen = new Set<string>();
      for (const { kind, target, line } of page.facts.references) {
        if (kind !== 'image') continue;
        const destination = published.resolve(target, page);
        const isMissing = destination.kind === 'here' ? !destination.answer : destination.isDeadEnd;
        if (!isMissing || seen.has(target)) continue;
        seen.add(target);
        const defect =
          destination.kind === 'here'
            ? {
                message: `image ${withPath(target, base + destination.path)}: no such file is published`,
                fix: 'Correct the path, or put the file where it is copied from.',
              }
            : explain('image', target, destination);
        yield { on: page, line, tokens: spellings(target, undefined, base), ...defect };
      }
    }
  },
};
