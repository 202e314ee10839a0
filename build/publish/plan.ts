import { fileOfUrl } from '../contract/permalinks.ts';
import { UserError } from '../contract/std/errors.ts';
import { surfaceList, surfacesOf } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { generate } from '../generators/index.ts';
import { twinArtifact } from '../generators/twin.ts';
import { isDraft, type SitePage } from '../page/page.ts';
import { createSite, type Site } from '../page/site.ts';
import type { SitePages } from '../page/site-pages.ts';
import type { ResolvedSettings } from '../settings.ts';
import { addedOutputs, type Extensions, ownDocuments } from './extensions.ts';
import { checkOutputs, createLedger, type Output, outputsOf } from './ledger.ts';

export interface PlanInput extends Pick<SitePages, 'pages' | 'failures'> {
  readonly settings: ResolvedSettings;
  /** Pages, copies and files of plugins: everything in the folder that an earlier build did not generate. */
  readonly existing: readonly Output[];
  readonly redirects: ReadonlyMap<string, string>;
  /** Additions of the site's owner. */
  readonly extensions?: Extensions;
  /** Existing files win over our artifacts: for a site of another generator. */
  readonly keepExisting?: boolean;
  /** Drafts have twins: for a preview. */
  readonly withDrafts?: boolean;
}

/** The complete content of a folder, before any of it is checked or written. */
export interface Plan extends Pick<SitePages, 'pages' | 'failures'> {
  readonly site: Site;
  /** Pages, copies and files of plugins. */
  readonly existing: readonly Output[];
  readonly artifacts: readonly Artifact[];
  /** Paths of artifacts in whose place existing files stay. */
  readonly kept: readonly string[];
  /** Pages and twins of drafts, which only a preview shows. */
  readonly draftFiles: ReadonlySet<string>;
}

/**
 * Generates all artifacts of the pages, and assigns their paths. Reads and writes nothing.
 *
 * @throws {UserError} if no page could be read, or an output would overwrite another
 */
export async function planSite(input: PlanInput): Promise<Plan> {
  const { pages, failures, settings, existing, redirects, extensions = {}, keepExisting = false, withDrafts = false } = input;
  const [failed] = failures;
  if (failed && pages.length === 0)
    throw new UserError(`${failed.source ?? failed.file}: ${failed.failure}; no page could be read`);
  checkFunctionPaths(pages, settings);
  const there = existing.map(({ path }) => path);
  const ledger = createLedger(there);
  // Existing files stay; the static health document yields to a page with its URL.
  const isKept = (path: string): boolean =>
    ledger.conflict(path) !== undefined || (!keepExisting && liveFiles.has(path) && there.includes(`${path}.html`));
  const site = createSite(pages, settings, redirects, isKept);
  const drafts = withDrafts ? pages.filter(isDraft) : [];
  const all = [...generate(site), ...drafts.map((page) => twinArtifact(site, page))];
  const generated = all.filter(({ path }) => !isKept(path));
  const added = await ownDocuments(site, extensions);
  if (!keepExisting) checkOutputs([...existing, ...addedOutputs(added), ...outputsOf(generated, pages)]);
  return {
    site,
    pages,
    failures,
    existing,
    artifacts: [...generated, ...added],
    kept: all.flatMap(({ path }) => (isKept(path) ? [path] : [])),
    draftFiles: new Set(drafts.flatMap(({ file, twin }) => [file, fileOfUrl(twin)])),
  };
}

/** Refuses pages with the URL of an endpoint that the server answers without a file. @throws {UserError} */
function checkFunctionPaths(pages: readonly SitePage[], settings: ResolvedSettings): void {
  const answered = surfacesOf(settings).flatMap(({ kind, path }) => (kind === 'function' ? [path] : []));
  const shadowed = pages.find(({ url }) => answered.includes(url.replace(/(?<=.)\/$/, '')));
  if (shadowed)
    throw new UserError(
      `${shadowed.source ?? shadowed.file}: its URL is ${shadowed.url}, which the server answers by itself; give it another, or switch that off in the settings`,
    );
}

/** Health, as a file for static hosts. */
const liveFiles: ReadonlySet<string> = new Set(
  surfaceList.filter(({ kind }) => kind === 'live').map(({ path }) => fileOfUrl(path)),
);
