import { createInspection } from '../../build/checks/inspection.ts';
import type { Artifact } from '../../build/files.ts';
import { generate } from '../../build/generators/index.ts';
import type { SitePage } from '../../build/page/page.ts';
import { createSite, type Site } from '../../build/page/site.ts';
import { resolveSettings, type Settings } from '../../build/settings.ts';

export const siteOf = (pages: readonly SitePage[], settings: Settings): Site =>
  createSite(pages, resolveSettings(settings, 'options'));

/** The documents of a site, by path. */
export const documentsOf = (site: Site): Record<string, string> =>
  Object.fromEntries(generate(site).map(({ path, body }) => [path, String(body)]));

/** What the checks read of a site and some of its documents. */
export function inspectionOf(site: Site, artifacts: readonly Artifact[]): ReturnType<typeof createInspection> {
  const files = new Set([...artifacts.map(({ path }) => path), ...site.pages.map(({ file }) => file)]);
  return createInspection({ site, pages: site.pages, artifacts, files, sourceText: () => undefined });
}
