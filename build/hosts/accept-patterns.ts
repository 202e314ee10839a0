/*
 * The grammar of Accept (RFC 9110 §12.5.1) as regular expressions, for servers that decide by patterns: PCRE and RE2.
 */

export const space = '[ \\t]*';
/** A parameter of a media range that is not its weight. */
export const parameter = `${space};${space}(?:[^\\s;,="qQ][^\\s;,="]*|[qQ][^\\s;,="]+)${space}=${space}(?:"(?:[^"\\\\]|\\\\.)*"|[^;,"]*?)`;
/** The values that a weight may have. */
export const weightValue = '0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?';

/** The media ranges that cover what a page has, most specific first. A wildcard with a parameter matches nothing of ours. */
export const mediaRanges = [
  { name: 'markdown', type: 'text/markdown', parameters: `(?:${parameter})*` },
  { name: 'html', type: 'text/html', parameters: `(?:${parameter})*` },
  { name: 'text', type: 'text/\\*', parameters: '' },
  { name: 'any', type: '\\*/\\*', parameters: '' },
] as const;

type MediaRange = (typeof mediaRanges)[number];

/** A media range with its weight, which `group` opens the group of: `(`, or `(?<name>`. */
export const weighedRange = ({ type, parameters }: MediaRange, group = '('): string =>
  `(?:^|,)${space}${type}${parameters}${space};${space}q${space}=${space}${group}${weightValue})${space}${parameters}${space}(?:,|$)`;

/** A media range without weight, which is 1. */
export const plainRange = ({ type, parameters }: MediaRange): string => `(?:^|,)${space}${type}${parameters}${space}(?:,|$)`;

/** Of our two types, the one that is named first; text in quotes names nothing. */
export const firstNamed = (group = '('): string =>
  `^(?:[^,"]|"(?:[^"\\\\]|\\\\.)*"|,)*?(?:^|,)${space}text/${group}markdown|html)${space}(?:[;,]|$)`;

/** A media range with its parameters, or a media type. */
export const member = `[^\\s/,;"]+/[^\\s/,;"]+(?:${parameter})*(?:${space};${space}q${space}=${space}(?:${weightValue})(?:${parameter})*)?`;

/** A list in which every member can be read. What patterns cannot read gets HTML: nobody is sent Markdown, or 406, by mistake. */
export const sound = `^[ \\t,]*${member}(?:${space},[ \\t,]*${member})*[ \\t,]*$`;

/** Lists that name one of our ranges twice, where the heaviest counts: patterns find the first. */
export const repeated: readonly string[] = mediaRanges.map(
  ({ type }) => `(?:^|,)${space}${type}${space}(?:[;,]|$)(?:.*,)?${space}${type}${space}(?:[;,]|$)`,
);

/** Longest header that is read; a longer one states no preference. */
export const tooLong = '^.{4097}';

/** Two numbers of equal width, `0500:0499`: which is higher, by the first digit that differs. */
export const comparison = (order: 'first is higher' | 'second is higher'): string =>
  `^(\\d*)(?:${Array.from({ length: 9 }, (_, at) =>
    order === 'first is higher' ? `${at + 1}\\d*:\\1[0-${at}]` : `${at}\\d*:\\1[${at + 1}-9]`,
  ).join('|')})`;

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
