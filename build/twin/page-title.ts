import { wordsOf } from './dom.ts';
import { wordsLength } from './measure.ts';

/** Separators between the names of a page and its site, not in parentheses: a bar, dot, dash or colons. */
const separatorOf = /((?:(?<!\s)\s+(?:[|·–—•»]|-{1,3}|::?)\s+|:\s+)(?![^()]{0,200}\)))/;

/** The parts of a title: the page's own name and the names of the site. */
export const titleParts = (title: string): string[] => title.split(separatorOf).filter((_, at) => at % 2 === 0);

/**
 * A title without the site's names at its ends; unchanged if nothing else remains. On the home page a name before a motto is the
 * page's own.
 */
export function withoutNames(title: string, names: readonly (string | undefined)[], url: string): string {
  const pieces = title.split(separatorOf);
  const isOwn = (piece: string, at: number): boolean => at % 2 === 0 && !names.includes(piece);
  return pieces.slice(url === '/' ? 0 : pieces.findIndex(isOwn), pieces.findLastIndex(isOwn) + 1).join('') || title;
}

const generic = /^(?:the |our )?(?:api|admin|developers?|online|product|project|technical|users?)$/i;
const suffix = /(?:\s+(?:home ?page|documentation|docs))+$/i;

/** The name of a site as people say it: `Welcome to Varnish version 7.1.1 documentation` → `Varnish`, but `API documentation` stays. */
export function spokenName(title: string): string {
  const name = title
    .replace(/^welcome to (?:the )?/i, '')
    .replace(suffix, '')
    .replace(/\s+\(?(?:version |release |v)?\d+(?:\.[\dx]+)+\)?$/i, '')
    .replace(suffix, '');
  return name === '' || generic.test(name) ? title : name;
}

/** Whether an element is the name of the site: what `<title>` ends with behind a bar or a dash, or what `og:site_name` says. */
export function isNameOfSite(element: Element): boolean {
  const { head } = element.ownerDocument;
  const title = head?.querySelector('title');
  const [end, separator] = title ? wordsOf(title).split(separatorOf).reverse() : [];
  const stated = head?.querySelector('meta[property="og:site_name"]')?.getAttribute('content');
  const words = wordsOf(element);
  return words === stated || (separator !== undefined && !/:/.test(separator) && words === end);
}

/** The longest part of `<title>`: most often the page's own name. */
export function nameOfPage(document: Document): string {
  const title = document.head?.querySelector('title');
  return titleParts(title ? wordsOf(title) : '').reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Longest element that may be the title of a page, and longest such title, in characters. */
const [longestHeading, longestName] = [300, 600];

/** Longest text in a heading besides the title of its page, in characters: a version, a date. */
const longestAddition = 60;

/** Whether a heading is the title of the page, or most of it. */
export function isTitle(element: Element, name: string): boolean {
  const own = wordsLength(element) <= longestHeading && name.length <= longestName ? wordsOf(element) : '';
  if (own === '') return false;
  return name.includes(own) ? own.length > name.length / 2 : own.includes(name) && own.length < name.length + longestAddition;
}
