import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { hashOf, listFiles } from '../files.ts';
import { checkFrontMatter, headOf } from '../page/front-matter.ts';
import { checkDataKeys, isDataFile } from './data-keys.ts';
import { placeInData } from './errors/layout-names.ts';

/** Facts about a text among the templates. */
export interface Source {
  /** SHA-256 as base64url. */
  readonly hash: string;
  readonly head: string;
}

/**
 * Checks one template before it is rendered: its location, encoding, and front matter.
 *
 * @param path of the template, as Eleventy names it
 * @param input folder of the templates
 * @param data of the template with front matter; undefined if the keys are the site's own
 * @param checked result of {@link checkFolder}
 * @returns its hash; undefined for a virtual template of a plugin
 * @throws {UserError} lines with file and line
 */
export function checkSource(
  path: string,
  input: string,
  data: Readonly<Record<string, unknown>> | undefined,
  checked: ReadonlyMap<string, Source>,
): string | undefined {
  let source = checked.get(tidy(path));
  if (!source) {
    if (!statSync(path, { throwIfNoEntry: false })) return undefined;
    checkStaysInside(path, input);
    const content = readUtf8(path);
    checkDataKeys(content, tidy(path));
    source = { hash: hashOf(content), head: headOf(content) };
  }
  checkFrontMatter(source.head, tidy(path), data, (key) => placeInData(tidy(path), key));
  return source.hash;
}

/** Texts that templates use: includes, layouts, data. */
const text = /\.(md|html?|njk|liquid|webc|hbs|mustache|ejs|haml|pug|[cm]?js|ts|json|ya?ml|toml|csv|txt|css|xml|svg)$/i;

/**
 * Checks all files below the folder of the templates: no symbolic link leaves it or forms a cycle, text is UTF-8, and data has
 * no prototype-polluting key. Skips folders that begin with a dot, and installed packages.
 *
 * @returns the texts, by path
 * @throws {UserError} a line with the file and, for bad text, the line
 */
export function checkFolder(input: string, dataFolder: string): ReadonlyMap<string, Source> {
  const checked = new Map<string, Source>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.name === 'node_modules' || (entry.name.startsWith('.') && entry.name !== '.well-known')) continue;
      if (entry.isSymbolicLink()) checkLink(path, input);
      else if (entry.isDirectory()) walk(path);
      else if (text.test(entry.name)) {
        const content = checkText(path, dataFolder);
        checked.set(tidy(path), { hash: hashOf(content), head: headOf(content) });
      }
    }
  };
  walk(input);
  return checked;
}

export interface Folders {
  readonly input: string;
  readonly includes: string;
  readonly layouts?: string;
  readonly data: string;
}

/** Shared texts by path: layouts, includes and data. Skips a folder that also contains the templates. */
export function sharedTexts({ input, includes, layouts, data }: Folders): string[] {
  const folders = [includes, layouts, data].flatMap((folder) =>
    folder && !isInside(resolve(folder), resolve(input)) ? resolve(folder) : [],
  );
  return [...new Set(folders)].flatMap((folder) =>
    listFiles(folder).flatMap((file) => (text.test(file) ? relative('.', join(folder, file)).replaceAll(sep, '/') : [])),
  );
}

/** Checks one text below the folder of the templates. @returns the text @throws {UserError} */
export function checkText(path: string, dataFolder: string): string {
  const content = readUtf8(path);
  if (!path.endsWith('.json') || isDataFile(path, dataFolder)) checkDataKeys(content, tidy(path));
  return content;
}

/** Ignores dangling links, which editors use as locks. */
function checkLink(path: string, input: string): void {
  if (!existsSync(path)) return;
  checkStaysInside(path, input);
  const target = realpathSync(path);
  if (isInside(target, resolve(path)) && statSync(target).isDirectory())
    throw new UserError(`${tidy(path)}: a symbolic link to a folder that it lies in, which never ends; remove it`);
}

const isInside = (from: string, to: string): boolean => !relative(from, to).startsWith(`..${sep}`) && relative(from, to) !== '..';

/** Refuses a file below `input` whose real path is outside. @throws {UserError} */
export function checkStaysInside(path: string, input: string): void {
  if (!isInside(resolve(input), resolve(path))) return;
  const real = realpathSync.native(path);
  if (!isInside(realpathSync.native(input), real))
    throw new UserError(`${tidy(path)}: a symbolic link that leaves ${tidy(input)} (to ${real}); copy the file instead`);
}

/** A path without leading `./`. */
export const tidy = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');

/** The text of a file. @throws {UserError} if it is not UTF-8, or contains NUL */
function readUtf8(path: string): string {
  const bytes = readFileSync(path);
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new UserError(`${tidy(path)}:${firstBadLine(bytes)}: not UTF-8 text; save the file as UTF-8`);
  return bytes.toString('utf8');
}

const firstBadLine = (bytes: Buffer): number => (bytes.toString('utf8').split(/[\uFFFD\0]/)[0] ?? '').split('\n').length;
