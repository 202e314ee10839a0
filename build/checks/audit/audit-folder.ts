import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { fileOfUrl, pagesAmong, pageUrlOf, twinUrlOf } from '../../contract/permalinks.ts';
import { redirectsFile } from '../../contract/redirects.ts';
import { isSiteUrl, notAtRoot } from '../../contract/site-url.ts';
import { hashOf, listBuiltSite, readManifest } from '../../files.ts';
import { decodeHtml } from '../../page/parse-html.ts';
import type { Settings } from '../../settings.ts';
import { readRedirectsFile } from '../engine/redirection.ts';
import type { Finding } from '../finding.ts';
import { runChecks } from '../index.ts';
import { type AuditResult, builtSettings, declaredUrl, foundSettings, isDocument, readFoundSite } from './found-site.ts';

export interface AuditFolderOptions {
  /** Settings of the site. Default of `url`: as the site declares. */
  readonly settings?: Settings;
  readonly progress?: (done: number, all: number) => void;
}

/**
 * Checks a folder of HTML from any generator: its pages, twins and documents. Nothing is written. Findings name files
 * relative to the working directory: `dist/docs/a.html`.
 *
 * @throws {UserError} if it is not a folder or has no page, or a setting is invalid
 * @throws {UsageError} if `content` of the settings matches nothing on any page with a twin
 */
export async function auditFolder(
  folder: string,
  { settings: given = {}, progress }: AuditFolderOptions = {},
): Promise<AuditResult> {
  const built = readManifest(folder);
  const own = builtSettings(built, given);
  const { files: names, pages, links } = listBuiltSite(folder);

  const read = (file: string): string => decodeHtml(readFileSync(join(folder, file)));
  const home = names.includes('index.html') ? read('index.html') : undefined;
  const isPage = pagesAmong(new Set(names), false);
  const twins = new Set(pages.map((file) => fileOfUrl(twinUrlOf(pageUrlOf(file, false), isPage))));
  const texts = new Map(names.filter((file) => twins.has(file) || isDocument(file)).map((file) => [file, read(file)]));
  const notes: string[] = [];
  const url = own.url ?? declaredUrl(built, texts, home);
  if (!url)
    notes.push(
      'The site does not say what its URL is, so links with a host were treated as links to other sites. Set it with --url.',
    );
  const below = url && isSiteUrl(url) ? notAtRoot(url) : undefined;
  if (below) notes.push(below);
  const settings = foundSettings(built, { ...own, ...(url && { url }) });
  const { files = {}, withoutTwin = [] } = built;
  const isUntouched = (file: string): boolean => files[file]?.hash === hashOf(readFileSync(join(folder, file)));
  const wasMeasured = isDeepStrictEqual(settings.content, built.settings?.adopted?.content);
  const input = await readFoundSite(
    {
      pages,
      htmlOf: read,
      progress,
      texts,
      files: new Set(names),
      made: settings.adopted && built.artifacts && new Set(built.artifacts),
      failures: withoutTwin.filter(({ file }) => names.includes(file) || links.includes(file)),
      measured: (file, twin) =>
        wasMeasured && isUntouched(file) && isUntouched(twin) ? (files[twin]?.parity ?? { ratio: 1 }) : undefined,
      content: given.content,
      redirects: names.includes(redirectsFile) ? readRedirectsFile(read(redirectsFile)) : new Map(),
    },
    settings,
    notes,
  );
  const placeOf = (file: string): string => join(folder, file).replaceAll('\\', '/');
  return {
    findings: runChecks(input).map((finding): Finding => ({ ...finding, file: placeOf(finding.file) })),
    pages: input.pages.filter(({ leftOut }) => leftOut !== 'excluded').length,
    notes,
  };
}
