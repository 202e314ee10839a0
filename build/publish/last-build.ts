import { join } from 'node:path';
import { manifestFile } from '../contract/manifest.ts';
import { jsonOf } from '../contract/site-facts.ts';
import { hashOfFile, listFiles, placeFile, readIfThere, readManifest, writeWhole } from '../files.ts';
import type { PreviousBuild } from './previous-build.ts';
import type { Summary } from './summary.ts';

/** What a build was made from and what it said, for the next one: the same input makes the same site. */
interface LastBuild {
  /** Hash of all inputs but the pages and the copied files. */
  readonly inputs: string;
  /** Hash of its manifest, which lists the pages and the copied files. */
  readonly manifest: string;
  /** Files in the folder that the manifest does not list: pages may refer to them. */
  readonly foreign: readonly string[];
  readonly summary: Summary;
}

export interface BuildMemory {
  /** File of the {@link LastBuild}. */
  readonly file: string;
  readonly inputs: string;
  /** The output folder, which contains the pages and the copied files. */
  readonly folder: string;
  readonly previous: PreviousBuild;
}

/**
 * Completes a build whose pages, copied files and other inputs are the same as in the build that it replaces: the documents of that
 * build stay, and nothing is read, generated, checked or compressed.
 *
 * @param outputs paths of the pages and the copied files
 * @param htmlOf the text of a page that Eleventy wrote as it is published
 * @returns what the last build said; undefined if anything differs
 */
export function keepLastBuild(
  { file, inputs, folder, previous }: BuildMemory,
  outputs: readonly string[],
  htmlOf: (path: string) => string | undefined,
): Summary | undefined {
  const last: Partial<LastBuild> = jsonOf(readIfThere(file));
  if (last.inputs !== inputs || last.manifest !== hashOfFile(join(previous.folder, manifestFile))) return undefined;
  const { files, made, pluginFiles } = previous;
  const generated = new Set(made);
  const own = new Set([...outputs, ...pluginFiles]);
  const listed = [...files.keys()].filter((path) => !generated.has(path));
  const isInPlace = previous.folder === folder;
  const isSame = (path: string): boolean => {
    const { hash } = files.get(path)!;
    const html = htmlOf(path);
    if (html !== undefined && readIfThere(join(folder, path)) === html) return true;
    return hashOfFile(join(folder, path)) === hash && (isInPlace || hashOfFile(join(previous.folder, path)) === hash);
  };
  if (listed.length !== own.size || !listed.every((path) => own.has(path) && isSame(path))) return undefined;
  if (!isInPlace && listFiles(folder).some((path) => !own.has(path))) return undefined;
  if (foreignIn(previous).join('/') !== last.foreign?.join('/')) return undefined;
  const kept = made.flatMap((path) => previous.find(path, files.get(path)!.hash) ?? []);
  if (kept.length !== made.length) return undefined;
  if (isInPlace) for (const artifact of kept) placeFile(folder, artifact);
  return { ...last.summary!, isUnchanged: true };
}

/** Remembers a build that was written, for {@link keepLastBuild}. Without a writable file, the next build makes everything anew. */
export async function rememberBuild({ file, inputs, folder, previous }: BuildMemory, summary: Summary): Promise<void> {
  const now = readManifest(folder).files ?? {};
  const last: LastBuild = {
    inputs,
    manifest: hashOfFile(join(folder, manifestFile))!,
    foreign: foreignIn(previous).filter((path) => !(path in now)),
    summary,
  };
  await writeWhole(file, JSON.stringify(last)).catch(() => {});
}

/** Files in the folder of a build that its manifest does not list. */
const foreignIn = ({ folder, files }: PreviousBuild): string[] =>
  listFiles(folder).filter((path) => path !== manifestFile && !files.has(path));
