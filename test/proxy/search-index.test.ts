import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeIndex } from '../../build/generators/search/encode-index.ts';
import { wholeOf } from '../../proxy/origin/file.ts';
import type { Resource, Site } from '../../proxy/origin/origin.ts';
import { findSections, unpackedOf } from '../../proxy/search/find-pages.ts';
import { openIndex } from '../../proxy/search/open-index.ts';
import { createReadPublished } from '../../proxy/search/read-published.ts';

/* An index that is cut, broken or too large. */

const page = (name: string, title: string, text: string) => ({
  url: `/${name}`,
  title,
  language: 'en',
  description: '',
  documents: [[`/${name}.md`, 40]] as [string, number][],
  sections: [{ heading: '', above: '', fragment: '', document: 0, at: 0, text, repeats: false }],
});

const index = encodeIndex(['anchor', 'ballast', 'compass'].map((word) => page(word, word, `Polish the ${word} with care.`)));

it.each([
  ['zebra maxQuagga', '/whole'],
  ['zebra quagga', '/piece'],
])('%s: a part of a word counts half of a word: first %s', (question, first) => {
  const bytes = encodeIndex([page('piece', 'Page', 'The quagga.'), page('whole', 'Page', 'The zebra.')]);
  expect(openIndex(bytes).search(question, 5).hits[0]!.url).toBe(first);
});

it.each<[pages: number, first: boolean]>([
  [20, true],
  [21, false],
])('of a word that %i pages have, at most 20 postings are read: %s', (count, first) => {
  // The last page is the best one.
  const pages = Array.from({ length: count }, (_, at) => page(String(at), at === count - 1 ? 'Anchor' : 'Page', 'An anchor.'));
  const { hits } = openIndex(encodeIndex(pages), 20).search('anchor', 5);
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

describe('an index above a limit is not opened', () => {
  const megabyte = 1024 * 1024;
  const search = async (size: number, load: () => Promise<Uint8Array>): Promise<unknown> => {
    const representation = { content: { identity: { size, load } } };
    const read = createReadPublished(() => ({ kind: 'document', representation }) as unknown as Resource, wholeOf);
    return findSections({ searchIndex: '/index' } as Site, 'anchor', read).catch(({ message }: Error) => message);
  };

  it.each([
    [64 * megabyte, 1],
    [64 * megabyte + 1, 0],
  ])('%i bytes, packed: read %i times', async (size, times) => {
    let loads = 0;
    await search(size, async () => {
      loads++;
      return gzipSync(index);
    });
    expect(loads).toBe(times);
  });

  it.each([
    [10, 10],
    [11, 'unpacked, it has more than 10 bytes'],
  ])('%i bytes, unpacked, where 10 are the most: %s', async (size, outcome) => {
    const found = unpackedOf(gzipSync(new Uint8Array(size)), 10).then(
      ({ length }) => length,
      ({ message }: Error) => message,
    );
    expect(await found).toBe(outcome);
  });
});
