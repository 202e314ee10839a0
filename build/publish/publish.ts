import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckName } from '../check-rows.ts';
import { filesOfScripts } from '../checks/engine/published.ts';
import type { CheckInput, Finding } from '../checks/finding.ts';
import { runChecks } from '../checks/index.ts';
import { manifestFile } from '../contract/manifest.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { isSidecar } from '../contract/published-files.ts';
import { UserError } from '../contract/std/errors.ts';
import { counted } from '../contract/std/words.ts';
import { readIfThere } from '../files.ts';
import type { Html } from '../page/page.ts';
import { ownFindings } from './extensions.ts';
import type { Output } from './ledger.ts';
import { type Plan, type PlanInput, planSite } from './plan.ts';
import { findPluginFiles, unclaimedIn } from './plugin-files.ts';
import { type PreviousBuild, readPreviousBuild } from './previous-build.ts';
import { type Summary, summarize } from './summary.ts';
import { writeSite } from './write.ts';

export interface PublishInput extends Omit<PlanInput, 'existing' | 'withDrafts'> {
  /** The output folder, which already contains the pages. */
  readonly folder: string;
  /** The files in the folder, with their sources. */
  readonly outputs: readonly Output[];
  /** Old paths that cannot redirect. */
  readonly refused?: CheckInput['refused'];
  /**
   * Adds links to the pages, when the published URL paths are known.
   *
   * @returns the text of the pages by file, if available; else it is read
   */
  readonly link?: (has: (path: string) => boolean) => ReadonlyMap<string, Html> | undefined;
  /** A preview: nothing is compressed, drafts have twins, and findings do not stop it. */
  readonly preview?: {
    /** Published folder of builds: plugins may write there. */
    readonly published: string;
    readonly added: CheckInput['added'];
  };
  readonly report?: ((findings: readonly Finding[]) => void) | undefined;
  /** The build that this one replaces. */
  readonly previous?: PreviousBuild;
  /** Called for each file in place. */
  readonly placed?: ((done: number, all: number) => void) | undefined;
  /** The pages are already where they are published, even if a check fails. */
  readonly isInPlace?: boolean;
}

/**
 * Generates all artifacts of the pages, checks everything, and writes it.
 *
 * @throws {UserError} if an output would overwrite another, or a check finds an error; then nothing is written
 */
export async function publish(input: PublishInput): Promise<Summary> {
  const { folder, report, preview, previous = readPreviousBuild(folder) } = input;
  // In a preview every save would rebuild the search index.
  const settings = preview ? { ...input.settings, searchApi: false, mcp: false } : input.settings;
  const clock = createStopwatch();
  const existing = await existingFiles({ ...input, settings }, previous);
  const plan = await planSite({ ...input, settings, existing, withDrafts: preview !== undefined });
  const files = new Set([...plan.existing, ...plan.artifacts].map(({ path }) => path));
  const html = input.link?.((path) => files.has(fileOfUrl(path)));
  clock.lap('generate');

  const later = filesOfScripts(readIfThere('package.json'), preview?.published ?? previous.folder);
  const findings = [...findingsOf(plan, input, later), ...(await ownFindings(plan.site, input.extensions ?? {}))];
  report?.(findings);
  // On a site of another generator, a page without twin does not stop the others, unless the owner is stricter.
  const isAlone = ({ check }: Finding): boolean =>
    settings.adopted === true && check === 'no-twin' && !settings.checks[check as CheckName];
  const errors = findings.filter((finding) => finding.severity === 'error' && !isAlone(finding)).length;
  if (!preview && errors > 0)
    throw new UserError(`${counted(errors, 'error')} found by the checks${input.isInPlace ? '' : '; nothing was published'}`);
  clock.lap('check');

  // A preview may serve copied files where they lie (`setServerPassthroughCopyBehavior`).
  const isThere = ({ path, copied }: Output): boolean => !preview || !copied || existsSync(join(folder, path));
  const there = { ...plan, existing: plan.existing.filter(isThere) };
  const sizes = await writeSite(there, {
    folder,
    html,
    previous,
    compress: !preview,
    // Eleventy removes nothing; in a preview a removed page must not look like a plugin's file.
    removable: preview ? previous.written : previous.artifacts,
    placed: input.placed,
    compressed: () => clock.lap('compress'),
  });
  clock.lap('write');
  const { site, pages, artifacts, kept } = plan;
  return {
    ...summarize(site, pages, artifacts),
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    kept,
    findings,
    times: clock.laps,
  };
}

/** Pages, copies and files of plugins. On a second run the folder also contains what the first one generated. */
async function existingFiles(input: PublishInput, previous: PreviousBuild): Promise<readonly Output[]> {
  const { folder, outputs, pages, settings, preview, keepExisting } = input;
  const generated = new Set([manifestFile, ...previous.artifacts]);
  if (keepExisting) return outputs.filter(({ path }) => !generated.has(path) && !isSidecar(path));
  const ofPlugins = preview
    ? { previous: readPreviousBuild(preview.published), written: new Set(previous.written) }
    : { previous, written: new Set(previous.artifacts) };
  const isFresh = preview ? previous.written.length === 0 : previous.folder !== folder;
  const unclaimed = isFresh ? unclaimedIn(folder, outputs) : [];
  return [...outputs, ...(await findPluginFiles({ folder, outputs, pages, siteUrl: settings.url, unclaimed, ...ofPlugins }))];
}

/** Paths answered by Eleventy's dev server without a file: pictures of its image plugin. */
const madeOnRequest = ['.11ty/image/'];

/**
 * Findings of all checks in a plan. A preview's drafts are not part of it, and its URL is local.
 *
 * @param later files that a later step writes
 */
function findingsOf(
  { site, pages, failures, existing, artifacts, kept, draftFiles }: Plan,
  { folder, preview, refused }: PublishInput,
  later: readonly string[],
): Finding[] {
  const isPreview = preview !== undefined;
  const { settings } = site;
  const sources = new Map(existing.map(({ path, from, plugin }) => [path, plugin ? undefined : from]));
  const isSeen = (path: string): boolean => !draftFiles.has(path);
  return runChecks({
    site: isPreview ? { ...site, settings: { ...settings, checks: { ...settings.checks, 'localhost-url': 'off' } } } : site,
    pages: pages.filter(({ file }) => isSeen(file)),
    failures,
    refused,
    added: preview?.added,
    artifacts: artifacts.filter(({ path }) => isSeen(path)),
    files: new Set([
      ...[...existing, ...artifacts].map(({ path }) => path).filter(isSeen),
      ...later,
      ...(isPreview ? madeOnRequest : []),
    ]),
    kept: kept.map((path) => ({ path, source: sources.get(path), text: readIfThere(join(folder, path)) })),
    sourceText: readIfThere,
  });
}

/** Milliseconds of named phases. */
function createStopwatch(): { lap(name: string): void; readonly laps: Record<string, number> } {
  let last = performance.now();
  const laps: Record<string, number> = {};
  return {
    laps,
    lap(name) {
      const now = performance.now();
      laps[name] = now - last;
      last = now;
    },
  };
}
