import { join } from 'node:path';
import { manifestFile } from '../contract/manifest.ts';
import { inOrder } from '../contract/std/collections.ts';
import { fileIn, hashOf, hashOfFile, readIfThere, writeWhole } from '../files.ts';
import { codeDigest } from '../page/code-digest.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { Output } from './outputs.ts';
import type { PreviousBuild } from './previous-build.ts';
import type { Moved } from './redirect-map.ts';
import { readSkills } from './skills.ts';
import type { Summary } from './summary.ts';

/** What the published folder was made of and what its build reported, kept for the next build: the same makes the same. */
export interface BuildRecord {
  /** Digest of everything that it was made of but the content of copied files, whose hashes its manifest has. */
  readonly inputs: string;
  /** Hash of its manifest, which has those of all files. */
  readonly manifest: string;
  /** Hash of each page as it was rendered, by file. */
  readonly pages: Readonly<Record<string, string>>;
  readonly summary: Omit<Summary, 'times'>;
}

export interface BuildInputs {
  readonly settings: ResolvedSettings;
  /** Hash of each page as it was rendered, by file. */
  readonly pages: Readonly<Record<string, string>>;
  /** Hash of each template, by path: the checks read them. */
  readonly sources: ReadonlyMap<string, string>;
  readonly outputs: readonly Output[];
  readonly moved: readonly Moved[];
  /** Files in the folder that nobody announced: plugins wrote them. */
  readonly strays: readonly string[];
}

const recordIn = (cacheFolder: string): string => join(cacheFolder, 'build.json');

/** The record of the last build; undefined if there is none. */
export function readBuildRecord(cacheFolder: string): BuildRecord | undefined {
  try {
    return JSON.parse(readIfThere(recordIn(cacheFolder)) ?? '') as BuildRecord;
  } catch {
    return undefined;
  }
}

/** @param folder as it will be published */
export async function writeBuildRecord(
  cacheFolder: string,
  folder: string,
  record: Omit<BuildRecord, 'manifest'>,
): Promise<void> {
  try {
    const manifest = hashOfFile(join(folder, manifestFile))!;
    await writeWhole(recordIn(cacheFolder), JSON.stringify({ ...record, manifest } satisfies BuildRecord));
  } catch {
    // The next build makes everything again.
  }
}

/** Digest of everything that the published folder is made of, but the content of copied files. */
export function digestOfInputs({ settings, pages, sources, outputs, moved, strays }: BuildInputs): string {
  const code = codeDigest('building');
  const skills = settings.skills === undefined ? [] : readSkills(settings.skills);
  const lists = [sortedRows(Object.entries(pages)), sortedRows([...sources]), outputs, moved, strays, skills];
  return hashOf(JSON.stringify([code, settings, ...lists], inOrder));
}

const sortedRows = (rows: readonly (readonly [string, string])[]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Whether a build of these inputs would publish what is published: nothing that it is made of changed, and nobody touched
 * the published folder since.
 *
 * @param folder where the build rendered its pages and copied its files
 */
export async function isPublishedAlready(
  record: BuildRecord,
  inputs: string,
  { pages, outputs, strays }: Pick<BuildInputs, 'pages' | 'outputs' | 'strays'>,
  folder: string,
  previous: PreviousBuild,
): Promise<boolean> {
  if (record.inputs !== inputs || !previous.isWhole(record.manifest)) return false;
  const copied = [...outputs.map(({ path }) => path), ...strays].filter((path) => !Object.hasOwn(pages, path));
  for (const path of copied) if (!previous.find(path, (await fileIn(folder, path)).hash)) return false;
  return true;
}
