/** A build in a preview before its documents are made. */
export interface RenderedSite {
  readonly pages: ReadonlyMap<string, { readonly file: string; readonly html: string; readonly isDraft: boolean }>;
  /** URL paths of all other files, served by Eleventy. */
  readonly files: ReadonlySet<string>;
  /** URL paths of the copied stylesheets, if only stylesheets changed. */
  readonly stylesheets?: readonly string[];
}
