import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { known, text, written } from './yaml-values.ts';

it('PyYAML reads any text as that text', () => {
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
