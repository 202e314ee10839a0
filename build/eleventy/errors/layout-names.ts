import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nearestWord } from '../../contract/std/words.ts';
import { isFile, listFiles } from '../../files.ts';
import { lineHolding, readSource } from './source-excerpt.ts';

const template = /\.(?:njk|liquid|html?|hbs|ejs|mustache|haml|pug|webc|vto|11ty\.[cm]?js)$/;
const most = 12;

/** Advice with the names of the layouts in the folder that was searched, likeliest first. */
export function adviceForLayout(path: string, name: string): string {
  const root = path.endsWith(name) ? path.slice(0, -name.length) : `${dirname(path)}/`;
  const all = existsSync(root) ? listFiles(root).filter((file) => template.test(file)) : [];
  const layouts = all.filter((file) => file.startsWith('layouts/'));
  const names = layouts.length > 0 ? layouts : all;
  const bare = (file: string): string => basename(file).replace(template, '');
  const near = nearestWord(bare(name), names.map(bare));
  const meant = names.find((file) => bare(file) === near);
  const listed = [...names.slice(0, most), ...(names.length > most ? ['…'] : [])].join(', ');
  const add = `add ${template.test(path) ? path : `${path}.njk`}`;
  if (names.length === 0) return add;
  return `${meant ? `did you mean "${meant}"? Or ` : ''}name one that exists (${listed}), or ${add}`;
}

/** The possible data files of a template: beside it, and in the folders above it. */
function dataFilesOf(file: string | undefined): string[] {
  const data = file ? [file.replace(/\.\w+$/, '')] : [];
  for (let folder = dirname(file ?? '.'); folder !== '.' && folder !== dirname(folder); folder = dirname(folder))
    data.push(join(folder, basename(folder)));
  return data.flatMap((each) => ['.json', '.11tydata.json', '.11tydata.js'].map((end) => each + end)).filter(isFile);
}

/** `site/docs/docs.json:2`: the location of a key in the data of a template; undefined if no file sets it. */
export function placeInData(file: string, key: string): string | undefined {
  const set = new RegExp(`["']?\\b${key}\\b["']?\\s*:`);
  for (const each of dataFilesOf(file)) {
    const line = lineHolding(each, set);
    if (line) return `${each}:${line}`;
  }
  return undefined;
}

/** The location that names the layout of a page: its front matter, data beside it or above it, or another layout. */
export function placeOfLayout(
  file: string | undefined,
  name: string,
  path: string,
): { file: string | undefined; line: number | undefined } {
  const root = path.endsWith(name) ? path.slice(0, -name.length) : dirname(path);
  const layouts = existsSync(root) ? listFiles(root).map((each) => join(root, each)) : [];
  const key = new RegExp(`(?:^|[\\s{,"'])layout["']?\\s*:\\s*["']?${name.replace(/[^\w]/g, '\\$&')}["']?(?=[\\s,}]|$)`);
  const holder = [file ?? [], dataFilesOf(file), layouts].flat().find((each) => key.test(readSource(each))) ?? file;
  return { file: holder, line: holder ? lineHolding(holder, key) : undefined };
}
