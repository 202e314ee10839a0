import { join } from 'node:path';
import type { FileFacts } from '../contract/manifest.ts';
import { isSidecar, sidecarSuffixes } from '../contract/published-files.ts';
import { hashOf, hashOfFile, isFile, moveFiles, type PublishedFile, readIfThere, readManifest, removeTree } from '../files.ts';
import type { Html } from '../page/page.ts';
import { outputPlaceOf } from './swap.ts';

/**
 * The build that the new one replaces; unchanged files are linked from it, or moved from where they were set aside. Files are
 * compared by content, because size and time may agree by chance.
 */
export interface PreviousBuild {
  readonly folder: string;
  /** Its file at a path, if the content has this hash. */
  find(path: string, hash: string): PublishedFile | undefined;
  /** The sidecars of a file; undefined if the content of the file or of a sidecar has changed. */
  sidecarsOf(path: string, hash: string): PublishedFile[] | undefined;
  /** The text of a page in the folder; undefined if its content has changed since. */
  textOf(path: string): Html | undefined;
  /** Whether a file was written by something else than our builds. */
  holdsPluginFile(path: string): boolean;
  /** Generated files in the folder. */
  readonly artifacts: readonly string[];
  /** All generated files, also those that were set aside. */
  readonly made: readonly string[];
  /** All files by path, as its manifest lists them. */
  readonly files: ReadonlyMap<string, FileFacts>;
  readonly pluginFiles: ReadonlySet<string>;
  /** All files, without the files of plugins: from templates, copied, or generated. */
  readonly written: readonly string[];
}

/**
 * Moves the generated files of a build out of its folder, which is about to be overwritten, so that even after a failure no twin or
 * document lies beside the page of another build. Unchanged ones are moved back from there.
 *
 * @returns the build without its generated files, and the folder beside it to remove when the new build is complete
 */
export async function setAside(build: PreviousBuild): Promise<{ readonly previous: PreviousBuild; readonly aside: string }> {
  const { previous: aside } = outputPlaceOf(build.folder);
  await removeTree(aside);
  moveFiles(build.artifacts, build.folder, aside);
  return { previous: { ...build, ...filesIn(aside, build.files, true), artifacts: [] }, aside };
}

/** Reads the manifest of a folder; without one, the previous build is empty. */
export function readPreviousBuild(folder: string): PreviousBuild {
  const manifest = readManifest(folder);
  const files = new Map(Object.entries(manifest.files ?? {}));
  const pluginFiles = new Set(manifest.pluginFiles);
  const artifacts = manifest.artifacts ?? [];
  return {
    folder,
    files,
    pluginFiles,
    artifacts,
    made: artifacts,
    holdsPluginFile: (path) => (pluginFiles.has(path) || !files.has(path)) && isFile(join(folder, path)),
    written: [...files.keys()].filter((path) => !pluginFiles.has(path)),
    textOf(path) {
      const hash = files.get(path)?.hash;
      const html = hash && readIfThere(join(folder, path));
      return html && hashOf(html) === hash ? { html, hash } : undefined;
    },
    ...filesIn(folder, files),
  };
}

/**
 * The listed files that lie in a folder.
 *
 * @param isAside whether they lie there only to be moved back
 */
function filesIn(
  folder: string,
  files: ReadonlyMap<string, FileFacts>,
  isAside = false,
): Pick<PreviousBuild, 'find' | 'sidecarsOf'> {
  const hashes = new Map<string, string | undefined>();

  function hashIn(path: string): string | undefined {
    if (!hashes.has(path)) hashes.set(path, hashOfFile(join(folder, path)));
    return hashes.get(path);
  }

  function whole(path: string): PublishedFile | undefined {
    const entry = files.get(path);
    if (!entry || hashIn(path) !== entry.hash) return undefined;
    return { path, from: join(folder, path), ...entry, ...(isAside && { isSpare: true }) };
  }

  // Without sidecars it is unknown whether a file has none because it does not compress.
  const hasSidecars = [...files.keys()].some(isSidecar);
  return {
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
