import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { manifestFile } from '../contract/manifest.ts';
import { UserError } from '../contract/std/errors.ts';
import { firstNames } from '../contract/std/words.ts';
import { hashOfFile, isThere, listFiles, moveInto, readManifest } from '../files.ts';

/** The files of a build by path, as its manifest lists them; undefined if the folder has none of ours. */
const listedIn = (folder: string): ReadonlySet<string> | undefined => {
  const { files } = readManifest(folder);
  return files && new Set([manifestFile, ...Object.keys(files)]);
};

/**
 * Refuses a folder that a build would replace although another program wrote it. A new or empty folder is fine, and one with
 * the manifest of a build.
 *
 * @throws {UserError} naming what it holds
 */
export function checkReplaceable(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) throw new UserError(`${folder}: is a file; name a folder`);
  const names = readdirSync(folder).sort();
  if (names.length === 0 || listedIn(folder)) return;
  throw new UserError(
    `${folder}: holds what no build of Diptych wrote (${firstNames(names)}), and would be replaced. Remove it, or name another folder; a step that writes there runs after the build`,
  );
}

/**
 * Refuses a build that would overwrite files in its folder that no build wrote.
 *
 * @param next the new folder
 * @throws {UserError} naming the files
 */
export function checkNothingLost(folder: string, next: string): void {
  if (!isThere(folder)) return;
  const listed = listedIn(folder) ?? new Set();
  const made = listFiles(next);
  const differs = (path: string): boolean => hashOfFile(join(folder, path)) !== hashOfFile(join(next, path));
  const overwritten = made.filter((path) => !listed.has(path) && isThere(join(folder, path)) && differs(path));
  const inTheWay = foreignIn(folder, new Set([...listed, ...made]))
    .map(String)
    .filter((path) => isThere(join(next, path)));
  const lost = [...new Set([...overwritten, ...inTheWay])].sort();
  if (lost.length > 0)
    throw new UserError(
      `${folder}: no build wrote ${firstNames(lost)}, and this one has another file of that name; move yours to the sources of the site, or away`,
    );
}

/**
 * Moves what no build wrote from the old folder to the new one.
 *
 * @returns the paths, for a note
 */
export async function keepForeign(old: string, folder: string): Promise<string[]> {
  const kept: string[] = [];
  for (const path of foreignIn(old, new Set([...(listedIn(old) ?? []), ...listFiles(folder)])))
    if (await moveInto(folder, old, path)) kept.push(path.toString());
  return kept;
}

/** One line about files that stay. */
export const foreignNote = (folder: string, paths: readonly string[]): string =>
  `${folder}: kept what is not of the build: ${firstNames(paths)}`;

/**
 * What lies in a folder without being ours: files, links, and whole folders. As bytes, because a name may not be UTF-8.
 *
 * @param ours paths of files
 */
function foreignIn(folder: string, ours: ReadonlySet<string>): Buffer[] {
  const shared = new Set([...ours].flatMap((path) => path.split('/').map((_, at, names) => names.slice(0, at).join('/'))));
  const walk = (at: string): Buffer[] =>
    readdirSync(join(folder, at), { withFileTypes: true, encoding: 'buffer' }).flatMap((entry) => {
      const path = Buffer.concat([Buffer.from(at), entry.name as unknown as Buffer]);
      const text = path.toString();
      if (isUtf8(path) && entry.isDirectory() && shared.has(text)) return walk(`${text}/`);
      return isUtf8(path) && entry.isFile() && ours.has(text) ? [] : [path];
    });
  return walk('').sort(Buffer.compare);
}
