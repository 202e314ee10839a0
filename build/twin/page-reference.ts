/**
 * A page reference is a link to the page's own site as a conversion leaves it: `[About](⟦/about#team⟧)`, the brackets being
 * two characters that no text contains: control characters without a meaning, below U+0100 so that strings stay narrow.
 * Which pages are public, and so have a twin, is known only when all pages have been read; writing the link then keeps a
 * conversion a function of one page, and cacheable.
 */
const open = '\u0081';
const close = '\u008D';

/** Characters that conversion uses for itself, for references and (U+FDD0 to U+FDEF) on the way; never in a twin. */
export const reserved = /[\u0081\u008D\uFDD0-\uFDEF]/g;

/** Marks a site path, with its query and fragment, as a page reference. */
export const pageReference = (path: string): string => open + path + close;

/** Marks a place on a page, which its twin does not have: the link is to the page. */
export const placeReference = (path: string): string => `${open}=${path}${close}`;

/**
 * Writes the page references of a Markdown text.
 *
 * @param markdown as `toMarkdown` returned it
 * @param urlOf the absolute URL for a path with its query and fragment: `/about#team`; of the page itself where `isPlace`
 */
export const resolveReferences = (markdown: string, urlOf: (path: string, isPlace: boolean) => string): string =>
  markdown.includes(open)
    ? markdown.replace(reference, (_, mark: string, path: string) => destination(urlOf(path, mark !== '')))
    : markdown;

/** The paths that a Markdown text refers to, without query and fragment. */
export const referencesIn = (markdown: string): string[] =>
  [...markdown.matchAll(reference)].map(([, , path]) => path!.replace(/[?#].*$/s, ''));

const reference = /\u0081(=?)([^\u008D]*)\u008D/g;

/** A URL as the destination of a Markdown link: what would end it is escaped (CommonMark 0.31 §6.3). */
export function destination(url: string): string {
  if (url.startsWith(open) || /^[^\s()<>\\&]+$/.test(url)) return url;
  // No URL holds these; what is written like one, for people to complete, is kept as it is.
  if (/[\s<>]/.test(url))
    return `<${url
      .replace(/\s/g, ' ')
      .replace(/[<>\\]/g, '\\$&')
      .replace(entity, '&amp;$1;')}>`;
  const safe = url.replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\').replace(entity, '&amp;$1;');
  return isBalanced(safe) ? safe : safe.replace(/[()]/g, '\\$&');
}

/** A reference to a character, whose `&` is written as one: GitHub's cmark reads `\&copy;` in a destination as `\©`. */
const entity = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;

function isBalanced(url: string): boolean {
  let depth = 0;
  for (const character of url) {
    if (character === '(') depth++;
    else if (character === ')' && --depth < 0) return false;
  }
  // CommonMark allows any depth, implementations at least three.
  return depth === 0 && !/\([^)]*\([^)]*\([^)]*\(/.test(url);
}
