import picomatch from 'picomatch';
import { foldersOver } from '../contract/links.ts';
import { notFoundFile, pageUrlAt, pageUrlOf, twinUrlAt } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { fileAndFolder } from '../publish/ledger.ts';
import { tidy } from './template-check.ts';

/** The template of each URL, known before rendering. */
export type TemplateUrls = Readonly<Record<string, { readonly inputPath: string }>>;

/**
 * Refuses templates that write the twin of a page, before anything is rendered.
 *
 * @param exclude globs of output files that have no twin
 * @throws {UserError} a line for each
 */
export function checkTwinUrls(templates: TemplateUrls, exclude: readonly string[]): void {
  const pages = new Set(Object.keys(templates).map(pageUrlAt));
  const lines = Object.entries(templates).flatMap(([url, { inputPath }]) => {
    const twin = twinUrlAt(url, (page) => pages.has(page));
    const other = templates[twin]?.inputPath;
    if (other === undefined || pageUrlAt(url) === pageUrlOf(notFoundFile, false)) return [];
    // A page without extension in its URL has the file of one with it.
    const files = [url.replace(/\/$/, '/index.html'), `${url}.html`].map((path) => path.slice(1));
    if (files.some((file) => exclude.length > 0 && picomatch.isMatch(file, [...exclude]))) return [];
    return [
      `${tidy(other)} and the twin of ${tidy(inputPath)} both write "${twin.slice(1)}"; rename one or change its permalink`,
    ];
  });
  if (lines.length > 0) throw new UserError(lines);
}

/**
 * Refuses templates that need a folder with the name of another's file: which of them Eleventy fails to write varies.
 *
 * @throws {UserError} a line for each
 */
export function checkFolderUrls(templates: TemplateUrls): void {
  const isFile = (path: string): boolean =>
    /\.\w+$/.test(path) && (templates[path] ?? templates[path.replace(/\.html?$/, '')]) !== undefined;
  const lines = Object.entries(templates).flatMap(([url, { inputPath }]) => {
    const path = url.replace(/\/$/, '/index.html');
    return [...foldersOver(path)].some((folder) => isFile(folder.slice(0, -1)))
      ? [`${tidy(inputPath)}: ${fileAndFolder(path.slice(1))}; change its permalink`]
      : [];
  });
  if (lines.length > 0) throw new UserError(lines);
}
