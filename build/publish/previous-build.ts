import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inParallel } from '../contract/in-parallel.ts';
import type { Manifest, TwinHistory } from '../contract/manifest.ts';
import { isSidecar, sidecarSuffixes } from '../contract/sidecars.ts';
import { digestOfFolder, isFile, type PublishedFile, removeTree } from '../files.ts';
import { readManifest } from './manifest.ts';

/** The build that stands where the new one will: what did not change is linked from it instead of made again. */
export interface PreviousBuild {
  readonly folder: string;
  /** Whether anybody touched the folder since its build, where that is known: nothing in it is used again then. */
  isTouched(): boolean;
  /** A file of it whose content has this hash, if it was not touched since. */
  find(path: string, hash: string): PublishedFile | undefined;
  /** The sidecars of a file of it; undefined where the file's content is another. */
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

/**
 * Reads the manifest of a folder; a folder without one has nothing to give.
 *
 * @param digest {@link digestOfFolder} as its build left it, where that is known
 */
export function readPreviousBuild(folder: string, digest?: string): PreviousBuild {
  const manifest = readManifest(folder);
  const files = new Map(Object.entries(manifest?.files ?? {}));
  let touched: boolean | undefined;
  const isTouched = (): boolean => {
    touched ??= digest !== undefined && digest !== digestOfFolder(folder);
    return touched;
  };

  function whole(path: string): PublishedFile | undefined {
    const entry = files.get(path);
    const from = join(folder, path);
    const isThere = digest === undefined ? statSync(from, { throwIfNoEntry: false })?.size === entry?.size : !isTouched();
    return entry && isThere ? { path, from, ...entry } : undefined;
  }

  // A build without compression says nothing of what has none.
  const hasSidecars = [...files.keys()].some(isSidecar);
  const pluginFiles = new Set(manifest?.pluginFiles);
  return {
    folder,
    isTouched,
    holdsPluginFile: (path) => (pluginFiles.has(path) || !files.has(path)) && isFile(join(folder, path)),
    artifacts: manifest?.artifacts ?? [],
    own: [...files.keys()].filter((path) => !pluginFiles.has(path)),
    history: manifest && historyOf(manifest),
    find: (path, hash) => (files.get(path)?.hash === hash ? whole(path) : undefined),
    sidecarsOf: (path, hash) =>
      hasSidecars && files.get(path)?.hash === hash && !isTouched()
        ? Object.values(sidecarSuffixes).flatMap((suffix) => whole(path + suffix) ?? [])
        : undefined,
  };
}

/** The Markdown of ours but the parts: twins, and some documents. */
const historyOf = ({ files, changes = [] }: Manifest): TwinHistory => ({
  twins: new Map(
    Object.entries(files).flatMap(([path, { hash, tokens, part }]) =>
      tokens !== undefined && !part ? [[path, hash] as const] : [],
    ),
  ),
  changes,
});
