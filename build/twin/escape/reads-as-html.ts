import { Parser } from 'htmlparser2';

/** A syntactic character reference (CommonMark §2.5). */
export const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
const characters = new Map<string, boolean>();

/** Whether a reference is valid (§2.5): `&copy;`, `&#35;`, not `&unknown;`. */
export function isCharacter(reference: string | undefined): boolean {
  if (reference === undefined) return false;
  const known = characters.get(reference);
  if (known !== undefined) return known;
  let text = '';
  const parser = new Parser({ ontext: (part) => (text += part) });
  parser.end(reference);
  // A reference that HTML also reads without its semicolon would leave a rest.
  const is = text !== reference && [...text].length <= 2;
  if (characters.size < 1_000) characters.set(reference, is);
  return is;
}

const attribute = /\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?/.source;
const html = new RegExp(
  [
    `<[A-Za-z][A-Za-z\\d-]*(?:${attribute})*\\s*/?>`,
    '</[A-Za-z][A-Za-z\\d-]*\\s*>',
    '<!--(?:-?>|[\\s\\S]*?-->)|<\\?[\\s\\S]*?\\?>|<![A-Za-z][^>]*>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>',
    '<[A-Za-z][A-Za-z\\d+.-]{1,31}:[^\\s<>\\0-\\x20]*>',
    "<[\\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z\\d](?:[A-Za-z\\d.-]*[A-Za-z\\d])?>",
  ].join('|'),
  'y',
);
/** A tag is not searched further than this; if no end is found, it counts as a tag. */
const longestTag = 1_000;

/** Whether a tag, a comment, an autolink or the like starts at a `<` (CommonMark §6.5, §6.6). */
export function opensHtml(plain: string, at: number): boolean {
  const end = plain.indexOf('>', at);
  if (end < 0) return false;
  html.lastIndex = 0;
  const rest = plain.slice(at, at + longestTag);
  return html.test(rest) || (end - at >= longestTag && /^<(?:[!?]|\/?[A-Za-z])/.test(rest));
}
