import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { hashOf } from '../files.ts';
import { checkFrontMatter, frontMatterOf, headOf, yaml } from '../page/front-matter.ts';
import { placeInData } from './errors/places.ts';

/**
 * Checks one template before it is rendered: its location, encoding, and front matter.
 *
 * @param path of the template, as Eleventy names it
 * @param input folder of the templates
 * @param data of the template with front matter; undefined if the keys are the site's own
 * @returns its hash; undefined for a virtual template of a plugin
 * @throws {UserError} lines with file and line
 */
export function checkSource(
  path: string,
  input: string,
  data: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) return undefined;
  checkStaysInside(path, input);
  const content = readUtf8(path);
  checkDataKeys(content, tidy(path));
  checkFrontMatter(headOf(content), tidy(path), data, (key) => placeInData(tidy(path), key));
  return hashOf(content);
}

/** Texts that templates use: includes, layouts, data. */
const text = /\.(md|html?|njk|liquid|webc|hbs|mustache|ejs|haml|pug|[cm]?js|ts|json|ya?ml|toml|csv|txt|css|xml|svg)$/i;

/**
 * Checks all files below the folder of the templates: no symbolic link leaves it or forms a cycle, text is UTF-8, and data has
 * no prototype-polluting key. Skips folders that begin with a dot, and installed packages.
 *
 * @throws {UserError} a line with the file and, for bad text, the line
 */
export function checkFolder(input: string, dataFolder: string): void {
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.name === 'node_modules' || (entry.name.startsWith('.') && entry.name !== '.well-known')) continue;
      if (entry.isSymbolicLink()) checkLink(path, input);
      else if (entry.isDirectory()) walk(path);
      else if (text.test(entry.name)) checkText(path, dataFolder);
    }
  };
  walk(input);
}

/** Checks one text below the folder of the templates. @throws {UserError} */
export function checkText(path: string, dataFolder: string): void {
  const content = readUtf8(path);
  if (!path.endsWith('.json') || isDataFile(path, dataFolder)) checkDataKeys(content, tidy(path));
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

/** Keys that change every object of the process in a careless deep merge, such as Eleventy's of data. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
/** Quick test: the letters of such a key, or an escape that may stand for some. */
const suspect = /__proto__|constructor|prototype|\\[ux]/i;

/**
 * Refuses prototype-polluting keys in the front matter of a text, or in a JSON file.
 *
 * @param name of the file, for messages
 * @throws {UserError} a line with file and line for each
 */
function checkDataKeys(text: string, name: string): void {
  const isJson = name.endsWith('.json');
  const data = isJson ? text : frontMatterOf(text);
  if (!suspect.test(data)) return;
  const { isAlias, isScalar, LineCounter, parseDocument, visit } = yaml();
  const counter = new LineCounter();
  const document = parseDocument(data, { lineCounter: counter });
  const lines: string[] = [];
  visit(document, {
    Pair(_, { key }) {
      const scalar = isAlias(key) ? key.resolve(document) : key;
      if (!isScalar(scalar)) return;
      // Eleventy removes the prefix.
      const plain = String(scalar.value).replace(/^override:/, '');
      if (!forbidden.has(plain)) return;
      const line = counter.linePos((key as { range?: [number, number, number] }).range?.[0] ?? 0).line + (isJson ? 0 : 1);
      lines.push(`${name}:${line}: the key "${plain}" is refused, for it would change every object; rename it`);
    },
  });
  if (lines.length > 0) throw new UserError(lines);
}

/** Whether Eleventy reads a JSON file as data: of the site, of a folder, or of the template beside it. */
export function isDataFile(path: string, dataFolder: string): boolean {
  if (!path.endsWith('.json')) return false;
  const isGlobal = !relative(resolve(dataFolder), resolve(path)).startsWith(`..${sep}`);
  const stem = basename(path, '.json');
  const hasTemplate = (): boolean =>
    readdirSync(dirname(path)).some((name) => name !== basename(path) && basename(name, extname(name)) === stem);
  return isGlobal || stem.endsWith('.11tydata') || stem === basename(dirname(resolve(path))) || hasTemplate();
}
