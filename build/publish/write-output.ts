import { join } from 'node:path';
import type { JudgingSettings, Parity } from '../contract/manifest.ts';
import { fileOfUrl } from '../contract/permalinks.ts';
import { inParallel } from '../contract/std/collections.ts';
import { fileIn, type PublishedFile, placeFile, publishedFile, readIfThere, removeTree } from '../files.ts';
import { markdownTokensOf } from '../generators/tokens.ts';
import type { ResolvedSettings } from '../settings.ts';
import { manifestOf, otherCanonicals } from './manifest.ts';
import { missingTwins } from './missing-twins.ts';
import type { Plan } from './plan-output.ts';
import type { PreviousBuild } from './previous-build.ts';
import { sidecarsOf } from './sidecars.ts';

export interface WriteInput {
  readonly folder: string;
  readonly previous: PreviousBuild;
  readonly compress: boolean;
  /** Files of the previous build to remove if they are not part of this one. */
  readonly removable: readonly string[];
  /** Called for each file in place with its sidecars. */
  readonly placed?: ((done: number, all: number) => void) | undefined;
  readonly compressed: () => void;
}

/** Files held in memory at the same time. */
const atOnce = 8;

/** Writes artifacts, sidecars and the manifest, and removes old files. Returns the size of each file except sidecars, in bytes. */
export async function writeOutput(
  { site, pages, failures, existing, artifacts, html, hidden }: Plan,
  input: WriteInput,
): Promise<ReadonlyMap<string, number>> {
  const { folder, previous, compress, removable, placed, compressed } = input;
  const sidecars: PublishedFile[] = [];
  const all = existing.length + artifacts.length;
  let done = 0;

  /** Places a file and its sidecars, and releases their memory. */
  async function place(file: PublishedFile): Promise<PublishedFile> {
    const there = placeFile(folder, file);
    // Parts are many and small, and repeat their twin: compressed by the server, if at all.
    if (compress && !file.part)
      for (const sidecar of await sidecarsOf({ ...there, ...file }, previous, folder)) sidecars.push(placeFile(folder, sidecar));
    placed?.(++done, all);
    return there;
  }

  const copied = await inParallel(existing, atOnce, async ({ path }) => {
    const text = html?.get(path);
    const from = join(folder, path);
    const file = text && publishedFile(path, text.html, text.hash);
    // Plugins may have changed pages since.
    return place(file && [undefined, text.html].includes(readIfThere(from)) ? { ...file, from } : await fileIn(folder, path));
  });
  const lacking = new Map(
    site.published.flatMap(({ twin, parity }) => (parity && parity.ratio < 1 ? [[fileOfUrl(twin), parityFacts(parity)]] : [])),
  );
  const made = await inParallel(artifacts, atOnce, async (artifact) => {
    const there = artifact.hash === undefined ? undefined : previous.find(artifact.path, artifact.hash);
    const file = there ?? publishedFile(artifact.path, artifact.body, artifact.hash);
    const tokens = markdownTokensOf(artifact);
    const facts = { ...(tokens !== undefined && { tokens }), ...(artifact.part && { part: artifact.part }) };
    return { ...(await place({ ...file, ...(there ?? previous.find(file.path, file.hash)), ...facts })), ...facts };
  });
  compressed();
  const files = [...copied, ...made];
  const present = new Set([...files, ...sidecars].map(({ path }) => path));
  for (const path of removable) if (!present.has(path)) await removeTree(join(folder, path));
  const manifest = manifestOf(
    [...files, ...sidecars],
    [...made, ...sidecars, ...copied.filter(({ path }) => hidden.has(path))],
    existing.flatMap(({ path, plugin }) => (plugin ? [path] : [])),
    otherCanonicals(pages, site.settings.url),
    judgingSettings(site.settings),
    lacking,
    site.settings.adopted ? failures.map(({ file, failure, lost }) => ({ file, failure, ...(lost && { lost }) })) : [],
    missingTwins(pages, failures, site.settings.htmlUrls),
  );
  placeFile(folder, manifest);
  return new Map(files.map(({ path, size }) => [path, size]));
}

/** Judging settings. The severities of an adopted site are defaults of `diptych twin`, not the owner's. */
const judgingSettings = ({ exclude, checks, adopted, content }: ResolvedSettings): JudgingSettings => ({
  ...(exclude.length > 0 && { exclude }),
  ...(!adopted && Object.keys(checks).length > 0 && { checks }),
  ...(adopted && { adopted: content === undefined ? {} : { content } }),
});

/** Parity for the manifest: as much text as a message shows. */
const parityFacts = ({ lost, ...parity }: Parity): Parity => ({
  ...parity,
  ...(lost && { lost: { ...lost, first: lost.first.slice(0, 120), ...(lost.within && { within: lost.within.slice(0, 120) }) } }),
});
