import { counted } from '../contract/counted.ts';

/** Plain text as one line of Markdown: what CommonMark would read as markup is escaped. */
export const markdownText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>]/g, (character, at: number, whole: string) =>
      character === '_' && /\w/.test(whole[at - 1] ?? ' ') && /\w/.test(whole[at + 1] ?? ' ') ? character : `\\${character}`,
    );

/** Text of a document that is sent as `text/plain`: one line, nothing escaped. */
export const plainText = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Plain text as the text of a link. Brackets break the parsers of indexes, and so would a backslash that escapes one. */
export const linkText = (text: string, toText = markdownText): string =>
  toText(text.replace(/\[/g, '(').replace(/\]/g, ')').replaceAll('\\', '/'));

/**
 * One line of an index: `- [title](url): description`.
 *
 * @param toText makes text of the index: {@link markdownText} or {@link plainText}
 */
export function indexLine(title: string, url: string, description: string, toText = markdownText): string {
  return `- [${linkText(title, toText)}](${url.replace(/\(/g, '%28').replace(/\)/g, '%29')})${description ? `: ${toText(description)}` : ''}`;
}

/** `(1,234 tokens)` */
export const sizeOf = (tokens: number): string => `(${counted(tokens, 'token')})`;
