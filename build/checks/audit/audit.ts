import { severitiesFor } from '../../check-rows.ts';
import { isSiteUrl, notAtRoot } from '../../contract/site-url.ts';
import type { Settings } from '../../settings.ts';
import type { Finding } from '../finding.ts';
import { runChecks, runEach } from '../index.ts';
import { answerFinders } from '../served.ts';
import { askSite } from './answers.ts';
import { openFolder } from './folder.ts';
import type { FoundSite } from './found-site.ts';
import { foundSettings, readFoundSite } from './read-found-site.ts';
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
