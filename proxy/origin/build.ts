import { manifestFile } from '#contract/manifest';
import { sidecarOwner, sidecarSuffixes } from '#contract/published-files';
import { checkRedirectsLength, parseRedirects, redirectLimits, redirectsFile } from '#contract/redirects';
import { readSiteFacts, type SiteOverrides } from '#contract/site-facts';
import { inParallel } from '#contract/std/collections';
import { createMemory, type FileReader, type FoundFile, StoredFile } from './file.ts';
import type { Inventory } from './manifest.ts';
import type { StoredContent } from './origin.ts';
import { createTable, type Table } from './table.ts';

/** One build as it is served: everything in it is of that build. */
export interface SiteBuild {
  readonly inventory: Inventory | undefined;
  readonly table: Table;
  /** By path in the folder. */
  readonly files: ReadonlyMap<string, StoredFile>;
  /** Why not all of it can be served, in one line. */
  readonly lacks?: string | undefined;
}

interface BuildInput {
  readonly found: ReadonlyMap<string, FoundFile>;
  readonly inventory: Inventory | undefined;
  readonly reader: FileReader;
  /** Most bytes in memory. */
  readonly memoryLimit: number;
  readonly overrides: SiteOverrides;
  /** Unchanged files are the same objects. */
  readonly earlier: SiteBuild | undefined;
}

/**
 * A build from a listing of its files, of which only those with facts are read.
 *
 * @throws {Error} (rejects) with one line, if it is broken or empty
 */
export async function createSiteBuild({
  found,
  inventory,
  reader,
  memoryLimit,
  overrides,
  earlier,
}: BuildInput): Promise<SiteBuild> {
  const memory = createMemory(memoryLimit);
  const files = new Map<string, StoredFile>();
  for (const file of found.keys()) add(file);
  checkRedirectsLength(found.get(redirectsFile)?.size ?? 0);
  const facts = readSiteFacts(inventory?.site, overrides);
  const redirects = parseRedirects((await textOf(files.get(redirectsFile))) ?? '');
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

/** The text of a small file; undefined if it is not there, cannot be read, or is too large. */
async function textOf(body: StoredFile | undefined): Promise<string | undefined> {
  if (body === undefined || body.size > redirectLimits.bytes) return undefined;
  try {
    const bytes = await body.load();
    if (bytes) return new TextDecoder().decode(bytes);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await body.stream(0, body.size - 1)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  } catch {
    return undefined;
  }
}

/** Files read at a time: the size of the thread pool. */
const readers = 4;

/** Reads all files that were not read yet. Returns those that could not be read, sorted. */
export async function readAll({ files }: SiteBuild, isOver: () => boolean): Promise<string[]> {
  const unread = [...files.values()].filter(({ tag }) => tag === undefined);
  await inParallel(unread, readers, async (file) => {
    if (!isOver()) await file.load().catch(() => {});
  });
  return unread.flatMap(({ file, tag }) => (tag === undefined ? [file] : [])).sort();
}

/** How what lies there differs from the manifest, one file a line. */
export function differencesOf({ inventory, files }: SiteBuild): string[] {
  if (inventory === undefined) return [];
  const there = [...files.values()].filter(({ file }) => file !== manifestFile);
  return [
    ...there.filter((file) => file.differs).map(({ file }) => `${file} changed`),
    ...there.filter(({ listed }) => listed === undefined).map(({ file }) => `${file} was added`),
    ...[...inventory.files.keys()].filter((file) => !files.has(file)).map((file) => `${file} is missing`),
  ].sort();
}

/** The first few names, and the number of others. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
