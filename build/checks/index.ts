import type { Check, CheckInput, Finding } from './check.ts';

/** Every check, in the order of the reference page. */
export const checks: readonly Check[] = [];

/** Runs the checks with the severities of the settings; a check that is off does not run. */
export function runChecks(input: CheckInput): Finding[] {
  const { checks: severities } = input.site.settings;
  return checks.flatMap(({ name, severity, find }) => {
    const chosen = severities[name] ?? severity;
    return chosen === 'off' ? [] : find(input).map((finding) => ({ check: name, severity: chosen, ...finding }));
  });
}
