import { describe, expect, it } from 'vitest';
import { encodeIndex } from '../../build/contract/search/encode.ts';
import { openIndex } from '../../build/contract/search/open-index.ts';

const index = encodeIndex(
  ['anchor', 'ballast', 'compass'].map((word) => ({
    url: `/${word}`,
    title: word,
    language: 'en',
    description: '',
    documents: [[`/${word}.md`, 40]] as [string, number][],
    sections: [
      { heading: '', above: '', fragment: '', document: 0, at: 0, text: `Polish the ${word} with care.`, repeats: false },
    ],
  })),
);

it.each<[pages: number, first: boolean]>([
  [20_000, true],
  [20_001, false],
])('of a word that %i pages have, 20,000 postings are read', (count, first) => {
  const page = (at: number) => ({
    url: `/${at}`,
    // The last page is the best one.
    title: at === count - 1 ? 'Anchor' : 'Page',
    language: 'en',
    description: '',
    documents: [[`/${at}.md`, 40]] as [string, number][],
    sections: [{ heading: '', above: '', fragment: '', document: 0, at: 0, text: 'An anchor.', repeats: false }],
  });
  const { hits } = openIndex(encodeIndex(Array.from({ length: count }, (_, at) => page(at)))).search('anchor', 5);
  expect(hits[0]!.url === `/${count - 1}`).toBe(first);
});

describe('a search index that is not whole is refused at once', () => {
  it.each(Array.from({ length: index.length }, (_, length) => length))('cut to %i bytes', (length) => {
    expect(() => openIndex(index.slice(0, length))).toThrow(/index/);
  });

  it('with a byte more', () => {
    expect(() => openIndex(new Uint8Array([...index, 0]))).toThrow(/bytes/);
  });

  it.each(Array.from({ length: index.length }, (_, at) => at))('with the byte at %i broken: an answer, or an error', (at) => {
    const broken = index.slice();
    broken[at] = 0xff;
    let found: unknown = [];
    try {
      found = openIndex(broken).search('anchor', 5).hits;
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
    expect(Array.isArray(found)).toBe(true);
  });

  it('whole', () => {
    expect(openIndex(index).search('anchor', 5).hits[0]).toMatchObject({ url: '/anchor' });
  });
});
