import fc from 'fast-check';
import { yamlScalar } from '../../build/generators/front-block.ts';

/** Text that some YAML parser does not read as that text unless it is quoted. */
export const known = [
  ...'yes no on off y n Yes NO On oFF Y N true false True null Null NULL ~ nan'.split(' '),
  ...'2026-11-21 2026-11-21T10:00:00Z 1:30 1:30.5 190:20:30 0o7 0777 1_000 .5 0x1f 0b1 1e3 1. +1 -1 .inf -.Inf .NaN 404'.split(
    ' ',
  ),
  ...[
    '&a',
    '*a',
    '!a',
    '| a',
    '|',
    '> a',
    '%a',
    '@a',
    '`a',
    '- a',
    '-',
    '? a',
    '?',
    ': a',
    ':a',
    '[a]',
    '{a: b}',
    '# a',
    '"a"',
    "'a'",
  ],
  ...[
    'a: b',
    'a:',
    'a :',
    'a #b',
    'a# b',
    'a #',
    '<<',
    '=',
    '---',
    '...',
    '--- a',
    ', a',
    ']',
    '}',
    '',
    ' ',
    ' a',
    'a ',
    'a\tb',
    'a\nb',
  ],
  ...[
    'a\u2028b',
    'a\u2029b',
    'a\u0085b',
    '\u2028',
    'a\u007Fb',
    'a\u009Fb',
    'a\uFEFFb',
    '\uFEFFa',
    'a\uFFFEb',
    'a\u00A0b',
    'a\0b',
    'a\u200Db',
  ],
  ...[
    'a\\b',
    '\\',
    'a"b\\"',
    'a\u{1F600}b',
    '\u{1F600}',
    'ä',
    '日本',
    'a\u0301',
    'https://x.example/#a',
    'mailto:a@b.example',
    'a  b',
  ],
];
const piece = fc.oneof(
  fc.constantFrom(...known, ...' :#-?,[]{}&*!|>%@`\'"\\~=.0_xoe'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
/** These values, substrings of them, and random text. */
export const text = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
);
/** Front matter of a twin; text of a page has no lone surrogates. */
export const written = (value: string): string => `title: ${yamlScalar(value)}\nlast: end\n`;
