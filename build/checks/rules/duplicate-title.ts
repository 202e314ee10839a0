import type { Check } from '../finding.ts';
import { duplicates } from './duplicate.ts';

/** Two entries of an index, or two search results, that cannot be told apart. */
export const duplicateTitle: Check = {
  name: 'duplicate-title',
  severity: 'warning',
  summary: 'Two pages of one language have the same title.',
  find: ({ publicPages }) => duplicates(publicPages, 'title', ({ title }) => title, 'Give each page a title of its own.'),
};
