import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearestWord } from '../../contract/std/words.ts';
import { isFile, listFiles, readIfThere } from '../../files.ts';
import { firstLineAfter } from '../../page/front-matter.ts';

/** A line of a file, 1-based; the file as a whole without. */
export interface Place {
  readonly file: string;
  readonly line: number | undefined;
}

/** Lines of an excerpt before and after the marked one. */
const around = 2;

/** The text of a file; empty if it cannot be read. */
export const readSource = (file: string): string => readIfThere(file) ?? '';

/** The first line (1-based) that contains a text; undefined if none does. */
export function lineHolding(file: string, what: string | RegExp): number | undefined {
  const at = readSource(file)
    .split('\n')
    .findIndex((line) => (typeof what === 'string' ? line.includes(what) : what.test(line)));
  return at < 0 ? undefined : at + 1;
}

/** Numbered lines around a marked line; empty if the file has no such line. */
export function excerptOf(file: string | undefined, line: number | undefined): { excerpt?: string } {
  if (!file || !line) return {};
  const lines = readSource(file).split('\n');
  if (line > lines.length) return {};
  const first = Math.max(1, line - around);
  const shown = lines.slice(first - 1, line + around).map((text, at) => {
    const number = first + at;
    return `${number === line ? '>' : ' '} ${String(number).padStart(4)} | ${text.replace(/\r$/, '').slice(0, 160)}`;
  });
  return { excerpt: shown.join('\n') };
}

/** Converts a line in the input of a template engine, which lacks front matter, to a line of the file. */
export const lineInFile = (file: string, line: number): number => firstLineAfter(readSource(file)) - 1 + line;

/** A template and its ancestors by `extends`. Nunjucks names only the first, wherever the error is. */
export function familyOf(file: string): string[] {
  const family = [file];
  for (;;) {
    const child = family.at(-1)!;
    const name = /\{%-?\s*extends\s+["']([^"']+)["']/.exec(readSource(child))?.[1];
    const parent = name && fileAbove(dirname(child), name);
    if (!parent || family.includes(parent)) return family;
    family.push(parent);
  }
}

/** A file by its name relative to a folder or one above it. */
function fileAbove(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (isFile(path)) return path;
  return folder === '.' || folder === dirname(folder) ? undefined : fileAbove(dirname(folder), name);
}

/** The first location of a text in a family of templates. */
export function placeHolding(file: string, what: string): Place {
  const holder = familyOf(file).find((each) => lineHolding(each, what)) ?? file;
  return { file: holder, line: lineHolding(holder, what) };
}

/**
 * The location of a runtime error: in the family of the template, a line with a tag and the text that the message quotes.
 *
 * @param line in Nunjucks' input, 1-based
 */
export function placeOfFailure(file: string, line: number, message: string): Place {
  const quoted = [...message.matchAll(/`([^`]+)`|"([^"]+)"/g)].flatMap(([, code, text]) => code ?? text ?? []);
  const words = quoted.flatMap((part) => part.match(/[A-Za-z_]\w*/g) ?? []);
  const holder = familyOf(file).find((each) => {
    const text = readSource(each).split('\n')[lineInFile(each, line) - 1] ?? '';
    return /\{[{%]/.test(text) && words.every((word) => text.includes(word));
  });
  return { file: holder ?? file, line: lineInFile(holder ?? file, line) };
}

/** `site/docs/docs.json:2`: where the data beside a template, or of a folder above it, sets a key; undefined if none does. */
export function placeInData(file: string, key: string): string | undefined {
  const data = [file.replace(/\.\w+$/, '')];
  for (let folder = dirname(file); folder !== '.' && folder !== dirname(folder); folder = dirname(folder))
    data.push(join(folder, basename(folder)));
  const set = new RegExp(`["']?\\b${key}\\b["']?\\s*:`);
  for (const each of data.flatMap((name) => ['.json', '.11tydata.json', '.11tydata.js'].map((end) => name + end))) {
    const line = lineHolding(each, set);
    if (line) return `${each}:${line}`;
  }
  return undefined;
}

const template = /\.(?:njk|liquid|html?|hbs|ejs|mustache|haml|pug|webc|vto|11ty\.[cm]?js)$/;
const mostNames = 12;

/** Advice with the names of the layouts in the folder that was searched, likeliest first. */
export function adviceForLayout(path: string, name: string): string {
  const root = path.endsWith(name) ? path.slice(0, -name.length) : `${dirname(path)}/`;
  const all = existsSync(root) ? listFiles(root).filter((file) => template.test(file)) : [];
  const layouts = all.filter((file) => file.startsWith('layouts/'));
  const names = layouts.length > 0 ? layouts : all;
  const bare = (file: string): string => basename(file).replace(template, '');
  const near = nearestWord(bare(name), names.map(bare));
  const meant = names.find((file) => bare(file) === near);
  const listed = [...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])].join(', ');
  const add = `add ${template.test(path) ? path : `${path}.njk`}`;
  if (names.length === 0) return add;
  return `${meant ? `did you mean "${meant}"? Or ` : ''}name one that exists (${listed}), or ${add}`;
}
