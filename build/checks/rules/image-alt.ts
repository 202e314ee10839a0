import type { Check } from '../check.ts';
import { spellings } from '../places/spelling.ts';

/** `alt=""` is a choice (a decorative image), no `alt` is none (HTML, 4.8.4.4; WCAG 1.1.1). */
export const imageAlt: Check = {
  name: 'image-alt',
  severity: 'warning',
  summary: 'An image has no alt attribute.',
  find: ({ visiblePages }) =>
    visiblePages.flatMap((page) =>
      page.facts.images
        .filter(({ alt }) => alt === undefined)
        .map(({ src, line }) => ({
          on: page,
          line,
          tokens: spellings(src),
          message: src ? `image ${src.slice(0, 200)} has no alt attribute` : 'an image has no alt attribute',
          fix: 'Say in alt what it shows; alt="" where it only decorates.',
        })),
    ),
};
