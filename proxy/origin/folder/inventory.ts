import { closeSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type FileFacts as ListedFacts, manifestFile, manifestVersion } from '../../../build/contract/manifest.ts';

/** What is known about a file before it is read. */
export interface FileFacts extends Omit<ListedFacts, 'hash'> {
  /** Whole or a prefix; undefined in a folder without manifest. */
  readonly hash: string | undefined;
  /** Where it lies, relative to the folder, when a symbolic link inside the folder led to it. */
  readonly source?: string;
}

/** The files of a folder by their path in it, with forward slashes. */
export interface Inventory {
  /** Names the build; undefined without manifest. */
  readonly build: string | undefined;
  readonly files: ReadonlyMap<string, FileFacts>;
  /** Files of a folder without manifest that this user may not read: they are left out. */
  readonly unreadable?: readonly string[];
}

/**
 * Lists a folder: by its manifest, or without one by walking it. Dot files are left out, but for `.well-known/`.
 *
 * @param root absolute real path of the folder
 * @throws {Error} when the folder cannot be read, or its manifest is broken
 */
export function readInventory(root: string): Inventory {
  let manifest: string;
  try {
    manifest = readFileSync(join(root, manifestFile), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { build: undefined, ...walk(root) };
  }
  return parseManifest(manifest);
}

/** Reads the text of a manifest. Throws an Error with one line when it is none. */
export function parseManifest(text: string): Inventory {
  const broken = (why: string): Error => new Error(`${manifestFile} is broken: ${why}`);
  let manifest: { version?: unknown; build?: unknown; files?: unknown };
  try {
    manifest = JSON.parse(text);
  } catch {
    throw broken('it is not JSON');
  }
  if (manifest?.version !== manifestVersion) throw broken(`its version is not ${manifestVersion}`);
  if (typeof manifest.build !== 'string') throw broken('it names no build');
  if (typeof manifest.files !== 'object' || manifest.files === null) throw broken('it lists no files');
  const files = new Map<string, FileFacts>();
  const listed = manifest.files as Record<string, FileFacts | null>;
  for (const file in listed) {
    const facts = listed[file];
    if (!isSound(facts) || !isInside(file))
      throw broken(`its entry ${JSON.stringify(file)} has no size and hash, or leaves the folder`);
    if (isPublic(file)) files.set(file, facts!);
  }
  return { build: manifest.build, files };
}

const isSound = (facts: FileFacts | null | undefined): boolean =>
  typeof facts?.hash === 'string' && facts.hash.length >= 27 && Number.isSafeInteger(facts.size) && facts.size >= 0;

/** A backslash may stand in a name here: no URL names such a file. */
const isInside = (file: string): boolean => isOrdinary(file) || !/(?:^|\/)\.{0,2}(?:\/|$)/.test(file);

/** Dot files are the host's own affair (`.git/config`), except for well-known URIs (RFC 8615). */
export const isPublic = (file: string): boolean =>
  isOrdinary(file) || !/(?:^|\/)\./.test(file.replace(/^\.(?=well-known(?:\/|$))/, ''));

/** No segment that is empty or begins with a dot: nearly every file, and there may be tens of thousands. */
const isOrdinary = (file: string): boolean =>
  !file.startsWith('.') &&
  !file.startsWith('/') &&
  !file.includes('/.') &&
  !file.includes('//') &&
  !file.endsWith('/') &&
  file !== '';

/** Regular files only; a link that stays inside is followed, one that leaves is not there. */
function walk(root: string): Pick<Inventory, 'files' | 'unreadable'> {
  const files = new Map<string, FileFacts>();
  const unreadable: string[] = [];
  const visited = new Set<string>();
  visit('', root);
  return { files, unreadable };

  function visit(prefix: string, folder: string): void {
    if (visited.has(folder)) return;
    visited.add(folder);
    for (const name of readdirSync(folder).sort()) {
      const file = prefix + name;
      if (isPublic(file)) add(file, join(folder, name));
    }
  }

  function add(file: string, path: string): void {
    try {
      const link = lstatSync(path).isSymbolicLink();
      const real = link ? realpathSync(path) : path;
      if (link && !real.startsWith(root + sep)) return;
      const stats = statSync(real);
      if (stats.isDirectory()) visit(`${file}/`, real);
      else if (stats.isFile()) {
        closeSync(openSync(real, 'r'));
        files.set(file, { size: stats.size, hash: undefined, ...(link ? { source: relative(root, real) } : {}) });
      }
    } catch (error) {
      // Gone meanwhile, or a loop of links: not there (faults.md §3.1).
      if ((error as NodeJS.ErrnoException).code === 'EACCES') unreadable.push(file);
    }
  }
}
