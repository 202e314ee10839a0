import { expect, it } from 'vitest';
import { planInMemory } from '../support/twin-in-memory.ts';

it.each([
  ['without any content', '<!doctype html><html><head><title>Nothing</title></head><body></body></html>'],
  ['that a script renders', '<html><head><title>Admin</title></head><body><script src="admin.js"></script></body></html>'],
  [
    'without title that a script fills',
    '<html><head><title></title></head><body><div><p>Loading...</p><div id="results"></div><script src="fill.js"></script></div></body></html>',
  ],
  ['that is an empty file', ''],
  ['that is text without a tag', 'Just text.'],
])('a page %s is no page', async (_, html) => {
  const { pages } = await planInMemory({
    'index.html': '<title>Fine</title><main><h1>Fine</h1><p>Fine.</p></main>',
    'odd.html': html,
  });
  expect(pages.map(({ file, leftOut }) => [file, leftOut])).toEqual([
    ['index.html', undefined],
    ['odd.html', 'not a page'],
  ]);
});
