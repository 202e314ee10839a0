import { join } from 'node:path';
import { manifestFile } from '../contract/manifest.ts';
import { jsonOf } from '../contract/site-facts.ts';
import { inOrder, memoizeByObject } from '../contract/std/collections.ts';
import { fileIn, hashOf, hashOfFile, readIfThere, writeWhole } from '../files.ts';
import { codeDigest } from '../page/code-digest.ts';
import type { ResolvedSettings } from '../settings.ts';
import type { Output } from './outputs.ts';
import type { PreviousBuild } from './previous-build.ts';
import type { Moved } from './redirect-map.ts';
import { readSkills } from './skills.ts';
import type { Summary } from './summary.ts';

/** Inputs of a published folder, and the report of its build. */
interface Entry {
  /** Digest of all inputs but the content of copied files, whose hashes are in the manifest. */
  readonly inputs: string;
  /** Hash of the manifest, which has the hashes of all files. */
  readonly manifest: string;
  /** Hash of each rendered page, by file. */
  readonly pages: Readonly<Record<string, string>>;
  readonly summary: Omit<Summary, 'times'>;
}

export interface BuildInputs {
  readonly settings: ResolvedSettings;
  /** Hash of each rendered page, by file. */
  readonly pages: Readonly<Record<string, string>>;
  /** Hash of each template, by path, because checks read them. */
  readonly sources: ReadonlyMap<string, string>;
  readonly outputs: readonly Output[];
  readonly moved: readonly Moved[];
  /** Files written by plugins. */
  readonly unclaimed: readonly string[];
  readonly dates: ReadonlyMap<string, string>;
}

/** Inputs and outputs of the last build, kept for the next: equal inputs give equal outputs. */
export interface BuildRecord {
  /** Whether the last build rendered an HTML file with the same hash. */
  rendered(file: string, hash: string): boolean;
  /**
   * The report of the last build, if this one would publish the same: no input changed, nor the published folder.
   *
   * @param folder where the build rendered its pages and copied its files
   */
  find(inputs: BuildInputs, folder: string, previous: PreviousBuild): Promise<Entry['summary'] | undefined>;
  /** @param folder to be published */
  keep(inputs: BuildInputs, folder: string, summary: Summary): Promise<void>;
}

export function createBuildRecord(cacheFolder: string): BuildRecord {
  const path = join(cacheFolder, 'build.json');
  const last: Partial<Entry> = jsonOf(readIfThere(path));
  return {
    rendered: (file, hash) => last.pages?.[file] === hash,
    async find(inputs, folder, previous) {
      if (last.inputs !== digestOf(inputs) || !last.manifest || !previous.isWhole(last.manifest)) return undefined;
      const copied = [...inputs.outputs.map((output) => output.path), ...inputs.unclaimed].filter(
        (file) => !Object.hasOwn(inputs.pages, file),
      );
      for (const file of copied) if (!previous.find(file, (await fileIn(folder, file)).hash)) return undefined;
      return last.summary;
    },
    async keep(inputs, folder, summary) {
      try {
        const manifest = hashOfFile(join(folder, manifestFile))!;
        const entry: Entry = { inputs: digestOf(inputs), manifest, pages: inputs.pages, summary };
        await writeWhole(path, JSON.stringify(entry));
      } catch {
        // Without a record the next build makes everything.
      }
    },
  };
}

const digestOf = memoizeByObject(({ settings, pages, sources, outputs, moved, unclaimed, dates }: BuildInputs): string => {
  const code = codeDigest('building');
  const skills = settings.skills === undefined ? [] : readSkills(settings.skills);
  const days = sortedRows([...sources.keys()].map((path) => [path, dates.get(path) ?? '']));
  const lists = [sortedRows(Object.entries(pages)), sortedRows([...sources]), days, outputs, moved, unclaimed, skills];
  return hashOf(JSON.stringify([code, settings, ...lists], inOrder));
});

const sortedRows = (rows: readonly (readonly [string, string])[]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
