import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { preferenceOf } from '../../proxy/http/negotiate.ts';
import { agents } from '../support/agents.ts';
import { runs } from '../support/runs.ts';

/* Caches that normalize Accept: the proxy must answer the short header like the original one. */

/** The printed rules for Varnish, nginx and CloudFront. */
interface Rules {
  /** Headers that a cache passes through: quotes, weights of 0, repeated variants, long ones. */
  readonly unreducedAccept: string;
  /** Other headers: the first matching pattern (ignoring case), and the short header with the same answers. */
  readonly reducedAccepts: readonly (readonly [pattern: string, accept: string])[];
}

const { unreducedAccept, reducedAccepts } = JSON.parse(readFileSync('site/docs/cdn.json', 'utf8')) as Rules;

const matches = (pattern: string, accept: string): boolean => new RegExp(pattern, 'i').test(accept);

/** The short header for a header; undefined if a cache passes it through without storing. */
const reduced = (accept: string): string | undefined =>
  matches(unreducedAccept, accept) ? undefined : reducedAccepts.find(([pattern]) => matches(pattern, accept))?.[1];

const space = fc.constantFrom('', '', '', ' ', '\t');
const name = fc.constantFrom(
  ...['text/html', 'text/markdown', 'text/*', '*/*', 'text/plain', 'application/xhtml+xml', 'application/json', 'image/webp'],
  ...['TEXT/HTML', 'Text/Markdown', 'TEXT/*'],
);
const parameter = fc.constantFrom(';charset=utf-8', ';variant=GFM', ';level=1', ';a="x,y;q=0"', ';a="\\""');
const weight = fc.oneof(
  fc.constantFrom('', '', ';q=1', ';q=1.000', ';q=0', ';q=0.0', ';Q=0.5', '; q=0.7'),
  fc.integer({ min: 0, max: 1000 }).map((thousandths) => `;q=${(thousandths / 1000).toFixed(3)}`),
);
const member = fc
  .tuple(space, name, fc.array(parameter, { maxLength: 2 }), weight, space)
  .map(([before, range, parameters, quality, after]) => before + range + parameters.join('') + quality + after);

const malformed = fc.constantFrom('garbage', '', 'text/markdown;q=abc', 'text/html;q=2', ';q=1', 'text/', 'text/html;a="open');

/** Lists of one to six members: some name a type twice, some have a malformed member. */
const acceptHeader = fc
  .array(fc.oneof({ weight: 19, arbitrary: member }, { weight: 1, arbitrary: malformed }), { minLength: 1, maxLength: 6 })
  .map((members) => members.join(','));

it('random headers: the same variant, for browsers and agents', () => {
  let reducedHeaders = 0;
  const property = fc.property(acceptHeader, (accept) => {
    const short = reduced(accept);
    if (short === undefined) return;
    reducedHeaders++;
    expect(preferenceOf(short)).toEqual(preferenceOf(accept));
  });
  fc.assert(property, { numRuns: runs(10_000, 100_000), seed: 27 });
  expect(reducedHeaders).toBeGreaterThan(500);
});

it.each(Object.entries(agents))('%s: %j', (_, accept) => {
  if (accept !== '') expect(preferenceOf(reduced(accept) ?? accept)).toEqual(preferenceOf(accept));
});

it.each([
  ['text/markdown;q=0', undefined],
  ['text/html;q=0, */*', undefined],
  ['text/markdown, text/html;q=0.000', undefined],
  ['application/pdf', undefined],
  ['text/markdown, text/html, text/markdown', undefined],
  ['text/html;a="text/markdown"', undefined],
  ['text/markdown;q=0.5, text/html', 'text/html'],
  ['text/html;q=0.9, text/markdown', 'text/markdown'],
  ['TEXT/MARKDOWN, */*', 'text/markdown'],
  ['text/html, text/markdown', 'text/html'],
  ['text/*;q=0.2', '*/*'],
])('%j → %j', (accept, short) => {
  expect(reduced(accept)).toBe(short);
});
