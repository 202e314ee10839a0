/** A page that is too large to become a twin. The message says what is too large and how to exclude the page. */
export class ConversionLimit extends Error {
  override readonly name = 'ConversionLimit';
}

/** Takes about half a gigabyte of memory to convert; the largest manuals on one page have about 100,000 elements. */
export const mostElements = 250_000;
/** Parsing takes time quadratic in depth; browsers build no tree deeper than 512. */
export const deepestElement = 5_000;

/** Characters of Markdown: each line of what is quoted, or is in lists, is written again with what it stands in before it. */
const mostMarkdown = 16_000_000;

/** What of a page is limited: the number of its elements, and the depth of the most deeply nested one. */
export interface PageSize {
  readonly elements: number;
  readonly deepest: number;
}

/** Sizes are counted, not clocked: a page passes or fails on every machine. */
export const isOverLimit = ({ elements, deepest }: PageSize): boolean => elements > mostElements || deepest > deepestElement;

/**
 * Checks the size of a page, or of as much of it as was read.
 *
 * @throws ConversionLimit if the page is too large
 */
export function checkSize(size: PageSize): void {
  if (!isOverLimit(size)) return;
  const problem =
    size.elements > mostElements
      ? `has more than ${mostElements.toLocaleString('en')} elements`
      : `has elements nested more than ${deepestElement.toLocaleString('en')} deep`;
  throw limit(problem);
}

/**
 * Checks the Markdown of a page, or of a part of it.
 *
 * @throws ConversionLimit if it is too long
 */
export function checkMarkdown(markdown: string): string {
  if (markdown.length > mostMarkdown)
    throw limit(`becomes more than ${mostMarkdown.toLocaleString('en')} characters of Markdown`);
  return markdown;
}

const limit = (problem: string): ConversionLimit =>
  new ConversionLimit(`${problem}. Split the page, or add its file to "exclude" in the settings to publish it without a twin`);
