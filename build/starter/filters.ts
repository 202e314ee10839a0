import { twinUrlOf } from '../contract/permalinks.ts';
import { memoizeByObject } from '../contract/std/collections.ts';
import { UserError } from '../contract/std/errors.ts';
import { asciiSlug } from '../contract/std/words.ts';
import { layoutIs, type NavigationItem } from './navigation.ts';

/** A date of front matter as W3C datetime; without the time at midnight UTC, as which YAML reads a day. Strings are unchanged. */
export function dayOf(date: Date | string | undefined): string {
  if (!(date instanceof Date)) return date ?? '';
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** A path of the site as URL; a URL is unchanged. */
export const toAbsoluteUrl = (path: string, siteUrl: string): string => (/^https?:/.test(path) ? path : siteUrl + path);

/** The id of a heading, as on GitHub: `Why “two panels”?` → `why-two-panels`. Never empty. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-') || 'section';

/** The content of `<meta name="diptych">`: front matter without HTML element; may be empty. */
export const pageMetaOf = ({ order, optional, draft, older, parity }: Facts): string =>
  [
    ...(order === undefined ? [] : [`order=${order}`]),
    ...(optional ? ['optional'] : []),
    ...(draft ? ['draft'] : []),
    ...(older ? ['older'] : []),
    ...(parity === false ? ['no-parity'] : []),
  ].join(', ');

interface Facts {
  readonly order?: number;
  readonly optional?: boolean;
  readonly draft?: boolean;
  readonly older?: boolean;
  readonly parity?: boolean;
}

/** Eleventy's context of a filter in a template. */
interface Rendering {
  readonly ctx?: { readonly collections?: { readonly all?: readonly { readonly url: string | false }[] } };
}

const urlsOf = memoizeByObject((all: readonly { readonly url: string | false }[]) => new Set(all.map(({ url }) => url)));

/** Filter: the URL of the twin of a page, which depends on the other pages. */
export function twinUrlHere(this: Rendering, url: string): string {
  const all = this.ctx?.collections?.all;
  return twinUrlOf(url, (other) => all !== undefined && urlsOf(all).has(other));
}

/** Markdown as in a twin: links to pages of the site become absolute links to their twins. */
export const twinLinksOf = (markdown: string, siteUrl: string): string =>
  markdown.replace(
    /\]\((\/[^)\s#.]*)(#[^)\s]*)?\)/g,
    (_, path: string, fragment = '') => `](${siteUrl}${twinUrlOf(path, () => false)}${fragment})`,
  );

/** A day in words: `22 November 2026`. Strings that are not dates are unchanged. */
export const longDay = (date: string, language: string): string =>
  Number.isNaN(Date.parse(date))
    ? date
    : new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
        new Date(date),
      );

/** A date in RSS 2.0 (RFC 822). */
export const rfc822 = (date: Date | string): string => new Date(date).toUTCString();

/** A date in Atom (RFC 3339). The default is 1970, not the clock. */
export const rfc3339 = (date: Date | string | undefined): string => new Date(date ?? 0).toISOString();

/** A language in its own language: `de` → `Deutsch`. */
export const endonymOf = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

/** The name of the host of a repository; may be empty. */
export const repositoryName = (url: string): string =>
  ({ 'github.com': 'GitHub', 'gitlab.com': 'GitLab', 'codeberg.org': 'Codeberg' })[new URL(url).hostname] ?? '';

/** The visible tags: not those for collections of all posts. */
export const ownTags = (tags: string | readonly string[] | undefined): string[] =>
  [tags ?? []].flat().filter((tag) => tag !== 'posts' && tag !== 'all');

/**
 * The tags of posts by name, each with its URL segment.
 *
 * @throws {UserError} if two tags would have one page
 */
export function tagsOf(items: readonly NavigationItem[]): { name: string; slug: string }[] {
  const names = new Map<string, string>();
  for (const { data, inputPath } of items)
    for (const name of layoutIs(data.layout, 'post') && !data.draft ? ownTags(data.tags) : []) {
      const other = names.get(tagSlug(name)) ?? name;
      if (other !== name)
        throw new UserError(
          `${String(inputPath).replace(/^\.\//, '')}: the tags "${other}" and "${name}" would have one page; write "${other}" in all posts`,
        );
      names.set(tagSlug(name), name);
    }
  return [...names].map(([slug, name]) => ({ name, slug })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Distinguishes `C++` and `C#`. */
const tagSlug = (tag: string): string =>
  asciiSlug(tag.replaceAll('+', ' plus').replaceAll('#', ' sharp')) || encodeURIComponent(tag);

/** The page of a tag; empty if no template with the tag `tagPages` makes such pages. */
export const tagUrl = (tag: string, collections: { readonly tagPages?: readonly unknown[] }): string =>
  collections.tagPages ? `/tags/${tagSlug(tag)}` : '';

/** HTML for a feed, with absolute links and pictures. */
export const absoluteLinks = (html: string, siteUrl: string): string =>
  html.replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${siteUrl}/`);
