import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { severitiesFor } from '../../check-rows.ts';
import { fileOfUrl, pagesAmong, pageUrlOf, twinUrlOf } from '../../contract/permalinks.ts';
import { redirectRules, redirectsFile } from '../../contract/redirects.ts';
import { isSiteUrl, notAtRoot } from '../../contract/site-url.ts';
import { hashOf, listBuiltSite, readIfThere, readManifest } from '../../files.ts';
import { decodeHtml } from '../../page/parse-html.ts';
import type { Settings } from '../../settings.ts';
import { filesOfScripts } from '../engine/published.ts';
import type { Finding } from '../finding.ts';
import { runChecks, runEach } from '../index.ts';
import { answerFinders } from '../served.ts';
import { askSite } from './answers.ts';
import type { FoundSite } from './found-site.ts';
import { declaredUrl, foundSettings, isDocument, readFoundSite } from './read-found-site.ts';
import { openUrl, type UrlOptions } from './url.ts';

export interface AuditOptions extends UrlOptions {
  /** Settings of the site. Default of `url`: as the site declares; a served site is judged by the URL that it declares. */
  readonly settings?: Settings;
}

export interface AuditResult {
  readonly findings: readonly Finding[];
  readonly pages: number;
  /** Reasons why something could not be checked. */
  readonly notes: readonly string[];
}

/**
 * Checks a published site of any generator: its pages, twins and documents, and its answers if it is served.
 *
 * @param target a folder, or any URL of the site
 * @throws {UserError} if it is neither a folder with a page nor a URL that answers with one, or a setting is invalid
 * @throws {UsageError} if `content` of the settings matches nothing on any page with a twin
 */
export async function auditSite(target: string, options: AuditOptions = {}): Promise<AuditResult> {
  const { settings: given = {}, progress } = options;
  const source: FoundSite = /^https?:/.test(target)
    ? await openUrl(target, options)
    : { ...openFolder(target, given.url), progress };
  const { url, served, nameOf } = source;
  const below = url && isSiteUrl(url) ? notAtRoot(url) : undefined;
  const notes = [...source.notes, ...(below ? [below] : [])];
  const found = readFoundSite(source, given.content, foundSettings(source, given), notes);
  const asked = served && (await askSite(source, served, found, notes));
  const input = asked?.input ?? found;
  const findings = [...runChecks(input), ...(asked ? runEach(answerFinders, severitiesFor('own'), asked.served, input) : [])];
  return {
    findings: findings.map((finding) => ({ ...finding, file: nameOf(finding.file) })),
    pages: input.pages.filter(({ leftOut }) => leftOut !== 'excluded').length,
    notes,
  };
}

/**
 * A folder of HTML from any generator. Nothing is written. Findings name files relative to the working directory:
 * `dist/docs/a.html`.
 *
 * @param given the URL that the caller says
 * @throws {UserError} if it is not a folder or has no page
 */
function openFolder(folder: string, given?: string): FoundSite {
  const built = readManifest(folder);
  const { files: names, pages, links } = listBuiltSite(folder);
  const read = (file: string): string => decodeHtml(readFileSync(join(folder, file)));
  const isPage = pagesAmong(new Set(names), false);
  const twins = new Set(pages.map((file) => fileOfUrl(twinUrlOf(pageUrlOf(file, false), isPage))));
  const texts = new Map(names.filter((file) => twins.has(file) || isDocument(file)).map((file) => [file, read(file)]));
  const url = given ?? declaredUrl(built, texts, names.includes('index.html') ? read('index.html') : undefined);
  const { files = {}, withoutTwin = [] } = built;
  return {
    built,
    url,
    pages,
    read,
    texts,
    files: new Set([...names, ...filesOfScripts(readIfThere('package.json'), folder)]),
    failures: withoutTwin.filter(({ file }) => names.includes(file) || links.includes(file)),
    isUntouched: (file) => files[file]?.hash === hashOf(readFileSync(join(folder, file))),
    redirects: names.includes(redirectsFile) ? readRedirectsFile(read(redirectsFile)) : new Map(),
    nameOf: (file) => join(folder, file).replaceAll('\\', '/'),
    notes: url
      ? []
      : ['The site does not say what its URL is, so links with a host were treated as links to other sites. Set it with --url.'],
  };
}

/**
 * The redirects of a `_redirects` file, as Netlify and Cloudflare Pages read it: one `from to [status]` per line. Rewrites
 * (200) count, because they answer. Lines with any other status are ignored.
 *
 * @throws {RangeError} one line, if the file exceeds the limits
 */
export function readRedirectsFile(text: string): Map<string, string> {
  const redirects = new Map<string, string>();
  for (const [from, to, status] of redirectRules(text))
    if (from.startsWith('/') && /^(30[12378]|200)!?$/.test(status) && !redirects.has(from)) redirects.set(from, to);
  return redirects;
}
