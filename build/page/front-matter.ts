import { createRequire } from 'node:module';
import { UserError } from '../contract/std/errors.ts';
import { wrongQuotes } from '../contract/std/words.ts';

type Kind =
  | 'text'
  | 'language'
  | 'date'
  | 'number'
  | 'true-or-false'
  | 'path'
  | 'path-or-list'
  | 'text-or-list'
  | 'block'
  | 'name-or-false';

/** Front matter of the build and the starter's layouts, with the type of each key. */
export const frontMatter = [
  { name: 'title', kind: 'text', default: 'the H1', summary: 'Title of the page.' },
  { name: 'description', kind: 'text', default: 'the first paragraph', summary: 'One sentence: what the page tells.' },
  { name: 'date', kind: 'date', default: 'none', summary: 'Day of publication.' },
  { name: 'lastmod', kind: 'date', default: 'date', summary: 'Day of the last change of the content.' },
  {
    name: 'language',
    kind: 'language',
    default: 'the language of the site',
    summary: 'Language of the page (BCP 47), such as `de` or `pt-BR`.',
  },
  {
    name: 'section',
    kind: 'text',
    default: 'the first folder of the URL',
    summary: 'Section of the indexes in which the page stands.',
  },
  { name: 'order', kind: 'number', default: 'by URL', summary: 'Place in its section, lowest first.' },
  {
    name: 'sidebarGroup',
    kind: 'text-or-list',
    default: 'none',
    summary: 'Group of the sidebar within its section, such as `Servers`; a list is a group in a group.',
  },
  { name: 'optional', kind: 'true-or-false', default: 'false', summary: 'Listed under “Optional” in llms.txt.' },
  { name: 'draft', kind: 'true-or-false', default: 'false', summary: 'Shown in preview only; absent from every build.' },
  { name: 'noindex', kind: 'true-or-false', default: 'false', summary: 'Published for people, in no index, without a twin.' },
  {
    name: 'parity',
    kind: 'true-or-false',
    default: 'true',
    summary: 'Set to false where the twin cannot hold all of the page; the build says so.',
  },
  {
    name: 'twinMenu',
    kind: 'true-or-false',
    default: 'true for `doc` and `post`',
    summary: 'Whether the page has the menu that copies and opens its Markdown.',
  },
  {
    name: 'edit',
    kind: 'true-or-false',
    default: 'true if the site has `editUrl`',
    summary: 'Whether the page has the link “Edit this page”.',
  },
  {
    name: 'furtherPages',
    kind: 'text',
    default: 'none',
    summary: 'On a list: it shows ten pages, and the others follow at these paths with a number, such as `/blog/page-`.',
  },
  { name: 'permalink', kind: 'path', default: 'where the file lies', summary: 'Output file of the page, or false for none.' },
  { name: 'redirect_from', kind: 'path-or-list', default: 'none', summary: 'Old paths of the page, each redirected to it.' },
  {
    name: 'layout',
    kind: 'name-or-false',
    default: 'page',
    summary: 'Layout: `page`, `doc`, `post`, `list`, `home`, or a file of yours.',
  },
  { name: 'tags', kind: 'text-or-list', default: 'none', summary: 'Tags of a post; each has a page that lists its posts.' },
  { name: 'author', kind: 'text', default: 'none', summary: 'Who wrote a post.' },
  {
    name: 'image',
    kind: 'text',
    default: 'the picture of the site',
    summary: 'Picture for shared links: a path, or a file beside the page.',
  },
  { name: 'imageAlt', kind: 'text', default: 'none', summary: 'What that picture shows.' },
  { name: 'list', kind: 'text', default: 'none', summary: 'With the layout `list`: the tag of the pages to list.' },
  { name: 'feed', kind: 'text', default: 'none', summary: 'Path of the feed of a list.' },
  { name: 'hero', kind: 'block', default: 'none', summary: 'With the layout `home`: the top of the page.' },
  { name: 'features', kind: 'block', default: 'none', summary: 'Cards with icon, title, text and link.' },
  { name: 'logos', kind: 'block', default: 'none', summary: 'Names or pictures of customers.' },
  { name: 'quote', kind: 'block', default: 'none', summary: 'One sentence of a customer.' },
  { name: 'quotes', kind: 'block', default: 'none', summary: 'Several of them.' },
  { name: 'pricing', kind: 'block', default: 'none', summary: 'Plans with prices.' },
  { name: 'questions', kind: 'block', default: 'none', summary: 'Questions and answers.' },
  { name: 'closing', kind: 'block', default: 'none', summary: 'The last call to action.' },
  { name: 'needs', kind: 'text', default: 'none', summary: 'The setting without which the page does not exist.' },
] as const satisfies readonly { name: string; kind: Kind; default: string; summary: string }[];

export const expectedOfKind: Readonly<Record<Kind, string>> = {
  text: 'a string',
  language: 'a language tag like "de" or "pt-BR"',
  date: 'a day like 2026-11-21',
  number: 'a number',
  'true-or-false': 'true or false',
  path: 'a path like guides/start.html, or false',
  'text-or-list': 'a text or a list of texts',
  'name-or-false': 'a name, or false',
  block: 'keys with values below it, or a list of such blocks',
  'path-or-list': 'a path that starts with a slash and is percent-encoded, or a list of such paths',
};

/** The form of a language tag (RFC 5646 §2.1), not its meaning. */
const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

