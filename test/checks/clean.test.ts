import { expect, it } from 'vitest';
import { findingsOf, lineOf } from './seed.ts';

it('finds nothing in a site in which nothing is wrong', () => {
  expect(findingsOf({}).map(lineOf)).toEqual([]);
});
