import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeFiles, publishedFile, removeTree } from '../files.ts';
import { buildChanges } from '../generators/changes.ts';
import { markdownTokensOf } from '../generators/tokens.ts';
import { manifestOf } from './manifest.ts';
import type { Plan } from './plan-output.ts';
import type { PreviousBuild } from './previous-build.ts';
import type { Compressor } from './sidecars.ts';

export interface WriteInput {
  readonly folder: string;
  readonly previous: PreviousBuild;
  /** Makes the sidecars; unset: there are none. */
  readonly compressor: Compressor | undefined;
  /** What of the previous build goes if it is not part of this one. */
  readonly removable: readonly string[];
  /** Called when every sidecar is made. */
  readonly compressed: () => void;
}

/** Writes artifacts, sidecars and the manifest, and removes what is gone. Returns the size of each file but the sidecars, in bytes. */
export async function writeOutput(
  { site, others, artifacts, html, hidden }: Plan,
  input: WriteInput,
): Promise<ReadonlyMap<string, number>> {
  const { folder, previous, compressor, removable, compressed } = input;
  const copied = others.map(({ path }) => {
    const text = html?.get(path);
    return text ? publishedFile(path, text.html, text.hash) : publishedFile(path, readFileSync(join(folder, path)));
  });
  const made = artifacts.map((artifact) => {
    const file = publishedFile(artifact.path, artifact.body, artifact.hash);
    const tokens = markdownTokensOf(artifact);
    return { ...file, ...(tokens !== undefined && { tokens }), ...(artifact.part && { part: artifact.part }) };
  });
  const files = [...copied, ...made];
  // Parts are many and small, and repeat what their twin holds: who serves them compresses them, if at all.
  const sidecars = compressor
    ? (
        await Promise.all(
          files.filter((file) => !file.part).map(({ path, body, hash }) => compressor.sidecarsOf(path, body!, hash)),
        )
      ).flat()
    : [];
  compressed();
  const present = new Set([...files, ...sidecars].map(({ path }) => path));
  for (const path of removable) if (!present.has(path)) await removeTree(join(folder, path));
  const manifest = manifestOf(
    [...files, ...sidecars],
    [...made, ...sidecars, ...copied.filter(({ path }) => hidden.has(path))],
    others.flatMap(({ path, plugin }) => (plugin ? [path] : [])),
    buildChanges(site),
  );
  await placeFiles(folder, [...made.map((file) => previous.find(file.path, file.hash) ?? file), ...sidecars, manifest]);
  return new Map(files.map(({ path, size }) => [path, size]));
}
