import { posix } from 'node:path';
import { decodeLoosely } from '../../contract/permalinks.ts';
import type { Check } from '../check.ts';
import { markdownOf, spellings } from '../locations/spelling.ts';

/**
 * `alt=""` marks a decorative image; without `alt` it is missing (HTML, 4.8.4.4; WCAG 1.1.1). Markdown writes both as
 * `![](leek.png)`, which is more likely forgotten.
 */
export const imageAlt: Check = {
  severity: 'warning',
  summary: 'An image has no alt attribute, or no text in the brackets of its Markdown.',
  *find({ visiblePages, sourceText }) {
    for (const page of visiblePages) {
      for (const { src, alt, line } of page.facts.images) {
        if (alt) continue;
        const written = alt === undefined ? undefined : emptyImage(src, markdownOf(page, sourceText));
        if (alt !== undefined && !written) continue;
        yield {
          on: page,
          line,
          tokens: written ? [written] : spellings(src),
          ...(written
            ? {
                message: `image ${written} has no alternative text`,
                fix: 'Describe it between the brackets; write <img src="…" alt=""> if it is only decorative.',
              }
            : {
                message: src ? `image ${src.slice(0, 200)} has no alt attribute` : 'an image has no alt attribute',
                fix: 'Describe it in alt; write alt="" if it is only decorative.',
              }),
        };
      }
    }
  },
};

/** The Markdown of the image, if its brackets are empty. */
function emptyImage(src: string, markdown = ''): string | undefined {
  const name = posix.basename(decodeLoosely(src));
  const images = markdown.matchAll(/!\[\s*\]\(\s*(?:<([^>\n]*)>|([^\s)]*))[^)\n]*\)/g);
  return [...images].find(([, bracketed, plain]) => posix.basename(decodeLoosely(bracketed ?? plain ?? '')) === name)?.[0];
}
