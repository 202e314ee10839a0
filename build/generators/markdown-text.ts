import { visibleText } from '../contract/std/visible-text.ts';
import { collapsed, counted } from '../contract/std/words.ts';

/**
 * Plain text, of a page or of the settings, escaped for a line of Markdown: on one line, without invisible characters, and with
 * a backslash before potential markup (CommonMark 0.31, GFM), in any context. The only way for such a text into a document.
 */
export const markdownText = (text: string): string => collapsed(visibleText(text)).trim().replace(markup, '\\$&');

const markup = new RegExp(
  [
    '[`[\\]]',
    '\\\\(?=[!-/:-@[-`{-~]|$)',
    '(?<! )\\*|\\*(?! )',
    '(?<!\\w)_|_(?!\\w)',
    '(?<! )~',
    '<(?=[A-Za-z/!?])',
    '&(?=#\\d{1,7};|#[xX][\\da-fA-F]{1,6};|[A-Za-z][A-Za-z\\d]{1,31};)',
    // At the end of a heading.
    '(?<![^ ])#(?=#*$)',
  ].join('|'),
  'g',
);

/** The same as a paragraph, where it would begin another block. */
export const markdownParagraph = (text: string): string =>
  markdownText(text).replace(/^(?=[-+](?: |$)|-[- ]+$|#{1,6} |>)|^(\d{1,9})(?=[.)](?: |$))/, '$1\\');

/** Plain text as the text of a link. Brackets break the parsers of indexes, and so would a backslash that escapes one. */
export const linkText = (text: string): string =>
  markdownText(text.replace(/\[/g, '(').replace(/\]/g, ')').replaceAll('\\', '/'));

/**
 * One line of an index: `- [title](url): about`.
 *
 * @param title plain text
 * @param about Markdown
 */
export function indexLine(title: string, url: string, about = ''): string {
  return `- [${linkText(title)}](${url.replace(/\(/g, '%28').replace(/\)/g, '%29')})${about && `: ${about}`}`;
}

/** `(1,234 tokens)`, with more in the parentheses. */
export const sizeOf = (tokens: number, more = ''): string => `(${counted(tokens, 'token')}${more})`;
