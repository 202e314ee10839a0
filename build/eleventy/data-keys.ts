import { readdirSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { UserError } from '../contract/std/errors.ts';
import { frontMatterOf, yaml } from '../page/front-matter.ts';

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
export function checkDataKeys(text: string, name: string): void {
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
