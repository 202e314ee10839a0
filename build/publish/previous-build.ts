import { join } from 'node:path';
import { type Manifest, manifestFile, type TwinHistory } from '../contract/manifest.ts';
import { isSidecar, sidecarSuffixes } from '../contract/published-files.ts';
import { inParallel } from '../contract/std/collections.ts';
import { hashOfFile, isFile, listFiles, type PublishedFile, readManifest, removeTree } from '../files.ts';

/**
 * The build that the new one replaces; unchanged files are linked from it. Files are compared by content, because size and time
 * may agree by chance.
 */
export interface PreviousBuild {
  readonly folder: string;
  /** Whether it has exactly the files of its manifest, unchanged, and the manifest has this hash. */
  isWhole(manifestHash: string): boolean;
  /** Its file at a path, if the content has this hash. */
  find(path: string, hash: string): PublishedFile | undefined;
  /** The sidecars of a file; undefined if the content of the file or of a sidecar has changed. */
  sidecarsOf(path: string, hash: string): PublishedFile[] | undefined;
  /** Whether a file was written by something else than our builds. */
  holdsPluginFile(path: string): boolean;
  readonly artifacts: readonly string[];
  /** All files but those of plugins: from templates, copied, or generated. */
  readonly written: readonly string[];
  /** Its twins; undefined without manifest. */
  readonly history: TwinHistory | undefined;
}

/**
 * Removes the generated files of a build that is about to be overwritten, so that even after a failure no twin or document is
 * beside the page of another build.
 */
export async function removeArtifacts(previous: PreviousBuild): Promise<PreviousBuild> {
  await inParallel(previous.artifacts, 16, (path) => removeTree(join(previous.folder, path)));
  return { ...previous, artifacts: [], find: () => undefined, sidecarsOf: () => undefined };
}

/** Reads the manifest of a folder; without one, the previous build is empty. */
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

  // Without sidecars it is unknown whether a file has none because it does not compress.
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
    written: [...files.keys()].filter((path) => !pluginFiles.has(path)),
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

/** The generated Markdown except parts: twins, and some documents. */
const historyOf = (files: Manifest['files'], changes: Manifest['changes'] = []): TwinHistory => ({
  twins: new Map(
    Object.entries(files).flatMap(([path, { hash, tokens, part }]) =>
      tokens !== undefined && !part ? [[path, hash] as const] : [],
    ),
  ),
  changes,
});
