import type { Check } from '../check.ts';
import { documentsOf, targetsOf } from '../links/documents.ts';
import { createLineIndex } from '../locations/source-line.ts';

/** Agents read twins and indexes away from their URL, so relative links are broken. Fragments of the text itself are fine. */
export const relativeLink: Check = {
  severity: 'error',
  summary: 'A link in a twin or in an index is not absolute.',
  *find(inspection) {
    for (const document of documentsOf(inspection)) {
      const lineAt = createLineIndex(document.body);
      for (const [target, offset] of document.isMarkdown ? targetsOf(document) : [])
        if (isRelative(target))
          yield {
            on: { file: document.path },
            line: lineAt(offset),
            message: `the link ${target} in ${document.path} is relative`,
            fix: 'Write it in full, with scheme and host.',
            key: `${document.path} ${target}`,
          };
    }
  },
};

/** Neither absolute nor a fragment of the text itself (RFC 3986 §4.2). */
const isRelative = (target: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(target);
