import type { CheckName, Severity } from '../check-rows.ts';
import type { Artifact } from '../files.ts';
import type { PageFailure } from '../page/messages.ts';
import type { SitePage } from '../page/page.ts';
import type { Site } from '../page/site.ts';

/** The input of the checks: values only, nothing is read from disk. */
export interface CheckInput {
  readonly site: Site;
  /** All pages, also those without artifacts. */
  readonly pages: readonly SitePage[];
  /** A site that is already published, in a folder or at a URL; not one that is being built. */
  readonly isFound?: boolean;
  /** Pages that could not become twins, and why. */
  readonly failures?: readonly PageFailure[];
  readonly artifacts: readonly Artifact[];
  /** All files to publish, relative to the output folder: pages, copies, artifacts. */
  readonly files: ReadonlySet<string>;
  /** Files of the site that stay where an artifact would lie, with their text. */
  readonly kept?: readonly { readonly path: string; readonly source: string | undefined; readonly text: string | undefined }[];
  /** Text of a template, to find the line of a defect; undefined if it cannot be read. */
  readonly sourceText: (source: string) => string | undefined;
  /** Pages of a preview that came after files that may list them: nothing is said of lists without them. */
  readonly added?: ReadonlySet<string> | undefined;
  /** Old paths in front matter that cannot redirect. */
  readonly refused?:
    | readonly { readonly source: string; readonly old: string; readonly message: string; readonly fix: string }[]
    | undefined;
}

export interface Finding {
  /** Name of a check: ours, or the owner's. */
  readonly check: CheckName | (string & {});
  readonly severity: Severity;
  /** The source: a template, a layout or an include; else the output file. */
  readonly file: string;
  /** Line in `file`, 1-based, if known. */
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** A defect in the output; `where.ts` finds its place in the source. */
export interface Defect {
  /** The page, twin or artifact with the defect. */
  readonly on: { readonly file: string; readonly source?: string };
  /** Line in the output file, 1-based; 1 or absent for the page as a whole. */
  readonly line?: number;
  /** Strings to search for in the source, likeliest first; absent for the page as a whole. */
  readonly tokens?: readonly string[];
  readonly message: string;
  readonly fix: string;
  /** Defects with the same key are one that a layout repeats. Defaults to the message. */
  readonly key?: string;
  /** Overrides the severity of the check; the settings override both. */
  readonly severity?: Severity;
}
