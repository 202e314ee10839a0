import { pattern } from './quote.ts';

/*
 * RFC 9110 §12.5.1 in `map`s: the weight of each media range of ours, the quality of both variants, their order.
 */

const space = '[ \\t]*';
/** Parameters of a media range that are not its weight. */
const parameter = `${space};${space}(?!q${space}=)[^\\s;,="]+${space}=${space}(?:"(?:[^"\\\\]|\\\\.)*"|[^;,"]*?)`;
const weight = `${space};${space}q${space}=${space}(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)${space}`;
const end = '(?=,|$)';

/** Media ranges by the name of their variable. A wildcard with a parameter matches nothing of ours. */
const ranges = [
  ['markdown', 'text/markdown', `(?:${parameter})*`],
  ['html', 'text/html', `(?:${parameter})*`],
  ['text', 'text/\\*', ''],
  ['any', '\\*/\\*', ''],
] as const;

/** The digits of a weight, compared from the first that differs. */
const higher = (first: 'left' | 'right'): string =>
  Array.from({ length: 9 }, (_, at) =>
    first === 'left' ? `${at + 1}\\d*:\\g{1}[0-${at}]` : `${at}\\d*:\\g{1}[${at + 1}-9]`,
  ).join('|');

/** `$PREFIX_choice`: markdown, html or none (406). */
export function acceptMaps(prefix: string): string {
  const name = (part: string): string => `${prefix}_${part}`;
  const map = (from: string, to: string, fallback: string, rows: readonly (readonly [string, string])[]): string =>
    [
      `map ${from} $${name(to)} {`,
      `  default ${fallback};`,
      ...rows.map(([key, value]) => `  ${pattern(key)} ${value};`),
      '}',
    ].join('\n');
  const weights = ranges.flatMap(([range, type, parameters]) => [
    map('$http_accept', `${range}_q`, 'none', [
      [
        `~*(?:^|,)${space}${type}${parameters}${weight.replace('(0', `(?<${name(`${range}_w`)}>0`)}${parameters}${space}${end}`,
        `$${name(`${range}_w`)}`,
      ],
      [`~*(?:^|,)${space}${type}${parameters}${space}${end}`, '1'],
    ]),
    map(`$${name(`${range}_q`)}`, range, 'none', [
      ['~^1', '1000'],
      [`~^0\\.(?<${name(`${range}_3`)}>\\d{3})$`, `0$${name(`${range}_3`)}`],
      [`~^0\\.(?<${name(`${range}_2`)}>\\d{2})$`, `0\${${name(`${range}_2`)}}0`],
      [`~^0\\.(?<${name(`${range}_1`)}>\\d)$`, `0\${${name(`${range}_1`)}}00`],
      ['~^0\\.?$', '0000'],
    ]),
  ]);
  const qualities = (['markdown', 'html'] as const).map((range) =>
    map(pattern(`$${name(range)}/$${name('text')}/$${name('any')}`), `${range}_quality`, '0000', [
      [`~^(?<${name(`${range}_a`)}>\\d{4})/`, `$${name(`${range}_a`)}`],
      [`~^none/(?<${name(`${range}_b`)}>\\d{4})/`, `$${name(`${range}_b`)}`],
      [`~^none/none/(?<${name(`${range}_c`)}>\\d{4})$`, `$${name(`${range}_c`)}`],
    ]),
  );
  return [
    ...weights,
    ...qualities,
    map(pattern(`$${name('markdown_quality')}:$${name('html_quality')}`), 'order', 'equal', [
      ['~^0000:0000$', 'none'],
      [`~^(\\d*)(?:${higher('left')})`, 'more'],
      [`~^(\\d*)(?:${higher('right')})`, 'less'],
    ]),
    map('$http_accept', 'first', 'none', [
      [
        `~*^(?:[^,"]|"(?:[^"\\\\]|\\\\.)*")*?(?:^|,)${space}text/(?<${name('named')}>markdown|html)${space}(?:[;,]|$)`,
        `$${name('named')}`,
      ],
    ]),
    // Types are named, and none is ours: 406. Nothing can be read: no preference (§12.4.1).
    map('$http_accept', 'unread', 'html', [
      [
        `~*(?:^|,)${space}[^\\s/,;"]+/[^\\s/,;"]+(?:${parameter})*(?:${weight.replace('(0', '(?:0')}(?:${parameter})*)?${space}${end}`,
        'none',
      ],
    ]),
    map(`$${name('html_quality')}`, 'wild', 'html', [['0000', 'markdown']]),
    map(
      pattern(
        `$${name('order')}/$${name('markdown')}/$${name('html')}/$${name('first')}/$${name('markdown_q')}$${name('html_q')}$${name('text_q')}$${name('any_q')}`,
      ),
      'weighed',
      'html',
      [
        ['~/nonenonenonenone$', `$${name('unread')}`],
        ['~^none/', 'none'],
        ['~^more/\\d{4}/', 'markdown'],
        ['~^more/none/', `$${name('wild')}`],
        ['~^equal/\\d{4}/none/', 'markdown'],
        ['~*^equal/\\d{4}/\\d{4}/markdown', 'markdown'],
      ],
    ),
    // Longer than anyone reads: no preference.
    map('$http_accept', 'choice', `$${name('weighed')}`, [
      ['', 'html'],
      ['~^.{4097}', 'html'],
    ]),
  ].join('\n');
}
