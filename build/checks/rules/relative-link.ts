import type { Check } from '../check.ts';
import { spellings } from '../places/spelling.ts';

/** Agents read twins and indexes away from their URL: a relative link leads them nowhere. Fragments of the text itself are fine. */
export const relativeLink: Check = {
  name: 'relative-link',
  severity: 'error',
  summary: 'A link in a twin or in an index is not absolute.',
  find: ({ documents }) =>
    documents.flatMap(({ file, page, relative }) =>
      relative.map(({ target, line }) => ({
        on: { file, ...(page?.source && { source: page.source }) },
        line,
        tokens: spellings(target),
        message: `the link ${target} in ${file} is relative`,
        fix: 'Write it in full, with scheme and host.',
        key: `${file} ${target}`,
      })),
    ),
};
