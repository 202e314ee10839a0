import type { Check } from '../check.ts';
import { spellings } from '../locations/spelling.ts';

/** Agents read twins and indexes away from their URL, so relative links are broken. Fragments of the text itself are fine. */
export const relativeLink: Check = {
  severity: 'error',
  summary: 'A link in a twin or in an index is not absolute.',
  *find({ documents }) {
    for (const { on, relative } of documents) {
      for (const { target, line } of relative)
        yield {
          on,
          line,
          tokens: spellings(target),
          message: `the link ${target} in ${on.file} is relative`,
          fix: 'Write it in full, with scheme and host.',
          key: `${on.file} ${target}`,
        };
    }
  },
};
