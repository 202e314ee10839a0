import type { Artifact } from '../artifact.ts';
import type { Page } from '../page.ts';
import type { Site } from '../site.ts';
import type { CheckName } from './names.ts';

/** What a check looks at: values only, nothing is read from disk. */
export interface CheckInput {
  readonly site: Site;
  /** Every page that was read, those left out of the artifacts included. */
  readonly pages: readonly Page[];
  readonly artifacts: readonly Artifact[];
  /** Every file that will be published, relative to the output folder: pages, copies, artifacts. */
  readonly files: ReadonlySet<string>;
  /** Text of a template, for the line of a finding; undefined where it cannot be had. */
  readonly sourceText: (source: string) => string | undefined;
}

/** One defect of what is about to be published. */
export interface Finding {
  readonly check: CheckName;
  readonly severity: 'error' | 'warning';
  /** The source file where it is known, else the output file. */
  readonly file: string;
  /** Line in `file`, 1-based, where it is known. */
  readonly line?: number;
  /** What is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
}

/** Finds one kind of defect. Pure. */
export interface Check {
  readonly name: CheckName;
  readonly severity: 'error' | 'warning';
  /** One line for the reference page. */
  readonly summary: string;
  readonly find: (input: CheckInput) => readonly Omit<Finding, 'check' | 'severity'>[];
}
