import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../contract/std/errors.ts';
import { distance } from '../contract/std/words.ts';
import { loadOptional } from './optional-package.ts';
import { placeOfText } from './source-place.ts';

/** A set of Iconify: the content of each SVG by name. */
interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

/** The icons of Tabler (MIT). The site contains only those in use. */
const iconSet = '@iconify-json/tabler';

interface IconData {
  readonly page?: { readonly inputPath?: string };
}

/**
 * An icon as SVG in the colour of its text: `{{ "rocket" | icon | safe }}`. URLs of pictures and emojis are unchanged.
 *
 * @throws {UserError} with file and line and similar names, if there is no icon of that name
 */
export function icon(this: { readonly ctx?: IconData }, name: unknown): string {
  const file = typeof name === 'object' && name !== null ? (name as { src?: unknown; light?: unknown }) : undefined;
  const source = file ? (file.src ?? file.light) : /[/.]/.test(String(name)) ? name : undefined;
  if (source) return `<img class="icon" src="${escapeAttribute(String(source))}" alt="" width="32" height="32">`;
  const text = String(name);
  if (!/^[\w-]+$/.test(text)) return `<span class="icon" aria-hidden="true">${escapeAttribute(text)}</span>`;
  const place = placeOf('icon', text, this.ctx?.page?.inputPath);
  const { icons, aliases = {} } = loadOptional<IconSet>(`${iconSet}/icons.json`, `the icon "${text}"`, place);
  const body = ownOf(icons, ownOf(aliases, text)?.parent ?? text)?.body;
  if (body !== undefined) return `<svg class="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">${body}</svg>`;
  const names = Object.keys(icons);
  throw new UserError(
    `${place}: there is no icon "${text}"; near it are ${nearestOf(text, names).join(', ')} (all: https://tabler.io/icons)`,
  );
}

/**
 * An inlined SVG file of the site, in which `currentColor` is the colour of the text.
 *
 * @param path below the folder of the site, like `art/hero.svg`
 * @throws {UserError} with file and line, if there is no such file
 */
export function illustration(this: { readonly ctx?: IconData }, path: string): string {
  const file = `site/${path.replace(/^\//, '')}`;
  const found = [file, file.replace(/^site/, 'site/_public')].find((each) => existsSync(each));
  if (!found?.endsWith('.svg'))
    throw new UserError(
      `${placeOf('illustration', path, this.ctx?.page?.inputPath)}: there is no SVG ${file}; name one below site/, or use hero.image`,
    );
  return readFileSync(found, 'utf8').replace(/^\s*(?:<\?xml[^>]*>|<!DOCTYPE[^>]*>|<!--[\s\S]*?-->|\s)*/i, '');
}

const ownOf = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const escapeAttribute = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** Five names: first those that contain the word, then those with similar spelling. */
function nearestOf(name: string, names: readonly string[]): string[] {
  const rank = (other: string): number => distance(name, other) - (other.split('-').includes(name) ? 100 : 0);
  return [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, 5);
}

/** `site/index.md:12`: the location of an icon name, or of another value of a key. */
function placeOf(key: string, name: string, inputPath = ''): string {
  const line = new RegExp(`${key}"?:\\s*["']?${name.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`);
  const places = [inputPath.replace(/^\.\//, ''), 'site/_data/site.json'].map((file) => placeOfText(file, line));
  return places.find((place) => /:\d+$/.test(place)) ?? (inputPath || 'site');
}
