import type { CheckInput } from '../checks/finding.ts';
import { manifestFile } from '../contract/manifest.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { isSidecar } from '../contract/published-files.ts';
import { UserError } from '../contract/std/errors.ts';
import { surfaceList, surfacesOf } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { generate } from '../generators/index.ts';
import { twinArtifact } from '../generators/twin.ts';
import { type Html, isDraft, type Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import { resolveTitles } from '../page/resolve-titles.ts';
import { createSite, type Site } from '../page/site.ts';
import type { ResolvedSettings } from '../settings.ts';
import { addedOutputs, type Extensions, ownDocuments } from './extensions.ts';
import { type Output, outputsOf, registerOutputs } from './outputs.ts';
import { findPluginFiles, unclaimedIn } from './plugin-files.ts';
import { type PreviousBuild, readPreviousBuild } from './previous-build.ts';
import { createConflictFinder } from './twin-places.ts';

export interface PlanInput {
  /** The output folder, which already contains the pages. */
  readonly folder: string;
  readonly pages: readonly (Page | PageFailure)[];
  readonly settings: ResolvedSettings;
  /** The files in the folder, with their sources. */
  readonly outputs: readonly Output[];
  readonly redirects: ReadonlyMap<string, string>;
  /** Old paths that cannot redirect. */
  readonly refused?: CheckInput['refused'];
  /**
   * Adds links to the pages, when the published URL paths are known.
   *
   * @returns the text of the pages by file, if available; else it is read
   */
  readonly link?: (has: (path: string) => boolean) => ReadonlyMap<string, Html> | undefined;
  /** Paths of layouts, includes and data, for the locations of findings that pages share. */
  readonly includes?: () => readonly string[];
  /** Additions of the site's owner. */
  readonly extensions?: Extensions;
  /** Existing files win over our artifacts: for a site of another generator. */
  readonly keepExisting?: boolean;
  /** A preview: nothing is compressed, drafts have twins, and findings do not stop it. */
  readonly preview?: {
    /** Published folder of builds: plugins may write there. */
    readonly published: string;
    readonly added: CheckInput['added'];
  };
}

/** The complete content of a folder, before any of it is checked or written. */
export interface Plan {
  readonly site: Site;
  readonly pages: readonly Page[];
  readonly failures: readonly PageFailure[];
  /** Existing files: pages, copies, files of plugins. */
  readonly existing: readonly Output[];
  readonly artifacts: readonly Artifact[];
  /** The text of the pages by file, if available. */
  readonly html: ReadonlyMap<string, Html> | undefined;
  /** Paths of artifacts that existing files replace. */
  readonly kept: readonly string[];
  /** Files of drafts, shown only in a preview. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Generates all artifacts of the pages, and assigns their paths.
 *
 * @param previous the build that this one replaces
 * @throws {UserError} if no page could be read, or an output would overwrite another
 */
export async function planOutput(input: PlanInput, previous: PreviousBuild): Promise<Plan> {
  const { folder, settings, outputs, redirects, keepExisting = false, preview } = input;
  const pages = resolveTitles(input.pages.filter((page): page is Page => !('failure' in page)));
  const failures = input.pages.filter((page) => 'failure' in page);
  const [failed] = failures;
  if (failed && pages.length === 0)
    throw new UserError(`${failed.source ?? failed.file}: ${failed.failure}; no page could be read`);
  // On a second run the folder contains earlier twins; all other files are the author's.
  const written = new Set([manifestFile, ...previous.artifacts]);
  const plugins = preview
    ? { previous: readPreviousBuild(preview.published), written: new Set(previous.written) }
    : { previous, written: new Set(previous.artifacts) };
  const isFresh = preview ? previous.written.length === 0 : previous.folder !== folder;
  const unclaimed = isFresh ? unclaimedIn(folder, outputs) : [];
  const existing = keepExisting
    ? outputs.filter(({ path }) => !written.has(path) && !isSidecar(path))
    : [...outputs, ...(await findPluginFiles({ folder, outputs, pages, siteUrl: settings.url, unclaimed, ...plugins }))];
  const there = existing.map(({ path }) => path);
  const taken = createConflictFinder(there);
  // Existing files stay; the static health document yields to a page with its URL.
  const conflictWith = (path: string): string | undefined =>
    taken(path) ?? (!keepExisting && liveFiles.has(path) ? there.find((file) => file === `${path}.html`) : undefined);
  const answered = functionPaths(settings);
  const hidden = pages.find(({ url }) => answered.includes(url.replace(/(?<=.)\/$/, '')));
  if (hidden)
    throw new UserError(
      `${hidden.source ?? hidden.file}: its URL is ${hidden.url}, which the server answers by itself; give it another, or switch that off in the settings`,
    );
  const site = createSite(pages, settings, redirects, (path) => conflictWith(path) !== undefined);
  const drafts = preview ? pages.filter(isDraft) : [];
  const generated = [...generate(site), ...drafts.map((page) => twinArtifact(site, page))];
  const added = await ownDocuments(site, input.extensions ?? {});
  const documents = [...generated.filter(({ path }) => conflictWith(path) === undefined), ...added];
  const files = new Set([...there, ...documents.map(({ path }) => path)]);
  const html = input.link?.((path) => files.has(fileOfUrl(path)));
  const artifacts = documents;
  if (!keepExisting) registerOutputs([...existing, ...addedOutputs(added), ...outputsOf(without(artifacts, added), pages)]);
  return {
    site,
    pages,
    failures,
    existing,
    artifacts,
    html,
    kept: generated.flatMap(({ path }) => (conflictWith(path) === undefined ? [] : [path])),
    hidden: new Set(drafts.flatMap(({ file, twin }) => [file, fileOfUrl(twin)])),
  };
}

const without = (all: readonly Artifact[], some: readonly Artifact[]): Artifact[] => all.filter((one) => !some.includes(one));

/** URL paths of the announced endpoints without file. */
const functionPaths = (settings: ResolvedSettings): string[] =>
  surfacesOf(settings).flatMap(({ kind, path }) => (kind === 'function' ? [path] : []));

/** Health, as a file for static hosts. */
const liveFiles: ReadonlySet<string> = new Set(
  surfaceList.filter(({ kind }) => kind === 'live').map(({ path }) => fileOfUrl(path)),
);
