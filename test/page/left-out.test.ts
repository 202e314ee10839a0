import { expect, it } from 'vitest';
import { planInMemory } from '../support/twin-in-memory.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Odd</title></head><body><main><h1>Odd</h1>${body}</main></body></html>`;

it.each([
  ['without any content', '<!doctype html><html><head><title>Nothing</title></head><body></body></html>'],
  [
    'without title that a script fills',
    '<html><head><title></title></head><body><div><p>Loading...</p><div id="results"></div><script src="fill.js"></script></div></body></html>',
  ],
  ['that is an empty file', ''],
  ['that is text without a tag', 'Just text.'],
])('a page %s is no page', async (_, html) => {
  const { pages } = await planInMemory({ 'index.html': page('<p>Fine.</p>'), 'odd.html': html });
  expect(pages.map(({ file, leftOut }) => [file, leftOut])).toEqual([
    ['index.html', undefined],
    ['odd.html', 'not a page'],
  ]);
});

it.each([
  ['unclosed tags', '<p><b>one<p><i>two<ul><li>three<li>four'],
  ['mis-nested tags', '<b><i>one</b></i><p><div>two</p></div><table><p>three</table>'],
  ['NUL', '<p>a\0b</p>'],
  ['2,000 links in a paragraph', `<p>${'<a href="/">x</a> '.repeat(2_000)}</p>`],
  ['30,000 backticks', `<p><code>${'`'.repeat(30_000)}</code></p>`],
  ['30,000 opening brackets', `<p>${'['.repeat(30_000)}</p>`],
])('a page with %s has a whole twin', async (_, body) => {
  const { pages } = await planInMemory({ 'index.html': page(body) });
  expect(pages.map(({ leftOut, parity }) => [leftOut, parity])).toEqual([[undefined, { ratio: 1 }]]);
});
