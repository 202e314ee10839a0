import type { CheckName } from '../contract/check-names.ts';
import type { Defect, Severity } from './finding.ts';
import type { Inspection } from './inspection.ts';

/** Finds one kind of defect. Pure. */
export interface Check {
  readonly name: CheckName;
  readonly severity: Severity;
  /** One line for the reference page. */
  readonly summary: string;
  readonly find: (inspection: Inspection) => readonly Defect[];
}
