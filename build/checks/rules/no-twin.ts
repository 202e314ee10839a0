import type { Check } from '../check.ts';

/** A page that should have a twin and has none: nothing vanishes silently. */
export const noTwin: Check = {
  severity: 'error',
  summary: 'A page cannot become a twin, or its twin would be the file of another.',
  find: ({ failures = [] }) =>
    failures.map(({ file, source, failure }) => ({
      on: { file, ...(source && { source }) },
      key: file,
      message: `no twin: ${failure}`,
      fix: 'Rename or simplify the page, or leave it out with exclude.',
    })),
};
