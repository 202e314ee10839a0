import type { CheckName } from '../check-names.ts';
import type { Defect, Finding, Severity } from './finding.ts';
import type { Inspection } from './inspection.ts';
import type { Located } from './locations/locate.ts';

/** How grave a defect is, by the site that has it. */
export interface Severities {
  /** In the starter, and where a folder or a URL is checked. */
  readonly own: Severity;
  /** On a site with the plugin, whose earlier defects do not stop its builds. */
  readonly plugin: Severity;
  /** On a site of another generator, whose own defects are not judged; absent: not run. */
  readonly twin?: Severity;
  /** Where the folder or URL of such a site is checked; absent: as `twin`. */
  readonly found?: Severity;
}

/** Finds one kind of defect in its subject: the output of a build, or the answers of a site. Pure. */
export interface Check<Subject = Inspection> {
  readonly severity: Severities;
  /** One line for the reference page. */
  readonly summary: string;
  readonly find: (subject: Subject) => Iterable<Defect>;
}

/** Checks by name, in order, each with its name for settings and findings. */
export const named = <C extends object>(checks: Readonly<Partial<Record<CheckName, C>>>): (C & { readonly name: CheckName })[] =>
  Object.entries(checks).map(([name, check]) => ({ name: name as CheckName, ...check }));

/**
 * Runs checks with the severities of the settings; checks that are off do not run.
 *
 * @param locate finds the locations of the defects of one check
 */
export function runEach<Subject>(
  checks: readonly { readonly name: CheckName; readonly severity: Severity; readonly find: Check<Subject>['find'] }[],
  subject: Subject,
  severities: Readonly<Partial<Record<CheckName, Severity | 'off'>>>,
  locate: (defects: readonly Defect[]) => readonly Located[],
): Finding[] {
  return checks.flatMap(({ name, severity, find }) => {
    const chosen = severities[name];
    if (chosen === 'off') return [];
    return locate([...find(subject)]).map(({ severity: own, ...finding }) => ({
      check: name,
      severity: chosen ?? own ?? severity,
      ...finding,
    }));
  });
}
