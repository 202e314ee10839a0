import { closeSync, lstatSync, opendirSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Canonicals, type MissingTwins, manifestFile } from '../../../build/contract/manifest.ts';
import { isPublic, sidecarOwner } from '../../../build/contract/published-files.ts';
import { type Inventory, inventoryOf } from '../manifest.ts';
import { FolderContent } from './folder-content.ts';
import { type FoundFile, suffixes } from './stored-file.ts';

/** The content of a folder, compared with its manifest and with an earlier listing. */
export interface FolderListing {
  /** Names the build; undefined without manifest. */
  readonly build: string | undefined;
  readonly canonicals: Canonicals;
  readonly missingTwins: MissingTwins;
  /** By path in the folder, with forward slashes; codings are part of their content. */
  readonly files: ReadonlyMap<string, FolderContent>;
  /** Inode of the folder: another one is another build. */
  readonly ino: number;
  /** Number of contents that are new or changed since the earlier listing. */
  readonly fresh: number;
  /** Number of contents that were removed since the earlier listing. */
  readonly gone: number;
  /** Files without manifest that this user may not read; they are skipped. */
  readonly unreadable: readonly string[];
  /** Files of the manifest that are missing, or empty after an interrupted write. */
  readonly missing: readonly string[];
  /** Other differences between the folder and its manifest, one file a line. */
  readonly differences: readonly string[];
}

/** Files examined or compared between two turns of the event loop, a few milliseconds each. */
const slice = 500;
const comparedSlice = 2_500;

/**
 * Lists the files of a folder, and its manifest. Dot files are skipped, except `.well-known/`. Yields every few hundred files,
 * so that requests are answered meanwhile. The first listing trusts the names in a manifest: to stat 100,000 files takes a
 * second, and they are all read anyway.
 *
 * @param root absolute real path of the folder
 * @param earlier an earlier listing: unchanged files are the same objects
 * @param onFolder called with each folder before it is listed
 * @throws {Error} if the folder cannot be read, or its manifest is broken
 */
export function* listFolder(
  root: string,
  earlier?: FolderListing,
  onFolder: (folder: string) => void = () => {},
): Generator<undefined, FolderListing> {
  const { ino } = statSync(root);
  onFolder(root);
  const manifest = yield* manifestIn(root);
  const found = new Map<string, FoundFile>();
  const unreadable: string[] = [];
  const links: string[] = [];
  const visited = new Set<string>();
  let seen = 0;
  let compared = 0;

  yield* visit('', root);
  // Links last: a folder is listed under its own name.
  for (const link of links.sort()) yield* attempt(link, () => follow(link));
  const { missing, differences } = yield* compare();
  let fresh = 0;
  let gone = earlier?.files.size ?? 0;
  const files = yield* gather();
  const { build, canonicals = {}, missingTwins = {} } = manifest ?? {};
  return { build, canonicals, missingTwins, files, ino, fresh, gone, unreadable: unreadable.sort(), missing, differences };

  function* visit(prefix: string, folder: string): Generator<undefined> {
    if (visited.has(folder)) return;
    visited.add(folder);
    if (prefix !== '' && (!manifest || prefix === '.well-known/')) onFolder(folder);
    const folders: string[] = [];
    const entries = opendirSync(folder, { bufferSize: 256 });
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        const { name } = entry;
        const file = prefix + name;
        if (!isPublic(file)) continue;
        if (entry.isDirectory()) folders.push(name);
        else if (entry.isSymbolicLink()) links.push(file);
        else if (entry.isFile()) add(file);
        if (++seen % slice === 0) yield;
      }
    } finally {
      entries.closeSync();
    }
    for (const name of folders.sort()) yield* attempt(prefix + name, () => visit(`${prefix}${name}/`, join(folder, name)));
  }

  /** Lists regular files; links are followed inside the folder, and ignored if they leave it. */
  function* follow(file: string): Generator<undefined> {
    const real = realpathSync(join(root, file));
    if (!real.startsWith(root + sep)) return;
    if (statSync(real).isDirectory()) yield* visit(`${file}/`, real);
    else add(file, relative(root, real));
  }

  function* attempt(file: string, what: () => Generator<undefined>): Generator<undefined> {
    try {
      yield* what();
    } catch (error) {
      skip(file, error);
    }
  }

  /** Ignores removed files, and link cycles. */
  function skip(file: string, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') unreadable.push(file);
  }

  function add(file: string, source?: string): void {
    const listed = manifest?.files.get(file);
    if (listed && !earlier && !source) return void found.set(file, { size: listed.size, listed, stats: undefined, source });
    const path = join(root, source ?? file);
    try {
      const stats = lstatSync(path);
      if (!stats.isFile()) return;
      // Testing the mode saves two system calls a file.
      if ((stats.mode & 0o444) !== 0o444) closeSync(openSync(path, 'r'));
      found.set(file, { size: stats.size, listed, stats, source });
    } catch (error) {
      skip(file, error);
    }
  }

  /** Compares with the manifest. Other codings are no fault; a folder with missing files is served as far as possible. */
  function* compare(): Generator<undefined, Pick<FolderListing, 'missing' | 'differences'>> {
    const missing: string[] = [];
    const differences: string[] = [];
    if (!manifest) return { missing, differences };
    let same = 0;
    for (const [file, { listed, size }] of found)
      if (!listed) {
        if (file !== manifestFile) differences.push(`${file} was added`);
      } else if (size === listed.size) same++;
    // A look-up in a large map costs half a microsecond, so they are saved where nothing is missing.
    if (same === manifest.files.size) return { missing, differences };
    for (const [file, listed] of manifest.files) {
      if (++compared % comparedSlice === 0) yield;
      const size = found.get(file)?.size;
      if (size === listed.size) continue;
      if (size) differences.push(`${file} changed`);
      else if (manifest.files.has(sidecarOwner(file) ?? '')) {
        found.delete(file);
        differences.push(`${file} is missing`);
      } else {
        found.set(file, { size: listed.size, listed, stats: undefined, source: undefined });
        missing.push(file);
      }
    }
    return { missing, differences };
  }

  /** Groups codings with their content. */
  function* gather(): Generator<undefined, Map<string, FolderContent>> {
    const files = new Map<string, FolderContent>();
    for (const [file, identity] of found) {
      if (++compared % comparedSlice === 0) yield;
      if (found.has(sidecarOwner(file) ?? '')) continue;
      const variants = { identity, br: found.get(file + suffixes.br), gzip: found.get(file + suffixes.gzip) };
      const known = earlier?.files.get(file);
      const isSame = known?.isStill(variants, earlier?.ino === ino);
      if (known) gone--;
      if (!isSame) fresh++;
      files.set(file, isSame ? known! : new FolderContent(file, variants));
    }
    return files;
  }
}

function* manifestIn(root: string): Generator<undefined, Inventory | undefined> {
  try {
    return yield* inventoryOf(readFileSync(join(root, manifestFile), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
