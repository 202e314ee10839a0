/**
 * A reserved empty character, removed after Turndown, which moves outer spaces out of an element, even out of code in it, and
 * whose final trim is quadratic in the longest run of white space.
 */
export const seal = '\uFDD7';

/** Protects outer spaces of a text, in code and beside pictures. */
export const sealed = (text: string): string => seal + text + seal;

export const withoutSeals = (text: string): string => (text.includes(seal) ? text.replaceAll(seal, '') : text);

/** Divides long runs of white space. */
export const withShortRuns = (text: string): string => (text.length < 64 ? text : text.replace(/\s{63}(?=\s)/g, `$&${seal}`));

/** Prefixes each line; empty lines without trailing space. */
export const prefixed = (text: string, prefix: string): string =>
  text.replace(/^(?=(\uFDD7?.?))/gm, (_, next: string) => (next.replace(seal, '') ? prefix : prefix.trimEnd()));
