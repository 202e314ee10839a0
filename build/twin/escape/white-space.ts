/**
 * A reserved character that stands for nothing, and is taken out when Turndown is done. Turndown moves the spaces at the
 * ends of an element out of it, also those of code in it, and its final trim takes time quadratic in the longest run of
 * white space, wherever that stands.
 */
export const seal = '\uFDD7';

/** Text whose spaces at the ends belong to it, in code and beside pictures. */
export const sealed = (text: string): string => seal + text + seal;

export const withoutSeals = (text: string): string => (text.includes(seal) ? text.replaceAll(seal, '') : text);

/** Divides long runs of white space. */
export const withShortRuns = (text: string): string => (text.length < 64 ? text : text.replace(/\s{63}(?=\s)/g, `$&${seal}`));

/** Puts `prefix` before each line; before an empty line, without its trailing space. */
export const prefixed = (text: string, prefix: string): string =>
  text.replace(/^(?=(\uFDD7?.?))/gm, (_, next: string) => (next.replace(seal, '') ? prefix : prefix.trimEnd()));
