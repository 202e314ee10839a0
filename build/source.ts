import { isUtf8 } from 'node:buffer';
import { readFileSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { AuthorError } from './author-error.ts';

type Kind = 'text' | 'date' | 'number' | 'true-or-false' | 'path-or-list';

/** Front matter that the build and the starter's layouts know, with the type that each takes. */
export const frontMatter = [
  { name: 'title', kind: 'text', default: 'the H1', summary: 'Title of the page.' },
  { name: 'description', kind: 'text', default: 'the first paragraph', summary: 'One sentence: what the page tells.' },
  { name: 'date', kind: 'date', default: 'none', summary: 'Day of publication.' },
  { name: 'lastmod', kind: 'date', default: 'date', summary: 'Day of the last change of the content.' },
  {
    name: 'section',
    kind: 'text',
    default: 'the first folder of the URL',
    summary: 'Section of the indexes in which the page stands.',
  },
  { name: 'order', kind: 'number', default: 'by URL', summary: 'Place in its section, lowest first.' },
  { name: 'optional', kind: 'true-or-false', default: 'false', summary: 'Listed under “Optional” in llms.txt.' },
  { name: 'draft', kind: 'true-or-false', default: 'false', summary: 'Shown in preview only; absent from every build.' },
  { name: 'noindex', kind: 'true-or-false', default: 'false', summary: 'Published for people, in no index, without a twin.' },
  {
    name: 'parity',
    kind: 'true-or-false',
    default: 'true',
    summary: 'Set to false where the twin cannot hold all of the page; the build says so.',
  },
  { name: 'redirect_from', kind: 'path-or-list', default: 'none', summary: 'Old paths of the page, each redirected to it.' },
] as const satisfies readonly { name: string; kind: Kind; default: string; summary: string }[];

const expected: Record<Kind, string> = {
  text: 'a text',
  date: 'a date like 2026-11-21',
  number: 'a number',
  'true-or-false': 'true or false',
  'path-or-list': 'a path that starts with a slash, or a list of such paths',
};

const fits: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  date: (value) =>
    (value instanceof Date && !Number.isNaN(value.getTime())) ||
    (typeof value === 'string' && /^(\d{4}-\d\d-\d\d|[A-Za-z])/.test(value)),
  number: (value) => typeof value === 'number',
  'true-or-false': (value) => typeof value === 'boolean',
  'path-or-list': (value) => [value].flat().every((path) => typeof path === 'string' && /^\/[^\s?#]*$/.test(path)),
};

/**
 * Checks one template before it is rendered: where it lies, its encoding, its front matter.
 *
 * @param path of the template, as Eleventy names it
 * @param input folder of the templates
 * @param data of the template, front matter included
 * @throws {AuthorError} lines with file and line
 */
export function checkSource(path: string, input: string, data: Readonly<Record<string, unknown>>): void {
  const name = tidy(path);
  checkPlace(path, input);
  const bytes = readFileSync(path);
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new AuthorError([`${name}:${firstBadLine(bytes)}: not UTF-8 text; save the file as UTF-8`]);
  const text = bytes.toString('utf8');
  checkClosed(text, name);
  const wrong = frontMatter.filter(
    ({ name: key, kind }) => data[key] !== undefined && data[key] !== null && !fits[kind](data[key]),
  );
  if (wrong.length > 0)
    throw new AuthorError(
      wrong.map(
        ({ name: key, kind }) =>
          `${name}${lineOf(text, key)}: front matter "${key}" is ${JSON.stringify(data[key])}, expected ${expected[kind]}`,
      ),
    );
}

/** Refuses a file below `input` that really lies outside of it. @throws {AuthorError} */
export function checkPlace(path: string, input: string): void {
  const inside = (from: string, to: string): boolean => !relative(from, to).startsWith(`..${sep}`) && relative(from, to) !== '..';
  if (!inside(resolve(input), resolve(path))) return;
  const real = realpathSync(path);
  if (!inside(realpathSync(input), real))
    throw new AuthorError([`${tidy(path)}: a symbolic link that leaves ${tidy(input)} (to ${real}); copy the file instead`]);
}

/** A path as people write it: no `./` before it. */
export const tidy = (path: string): string => path.replace(/^\.\//, '').replace(/\/$/, '');

/** A first line of three hyphens opens front matter, if what follows looks like it; it must be closed. */
function checkClosed(text: string, name: string): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (!/^---\s*[a-z]*$/i.test(lines[0] ?? '') || lines.slice(1).some((line) => /^---\s*$/.test(line))) return;
  if (/^---\s*$/.test(lines[0]!) && !/^[\w-]+\s*:/.test(lines[1] ?? '')) return;
  throw new AuthorError([`${name}:1: front matter opens here and never closes; add a line of three hyphens after it`]);
}

function lineOf(text: string, key: string): string {
  const block = /^\uFEFF?---[^\n]*\n([\s\S]*?)\n---/.exec(text)?.[1];
  if (block === undefined) return '';
  const lines = new LineCounter();
  const document = parseDocument(block, { lineCounter: lines });
  const contents = document.contents as { items?: { key?: { value?: unknown; range?: [number, number, number] } }[] } | null;
  const start = contents?.items?.find((item) => item.key?.value === key)?.key?.range?.[0];
  return start === undefined ? '' : `:${lines.linePos(start).line + 1}`;
}

const firstBadLine = (bytes: Buffer): number => (bytes.toString('utf8').split(/[\uFFFD\0]/)[0] ?? '').split('\n').length;