const fits: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  language: (value) => typeof value === 'string' && languageTag.test(value),
  date: (value) => (value instanceof Date ? !Number.isNaN(value.getTime()) : typeof value === 'string' && isDate(value)),
  number: (value) => typeof value === 'number',
  'true-or-false': (value) => typeof value === 'boolean',
  // A function or an object of functions, from a data file or the configuration.
  path: (value) =>
    ['string', 'boolean', 'function'].includes(typeof value) || (typeof value === 'object' && !Array.isArray(value)),
  'text-or-list': (value) => [value].flat().every((text) => typeof text === 'string'),
  'name-or-false': (value) => typeof value === 'string' || value === false,
  block: (value) => typeof value === 'object',
  'path-or-list': (value) => [value].flat().every(isPath),
};

/** A valid day or moment, or a keyword of Eleventy for dates. */
const isDate = (text: string): boolean =>
  /^(git )?(last modified|created)$/i.test(text) ||
  (/^\d{4}-\d\d-\d\d(?!\d)/.test(text) && isDay(text) && !Number.isNaN(Date.parse(text)));

/** JavaScript takes 30 February for a day in March. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Whether a value is a path for `redirect_from`. */
export function isPath(path: unknown): path is string {
  if (typeof path !== 'string') return false;
  try {
    decodeURIComponent(path);
  } catch {
    return false;
  }
  return /^\/[^\s?#]*$/.test(path);
}

/** Only at the very top: further down, lines of three hyphens are rules. */
const topBlock = /^\uFEFF?---(?!-)[^\n]*\n(?:([\s\S]*?)\n)??---[^\n]*/;

/** The lines between the hyphens at the top of a template, unchanged; empty without front matter. */
export const frontMatterOf = (text: string): string => topBlock.exec(text)?.[1] ?? '';

/** A template up to the end of its front matter; all of it if that is unclosed. */
export const headOf = (text: string): string => (isUnclosed(text) ? text : (topBlock.exec(text)?.[0] ?? ''));

/** The line (1-based) on which the text after the front matter begins. */
export const firstLineAfter = (text: string): number => {
  const [all] = topBlock.exec(text) ?? [];
  return all === undefined ? 1 : all.split('\n').length + 1;
};

/**
 * Checks the front matter of a template.
 *
 * @param data of the template with front matter, if its keys have the meaning of {@link frontMatter}
 * @param elsewhere file and line of a key that is not in the template
 * @throws {UserError} lines with file and line: it is unclosed, or a value has another type
 */
export function checkFrontMatter(
  text: string,
  name: string,
  data: Readonly<Record<string, unknown>> | undefined,
  elsewhere: (key: string) => string | undefined = () => undefined,
): void {
  if (isUnclosed(text)) throw new UserError(`${name}:1: ${unclosed.join('; ')}`);
  if (!data) return;
  const block = frontMatterOf(text);
  const placeOf = (key: string): string => {
    const line = lineOfKey(text, key);
    return (line === '' && elsewhere(key)) || name + line;
  };
  const lines = frontMatter.flatMap(({ name: key, kind }) => {
    const value = data[key];
    if (value === undefined || value === null) return [];
    const written = new RegExp(`^${key}:[ \\t]*(\\d{4}-\\d\\d-\\d\\d)`, 'm').exec(block)?.[1];
    if (fits[kind](value) && !(kind === 'date' && written && !isDay(written))) return [];
    const found = kind === 'date' && written ? written : JSON.stringify(value);
    return [
      `${placeOf(key)}: front matter "${key}" is ${found}, expected ${expectedOfKind[kind]}${fixOf(kind, value, block, key)}`,
    ];
  });
  if (lines.length > 0) throw new UserError(lines);
}

/** YAML reads 2024, yes and 2026-11-21 as other types than text, and quoted numbers as text. */
function fixOf(kind: Kind, value: unknown, block: string, key: string): string {
  const written = new RegExp(`^${key}:[ \\t]+([^#\\n]*[^#\\s])`, 'm').exec(block)?.[1];
  if (kind === 'number') return wrongQuotes('number', value);
  if (kind === 'true-or-false') return wrongQuotes('boolean', value);
  return kind === 'text' || kind === 'language' ? wrongQuotes('string', value, written) : '';
}

/** Three hyphens on the first line open front matter, which Eleventy extends to the next such line, or to the end. */
export const isUnclosed = (text: string): boolean => /^\uFEFF?---(?!-)/.test(text) && !/\n---/.test(text);

/** Message and advice for unclosed front matter. */
export const unclosed = ['front matter opens here and never closes', 'add a line of three hyphens after it'] as const;

/** `:3`, the line of a key of the front matter; empty if not found. */
function lineOfKey(text: string, key: string): string {
  const block = frontMatterOf(text);
  const { LineCounter, parseDocument } = yaml();
  const lines = new LineCounter();
  const { contents } = parseDocument(block, { lineCounter: lines });
  const items = (contents as { items?: { key?: { value?: unknown; range?: [number, number, number] } }[] } | null)?.items;
  const start = items?.find((item) => item.key?.value === key)?.key?.range?.[0];
  return start === undefined ? '' : `:${lines.linePos(start).line + 1}`;
}

/** The package, loaded on demand: most builds do not need it. */
export const yaml = (): typeof import('yaml') => createRequire(import.meta.url)('yaml');
