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
