import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { yamlScalar } from '../../build/generators/front-block.ts';
import { runs } from '../support/runs.ts';
import { known, text, written } from './yaml-values.ts';

it.each(['1.1', '1.2'] as const)('YAML %s reads any text as that text, on one line', (version) => {
  const reads = (value: string): void => {
    expect(written(value).split('\n')).toHaveLength(3);
    expect(parse(written(value), { version })).toEqual({ title: value, last: 'end' });
  };
  for (const value of known) reads(value);
  fc.assert(fc.property(text, reads), { numRuns: runs(1_000, 5_000), seed: 1 });
});

it.each(['Getting started', 'Q&A: no', 'C# in depth', 'It’s 1:30', 'https://x.example/a#b', 'Über uns – Teil 2'])(
  '%s',
  (value) => {
    expect(yamlScalar(value)).toBe(value.includes(': ') ? JSON.stringify(value) : value);
  },
);
