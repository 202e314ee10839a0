import { closeSync, lstatSync, opendirSync, openSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Canonicals, manifestFile } from '../../../build/contract/manifest.ts';
import { isPublic } from '../../../build/contract/published-files.ts';
import { type Inventory, inventoryOf } from '../manifest.ts';
import { StoredFile } from './stored-file.ts';

/** What lies in a folder, compared with its manifest and with an earlier look. */
export interface FolderListing {
  /** Names the build; undefined without manifest. */
  readonly build: string | undefined;
  readonly canonicals: Canonicals;
  /** By their path in the folder, with forward slashes. */
  readonly files: Map<string, StoredFile>;
  /** When the look began, in milliseconds since 1970. */
  readonly begun: number;
  /** Inode of the folder: another one is another build. */
  readonly ino: number;
  /** Files that an earlier look did not find, or found otherwise. */
  readonly fresh: number;
  /** Files that an earlier look found, and that are not there. */
  readonly gone: number;
  /** Files without manifest that this user may not read: they are left out. */
  readonly unreadable: readonly string[];
  /** Files that the manifest lists and that are not there, or empty as an interrupted write leaves them. */
  readonly missing: readonly string[];
  /** Other ways in which the folder is not what its manifest lists, one file a line. */
  readonly differences: readonly string[];
}

/** Files between two turns of the event loop: a few milliseconds. */
const slice = 500;

/** A file that changed this long before it was read, in milliseconds, may change again without a new time (FAT: 2 s). */
const clockStep = 2_000;

/**
 * Looks at every file of a folder, and at its manifest. Dot files are left out, but for `.well-known/`. Yields every
 * few hundred files, so that a large folder can be listed while requests are answered. The first look takes the names
 * that a manifest lists as they are: to look at each of 100,000 files takes a second, and they are all read anyway.
 *
 * @param root absolute real path of the folder
 * @param earlier an earlier look: a file that did not change since is the same object
 * @param onFolder told of each folder before it is listed
 * @throws {Error} when the folder cannot be read, or its manifest is broken
 */
export function* listFolder(
  root: string,
  earlier?: FolderListing,
  onFolder: (folder: string) => void = () => {},
): Generator<undefined, FolderListing> {
  const begun = Date.now();
  const { ino } = statSync(root);
  onFolder(root);
  const manifest = yield* manifestIn(root);
  const files = new Map<string, StoredFile>();
  const unreadable: string[] = [];
  const links: string[] = [];
  const visited = new Set<string>();
  const differences: string[] = [];
  let fresh = 0;
  let kept = 0;
  let seen = 0;
  /** Files that are as the manifest lists them. */
  let intact = 0;

  yield* visit('', root);
  // After what they lead to: a folder is listed under its own name.
  for (const link of links.sort()) yield* attempt(link, () => follow(link));
  const missing = yield* findMissing();
  const gone = (earlier?.files.size ?? 0) - kept;
  const { build, canonicals = {} } = manifest ?? {};
  return { build, canonicals, files, begun, ino, fresh, gone, unreadable: unreadable.sort(), missing, differences };

  function* visit(prefix: string, folder: string): Generator<undefined> {
    if (visited.has(folder)) return;
    visited.add(folder);
    if (prefix !== '' && !manifest) onFolder(folder);
    const folders: string[] = [];
    const entries = opendirSync(folder, { bufferSize: 256 });
    try {
      for (let entry = entries.readSync(); entry; entry = entries.readSync()) {
        const file = prefix + entry.name;
        if (!isPublic(file)) continue;
        if (entry.isDirectory()) folders.push(entry.name);
        else if (entry.isSymbolicLink()) links.push(file);
        else if (entry.isFile() && !trust(file)) yield* attempt(file, () => add(file, join(folder, entry.name)));
        if (++seen % slice === 0) yield;
      }
    } finally {
      entries.closeSync();
    }
    for (const name of folders.sort()) yield* attempt(prefix + name, () => visit(`${prefix}${name}/`, join(folder, name)));
  }

  /** Regular files only; a link that stays inside is followed, one that leaves is not there. */
  function* follow(file: string): Generator<undefined> {
    const real = realpathSync(join(root, file));
    if (!real.startsWith(root + sep)) return;
    if (statSync(real).isDirectory()) yield* visit(`${file}/`, real);
    else add(file, real, relative(root, real));
  }

  /** What is gone meanwhile, or a loop of links, is not there. */
  function* attempt(file: string, what: () => Generator<undefined> | undefined): Generator<undefined> {
    try {
      yield* what() ?? [];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') unreadable.push(file);
    }
  }

  /** Whether the manifest's word is enough for now. */
  function trust(file: string): boolean {
    const listed = earlier ? undefined : manifest?.files.get(file);
    if (!listed) return false;
    files.set(file, new StoredFile(file, listed));
    intact++;
    fresh++;
    return true;
  }

  function add(file: string, path: string, source?: string): undefined {
    const stats = lstatSync(path);
    if (!stats.isFile()) return;
    const listed = manifest?.files.get(file);
    const known = earlier?.files.get(file);
    if (known) kept++;
    if (listed?.size === stats.size) intact++;
    else if (manifest && !listed) differences.push(`${file} was added`);
    // One that changed a moment before that look may have changed again without a new time.
    const isAtRest = stats.ctimeMs < (earlier?.begun ?? 0) - clockStep;
    if (isAtRest && known?.is(stats) && known.hash === listed?.hash && known.source === source) {
      files.set(file, known);
      return;
    }
    if (!isReadableByAll(stats)) closeSync(openSync(path, 'r'));
    fresh++;
    files.set(file, new StoredFile(file, listed, stats, source));
  }

  /** Looks only where not every listed file was found as it is listed: most folders are whole. */
  function* findMissing(): Generator<undefined, string[]> {
    const missing: string[] = [];
    if (!manifest || intact === manifest.files.size) return missing;
    for (const [file, listed] of manifest.files) {
      if (++seen % slice === 0) yield;
      const size = files.get(file)?.size;
      if (size === listed.size) continue;
      if (size) differences.push(`${file} changed`);
      else if (isCodingOf(file, manifest.files)) {
        files.delete(file);
        differences.push(`${file} is missing`);
      } else {
        files.set(file, new StoredFile(file, listed));
        missing.push(file);
      }
    }
    return missing;
  }
}

/** A look into the mode saves two system calls a file. */
const isReadableByAll = ({ mode }: Stats): boolean => (mode & 0o444) === 0o444;

/** `about.html.br` beside `about.html`. */
const isCodingOf = (file: string, files: ReadonlyMap<string, unknown>): boolean =>
  /\.(?:br|gz)$/.test(file) && files.has(file.slice(0, -3));

function* manifestIn(root: string): Generator<undefined, Inventory | undefined> {
  try {
    return yield* inventoryOf(readFileSync(join(root, manifestFile), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
