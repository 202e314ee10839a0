import { manifestFile } from '#contract/manifest';
import { sidecarOwner, sidecarSuffixes } from '#contract/published-files';
import { checkRedirectsLength, parseRedirects, redirectLimits, redirectsFile } from '#contract/redirects';
import { readSiteFacts, type SiteFacts, type SiteOverrides } from '#contract/site-facts';
import { inParallel } from '#contract/std/collections';
import { surfaces } from '#contract/surfaces';
import { createMemory, type FileReader, type FoundFile, type Memory, StoredFile } from './file.ts';
import type { Inventory } from './manifest.ts';
import type { StoredContent } from './origin.ts';
import { createTable, type Table } from './table.ts';

/** A file with its codings. */
export class FileContent implements StoredContent {
  readonly identity: StoredFile;
  readonly br: StoredFile | undefined;
  readonly gzip: StoredFile | undefined;
  readonly compressible: boolean;

  constructor(file: string, found: ReadonlyMap<string, FoundFile>, reader: FileReader, memory: Memory) {
    this.identity = new StoredFile(file, 'identity', found.get(file)!, reader, memory);
    const codingOf = (coding: 'br' | 'gzip'): StoredFile | undefined => {
      const name = file + sidecarSuffixes[coding];
      const sidecar = found.get(name);
      return sidecar && new StoredFile(name, coding, sidecar, reader, memory, this.identity);
    };
    this.br = codingOf('br');
    this.gzip = codingOf('gzip');
    this.compressible = this.br !== undefined || this.gzip !== undefined;
  }

  get files(): StoredFile[] {
    return [this.identity, this.br, this.gzip].filter((file) => file !== undefined);
  }

  /** Whether a new listing found the same files. */
  isStill(file: string, found: ReadonlyMap<string, FoundFile>): boolean {
    const codings = Object.values(sidecarSuffixes).filter((suffix) => found.has(file + suffix)).length;
    return this.files.length === 1 + codings && this.files.every((each) => each.isStill(found.get(each.file)!));
  }
}

/** One build as it is served: everything in it is of that build. */
export interface SiteBuild {
  readonly inventory: Inventory | undefined;
  readonly table: Table;
  /** By path in the folder; codings are part of their content. */
  readonly contents: ReadonlyMap<string, FileContent>;
  /** Why not all of it can be served, in one line. */
  readonly lacks?: string | undefined;
}

interface BuildInput {
  readonly found: ReadonlyMap<string, FoundFile>;
  readonly inventory: Inventory | undefined;
  readonly reader: FileReader;
  /** Most bytes in memory. */
  readonly memory: number;
  readonly overrides: SiteOverrides;
  /** Unchanged files are the same objects. */
  readonly earlier: SiteBuild | undefined;
}

/**
 * A build from a listing of its files, of which only those with facts are read.
 *
 * @throws {Error} (rejects) with one line, if it is broken or empty
 */
export async function createSiteBuild({ found, inventory, reader, memory, overrides, earlier }: BuildInput): Promise<SiteBuild> {
  const held = createMemory(memory);
  const contents = new Map<string, FileContent>();
  for (const file of found.keys()) {
    if (found.has(sidecarOwner(file) ?? '')) continue;
    const known = earlier?.contents.get(file);
    const isSame = known?.isStill(file, found) === true;
    if (isSame) for (const each of known.files) each.moveTo(held);
    contents.set(file, isSame ? known : new FileContent(file, found, reader, held));
  }
  checkRedirectsLength(found.get(redirectsFile)?.size ?? 0);
  const openApi = await textOf(contents, surfaces.getOpenApi.path.slice(1));
  const facts = factsOf(openApi, overrides, inventory !== undefined);
  const redirects = parseRedirects((await textOf(contents, redirectsFile)) ?? '');
  const { canonicals, missingTwins } = inventory ?? {};
  const table = createTable({ ...facts, canonicals, missingTwins }, contents, (file) => contents.get(file)!, redirects);
  if (contents.size === 0) throw new Error('it is empty');
  if (inventory !== undefined && table.pages === 0) throw new Error('it holds no page');
  return { inventory, table, contents };
}

/** The text of a small file; undefined if it is not there, cannot be read, or is too large. */
async function textOf(contents: ReadonlyMap<string, FileContent>, file: string): Promise<string | undefined> {
  const body = contents.get(file)?.identity;
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

/** A foreign openapi.json may be anything; the build's own must be JSON. */
function factsOf(openApi: string | undefined, overrides: SiteOverrides, isOurs: boolean): SiteFacts {
  try {
    return readSiteFacts(openApi, overrides);
  } catch (error) {
    if (isOurs) throw new Error(`${surfaces.getOpenApi.path} is not JSON`, { cause: error });
    return readSiteFacts(undefined, overrides);
  }
}

/** Files read at a time: the size of the thread pool. */
const readers = 4;

/** Reads all files that were not read yet. Returns those that could not be read, sorted. */
export async function readAll({ contents }: SiteBuild, isOver: () => boolean): Promise<string[]> {
  const unread = [...contents.values()].flatMap(({ files }) => files).filter(({ tag }) => tag === undefined);
  await inParallel(unread, readers, async (file) => {
    if (!isOver()) await file.load().catch(() => {});
  });
  return unread.flatMap(({ file, tag }) => (tag === undefined ? [file] : [])).sort();
}

/** How what lies there differs from the manifest, one file a line. */
export function differencesOf({ inventory, contents }: SiteBuild): string[] {
  if (inventory === undefined) return [];
  const files = [...contents.values()].flatMap((content) => content.files);
  const there = new Set(files.map(({ file }) => file));
  return [
    ...files.filter((file) => file.differs).map(({ file }) => `${file} changed`),
    ...files.filter(({ file, listed }) => listed === undefined && file !== manifestFile).map(({ file }) => `${file} was added`),
    ...[...inventory.files.keys()].filter((file) => !there.has(file)).map((file) => `${file} is missing`),
  ].sort();
}

/** The first few names, and the number of others. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
