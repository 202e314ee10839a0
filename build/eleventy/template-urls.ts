import picomatch from 'picomatch';
import { notFoundFile, pageUrlAt, pageUrlOf, twinUrlAt } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { conflictLine, createLedger } from '../publish/ledger.ts';
import { tidy } from './template-check.ts';

/** The template of each URL, known before rendering. */
export type TemplateUrls = Readonly<Record<string, { readonly inputPath: string }>>;

/**
 * Refuses, before anything is rendered, templates that need a folder with the name of another's file (which of them Eleventy
 * fails to write varies), and templates that write the twin of a page.
 *
 * @param twins whether pages have twins, except pages of files that match a glob
 * @throws {UserError} a line for each
 */
export function checkTemplateUrls(templates: TemplateUrls, twins: { readonly exclude: readonly string[] } | undefined): void {
  const ledger = createLedger();
  const outputs = Object.entries(templates).map(([url, { inputPath }]) => ({ url, path: fileAt(url), from: tidy(inputPath) }));
  const lines = outputs.flatMap(({ path, from }) => {
    const found = ledger.claim(path, from);
    return found?.isFolder ? [conflictLine(found, path, from)] : [];
  });
  const pages = new Set(Object.keys(templates).map(pageUrlAt));
  for (const { url, path, from } of twins ? outputs : []) {
    const twin = twinUrlAt(url, (page) => pages.has(page)).slice(1);
    const found = ledger.conflict(twin);
    const hasTwin = pageUrlAt(url) !== pageUrlOf(notFoundFile, false) && !picomatch.isMatch(path, [...twins!.exclude]);
    if (found && !found.isFolder && hasTwin) lines.push(conflictLine(found, twin, `the twin of ${from}`));
  }
  if (lines.length > 0) throw new UserError(lines);
}

/** The file of a template's URL, which has no extension if a page's is hidden. */
const fileAt = (url: string): string =>
  (url.endsWith('/') ? `${url}index.html` : /\.\w+$/.test(url) ? url : `${url}.html`).slice(1);
