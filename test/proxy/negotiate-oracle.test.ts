import fc from 'fast-check';
import Negotiator from 'negotiator';
import { expect, test } from 'vitest';
import { type Coding, codingsFor, preferenceOf } from '../../proxy/http/negotiate.ts';

/* Negotiation by Accept and Accept-Encoding, compared with the package negotiator. */

const weight = fc.constantFrom('', ';q=0', ';q=0.001', ';q=0.3', ';q=0.5', ';q=0.9', ';q=1', ';q=1.000');

/** Lists of these names, each at most once: for a repeated name, negotiator uses the last weight, we use the highest. */
const listOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), weight), { minLength: 1, selector: ([name]) => name })
    .map((members) => members.map(([name, q]) => name + q).join(', '));

test('2,000 lists of media types: the variant that negotiator prefers, a wildcard aside', () => {
  const ranges = ['text/html', 'text/markdown', 'text/*', '*/*', 'text/plain', 'image/*', 'application/json'];
  const property = fc.property(listOf(ranges), (accept) => {
    const [first, ...others] = new Negotiator({ headers: { accept } }).mediaTypes(['text/html', 'text/markdown']);
    const isText = /(?:^|, )text\/plain(?!;q=0(?:,|$))/.test(accept);
    const isNamed = /text\/markdown(?!;q=0(?:,|$))/.test(accept);
    const best = first === 'text/markdown' && !isNamed && others.length > 0 ? 'text/html' : first;
    expect(preferenceOf(accept).variant).toBe(
      { 'text/html': 'html', 'text/markdown': 'markdown' }[best ?? ''] ?? (isText ? 'text' : undefined),
    );
  });
  fc.assert(property, { numRuns: 2_000, seed: 12 });
});

test('2,000 lists of codings: the same, in the same order', () => {
  const offered: Coding[] = ['br', 'gzip', 'identity'];
  const property = fc.property(listOf(['br', 'gzip', 'identity', '*']), (accept) => {
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } }) as unknown as {
      encodings(available: readonly Coding[], options: { preferred: readonly Coding[] }): Coding[];
    };
    expect(codingsFor(accept)).toEqual(negotiator.encodings(offered, { preferred: offered }));
  });
  fc.assert(property, { numRuns: 2_000, seed: 12 });
});
