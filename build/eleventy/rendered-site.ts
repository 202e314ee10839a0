import { isPageFile, notFoundFile, pageUrlOf, urlOfFile } from '../contract/permalinks.ts';
import type { RenderedSite } from '../contract/rendered-site.ts';
import type { TemplateOutputs } from './template-outputs.ts';

/**
 * The {@link RenderedSite} of a build.
 *
 * @param saved files that the build is for; none if it is the first
 */
export function renderedSite({ html, drafts, outputs }: TemplateOutputs, saved: readonly string[]): RenderedSite {
  const copies = new Map(outputs.flatMap(({ path, from, copied }) => (copied ? [[from, urlOfFile(path)]] : [])));
  const stylesheets = saved.flatMap((path) => (path.endsWith('.css') ? (copies.get(path) ?? []) : []));
  return {
    pages: new Map(
      [...html].flatMap(([file, text]) =>
        file === notFoundFile ? [] : [[pageUrlOf(file), { file, html: text.html, isDraft: drafts.has(file) }]],
      ),
    ),
    files: new Set(outputs.flatMap(({ path }) => (isPageFile(path) ? [] : [urlOfFile(path)]))),
    ...(saved.length > 0 && stylesheets.length === saved.length && { stylesheets }),
  };
}
