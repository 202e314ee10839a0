import { execFile } from 'node:child_process';
import { hash as digest } from 'node:crypto';
import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/** A file that the build emits: where it lies in the output folder, what it is, and its content. */
export interface Artifact {
  /** Relative to the output folder, forward slashes, not percent-encoded: `.well-known/api-catalog`. */
  readonly path: string;
  readonly mediaType: string;
  readonly body: string | Uint8Array;
}

/** A file of the output: its content, or the path of a file that has the same. */
export interface PublishedFile {
  /** Relative to the output folder, forward slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 as base64url. */
  readonly hash: string;
  readonly body?: string | Uint8Array;
  /** Path on disk of a file with this content. */
  readonly from?: string;
}

/** SHA-256 of a content as base64url. */
export const hashOf = (body: string | Uint8Array): string => digest('sha256', body, 'base64url');

export const publishedFile = (path: string, body: string | Uint8Array, hash = hashOf(body)): PublishedFile => ({
  path,
  size: Buffer.byteLength(body),
  hash,
  body,
});

/** Every regular file below a folder, relative to it, with forward slashes, sorted; none where there is no folder. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll(sep, '/'))
    .sort();
}

/** Writes artifacts below a folder, directories included. Existing files are replaced. */
export async function writeArtifacts(folder: string, artifacts: readonly Artifact[]): Promise<void> {
  makeFolders(folder, artifacts);
  const queue = artifacts[Symbol.iterator]();
  const writers = Array.from({ length: 16 }, async () => {
    for (const { path, body } of queue) await writeFile(join(folder, path), body);
  });
  await Promise.all(writers);
}

/**
 * Puts files below a folder: by their content, or as a link to a file that has it (a copy where links do not reach).
 *
 * @returns the files as they lie there, without their content
 */
export async function placeFiles(folder: string, files: readonly PublishedFile[]): Promise<PublishedFile[]> {
  makeFolders(folder, files);
  const queue = files[Symbol.iterator]();
  const writers = Array.from({ length: 8 }, async () => {
    for (const { path, body, from } of queue) {
      const target = join(folder, path);
      if (from === undefined) await writeFile(target, body ?? '');
      else if (from !== target) linkOrCopy(from, target);
    }
  });
  await Promise.all(writers);
  return files.map(({ path, size, hash }) => ({ path, size, hash, from: join(folder, path) }));
}

/** Most are there: a page lies in each. */
function makeFolders(folder: string, files: readonly { readonly path: string }[]): void {
  const folders = new Set(files.map(({ path }) => dirname(join(folder, path))));
  for (const each of folders) if (!existsSync(each)) mkdirSync(each, { recursive: true });
}

function linkOrCopy(from: string, target: string): void {
  try {
    linkSync(from, target);
  } catch {
    copyFileSync(from, target);
  }
}

/** Writes one file so that it is there whole or not at all: beside its place first, then renamed. */
export async function writeWhole(path: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.tmp`;
  await writeFile(beside, body);
  await rename(beside, path);
}

/** Copies one file below a folder, by reflink where the file system can. */
export async function copyInto(folder: string, path: string, source: string): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target, constants.COPYFILE_FICLONE);
}

/** Removes a file or a folder with all that is in it; no error where there is none. */
export async function removeTree(path: string): Promise<void> {
  try {
    await unlinkTree(path);
  } catch {
    // What cannot be removed so, or is none, is for Node's own walk, which says why.
  }
  await rm(path, { recursive: true, force: true });
}

/** Node's own walk asks of each file first what it is, which takes twice as long on a large site. */
async function unlinkTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await unlinkTree(path);
    else unlinkSync(path);
  }
  rmdirSync(folder);
}

/**
 * Waits until a folder with all that is in it is on the disk, and not only in the memory of the system: by one call for
 * its file system where there is a command for that (sync(1) of Linux), else file by file, which takes many times as long.
 */
export async function syncTree(folder: string): Promise<void> {
  const isSynced = process.platform === 'linux' && (await succeeds('sync', ['-f', folder]));
  if (isSynced) return;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const queue = entries.map(({ parentPath, name }) => join(parentPath, name))[Symbol.iterator]();
  const syncers = Array.from({ length: 16 }, async () => {
    for (const path of queue) await syncPath(path);
  });
  await Promise.all(syncers);
  await syncPath(folder);
}

const succeeds = (command: string, args: readonly string[]): Promise<boolean> =>
  new Promise((done) => execFile(command, args, (error) => done(!error)));

/** Waits until the names in a folder, or the content of a file, are on the disk. */
export async function syncPath(path: string): Promise<void> {
  try {
    const handle = await open(path);
    await handle.datasync().finally(() => handle.close());
  } catch (error) {
    // Not every system can do that for a folder, or for a file that is open for reading.
    if (!['EPERM', 'EACCES', 'EISDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Creates an empty folder. */
export const makeFolder = async (path: string): Promise<void> => void (await mkdir(path, { recursive: true }));

/** Moves a file or folder within one file system, in one step. */
export const moveTree = (from: string, to: string): Promise<void> => rename(from, to);

/** Creates a file with its content in one step, where none is yet. Throws EEXIST. */
export async function writeExclusive(path: string, body: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${process.pid}`;
  try {
    await writeFile(beside, body);
    await link(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
}
