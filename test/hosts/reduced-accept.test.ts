import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { preferenceOf } from '../../proxy/http/negotiate.ts';
import { acceptHeader } from '../support/accept-header.ts';
import { agents } from '../support/agents.ts';

/* What a cache in front of a site makes of Accept: the proxy must answer the short header as it answers the long one. */

/** The rules that the page prints for Varnish, nginx and CloudFront. */
interface Rules {
  /** What a cache asks the site for each time: quotes, weights of 0, a panel that is named twice, length. */
  readonly unreducedAccept: string;
  /** The others: the first pattern that matches, whatever the case, and the header that gets the same answers. */
  readonly reducedAccepts: readonly (readonly [pattern: string, accept: string])[];
}

const { unreducedAccept, reducedAccepts } = JSON.parse(readFileSync('site/docs/hosting/cdn.json', 'utf8')) as Rules;

const matches = (pattern: string, accept: string): boolean => new RegExp(pattern, 'i').test(accept);

/** The header that a cache sends in the place of one; undefined: that one, and it keeps nothing. */
const reduced = (accept: string): string | undefined =>
  matches(unreducedAccept, accept) ? undefined : reducedAccepts.find(([pattern]) => matches(pattern, accept))?.[1];

it('100,000 headers: the same panel, for browsers and programs', () => {
  let reducedHeaders = 0;
  const property = fc.property(acceptHeader, (accept) => {
    const short = reduced(accept);
    if (short === undefined) return;
    reducedHeaders++;
    expect(preferenceOf(short)).toEqual(preferenceOf(accept));
  });
  fc.assert(property, { numRuns: 100_000, seed: 27 });
  expect(reducedHeaders).toBeGreaterThan(5_000);
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
