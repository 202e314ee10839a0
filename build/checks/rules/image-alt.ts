import type { Check } from '../check.ts';
import { spellings } from '../places/spelling.ts';

/** `alt=""` marks a decorative image; an image without `alt` says nothing (HTML, 4.8.4.4; WCAG 1.1.1). */
export const imageAlt: Check = {
  name: 'image-alt',
  severity: 'warning',
  summary: 'An image has no alt attribute.',
  *find({ visiblePages }) {
    for (const page of visiblePages) {
      for (const { src, alt, line } of page.facts.images) {
        if (alt !== undefined) continue;
        yield {
          on: page,
          line,
          tokens: spellings(src),
          message: src ? `image ${src.slice(0, 200)} has no alt attribute` : 'an image has no alt attribute',
          fix: 'Describe it in alt; write alt="" if it is only decorative.',
        };
      }
    }
  },
};
