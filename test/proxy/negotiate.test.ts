import fc from 'fast-check';
import Negotiator from 'negotiator';
import { expect, test } from 'vitest';
import { type Coding, codingsFor, preferenceOf } from '../../proxy/http/negotiate.ts';

/*
 * Accept and Accept-Encoding (RFC 9110 §12.5): what no host but the proxy reads, beside the rows of `conformance/capabilities.ts`,
 * and a comparison with the package negotiator.
 */

/** The longest header that is read, and one that is longer. */
const longest = `${'text/x, '.repeat(510)}text/markdown   `;

test.each<[accept: string, variant: string | undefined, why: string]>([
  ['text/plain, */*;q=0.1', 'html', 'text/plain is not Markdown'],
  ['text/plain;q=0.1, text/html;q=0', 'text', 'only text/plain is left'],
  ['text/html;q=0, text/*', 'markdown', 'HTML excluded, wildcard'],
  ['text/*, text/html;q=0.5', 'html', 'a wildcard gives Markdown only where HTML is excluded'],
  ['*/*, text/markdown', 'markdown', 'a wildcard names nothing'],
  ['*/*;level=1', undefined, 'a parameter that neither variant has'],
  ['application/xhtml+xml, image/*', undefined, 'neither'],
  ['text/html;q=0.5, text/x-markdown', 'markdown', 'the name before RFC 7763'],
  ['text/markdown;Q=0.3, text/html;q=0.2', 'markdown', 'case of q'],
  ['text/markdown;variant=GFM;q=0.1, text/html;q=0.2', 'html', 'parameter, then quality'],
  ['text/markdown;q=abc, text/html;q=0.1', 'html', 'malformed quality'],
  ['text/markdown;q=1.5, text/html;q=0.1', 'html', 'malformed quality'],
  ['text/markdown;q=0.1234, text/html;q=0.1', 'html', 'malformed quality'],
  ['text/markdown;q=1.000, text/html;q=0.999', 'markdown', 'three digits'],
  [';;;,,,', 'html', 'nothing that could be read'],
  ['text/markdown;a="x,y;q=0", text/html;q=0.5', 'markdown', 'a comma in quotes'],
  ['text/markdown;a="unclosed', 'markdown', 'a quote that never closes'],
  ['text/html;q=0.5, text/markdown;a="\\', 'markdown', 'a quote that never closes, escaped to the end'],
  ['text/markdown;q=0.2, text/html;q=0.5, text/markdown;q=0.9', 'markdown', 'named twice: the heaviest counts'],
  ['text/html, text/markdown, text/html', 'markdown', 'named twice: the last counts'],
  [longest, 'markdown', '4,096 characters'],
  [`${longest} `, 'html', 'longer than anyone reads'],
])('Accept: %.60s → %s (%s)', (accept, variant) => {
  expect(preferenceOf(accept).variant).toBe(variant);
});

test.each<[accept: string | undefined, codings: Coding[]]>([
  [undefined, ['identity']],
  ['', ['identity']],
  ['GZIP', ['gzip', 'identity']],
  ['gzip;q=abc', ['identity']],
  ['deflate, zstd', ['identity']],
  [`br${' '.repeat(4_094)}`, ['br', 'identity']],
  [`br${' '.repeat(4_095)}`, ['identity']],
])('Accept-Encoding: %.60s → %j', (accept, codings) => {
  expect(codingsFor(accept)).toEqual(codings);
});

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
