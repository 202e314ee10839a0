import type { Check } from '../check.ts';

/** A page that should have a twin and has none. */
export const noTwin: Check = {
  severity: 'error',
  summary: 'A page cannot become a twin, or its twin would be the file of another.',
  find: ({ failures = [], site }) =>
    failures.map(({ file, source, failure, lost, isTaken }) => ({
      on: { file, ...(source && { source }) },
      key: file,
      message: `no twin: ${failure}`,
      // A page such as `/sitemap/` existed before the plugin.
      ...(isTaken && !site.settings.starter && { severity: 'warning' as const }),
      ...(lost
        ? {
            severity: 'error',
            fix: `Name the element that holds its content (--content SELECTOR), or leave it out (--exclude '${globOf(file)}').`,
          }
        : { fix: 'Rename or simplify the page, or leave it out with exclude.' }),
    })),
};

/** A glob that matches exactly this file, for single quotes in a shell. */
const globOf = (file: string): string => file.replace(/[\\*?[\](){}!+@|]/g, '\\$&').replaceAll("'", `'\\''`);
