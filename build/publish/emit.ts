import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { runChecks } from '../checks/index.ts';
import { counted } from '../contract/counted.ts';
import { manifestFile } from '../contract/manifest.ts';
import { fileOfUrl, twinFileOf } from '../contract/permalinks.ts';
import { isSidecar } from '../contract/sidecars.ts';
import { surfaceList } from '../contract/surfaces.ts';
import { UserError } from '../contract/user-error.ts';
import { placeFiles, publishedFile, readIfThere, removeTree } from '../files.ts';
import { generate } from '../generators/index.ts';
import { markdownTokensOf } from '../generators/tokens.ts';
import { twinArtifact } from '../generators/twin.ts';
import { type Html, isDraft, type Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import { settlePages } from '../page/settle-pages.ts';
import { createSite } from '../page/site.ts';
import type { ResolvedSettings } from '../settings.ts';
import { manifestOf } from './manifest.ts';
import { claimsOf, type Output, registerOutputs } from './outputs.ts';
import { findPluginFiles } from './plugin-files.ts';
import { type PreviousBuild, readPreviousBuild } from './previous-build.ts';
import { type Compressor, createCompressor } from './sidecars.ts';
import { type Summary, summarize } from './summary.ts';
import { createObstacles } from './twin-places.ts';

export interface EmitInput {
  /** The output folder; it holds the pages already. */
  readonly folder: string;
  readonly pages: readonly (Page | PageFailure)[];
  readonly settings: ResolvedSettings;
  /** What is in the folder, and what it comes from. */
  readonly outputs: readonly Output[];
  readonly redirects: ReadonlyMap<string, string>;
  readonly report?: ((findings: readonly Finding[]) => void) | undefined;
  /** Keep files that are there already in place of artifacts of ours: the site of another generator. */
  readonly keepExisting?: boolean;
  /** HTML of the pages by file, where it is at hand; else it is read. */
  readonly html?: ReadonlyMap<string, Html>;
  /** What stands in the folder, or in its place, from before. */
  readonly previous?: PreviousBuild;
  /** Where it has begun with some of the files. */
  readonly compressor?: Compressor;
  /** A preview: nothing is compressed, drafts have twins, and what the checks find does not stop it. */
  readonly preview?: {
    /** Folder that builds publish to: plugins may write there. */
    readonly published: string;
  };
}

/**
 * Generates every artifact of the pages, checks all that is about to be published, and writes it.
 *
 * @throws {UserError} where an output would overwrite another, or a check finds an error; nothing is written then
 */
export async function emit(input: EmitInput): Promise<Summary> {
  const { folder, pages: read, outputs, redirects, report, html, keepExisting = false, preview } = input;
  const settings = preview ? { ...input.settings, compress: false } : input.settings;
  const { previous = readPreviousBuild(folder) } = input;
  const { compressor = createCompressor(previous) } = input;
  const clock = createStopwatch();
  const pages = settlePages(read.filter((page): page is Page => !('failure' in page)));
  const failures = read.filter((page) => 'failure' in page);
  const [failed] = failures;
  if (failed && pages.length === 0)
    throw new UserError(`${failed.source ?? failed.file}: ${failed.failure}; no page could be read`);
  const site = createSite(pages, settings, redirects);
  const drafts = preview ? pages.filter(isDraft) : [];
  const generated = [...generate(site), ...drafts.map((page) => twinArtifact(site, page))];
  clock.lap('generate');

  // A folder that is given its twins again holds those of last time; what an author puts there is the author's.
  const own = new Set([manifestFile, ...previous.artifacts]);
  const plugins = preview
    ? { previous: readPreviousBuild(preview.published), isFresh: previous.own.length === 0, own: new Set(previous.own) }
    : { previous, isFresh: previous.folder !== folder };
  const others = keepExisting
    ? outputs.filter(({ path }) => !own.has(path) && !isSidecar(path))
    : [...outputs, ...(await findPluginFiles({ folder, outputs, pages, siteUrl: settings.url, ...plugins }))];
  const there = others.map(({ path }) => path);
  const taken = createObstacles(there);
  // In a site that others built, what is there stays, and is theirs to name. What the proxy answers by itself is in nobody's way.
  const obstacleTo = (path: string): string | undefined =>
    keepExisting ? taken(path) : liveFiles.has(path) ? (taken(path) ?? there.find((file) => file === `${path}.html`)) : undefined;
  const artifacts = generated.filter(({ path }) => obstacleTo(path) === undefined);
  if (!keepExisting) registerOutputs([...others, ...claimsOf(artifacts, pages, settings.compress ? others : [])]);
  const paths = new Set([...others, ...artifacts].map(({ path }) => path));
  const hidden = new Set(drafts.flatMap(({ file, url }) => [file, twinFileOf(url)]));
  const findings = runChecks({
    site: preview ? { ...site, settings: { ...settings, checks: { ...settings.checks, 'localhost-url': 'off' } } } : site,
    pages: pages.filter(({ file }) => !hidden.has(file)),
    failures,
    artifacts: artifacts.filter(({ path }) => !hidden.has(path)),
    files: new Set([...paths].filter((path) => !hidden.has(path))),
    sourceText,
  });
  report?.(findings);
  if (!preview && findings.some(({ severity }) => severity === 'error')) throw new ChecksFailed(findings);
  clock.lap('check');

  const copied = others.map(({ path }) => {
    const text = html?.get(path);
    return text ? publishedFile(path, text.html, text.hash) : publishedFile(path, readFileSync(join(folder, path)));
  });
  const made = artifacts.map((artifact) => {
    const file = publishedFile(artifact.path, artifact.body);
    const tokens = markdownTokensOf(artifact);
    return { ...file, ...(tokens !== undefined && { tokens }), ...(artifact.part && { part: artifact.part }) };
  });
  const sidecars = settings.compress
    ? (
        await Promise.all(
          [...copied, ...made.filter(({ part }) => !part)].map(({ path, body, hash }) =>
            compressor.sidecarsOf(path, body!, hash),
          ),
        )
      ).flat()
    : [];
  clock.lap('compress');
  const present = new Set([...paths, ...sidecars.map(({ path }) => path)]);
  // Eleventy removes nothing; in a preview a page that is gone must not look like the work of a plugin.
  for (const path of preview ? previous.own : previous.artifacts) if (!present.has(path)) await removeTree(join(folder, path));
  const kept = made.map((file) => previous.find(file.path, file.hash) ?? file);
  const pluginFiles = others.flatMap(({ path, plugin }) => (plugin ? [path] : []));
  const manifest = manifestOf(
    [...copied, ...made, ...sidecars],
    [...made, ...sidecars, ...copied.filter(({ path }) => hidden.has(path))],
    pluginFiles,
  );
  await placeFiles(folder, [...kept, ...sidecars, manifest]);
  clock.lap('write');
  const sizes = new Map([...copied, ...made].map(({ path, size }) => [path, size]));
  const bytesOf = (files: Iterable<string>): number => [...files].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  return {
    ...summarize(site, pages, artifacts),
    bytes: bytesOf(sizes.keys()),
    htmlBytes: bytesOf(site.pages.map(({ file }) => file)),
    twinBytes: bytesOf(site.pages.map(({ url }) => twinFileOf(url))),
    kept: generated.flatMap(({ path }) => (obstacleTo(path) === undefined ? [] : [path])),
    findings,
    times: clock.laps,
  };
}

/** Health, as a file for static hosts. */
const liveFiles: ReadonlySet<string> = new Set(
  surfaceList.filter(({ kind }) => kind === 'live').map(({ path }) => fileOfUrl(path)),
);

/** The build ends here: the checks found errors. */
export class ChecksFailed extends UserError {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    super([`${counted(errors, 'error')} found by the checks; nothing was published`]);
    this.findings = findings;
  }
}

/** The text of a template; undefined if it cannot be read. */
export const sourceText = readIfThere;

/** Milliseconds between laps, by name. */
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
