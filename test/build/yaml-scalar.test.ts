import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlScalar } from '../../build/generators/yaml-scalar.ts';

/** What some reader of YAML takes for something else than the text that it is, when it is not quoted. */
const known = [
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
const text = fc.oneof(
  piece,
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join('')),
);
/** Front matter as a twin has it; text of a page never holds half a character. */
const written = (value: string): string => `title: ${yamlScalar(value)}\nlast: end\n`;

it.each(['1.1', '1.2'] as const)('YAML %s reads any text as that text, on one line', (version) => {
  const reads = (value: string): void => {
    expect(written(value).split('\n')).toHaveLength(3);
    expect(parse(written(value), { version })).toEqual({ title: value, last: 'end' });
  };
  for (const value of known) reads(value);
  fc.assert(fc.property(text, reads), { numRuns: 5_000, seed: 1 });
});

const python = spawnSync('python3', ['-c', 'import yaml'], { stdio: 'ignore' }).status === 0;

it.skipIf(!python)('PyYAML reads any text as that text', () => {
  const values = [...known, ...fc.sample(text, { numRuns: 5_000, seed: 2 })];
  const program = `import json, sys, yaml
print(json.dumps([yaml.safe_load(one) for one in json.load(sys.stdin)]))`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify(values.map(written)),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(values.map((title) => ({ title, last: 'end' })));
});

it.each(['Getting started', 'Q&A: no', 'C# in depth', 'It’s 1:30', 'https://x.example/a#b', 'Über uns – Teil 2'])(
  '%s',
  (value) => {
    expect(yamlScalar(value)).toBe(value.includes(': ') ? JSON.stringify(value) : value);
  },
);
