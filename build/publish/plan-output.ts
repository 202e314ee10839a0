import type { SiteHostName } from '../contract/host-names.ts';
import { type Canonicals, manifestFile } from '../contract/manifest.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { isSidecar } from '../contract/published-files.ts';
import { UserError } from '../contract/std/errors.ts';
import { surfaceList, surfacesOf } from '../contract/surfaces.ts';
import type { Artifact } from '../files.ts';
import { generate } from '../generators/index.ts';
import { twinArtifact } from '../generators/twin.ts';
import { otherCanonicals } from '../page/names-another.ts';
import { type Html, isDraft, type Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import { settlePages } from '../page/settle-pages.ts';
import { createSite, type Site } from '../page/site.ts';
import type { ResolvedSettings } from '../settings.ts';
import { claimsOfOwn, type Extensions, ownDocuments } from './extensions.ts';
import { claimsOf, type Output, registerOutputs } from './outputs.ts';
import { findPluginFiles, straysIn } from './plugin-files.ts';
import { type PreviousBuild, readPreviousBuild } from './previous-build.ts';
import { readSkills } from './skills.ts';
import { createObstacles } from './twin-places.ts';

/** What is to be published. */
export interface PlanInput {
  /** The output folder; it holds the pages already. */
  readonly folder: string;
  readonly pages: readonly (Page | PageFailure)[];
  readonly settings: ResolvedSettings;
  /** What is in the folder, and what it comes from. */
  readonly outputs: readonly Output[];
  readonly redirects: ReadonlyMap<string, string>;
  /** Files in the folder that are none of the outputs, where they were looked for already. */
  readonly strays?: readonly string[] | undefined;
  /**
   * Adds the links of the pages, when it is known which URL paths will be published.
   *
   * @returns the text of the pages by file, where it is at hand; else it is read
   */
  readonly link?: (has: (path: string) => boolean) => ReadonlyMap<string, Html> | undefined;
  /** Paths of layouts, includes and data, in which the checks look for what pages share. */
  readonly includes?: () => readonly string[];
  /** What the site's owner adds. */
  readonly extensions?: Extensions;
  /** Makes what the hosts of the settings need in the folder. */
  readonly hostFiles?: HostFiles;
  /** Keep files that are there already in place of artifacts of ours: the site of another generator. */
  readonly keepExisting?: boolean;
  /** A preview: nothing is compressed, drafts have twins, and what the checks find does not stop it. */
  readonly preview?: {
    /** Folder that builds publish to: plugins may write there. */
    readonly published: string;
  };
}

/**
 * Makes the files of hosts.
 *
 * @param others files that are there; @param artifacts what Diptych adds; @param canonicals as the manifest will tell them
 * @throws {UserError} if two hosts, or a host and an author, claim one file
 */
export type HostFiles = (
  names: readonly SiteHostName[],
  folder: string,
  others: readonly Output[],
  artifacts: readonly Artifact[],
  canonicals: Canonicals,
) => Promise<Artifact[]>;

/** All that a folder will hold, before any of it is checked or written. */
export interface Plan {
  readonly site: Site;
  readonly pages: readonly Page[];
  readonly failures: readonly PageFailure[];
  /** What is there already: pages, copies, files of plugins. */
  readonly others: readonly Output[];
  readonly artifacts: readonly Artifact[];
  /** The text of the pages by file, where it is at hand. */
  readonly html: ReadonlyMap<string, Html> | undefined;
  /** Paths of artifacts in whose place something else stays. */
  readonly kept: readonly string[];
  /** Files of drafts, which only a preview shows. */
  readonly hidden: ReadonlySet<string>;
}

/**
 * Generates every artifact of the pages, and finds a place for each.
 *
 * @param previous what stands in the folder, or in its place, from before
 * @throws {UserError} where no page could be read, or an output would overwrite another
 */
export async function planOutput(input: PlanInput, previous: PreviousBuild): Promise<Plan> {
  const { folder, settings, outputs, redirects, keepExisting = false, preview } = input;
  const pages = settlePages(input.pages.filter((page): page is Page => !('failure' in page)));
  const failures = input.pages.filter((page) => 'failure' in page);
  const [failed] = failures;
  if (failed && pages.length === 0)
    throw new UserError(`${failed.source ?? failed.file}: ${failed.failure}; no page could be read`);
  // A folder that is given its twins again holds those of last time; what an author puts there is the author's.
  const own = new Set([manifestFile, ...previous.artifacts]);
  const plugins = preview
    ? { previous: readPreviousBuild(preview.published), own: new Set(previous.own) }
    : { previous, own: new Set(previous.artifacts) };
  const isFresh = preview ? previous.own.length === 0 : previous.folder !== folder;
  const strays = input.strays ?? (isFresh ? straysIn(folder, outputs) : []);
  const others = keepExisting
    ? outputs.filter(({ path }) => !own.has(path) && !isSidecar(path))
    : [...outputs, ...(await findPluginFiles({ folder, outputs, pages, siteUrl: settings.url, strays, ...plugins }))];
  const there = others.map(({ path }) => path);
  const taken = createObstacles(there);
  // What is there stays, and is theirs to name. What the proxy answers by itself is in nobody's way.
  const obstacleTo = (path: string): string | undefined =>
    taken(path) ?? (!keepExisting && liveFiles.has(path) ? there.find((file) => file === `${path}.html`) : undefined);
  const answered = functionPaths(settings);
  const hidden = pages.find(({ url }) => answered.includes(url.replace(/(?<=.)\/$/, '')));
  if (hidden)
    throw new UserError(
      `${hidden.source ?? hidden.file}: its URL is ${hidden.url}, which the server answers by itself; give it another, or switch that off in the settings`,
    );
  const skills = settings.skills === undefined ? [] : readSkills(settings.skills);
  const site = createSite(pages, settings, redirects, skills, {
    // What the author tries in a preview was never published.
    history: preview ? undefined : previous.history,
    isKept: (path) => obstacleTo(path) !== undefined,
  });
  const drafts = preview ? pages.filter(isDraft) : [];
  const generated = [...generate(site), ...drafts.map((page) => twinArtifact(site, page))];
  const added = await ownDocuments(site, input.extensions ?? {});
  const documents = [...generated.filter(({ path }) => obstacleTo(path) === undefined), ...added];
  const files = new Set([...there, ...documents.map(({ path }) => path)]);
  const html = input.link?.((path) => files.has(fileOfUrl(path)));
  const forHosts =
    preview || settings.hosts.length === 0
      ? []
      : await input.hostFiles!(settings.hosts, folder, others, documents, otherCanonicals(pages, settings.url));
  const artifacts = [...documents, ...forHosts];
  if (!keepExisting) registerOutputs([...others, ...claimsOfOwn(added), ...claimsOf(without(artifacts, added), pages)]);
  return {
    site,
    pages,
    failures,
    others,
    artifacts,
    html,
    kept: generated.flatMap(({ path }) => (obstacleTo(path) === undefined ? [] : [path])),
    hidden: new Set(drafts.flatMap(({ file, twin }) => [file, fileOfUrl(twin)])),
  };
}

const without = (all: readonly Artifact[], some: readonly Artifact[]): Artifact[] => all.filter((one) => !some.includes(one));

/** URL paths that a server answers by itself, where the site announces it. */
const functionPaths = (settings: ResolvedSettings): string[] =>
  surfacesOf(settings).flatMap(({ kind, path }) => (kind === 'function' ? [path] : []));

/** Health, as a file for static hosts. */
const liveFiles: ReadonlySet<string> = new Set(
  surfaceList.filter(({ kind }) => kind === 'live').map(({ path }) => fileOfUrl(path)),
);
