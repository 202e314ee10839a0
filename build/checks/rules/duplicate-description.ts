import type { Check } from '../finding.ts';
import { duplicates } from './duplicate.ts';

/** Only descriptions that pages give themselves: one that a first paragraph stands in for is not the author's choice. */
export const duplicateDescription: Check = {
  name: 'duplicate-description',
  severity: 'warning',
  summary: 'Two pages of one language have the same description.',
  find: ({ publicPages }) =>
    duplicates(
      publicPages,
      'description',
      ({ described, description }) => (described ? description : undefined),
      'Say in each description what that page alone has.',
    ),
};
