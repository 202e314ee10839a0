import { isPageFile, notFoundFile, pageUrlOf, urlOfFile } from '../contract/permalinks.ts';
import type { TemplateOutputs } from './template-outputs.ts';

/** A build in a preview before its documents are made. */
export interface RenderedSite {
  readonly pages: ReadonlyMap<string, { readonly file: string; readonly html: string; readonly isDraft: boolean }>;
  /** URL paths of all other files, served by Eleventy. */
  readonly files: ReadonlySet<string>;
  /** URL paths of the copied stylesheets, if only stylesheets changed. */
  readonly stylesheets?: readonly string[];
}

/**
 * The {@link RenderedSite} of a build.
 *
 * @param saved files that the build is for; none for the first build
 * @param htmlUrls from the settings
 */
export function renderedSite(
  { html, drafts, outputs }: TemplateOutputs,
  saved: readonly string[],
  htmlUrls: boolean | undefined,
): RenderedSite {
  const copies = new Map(outputs.flatMap(({ path, from, copied }) => (copied ? [[from, urlOfFile(path)]] : [])));
  const stylesheets = saved.flatMap((path) => (path.endsWith('.css') ? (copies.get(path) ?? []) : []));
  // The form of URLs is known only after the pages are read.
  const forms = htmlUrls === undefined ? [false, true] : [htmlUrls];
  return {
    pages: new Map(
      [...html].flatMap(([file, text]) =>
        file === notFoundFile
          ? []
          : forms.map((form) => [pageUrlOf(file, form), { file, html: text.html, isDraft: drafts.has(file) }] as const),
      ),
    ),
    files: new Set(outputs.flatMap(({ path }) => (isPageFile(path) ? [] : [urlOfFile(path)]))),
    ...(saved.length > 0 && stylesheets.length === saved.length && { stylesheets }),
  };
}
