/**
 * A page reference is a link within the site in a converted page: `[About](⟦/about#team⟧)`. The brackets stand for two
 * characters that no text contains: controls without meaning, below U+0100 so that strings stay narrow. Which pages have a
 * twin is known only when all have been read; resolving links then keeps conversion a function of one page, and cacheable.
 */
const open = '\u0081';
const close = '\u008D';

/** Characters reserved by conversion, for references and (U+FDD0 to U+FDEF) temporarily; never in a twin. */
export const reserved = /[\u0081\u008D\uFDD0-\uFDEF]/g;

/** Marks a site path, with its query and fragment, as a page reference. */
export const pageReference = (path: string): string => open + path + close;

/** Marks a fragment that the twin lacks: the link leads to the page. */
export const placeReference = (path: string): string => `${open}=${path}${close}`;

/**
 * Resolves the page references of a Markdown text.
 *
 * @param markdown from `toMarkdown`
 * @param urlOf the absolute URL for a path with query and fragment: `/about#team`; of the page itself if `isPlace`
 */
export const resolveReferences = (markdown: string, urlOf: (path: string, isPlace: boolean) => string): string =>
  markdown.includes(open)
    ? markdown.replace(reference, (_, mark: string, path: string) => destination(urlOf(path, mark !== '')))
    : markdown;

const reference = /\u0081(=?)([^\u008D]*)\u008D/g;

/** A URL as the destination of a Markdown link, escaped (CommonMark 0.31 §6.3). */
export function destination(url: string): string {
  if (url.startsWith(open) || /^[^\s()<>\\&]+$/.test(url)) return url;
  // Not a valid URL: a template for people to complete, kept unchanged.
  if (/[\s<>]/.test(url))
    return `<${url
      .replace(/\s/g, ' ')
      .replace(/[<>\\]/g, '\\$&')
      .replace(entity, '&amp;$1;')}>`;
  const safe = url.replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\').replace(entity, '&amp;$1;');
  return isBalanced(safe) ? safe : safe.replace(/[()]/g, '\\$&');
}

/** A character reference, whose `&` is written as one: GitHub's cmark reads `\&copy;` in a destination as `\©`. */
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
