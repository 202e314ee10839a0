import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../checks/finding.ts';
import { runChecks } from '../checks/index.ts';
import { twinFileOf } from '../contract/permalinks.ts';
import { AuthorError } from '../contract/user-error.ts';
import { placeFiles, publishedFile, removeTree } from '../files.ts';
import { generate } from '../generators/index.ts';
import type { Html, Page } from '../page/page.ts';
import type { PageFailure } from '../page/reader.ts';
import { settlePages } from '../page/settle-pages.ts';
import { createSite } from '../page/site.ts';
import type { ResolvedSettings } from '../settings.ts';
import { manifestFile, manifestOf } from './manifest.ts';
import { claimsOf, type Output, registerOutputs } from './outputs.ts';
import { asideOf } from './plugin-files.ts';
import { type PreviousBuild, readPreviousBuild } from './previous-build.ts';
import { type Compressor, createCompressor, isSidecar } from './sidecars.ts';
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
}

/**
 * Generates every artifact of the pages, checks all that is about to be published, and writes it.
 *
 * @throws {AuthorError} where an output would overwrite another, or a check finds an error; nothing is written then
 */
export async function emit(input: EmitInput): Promise<Summary> {
  const { folder, pages: read, settings, outputs, redirects, report, html, keepExisting = false } = input;
  const { previous = readPreviousBuild(folder) } = input;
  const { compressor = createCompressor(previous) } = input;
  const clock = createStopwatch();
  const pages = settlePages(read.filter((page): page is Page => !('failure' in page)));
  const failures = read.filter((page) => 'failure' in page);
  const [failed] = failures;
  if (failed && pages.length === 0)
    throw new AuthorError([`${failed.source ?? failed.file}: ${failed.failure}; no page could be read`]);
  const site = createSite(pages, settings, redirects);
  const generated = generate(site);
  clock.lap('generate');

  // A folder that is given its twins again holds those of last time; what an author puts there is the author's.
  const own = new Set([manifestFile, ...previous.artifacts]);
  const isFresh = previous.folder !== folder;
  const others = keepExisting
    ? outputs.filter(({ path }) => !own.has(path) && !isSidecar(path))
    : [...outputs, ...(await asideOf({ folder, outputs, pages, siteUrl: settings.url, previous, isFresh }))];
  // In a site that others built, what is there stays, and is theirs to name.
  const obstacleTo = createObstacles(keepExisting ? others.map(({ path }) => path) : []);
  const artifacts = generated.filter(({ path }) => obstacleTo(path) === undefined);
  if (!keepExisting) registerOutputs([...others, ...claimsOf(artifacts, pages, settings.compress ? others : [])]);
  const paths = new Set([...others, ...artifacts].map(({ path }) => path));
  const findings = runChecks({ site, pages, failures, artifacts, files: paths, sourceText });
  report?.(findings);
  if (findings.some(({ severity }) => severity === 'error')) throw new ChecksFailed(findings);
  clock.lap('check');

  const copied = others.map(({ path }) => {
    const text = html?.get(path);
    return text ? publishedFile(path, text.html, text.hash) : publishedFile(path, readFileSync(join(folder, path)));
  });
  const made = artifacts.map(({ path, body }) => publishedFile(path, body));
  const sidecars = settings.compress
    ? (await Promise.all([...copied, ...made].map(({ path, body, hash }) => compressor.sidecarsOf(path, body!, hash)))).flat()
    : [];
  clock.lap('compress');
  const present = new Set([...paths, ...sidecars.map(({ path }) => path)]);
  for (const path of previous.artifacts) if (!present.has(path)) await removeTree(join(folder, path));
  const kept = made.map((file) => previous.find(file.path, file.hash) ?? file);
  const aside = others.flatMap(({ path, aside }) => (aside ? [path] : []));
  const manifest = manifestOf([...copied, ...made, ...sidecars], [...made, ...sidecars], aside);
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

/** The build ends here: the checks found errors. */
export class ChecksFailed extends AuthorError {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    super([`${errors} error${errors === 1 ? '' : 's'} found by the checks; nothing was published`]);
    this.findings = findings;
  }
}

/** The text of a template; undefined where it cannot be had. */
export function sourceText(source: string): string | undefined {
  try {
    return readFileSync(source, 'utf8');
  } catch {
    return undefined;
  }
}

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
