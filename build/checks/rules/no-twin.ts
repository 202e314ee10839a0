import type { Check } from '../check.ts';

/** A page that should have a twin and has none. */
export const noTwin: Check = {
  severity: 'error',
  summary: 'A page cannot become a twin, or its twin would be the file of another.',
  find: ({ failures = [], site }) =>
    failures.map(({ file, source, failure, isTaken }) => ({
      on: { file, ...(source && { source }) },
      key: file,
      message: `no twin: ${failure}`,
      // A page such as `/sitemap/` existed before the plugin.
      ...(isTaken && !site.settings.starter && { severity: 'warning' as const }),
      fix: 'Rename or simplify the page, or leave it out with exclude.',
    })),
};
