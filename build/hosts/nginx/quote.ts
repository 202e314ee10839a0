/** A string of nginx's configuration in its quotes. It has no escape for `$`: a variable holds one. */
export type Quote = (text: string) => string;

/** @param dollar name of the variable that holds a dollar sign, without its own */
export const createQuote =
  (dollar: string): Quote =>
  (text) =>
    `"${text.replace(/[\\"]/g, '\\$&').replaceAll('$', `\${${dollar}}`)}"`;

/** A regular expression, or a string that is all ours, in its quotes: variables in it are variables. */
export const pattern = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
