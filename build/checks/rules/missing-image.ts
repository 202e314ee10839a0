import type { Check } from '../check.ts';
import { spellings, withPath } from '../places/spelling.ts';

/** Images of this site, `srcset` and `poster` included, that are not published. Images of other sites are not requested. */
export const missingImage: Check = {
  name: 'missing-image',
  severity: 'error',
  summary: 'An image of the site is not published.',
  *find({ visiblePages, published }) {
    for (const page of visiblePages) {
      const seen = new Set<string>();
      for (const { kind, target, line } of page.facts.references) {
        if (kind !== 'image') continue;
        const destination = published.resolve(target, page);
        const isMissing = destination.kind === 'malformed' || (destination.kind === 'here' && !destination.answer);
        if (!isMissing || seen.has(target)) continue;
        seen.add(target);
        const shown = destination.kind === 'here' ? withPath(target, destination.path) : target;
        yield {
          on: page,
          line,
          tokens: spellings(target),
          message: `image ${shown}: no such file is published`,
          fix: 'Correct the path, or put the file where it is copied from.',
        };
      }
    }
  },
};
