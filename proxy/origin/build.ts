import { sidecarOwner, sidecarSuffixes } from '#contract/published-files';
import { checkRedirectsLength, parseRedirects, redirectLimits, redirectsFile } from '#contract/redirects';
import { readSiteFacts, type SiteOverrides } from '#contract/site-facts';
import { inParallel } from '#contract/std/collections';
import { createMemory, type FileReader, type FoundFile, StoredFile, wholeOf } from './file.ts';
import type { Inventory } from './manifest.ts';
import type { StoredContent } from './origin.ts';
import { createTable, type Table } from './table.ts';

/** One build as it is served: everything in it is of that build. */
export interface SiteBuild {
  readonly inventory: Inventory | undefined;
  readonly table: Table;
  /** By path in the folder. */
  readonly files: ReadonlyMap<string, StoredFile>;
}

/** What a source holds, unread. */
export interface FoundFiles {
  readonly found: ReadonlyMap<string, FoundFile>;
  readonly inventory: Inventory | undefined;
  readonly reader: FileReader;
  /** Why it is not whole, in one line. */
  readonly lacks?: string | undefined;
}

/**
 * A build from a listing of its files, of which only those with facts are read.
 *
 * @param memoryLimit most bytes in memory
 * @param overrides facts that replace the facts of the site
 * @param earlier unchanged files are the same objects as in this build
 * @throws {Error} (rejects) with one line, if it is broken or empty
 */
export async function createSiteBuild(
  { found, inventory, reader }: FoundFiles,
  memoryLimit: number,
  overrides: SiteOverrides,
  earlier: SiteBuild | undefined,
): Promise<SiteBuild> {
  const memory = createMemory(memoryLimit);
  const files = new Map<string, StoredFile>();
  for (const file of found.keys()) add(file);
  checkRedirectsLength(found.get(redirectsFile)?.size ?? 0);
  const facts = readSiteFacts(inventory?.site, overrides);
  const redirects = parseRedirects(await textOf(files.get(redirectsFile)));
  const { canonicals, missingTwins } = inventory ?? {};
  const table = createTable({ ...facts, canonicals, missingTwins }, files, contentOf, redirects);
  if (files.size === 0) throw new Error('it is empty');
  if (inventory !== undefined && table.pages === 0) throw new Error('it holds no page');
  return { inventory, table, files };

  /** A coding comes after the file that it belongs to. */
  function add(file: string): StoredFile {
    const added = files.get(file);
    if (added) return added;
    const owner = sidecarOwner(file);
    const uncoded = owner !== undefined && found.has(owner) ? add(owner) : undefined;
    const known = earlier?.files.get(file);
    const isSame = known?.isStill(found.get(file)!, uncoded) === true;
    if (isSame) known.moveTo(memory);
    const stored = isSame ? known : new StoredFile(file, found.get(file)!, reader, memory, uncoded);
    files.set(file, stored);
    return stored;
  }

  function contentOf(file: string): StoredContent {
    const [br, gzip] = [files.get(file + sidecarSuffixes.br), files.get(file + sidecarSuffixes.gzip)];
    return { identity: files.get(file)!, br, gzip, compressible: br !== undefined || gzip !== undefined };
  }
}

/** Whether exactly the files of a build were found. */
export const isSame = ({ files, inventory }: SiteBuild, site: FoundFiles): boolean =>
  files.size === site.found.size &&
  inventory?.build === site.inventory?.build &&
  [...site.found].every(([file, facts]) => files.get(file)?.isStill(facts));

/** The text of a small file; empty if it is not there, or cannot be read. */
async function textOf(file: StoredFile | undefined): Promise<string> {
  const bytes = file && (await wholeOf(file, redirectLimits.bytes).catch(() => undefined));
  return new TextDecoder().decode(bytes);
}

/** Files read at a time: the size of the thread pool. */
const readers = 4;

/**
 * Reads all files that were not read yet.
 *
 * @throws {Error} (rejects) with one line, if some cannot be read
 */
export async function readAll({ files }: SiteBuild, isOver: () => boolean): Promise<void> {
  const unread = [...files.values()].filter(({ tag }) => tag === undefined);
  await inParallel(unread, readers, async (file) => {
    if (!isOver()) await file.load().catch(() => {});
  });
  const failed = unread.filter(({ tag }) => tag === undefined).map(({ file }) => file);
  if (failed.length > 0 && !isOver()) throw new Error(`${listed(failed.sort())}: cannot be read, or changes all the time`);
}

/** The first few names, and the number of others. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
