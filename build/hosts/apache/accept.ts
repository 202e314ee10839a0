import { comparison, firstNamed, mediaRanges, plainRange, repeated, sound, tooLong, weighedRange } from '../accept-patterns.ts';
import { ruleArgument as argument } from './quote.ts';

/** Rules that set `D_CHOICE`: markdown, html or none (406). */
export function acceptRules(): string[] {
  const accept = (pattern: string): string => `RewriteCond %{HTTP:Accept} ${argument(pattern)} [NC]`;
  const when = (conditions: readonly string[], name: string, value: string): string[] => [
    ...conditions,
    `RewriteRule ^ - [E=D_${name}:${value}]`,
  ];
  const env = (names: string, pattern: string, flags = ''): string => `RewriteCond ${names} ${argument(pattern)}${flags}`;
  const weights = mediaRanges.flatMap((range) => {
    const name = range.name.toUpperCase();
    return [
      ...when([], name, 'none'),
      ...when([accept(plainRange(range))], name, '1000'),
      ...when([accept(weighedRange(range))], name, '%1'),
      // Four digits, so that patterns can compare them.
      ...when([env(`%{ENV:D_${name}}`, '^1')], name, '1000'),
      ...when([env(`%{ENV:D_${name}}`, '^0\\.(\\d{3})$')], name, '0%1'),
      ...when([env(`%{ENV:D_${name}}`, '^(0)\\.(\\d\\d)$')], name, '%1%20'),
      ...when([env(`%{ENV:D_${name}}`, '^(0)\\.(\\d)$')], name, '%1%200'),
      ...when([env(`%{ENV:D_${name}}`, '^0\\.?$')], name, '0000'),
    ];
  });
  const qualities = ['MARKDOWN', 'HTML'].flatMap((name) => [
    ...when([], `${name}_Q`, '0000'),
    // The most specific range counts, so it comes last.
    ...['ANY', 'TEXT', name].flatMap((range) => when([env(`%{ENV:D_${range}}`, '^(\\d{4})$')], `${name}_Q`, '%1')),
  ]);
  const order = '%{ENV:D_MARKDOWN_Q}:%{ENV:D_HTML_Q}';
  const higher = env(order, comparison('first is higher'));
  const equal = env(order, '^(\\d+):\\1$');
  const some = 'RewriteCond %{ENV:D_MARKDOWN_Q} !=0000';
  return [
    ...weights,
    ...qualities,
    ...when([accept(firstNamed())], 'FIRST', '%1'),
    ...when([], 'CHOICE', 'html'),
    ...when([higher, 'RewriteCond %{ENV:D_MARKDOWN} !=none'], 'CHOICE', 'markdown'),
    ...when([higher, 'RewriteCond %{ENV:D_HTML_Q} =0000'], 'CHOICE', 'markdown'),
    ...when([equal, some, env('%{ENV:D_MARKDOWN}/%{ENV:D_HTML}', '^\\d{4}/none$')], 'CHOICE', 'markdown'),
    ...when(
      [equal, some, env('%{ENV:D_MARKDOWN}/%{ENV:D_HTML}', '^\\d{4}/\\d{4}$'), env('%{ENV:D_FIRST}', '^markdown$', ' [NC]')],
      'CHOICE',
      'markdown',
    ),
    ...when([env(order, '^0000:0000$')], 'CHOICE', 'none'),
    ...when([accept(`!${sound}`)], 'CHOICE', 'html'),
    ...[tooLong, ...repeated].flatMap((each) => when([accept(each)], 'CHOICE', 'html')),
  ];
}
