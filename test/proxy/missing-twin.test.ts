import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localServers } from './fixtures/local-servers.ts';
import { page, twinned } from './fixtures/twinned.ts';

/* Why a page has no Markdown is said at the URL of its twin, unless the page is hidden. The promises have the usual reasons. */

const herons = '<p>They stand in the reeds.</p>';
const folder = await twinned(
  {
    'index.html': page('Herons', herons),
    'private.html': page('Private', herons),
    'hidden.html': page('Hidden', herons, 'en', '<meta name="robots" content="noindex">'),
    'draft.html': page('Draft', herons, 'en', '<meta name="diptych" content="draft">'),
    '404.html': page('Not here', herons),
    'en/404.html': page('Not here', herons),
  },
  ...['--exclude', 'private.html'],
);
const base = await localServers().serve({ dir: folder });

it.each([
  ['/private.md', 'https://docs.example/private has no Markdown: the owner of the site left it out.'],
  ...['/hidden.md', '/draft.md', '/404.md', '/en/404.md', '/private.txt', '/constructor.md'].map((path) => [
    path,
    'No page or document is published at this path.',
  ]),
])('%s: %s', async (path, detail) => {
  const problem = await (await fetch(base + path)).json();
  expect(problem).toMatchObject({ status: 404, detail, hint: expect.not.stringMatching(/Did you mean \S*\/404/) });
});

it('the manifest lists no page that its author hides', () => {
  const { missingTwins } = JSON.parse(readFileSync(join(folder, '.well-known/diptych.json'), 'utf8'));
  expect(Object.keys(missingTwins)).toEqual(['/private']);
});
