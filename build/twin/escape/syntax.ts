/**
 * Inline Markdown on its way to a block. A rule brackets what it writes itself, so that the block, which alone knows
 * what stands beside what, can tell the rule's characters from the page's and escape those of the page that need it.
 */
export const syntaxMark = '\uFDD2';
export const openingMark = '\uFDD4';
export const closingMark = '\uFDD5';
export const endMark = '\uFDD3';

/** Characters that are Markdown as they stand. */
export const syntax = (markdown: string): string => syntaxMark + markdown + endMark;

/** Text between delimiters. (Turndown has moved spaces at its ends outside, where delimiters need them; CommonMark §6.2.) */
export const delimited = (content: string, delimiter: string): string =>
  hasContent(content) ? openingMark + delimiter + endMark + content + closingMark + delimiter + endMark : content;

/** Whether there is anything but marks and white space. */
export const hasContent = (inline: string): boolean => /[^\s\uFDD2-\uFDD5\uFDD7]/.test(inline);
