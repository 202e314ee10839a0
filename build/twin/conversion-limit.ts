/** A page is too large to become a twin. The message says why, and how to exclude the page. */
export class ConversionLimit extends Error {
  override readonly name = 'ConversionLimit';
}

/** Takes about half a gigabyte of memory to convert; the largest one-page manuals have about 100,000 elements. */
export const mostElements = 250_000;
/** Parsing is quadratic in depth; browsers build no tree deeper than 512. */
export const deepestElement = 5_000;

/** Characters of Markdown: each line in quotes and lists repeats the prefixes of its containers. */
const mostMarkdown = 16_000_000;

/** Limited sizes of a page: number of elements, and maximum depth. */
export interface PageSize {
  readonly elements: number;
  readonly deepest: number;
}

/** Sizes are counted, not timed, so that a page passes or fails on every machine. */
export const isOverLimit = ({ elements, deepest }: PageSize): boolean => elements > mostElements || deepest > deepestElement;

/**
 * Checks the size of a page, possibly read in part.
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
