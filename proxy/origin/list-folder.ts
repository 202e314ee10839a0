import { closeSync, lstatSync, openSync, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isPublic } from '#contract/published-files';
import type { FoundFile } from './file.ts';
import type { Inventory } from './manifest.ts';
import { stampOf } from './read-state.ts';

/** The files of a folder by path, with forward slashes, and those that may not be read. */
export interface FolderListing {
  readonly found: Map<string, FoundFile>;
  readonly unreadable: readonly string[];
}

/**
 * Lists the files of a folder. Dot files are skipped, except `.well-known/`. Links are followed inside the folder, and ignored
 * if they leave it.
 *
 * @param root absolute real path of the folder
 * @throws {Error} if it cannot be read
 */
export async function listFolder(root: string, inventory: Inventory | undefined): Promise<FolderListing> {
  const found = new Map<string, FoundFile>();
  const unreadable: string[] = [];
  const links: string[] = [];
  const visited = new Set<string>();
  await visit('', root);
  // Links last: a folder is listed under its own name.
  for (const link of links.sort()) await follow(link).catch((error) => skip(link, error));
  return { found, unreadable: unreadable.sort() };

  async function visit(prefix: string, folder: string): Promise<void> {
    if (visited.has(folder)) return;
    visited.add(folder);
    const folders: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const file = prefix + entry.name;
      if (!isPublic(file)) continue;
      if (entry.isDirectory()) folders.push(entry.name);
      else if (entry.isSymbolicLink()) links.push(file);
      else if (entry.isFile()) add(file);
    }
    for (const name of folders.sort())
      await visit(`${prefix}${name}/`, join(folder, name)).catch((error) => skip(prefix + name, error));
  }

  async function follow(link: string): Promise<void> {
    const real = await realpath(join(root, link));
    if (!real.startsWith(root + sep)) return;
    if ((await stat(real)).isDirectory()) await visit(`${link}/`, real);
    else add(link, relative(root, real));
  }

  function add(file: string, source?: string): void {
    const path = join(root, source ?? file);
    try {
      const stats = lstatSync(path);
      if (!stats.isFile()) return;
      if (!isReadableByAll(stats)) closeSync(openSync(path, 'r'));
      found.set(file, { size: stats.size, stamp: stampOf(stats), listed: inventory?.files.get(file), source });
    } catch (error) {
      skip(file, error);
    }
  }

  /** Removed meanwhile, or a circle of links: not there. */
  function skip(file: string, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') unreadable.push(file);
  }
}

const isReadableByAll = ({ mode }: Stats): boolean => (mode & 0o444) === 0o444;
