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

/** What a published folder was made of, and what its build reported. */
interface Entry {
  /** Digest of everything that it was made of but the content of copied files, whose hashes its manifest has. */
  readonly inputs: string;
  /** Hash of its manifest, which has those of all files. */
  readonly manifest: string;
  /** Hash of each page as it was rendered, by file. */
  readonly pages: Readonly<Record<string, string>>;
  readonly summary: Omit<Summary, 'times'>;
}

/** What a build makes its files of. */
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
  /** Days of the sources, by path. */
  readonly dates: ReadonlyMap<string, string>;
}

/** What was made of what, kept between builds: the same makes the same. */
export interface BuildRecord {
  /** Whether the last build rendered an HTML file to content of this hash, too. */
  rendered(file: string, hash: string): boolean;
  /**
   * What the last build reported, if this one would publish what is published: nothing that it is made of changed, and nobody
   * touched the published folder since.
   *
   * @param folder where the build rendered its pages and copied its files
   */
  find(inputs: BuildInputs, folder: string, previous: PreviousBuild): Promise<Entry['summary'] | undefined>;
  /** @param folder as it will be published */
  keep(inputs: BuildInputs, folder: string, summary: Summary): Promise<void>;
}

/** The record of builds in a cache folder. */
export function createBuildRecord(cacheFolder: string): BuildRecord {
  const path = join(cacheFolder, 'build.json');
  const last: Partial<Entry> = jsonOf(readIfThere(path));
  return {
    rendered: (file, hash) => last.pages?.[file] === hash,
    async find(inputs, folder, previous) {
      if (last.inputs !== digestOf(inputs) || !last.manifest || !previous.isWhole(last.manifest)) return undefined;
      const copied = [...inputs.outputs.map((output) => output.path), ...inputs.strays].filter(
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
        // The next build makes everything again.
      }
    },
  };
}

const digestOf = memoizeByObject(({ settings, pages, sources, outputs, moved, strays, dates }: BuildInputs): string => {
  const code = codeDigest('building');
  const skills = settings.skills === undefined ? [] : readSkills(settings.skills);
  const days = sortedRows([...sources.keys()].map((path) => [path, dates.get(path) ?? '']));
  const lists = [sortedRows(Object.entries(pages)), sortedRows([...sources]), days, outputs, moved, strays, skills];
  return hashOf(JSON.stringify([code, settings, ...lists], inOrder));
});

const sortedRows = (rows: readonly (readonly [string, string])[]) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
