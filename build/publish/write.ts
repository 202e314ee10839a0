import { join } from 'node:path';
import { inParallel } from '../contract/std/collections.ts';
import { fileIn, type PublishedFile, placeFile, publishedFile, removeTree } from '../files.ts';
import { markdownTokensOf } from '../generators/tokens.ts';
import type { Html } from '../page/page.ts';
import { manifestOf } from './manifest.ts';
import type { Plan } from './plan.ts';
import type { PreviousBuild } from './previous-build.ts';
import { sidecarsOf } from './sidecars.ts';

export interface WriteInput {
  readonly folder: string;
  readonly previous: PreviousBuild;
  /** The text of the pages by file, if available; else it is read. */
  readonly html: ReadonlyMap<string, Html> | undefined;
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
export async function writeSite(plan: Plan, input: WriteInput): Promise<ReadonlyMap<string, number>> {
  const { existing, artifacts, draftFiles } = plan;
  const { folder, previous, html, compress, removable, placed, compressed } = input;
  const sidecars: PublishedFile[] = [];
  const all = existing.length + artifacts.length;
  let done = 0;

  /** Places a file and its sidecars, and releases their memory. */
  async function place(file: PublishedFile): Promise<PublishedFile> {
    const there = placeFile(folder, file);
    // Parts are many and small, and repeat their twin: compressed by the server, if at all.
    if (compress && !file.part)
      for (const sidecar of await sidecarsOf({ ...there, ...file, from: there.from! }, previous))
        sidecars.push(placeFile(folder, sidecar));
    placed?.(++done, all);
    return there;
  }

  const copied = await inParallel(existing, atOnce, async ({ path }) => {
    const text = html?.get(path);
    return place(text ? { ...publishedFile(path, text.html, text.hash), from: join(folder, path) } : await fileIn(folder, path));
  });
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
  placeFile(
    folder,
    manifestOf(plan, {
      files: [...files, ...sidecars],
      artifacts: [...made, ...sidecars, ...copied.filter(({ path }) => draftFiles.has(path))],
    }),
  );
  return new Map(files.map(({ path, size }) => [path, size]));
}
