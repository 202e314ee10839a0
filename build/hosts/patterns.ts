import { unpublished } from '../contract/published-files.ts';

/*
 * Accept (RFC 9110 §12.5.1) and request paths as regular expressions, for servers that decide by patterns: PCRE, and RE2 where
 * a comment does not say otherwise. A quote and a backslash are numbers (`\x22`), so that a pattern stands in quotes as it is.
 */

/** A text as it stands in a pattern: what means something to a pattern, or to the configuration around it, means itself. */
export const literal = (text: string): string =>
  text.replace(/[\\"`$%{}]|[\^.*+?()[\]|]/g, (sign) =>
    /[\\"`$%{}]/.test(sign) ? `\\x${sign.charCodeAt(0).toString(16)}` : `\\${sign}`,
  );
/** One of several texts; nothing if there are none. */
export const anyOf = (texts: Iterable<string>): string => [...texts].map(literal).join('|') || '[^\\s\\S]';

const space = '[ \\t]*';
/** A parameter of a media range that is not its weight. */
const parameter = `${space};${space}(?:[^\\s;,=\\x22qQ][^\\s;,=\\x22]*|[qQ][^\\s;,=\\x22]+)${space}=${space}(?:\\x22(?:[^\\x22\\x5c]|\\x5c.)*\\x22|[^;,\\x22]*?)`;
/** The values that a weight may have. */
const weightValue = '0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?';
/** A media range, its parameters and its weight. */
const member = `[^\\s/,;\\x22]+/[^\\s/,;\\x22]+(?:${parameter})*(?:${space};${space}q${space}=${space}(?:${weightValue})(?:${parameter})*)?`;
/** What stands behind the name of a range. */
const behind = `${space}(?:[;,]|$)`;
const twice = (range: string): string => `${range}${behind}(?:.*,)?${space}${range}`;

export const acceptPatterns = {
  PARAMETERS: `(?:${parameter})*`,
  WEIGHT: weightValue,
  /** A list in which every member can be read. What patterns cannot read gets HTML: no client gets Markdown, or 406, by mistake. */
  READABLE: `^[ \\t,]*${member}(?:${space},[ \\t,]*${member})*[ \\t,]*$`,
  /** A list that names a range twice. */
  TWICE: `(?:^|,)${space}(?:${['text/markdown', 'text/html', 'text/\\*', '\\*/\\*'].map(twice).join('|')})${behind}`,
  /** Of our two types, the one that is named first; text in quotes names nothing. */
  FIRST: `^(?:[^,\\x22]|\\x22(?:[^\\x22\\x5c]|\\x5c.)*\\x22|,)*?(?:^|,)${space}text/(markdown|html)${behind}`,
};

/** Headers that most requests have, with what the rules find for them: of clients without a wish, of agents, of browsers. */
export const frequentAccepts: readonly (readonly [header: string, choice: 'html' | 'markdown'])[] = [
  ['', 'html'],
  ['*/*', 'html'],
  ['text/html', 'html'],
  ['application/json, text/plain, */*', 'html'],
  ['text/markdown', 'markdown'],
  ['text/markdown, */*', 'markdown'],
  ['text/markdown, text/html', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  [
    '~^text/html,application/xhtml\\+xml,application/xml;q=0\\.9,(?:image/[a-z+]+,){0,9}\\*/\\*;q=0\\.[1-9](?:,application/signed-exchange;v=b3;q=0\\.[1-9])?$',
    'html',
  ],
  ['~^text/markdown(?:, ?(?:text/html|text/plain|application/xhtml\\+xml|\\*/\\*);q=0\\.[1-9]){1,9}$', 'markdown'],
];

/** A segment as it is sent that names something: no dots alone, nothing that a decoder would take for a separator. */
const segment = "(?!(?:\\.|%2e){1,2}(?:[/?\\s]|$))(?:[\\w.~!$&'()*+,;=:@-]++|%(?!0|1|2f|5c|7f)[\\da-f]{2})++";

export const pathPatterns = {
  /** A path of the site as it is sent, without its first slash (PCRE). See `normalPath` of the proxy. */
  SENT_PATH: `(?:(?:${segment}/)*+(?:${segment})?)`,
  /** Before the path, where a client sends the whole URL. */
  SENT_ORIGIN: '(?:https?://[^/?#\\s]*)?',
  /** What may stand behind the URL of a page, less its ending, where its Markdown is asked for. */
  TWIN_ENDING: '(?:/index\\.html?|/index|\\.html?|/)?\\.md',
  /** Decoded paths, without their slash, of files that the build keeps for hosts. */
  UNPUBLISHED: anyOf(unpublished),
};
