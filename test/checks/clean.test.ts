import { expect, it } from 'vitest';
import { findingsOf, lineOf } from './seed.ts';

it('the checks find nothing in a clean site', () => {
  expect(findingsOf({}).map(lineOf)).toEqual([]);
});
