import type { CheckName } from '../contract/check-names.ts';
import type { Artifact } from '../files.ts';
import type { PageFailure } from '../page/messages.ts';
import type { Page } from '../page/page.ts';
import type { Site } from '../page/site.ts';

export type Severity = 'error' | 'warning';

/** The input of the checks: values only, nothing is read from disk. */
export interface CheckInput {
  readonly site: Site;
  /** Every page that was read, including those left out of the artifacts. */
  readonly pages: readonly Page[];
  /** Pages that could not become twins, and why. */
  readonly failures?: readonly PageFailure[];
  readonly artifacts: readonly Artifact[];
  /** Every file that will be published, relative to the output folder: pages, copies, artifacts. */
  readonly files: ReadonlySet<string>;
  /** Files of the site that stay where an artifact would lie, with their text. */
  readonly kept?: readonly { readonly path: string; readonly source: string | undefined; readonly text: string | undefined }[];
  /** Text of a template, to find the line of a defect; undefined if it cannot be read. */
  readonly sourceText: (source: string) => string | undefined;
  /** Whether a tag of a template prints something, by path of the template. */
  readonly prints?: ((source: string, tag: string) => boolean) | undefined;
  /** Old paths in front matter that lead nowhere new. */
  readonly refused?:
    | readonly { readonly source: string; readonly old: string; readonly message: string; readonly fix: string }[]
    | undefined;
  /** Layouts, includes and data, which several templates share. */
  readonly includes?: (() => readonly { readonly file: string; readonly text: string }[]) | undefined;
}

/** One defect, as it is reported. */
export interface Finding {
  /** Of ours, or of the site's owner. */
  readonly check: CheckName | (string & {});
  readonly severity: Severity;
  /** The source file: the template, a layout or an include. The output file if it has none. */
  readonly file: string;
  /** Line in `file`, 1-based, if known. */
  readonly line?: number;
  /** What is wrong. */
  readonly message: string;
  /** How to fix it. */
  readonly fix: string;
}

/** One defect as a check finds it in the output; `places/locate.ts` finds its place in the source. */
export interface Defect {
  /** The page, twin or artifact that has it. */
  readonly on: { readonly file: string; readonly source?: string };
  /** Line in the output file, 1-based; 1 or absent where it is of the page as a whole. */
  readonly line?: number;
  /** Strings to search for in the source, likeliest first; absent if the defect is of the page as a whole. */
  readonly tokens?: readonly string[];
  readonly message: string;
  readonly fix: string;
  /** Defects with the same key are one defect that a layout repeats. Defaults to the message. */
  readonly key?: string;
  /** Overrides the severity of the check; the settings override both. */
  readonly severity?: Severity;
}
