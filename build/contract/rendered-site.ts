/** What a preview shows of a build before its documents are made. */
export interface RenderedSite {
  /** HTML files by their URL path. */
  readonly pages: ReadonlyMap<string, { readonly file: string; readonly html: string; readonly isDraft: boolean }>;
  /** URL paths of all other files, which Eleventy's server has. */
  readonly files: ReadonlySet<string>;
  /** Where nothing else was saved: the copied stylesheets, by their URL path. */
  readonly stylesheets?: readonly string[];
}
