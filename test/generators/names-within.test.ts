import { expect, it } from 'vitest';
import { namesWithin, shareOf, shortName } from '../../build/generators/names-within.ts';
import { twinInMemory } from '../support/twin-in-memory.ts';

it.each<[lengths: number[], room: number, share: number]>([
  [[3, 3], 6, Number.POSITIVE_INFINITY],
  [[3, 3], 5, 2],
  [[1, 9], 10, Number.POSITIVE_INFINITY],
  [[1, 9], 8, 7],
  [[9, 1, 9], 13, 6],
])('texts of %j characters fit into %i if each has at most %d', (lengths, room, share) => {
  expect(shareOf(lengths, room)).toBe(share);
});

it.each([
  [['Alpha', 'Beta'], 11, 'Alpha, Beta'],
  [['Alpha', 'Beta', 'Gamma'], 17, 'Alpha, Beta, …'],
  [['Alpha', 'Alpha'], 5, 'Alpha'],
  [['1. Alpha', '2. Beta'], 11, 'Alpha, Beta'],
  [['A name of many words', 'Beta'], 20, 'A name of…, Beta'],
  [['Alphabetical'], 5, ''],
])('%j in %i characters: %s', (names, room, text) => {
  expect(namesWithin(names, room)).toBe(text);
});

it.each([
  ['Appendix M. Glossary', 10, 'Glossary'],
  ['Ten letters', 11, 'Ten letters'],
  ['Ten letters', 10, 'Ten…'],
  ['One name of words', 12, 'One name of…'],
  ['Internationalisation of names', 12, 'Internationalisation of…'],
])('%s in %i characters: %s', (name, longest, short) => {
  expect(shortName(name, longest)).toBe(short);
});

it.each([
  [100, 100, 'x'],
  [101, 100, '…'],
])('the card of a server whose name has %i characters has %i, with %s at its end', async (length, shown, end) => {
  const home = { 'index.html': '<title>Home</title><main><h1>Home</h1><p>Text.</p></main>' };
  const documents = await twinInMemory(home, { name: 'x'.repeat(length), mcp: true });
  const { title } = JSON.parse(documents['mcp/server-card']!);
  expect([title.length, title.at(-1)]).toEqual([shown, end]);
});
