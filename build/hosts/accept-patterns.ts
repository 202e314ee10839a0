/*
 * The grammar of Accept (RFC 9110 §12.5.1) as regular expressions, for servers that decide by patterns: PCRE and RE2.
 */

const space = '[ \\t]*';
/** A parameter of a media range that is not its weight. */
export const parameter = `${space};${space}(?:[^\\s;,="qQ][^\\s;,="]*|[qQ][^\\s;,="]+)${space}=${space}(?:"(?:[^"\\\\]|\\\\.)*"|[^;,"]*?)`;
/** The values that a weight may have. */
export const weightValue = '0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?';

/** A media range, its parameters and its weight. */
export const member = `[^\\s/,;"]+/[^\\s/,;"]+(?:${parameter})*(?:${space};${space}q${space}=${space}(?:${weightValue})(?:${parameter})*)?`;

/** A list in which every member can be read. What patterns cannot read gets HTML: nobody is sent Markdown, or 406, by mistake. */
export const sound = `^[ \\t,]*${member}(?:${space},[ \\t,]*${member})*[ \\t,]*$`;

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

const one = '(?:\\s*;\\s*q=1(?:\\.0{0,3})?)?';
const less = '\\s*;\\s*q=0\\.\\d{1,3}';
const end = '\\s*(?:,|$)';
const anywhere = '(?:^|,)\\s*';

/** What a cache in front asks the site for each time: quotes, weights of 0, a panel that is named twice, length. */
export const unreducedAccept = '\\x22|;\\s*q\\s*=\\s*0(?:\\.0*)?\\s*(?:[,;]|$)|(text/(?:html|markdown)).*\\1|.{500}';

/**
 * What the other headers are to a cache in front, so that it keeps three copies of a page in place of hundreds: the first
 * pattern that matches, whatever the case, and the header that gets the same answers. What none matches, it asks the site for.
 */
export const reducedAccepts: readonly (readonly [pattern: string, accept: string])[] = [
  [`^\\s*text/markdown${one}${end}`, 'text/markdown'],
  [`^\\s*text/html${one}${end}`, 'text/html'],
  [`^(?!.*text/html(?!${less}${end})).*${anywhere}text/markdown${one}${end}`, 'text/markdown'],
  [`^(?!.*markdown(?!${less}${end})).*${anywhere}text/html${one}${end}`, 'text/html'],
  [`^(?!.*markdown).*${anywhere}text/html${less}${end}`, 'text/html'],
  [`^(?!.*(?:markdown|/html)).*${anywhere}(?:text|\\*)/\\*(?:${less}|${one})${end}`, '*/*'],
];
