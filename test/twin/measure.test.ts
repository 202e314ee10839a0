import { expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { wordsOf } from '../../build/twin/dom.ts';
import { unlinkedLength, wordsLength } from '../../build/twin/measure.ts';

it.each<[html: string, words: number, unlinked: number]>([
  ['', 0, 0],
  [' ', 0, 0],
  ['ab', 2, 2],
  [' ab ', 2, 2],
  ['a b', 3, 3],
  ['a \n b', 3, 3],
  [' a', 1, 1],
  ['a <b> b</b>', 3, 3],
  ['<b>a</b><b>b</b>', 2, 2],
  ['a <a href="/x">link</a>', 6, 2],
  ['a <a>anchor</a>', 8, 8],
  ['<a href="/x"> link </a> b', 6, 2],
])('%j has %i characters of words, %i of them without a link', (html, words, unlinked) => {
  const body = parseDocument(`<body>${html}</body>`).body;
  expect([wordsLength(body), unlinkedLength(body), wordsOf(body).length]).toEqual([words, unlinked, words]);
});
