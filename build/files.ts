import { createHash, hash as digest } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { type FileFacts, type Manifest, manifestFile, type PartFacts } from './contract/manifest.ts';
import { isPageFile } from './contract/permalinks.ts';
import { jsonOf } from './contract/site-facts.ts';
import { UserError } from './contract/std/errors.ts';
import { unpublishable } from './contract/unpublishable.ts';

/** A file made by the build: its path in the output folder, its media type and its content. */
export interface Artifact {
  /** Relative to the output folder, forward slashes, not percent-encoded: `.well-known/api-catalog`. */
  readonly path: string;
  readonly mediaType: string;
  readonly body: string | Uint8Array;
  /** Of Markdown, if already counted. */
  readonly tokens?: number;
  /** {@link hashOf} its body, if known. */
  readonly hash?: string;
  /** For a part of a long page. */
  readonly part?: PartFacts;
}

/** A file of the output: its content, or the path of a file with that content. */
export interface PublishedFile extends Omit<FileFacts, 'parity'> {
  /** Relative to the output folder, forward slashes. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  /** Path on disk of a file with this content. */
  readonly from?: string;
  /** Whether that file is needed nowhere else, so that it may be moved. */
  readonly isSpare?: true;
}

/** SHA-256 of a content as base64url. */
export const hashOf = (body: string | Uint8Array): string => digest('sha256', body, 'base64url');

export const publishedFile = (path: string, body: string | Uint8Array, hash = hashOf(body)): PublishedFile => ({
  path,
  size: Buffer.byteLength(body),
  hash,
  body,
});

/** Size from which on a file is read in pieces, in bytes. */
const large = 16_000_000;

/** A file of a folder; with its content, unless that is large. */
export async function fileIn(folder: string, path: string): Promise<PublishedFile> {
  const from = join(folder, path);
  const { size } = statSync(from);
  if (size <= large) return { ...publishedFile(path, readFileSync(from)), from };
  return { path, size, hash: hashOfFile(from)!, from };
}

/** {@link hashOf} the content of a file; undefined if it cannot be read. */
export function hashOfFile(path: string): string | undefined {
  try {
    if (statSync(path).size <= large) return hashOf(readFileSync(path));
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(1_000_000);
    const file = openSync(path, 'r');
    try {
      for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    } finally {
      closeSync(file);
    }
    return hash.digest('base64url');
  } catch {
    return undefined;
  }
}

/** Whether a regular file lies at a path, or a link to one. */
export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The text of a file; undefined if it cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The manifest of a folder; empty if it is missing or broken. */
export const readManifest = (folder: string): Partial<Manifest> => jsonOf(readIfThere(join(folder, manifestFile)));

/**
 * All regular files in a folder with names in UTF-8, as sorted relative paths with forward slashes; none in a folder that does
 * not exist.
 */
export function listFiles(folder: string): string[] {
  const files: string[] = [];
  const walk = (within: string): void => {
    for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
      if (isUnnamed(join(folder, within), entry.name)) continue;
      if (entry.isFile()) files.push(within + entry.name);
      else if (entry.isDirectory()) walk(`${within}${entry.name}/`);
    }
  };
  if (existsSync(folder)) walk('');
  return files.sort();
}

/** What a folder of a built site holds. Paths are relative, with forward slashes. */
export interface BuiltSite {
  readonly files: string[];
  readonly pages: string[];
  /** Symbolic links that lead out of the folder, to an ancestor, or nowhere; others are followed. */
  readonly links: string[];
  /** Files and folders whose names are not UTF-8, with replacement characters. */
  readonly unnamed: string[];
}

/**
 * Lists a built site. Hidden folders other than `.well-known` are no part of it, and pages of installed packages are plain files.
 *
 * @throws {UserError} if it is not a folder, must not be published, or has no page
 */
export function listBuiltSite(folder: string): BuiltSite {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`${folder}: not a folder; name the folder of a built site`);
  const root = realpathSync(folder);
  const unfit = unpublishable(root, existsSync(join(root, 'package.json')));
  if (unfit !== undefined) throw new UserError(`${folder}: ${unfit}`);
  const files: string[] = [];
  const links: string[] = [];
  const unnamed: string[] = [];
  const walk = (at: string, above: readonly string[]): void => {
    for (const entry of readdirSync(join(root, at), { withFileTypes: true })) {
      const path = `${at}${entry.name}`;
      if (isUnnamed(join(root, at), entry.name)) {
        unnamed.push(path);
        continue;
      }
      const isLink = entry.isSymbolicLink();
      const real = isLink ? realPathOf(join(root, path)) : join(above.at(-1)!, entry.name);
      const isWithin = real !== undefined && (real + sep).startsWith(root + sep) && !above.includes(real);
      const found = isLink && isWithin ? statSync(real) : entry;
      if (found.isFile()) files.push(path);
      else if (found.isDirectory()) {
        if (!isHiddenFolder(entry.name)) walk(`${path}/`, [...above, real!]);
      } else if (isLink) links.push(path);
    }
  };
  walk('', [root]);
  const pages = files.sort().filter((path) => isPageFile(path) && !isInstalled(path));
  if (pages.length === 0) throw new UserError(`${folder}: holds no HTML page; name the folder of a built site`);
  return { files, pages, links: links.sort(), unnamed: unnamed.sort() };
}

