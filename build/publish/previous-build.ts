import { join } from 'node:path';
import { type Manifest, manifestFile, type TwinHistory } from '../contract/manifest.ts';
import { isSidecar, sidecarSuffixes } from '../contract/published-files.ts';
import { inParallel } from '../contract/std/collections.ts';
import { hashOfFile, isFile, listFiles, type PublishedFile, readManifest, removeTree } from '../files.ts';

/**
 * The build that stands where the new one will: what did not change is linked from it instead of made again. What a file holds
 * is known by its bytes alone: its size and its time may be those of another content.
 */
export interface PreviousBuild {
  readonly folder: string;
  /** Whether it holds the files that its manifest lists, as they were, and no others; and the manifest has this hash. */
  isWhole(manifestHash: string): boolean;
  /** A file of it whose content has this hash. */
  find(path: string, hash: string): PublishedFile | undefined;
  /** The sidecars of a file of it; undefined where the file's content is another, or one of them is not as it was. */
  sidecarsOf(path: string, hash: string): PublishedFile[] | undefined;
  /** Whether the folder holds a file that something else than our builds put there. */
  holdsPluginFile(path: string): boolean;
  /** Files that Diptych made. */
  readonly artifacts: readonly string[];
  /** Files that templates, copies of the author's files, and Diptych made: everything but what plugins wrote. */
  readonly own: readonly string[];
  /** Its twins; undefined if it has no manifest. */
  readonly history: TwinHistory | undefined;
}

/**
 * Removes what Diptych made of a build that is about to be overwritten: no twin or document stands beside a page of another
 * build, whatever ends the new one.
 */
export async function removeArtifacts(previous: PreviousBuild): Promise<PreviousBuild> {
  await inParallel(previous.artifacts, 16, (path) => removeTree(join(previous.folder, path)));
  return { ...previous, artifacts: [], find: () => undefined, sidecarsOf: () => undefined };
}

/** Reads the manifest of a folder; a folder without one has nothing to give. */
export function readPreviousBuild(folder: string): PreviousBuild {
  const manifest = readManifest(folder);
  const files = new Map(Object.entries(manifest.files ?? {}));
  const hashes = new Map<string, string | undefined>();

  function hashIn(path: string): string | undefined {
    if (!hashes.has(path)) hashes.set(path, hashOfFile(join(folder, path)));
    return hashes.get(path);
  }

  function whole(path: string): PublishedFile | undefined {
    const entry = files.get(path);
    return entry && hashIn(path) === entry.hash ? { path, from: join(folder, path), ...entry } : undefined;
  }

  // A build without compression says nothing of what has none.
  const hasSidecars = [...files.keys()].some(isSidecar);
  const pluginFiles = new Set(manifest.pluginFiles);
  return {
    folder,
    isWhole(manifestHash) {
      const found = listFiles(folder).filter((path) => path !== manifestFile);
      return hashIn(manifestFile) === manifestHash && found.length === files.size && found.every(whole);
    },
    holdsPluginFile: (path) => (pluginFiles.has(path) || !files.has(path)) && isFile(join(folder, path)),
    artifacts: manifest.artifacts ?? [],
    own: [...files.keys()].filter((path) => !pluginFiles.has(path)),
    history: manifest.files && historyOf(manifest.files, manifest.changes),
    find: (path, hash) => (files.get(path)?.hash === hash ? whole(path) : undefined),
    sidecarsOf(path, hash) {
      if (!hasSidecars || files.get(path)?.hash !== hash) return undefined;
      const sidecars = Object.values(sidecarSuffixes).flatMap((suffix) =>
        files.has(path + suffix) ? [whole(path + suffix)] : [],
      );
      return sidecars.every((sidecar) => sidecar !== undefined) ? sidecars : undefined;
    },
  };
}

/** The Markdown of ours but the parts: twins, and some documents. */
const historyOf = (files: Manifest['files'], changes: Manifest['changes'] = []): TwinHistory => ({
  twins: new Map(
    Object.entries(files).flatMap(([path, { hash, tokens, part }]) =>
      tokens !== undefined && !part ? [[path, hash] as const] : [],
    ),
  ),
  changes,
});
