import type { CheckName } from '../contract/check-names.ts';
import type { Artifact } from '../files.ts';
import type { Page } from '../page/page.ts';
import type { Site } from '../page/site.ts';

export type Severity = 'error' | 'warning';

/** What the checks look at: values only, nothing is read from disk. */
export interface CheckInput {
  readonly site: Site;
  /** Every page that was read, those left out of the artifacts included. */
  readonly pages: readonly Page[];
  /** Pages that could not become twins, and why. */
  readonly failures?: readonly { readonly file: string; readonly source?: string; readonly failure: string }[];
  readonly artifacts: readonly Artifact[];
  /** Every file that will be published, relative to the output folder: pages, copies, artifacts. */
  readonly files: ReadonlySet<string>;
  /** Text of a template, for the line of a finding; undefined where it cannot be had. */
  readonly sourceText: (source: string) => string | undefined;
}

/** One defect of what is about to be published, as it is reported. */
export interface Finding {
  readonly check: CheckName;
  readonly severity: Severity;
  /** The source file where the defect is found in it, else the output file. */
  readonly file: string;
  /** Line in `file`, 1-based, where it is known. */
  readonly line?: number;
  /** What is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
}

/** One defect as a check sees it, in the output; `findings.ts` finds its place in the source. */
export interface Defect {
  /** The page, twin or artifact that has it. */
  readonly on: { readonly file: string; readonly source?: string };
  /** Line in the output file, 1-based. */
  readonly line?: number;
  /** What to look for in the source, likeliest spelling first; absent where the page as a whole is meant. */
  readonly tokens?: readonly string[];
  readonly message: string;
  readonly fix: string;
  /** Defects with one key are one defect that a layout repeats; the message where it is absent. */
  readonly key?: string;
  /** Where it differs from that of the check. A severity in the settings overrules it. */
  readonly severity?: Severity;
}
