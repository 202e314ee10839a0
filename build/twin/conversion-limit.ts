/** A page that is too large to become a twin. The message says what is too large and how to exclude the page. */
export class ConversionLimit extends Error {
  override readonly name = 'ConversionLimit';
}

/** Takes about half a gigabyte of memory to convert; the largest manuals on one page have about 100,000 elements. */
export const mostElements = 250_000;
/** Parsing takes time quadratic in depth; browsers build no tree deeper than 512. */
export const deepestElement = 5_000;

/**
 * Checks the size of a page before a tree is built of it. Sizes are counted, not clocked: a page passes or fails on every machine.
 *
 * @throws ConversionLimit if the page is too large
 */
export function checkSize({ elements, deepest }: { readonly elements: number; readonly deepest: number }): void {
  const number = (value: number): string => value.toLocaleString('en');
  const problem =
    elements > mostElements
      ? `has ${number(elements)} elements, over the limit of ${number(mostElements)}`
      : deepest > deepestElement
        ? `has elements nested ${number(deepest)} deep, over the limit of ${number(deepestElement)}`
        : undefined;
  if (problem)
    throw new ConversionLimit(
      `${problem}. Split the page, or add its file to "exclude" in the settings to publish it without a twin`,
    );
}
