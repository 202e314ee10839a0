/**
 * Inline Markdown before it is escaped. Rules bracket the Markdown that they write, so that the block, which alone knows
 * neighbouring characters, can distinguish it from text of the page and escape that where necessary.
 */
export const syntaxMark = '\uFDD2';
export const openingMark = '\uFDD4';
export const closingMark = '\uFDD5';
export const endMark = '\uFDD3';

/** Brackets Markdown written by a rule. */
export const syntax = (markdown: string): string => syntaxMark + markdown + endMark;

/** Text between delimiters. (Turndown has moved outer spaces outside; CommonMark §6.2.) */
export const delimited = (content: string, delimiter: string): string =>
  hasContent(content) ? openingMark + delimiter + endMark + content + closingMark + delimiter + endMark : content;

/** Whether there is anything but marks and white space. */
export const hasContent = (inline: string): boolean => /[^\s\uFDD2-\uFDD5\uFDD7]/.test(inline);
