import { unpublished } from '../contract/published-files.ts';

/*
 * Accept (RFC 9110 §12.5.1) and request paths as regular expressions, for servers that decide by patterns: PCRE, and RE2 unless
 * a comment excludes it. Quotes and backslashes are written as numbers (`\x22`), so that no pattern needs escapes inside quotes.
 */

/** A literal text in a pattern, with escapes for the pattern and for the configuration around it. */
export const literal = (text: string): string =>
  text.replace(/[\\"`$%{}]|[\^.*+?()[\]|]/g, (sign) =>
    /[\\"`$%{}]/.test(sign) ? `\\x${sign.charCodeAt(0).toString(16)}` : `\\${sign}`,
  );
/** Alternatives; matches nothing without texts. */
export const anyOf = (texts: Iterable<string>): string => [...texts].map(literal).join('|') || '[^\\s\\S]';

/** Characters of a pattern: PCRE takes 64 kB of one, compiled. */
const longest = 20_000;

/** One of many texts, as patterns that are short enough. */
export function patternsOf(texts: readonly string[]): string[] {
  const patterns: string[] = [];
  for (const text of texts.map(literal)) {
    const last = patterns.at(-1);
    if (last === undefined || last.length + text.length > longest) patterns.push(text);
    else patterns[patterns.length - 1] = `${last}|${text}`;
  }
  return patterns;
}

const space = '[ \\t]*';
/** A parameter of a media range except its weight. */
const parameter = `${space};${space}(?:[^\\s;,=\\x22qQ][^\\s;,=\\x22]*|[qQ][^\\s;,=\\x22]+)${space}=${space}(?:\\x22(?:[^\\x22\\x5c]|\\x5c.)*\\x22|[^;,\\x22]*?)`;
/** Valid weights. */
const weightValue = '0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?';
const member = `[^\\s/,;\\x22]+/[^\\s/,;\\x22]+(?:${parameter})*(?:${space};${space}q${space}=${space}(?:${weightValue})(?:${parameter})*)?`;
/** The text after the name of a range. */
const behind = `${space}(?:[;,]|$)`;
const twice = (range: string): string => `${range}${behind}(?:.*,)?${space}${range}`;

export const acceptPatterns = {
  /** Markdown by its name, or by that before RFC 7763; of a list with both the first counts. */
  MARKDOWN: 'text/(?:x-)?markdown',
  PARAMETERS: `(?:${parameter})*`,
  WEIGHT: weightValue,
  /** A list in which every member is valid. Any other list gets HTML: no client gets Markdown, or 406, by mistake. */
  READABLE: `^[ \\t,]*${member}(?:${space},[ \\t,]*${member})*[ \\t,]*$`,
  /** A list with a duplicate range. */
  TWICE: `(?:^|,)${space}(?:${['text/markdown', 'text/html', 'text/\\*', '\\*/\\*'].map(twice).join('|')})${behind}`,
  /** The first of our two types in the list, outside quotes. */
  FIRST: `^(?:[^,\\x22]|\\x22(?:[^\\x22\\x5c]|\\x5c.)*\\x22|,)*?(?:^|,)${space}text/(html|x-markdown|markdown)${behind}`,
  /** A list that takes text/plain, which Markdown is, too. */
  PLAIN: `(?:^|,)${space}text/plain(?:${parameter})*(?:${space};${space}q${space}=${space}(?:1\\.?0*|0\\.\\d*[1-9]\\d*)(?:${parameter})*)?${space}(?:,|$)`,
};

/** A valid segment as received: no dots alone, no encoded separator. */
const segment = "(?!(?:\\.|%2e){1,2}(?:[/?\\s]|$))(?:[\\w.~!$&'()*+,;=:@-]++|%(?!0|1|2f|5c|7f)[\\da-f]{2})++";

export const pathPatterns = {
  /** A path of the site as received, without its first slash (PCRE). See `normalPath` of the proxy. */
  SENT_PATH: `(?:(?:${segment}/)*+(?:${segment})?)`,
  /** The origin before the path, in an absolute target. */
  SENT_ORIGIN: '(?:https?://[^/?#\\s]*)?',
  /** Endings of a request for Markdown after the stem of a page's URL. */
  TWIN_ENDING: '(?:/index\\.html?|/index|\\.html?|/)?\\.md',
  /** Decoded paths, without slash, of files for hosts. */
  UNPUBLISHED: anyOf(unpublished),
};