const isHiddenFolder = (name: string): boolean => name.startsWith('.') && name !== '.well-known';
const isInstalled = (path: string): boolean => /(?:^|\/)node_modules\//.test(path);

/** Whether the name of a directory entry is not UTF-8. */
const isUnnamed = (folder: string, name: string): boolean =>
  name.includes('\uFFFD') && lstatSync(join(folder, name), { throwIfNoEntry: false }) === undefined;

/** The target of a symbolic link; undefined if it does not exist. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Writes files below a folder. Existing files are replaced. */
export function writeArtifacts(folder: string, files: readonly Pick<Artifact, 'path' | 'body'>[]): void {
  for (const { path, body } of files) writeContent(join(folder, path), body);
}

// Synchronously: for thousands of small files promises cost three times the writing.
const writeContent = (path: string, body: string | Uint8Array): void => inItsFolder(path, () => writeFileSync(path, body));

/** Creates the folder only on failure: most folders exist, because they contain a page. */
function inItsFolder(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    mkdirSync(dirname(path), { recursive: true });
    write();
  }
}

/**
 * Puts a file into a folder: writes its content, or moves or links a file with that content (copies it across file systems).
 *
 * @returns the file in the folder, without its content
 */
export function placeFile(folder: string, { path, size, hash, body, from, isSpare }: PublishedFile): PublishedFile {
  const target = join(folder, path);
  if (from === undefined) writeContent(target, body ?? '');
  else if (isSpare) inItsFolder(target, () => renameSync(from, target));
  else if (from !== target) linkOrCopyInto(folder, path, from);
  return { path, size, hash, from: target };
}

/** Hard-links a file into a folder, or copies it if the file system has no links, which takes forty times as long. */
export function linkOrCopyInto(folder: string, path: string, from: string): void {
  const target = join(folder, path);
  inItsFolder(target, () => linkOrCopy(from, target));
}

function linkOrCopy(from: string, target: string): void {
  try {
    linkSync(from, target);
  } catch {
    copyFileSync(from, target);
  }
}

/** Writes a file atomically: under a temporary name, then renamed. */
export async function writeWhole(path: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.tmp`;
  await writeFile(beside, body);
  await rename(beside, path);
}

/** Copies a file into a folder, by reflink if the file system supports it. */
export async function copyInto(folder: string, path: string, source: string): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE);
}

/** Whether anything lies at a path, also a dangling link. */
export function isThere(path: string | Buffer): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Moves a file, link or folder to the same path in another folder of the file system, unless something lies there.
 *
 * @param path relative, as bytes: a name may not be UTF-8
 * @returns whether it was moved
 */
export async function moveInto(folder: string, from: string, path: Buffer): Promise<boolean> {
  const [source, target] = [from, folder].map((above) => Buffer.concat([Buffer.from(`${above}/`), path])) as [Buffer, Buffer];
  if (isThere(target)) return false;
  await mkdir(target.subarray(0, target.lastIndexOf('/')), { recursive: true });
  await rename(source, target);
  return true;
}

/** Moves files from a folder into another on the same file system; missing ones are skipped. */
export function moveFiles(paths: readonly string[], from: string, to: string): void {
  for (const path of paths) {
    const [source, target] = [join(from, path), join(to, path)];
    if (existsSync(source)) inItsFolder(target, () => renameSync(source, target));
  }
}

/** Removes a file or folder; no error if it does not exist. */
export async function removeTree(path: string): Promise<void> {
  try {
    await unlinkTree(path);
  } catch {
    // Node's own removal follows, which reports errors.
  }
  await rm(path, { recursive: true, force: true });
}

/** Faster than Node's removal, which calls stat for each file and waits for the disk at each call. */
async function unlinkTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? unlinkTree(path) : unlink(path);
    }),
  );
  await rmdir(folder);
}

export const makeFolder = async (path: string): Promise<void> => void (await mkdir(path, { recursive: true }));

/** Moves a file or folder within one file system, in one step. */
export const moveTree = (from: string, to: string): Promise<void> => rename(from, to);

/** Creates a file with its content. Throws EEXIST if it exists. */
export async function writeNew(path: string, body: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, body, { flag: 'wx' });
  } catch (error) {
    // A full disk takes the name of the file, and nothing else.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true });
    throw error;
  }
}

/** The version of this package. */
export const packageVersion = (): string =>
  (createRequire(import.meta.url)('diptych/package.json') as { version: string }).version;
