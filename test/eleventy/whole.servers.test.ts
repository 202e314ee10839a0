import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';
import { startPreview } from './preview-process.ts';

const env = { SITE_URL: 'http://localhost:8080' };
const holds =
  (word: string) =>
  ({ text }: { text: string }): boolean =>
    text.includes(word);

it('after many changes all files equal the files of a new preview', async () => {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, {
    'site/untitled.md': '# Untitled\n\nIts title is its heading.\n',
    'site/list.njk':
      '---\npagination:\n  data: collections.all\n  size: 2\n  alias: items\npermalink: "list-{{ pagination.pageNumber }}.html"\neleventyExcludeFromCollections: true\n---\n<h1>List {{ pagination.pageNumber }}</h1>{% for item in items %}<p>{{ item.url }}</p>{% endfor %}\n',
  });
  const preview = await startPreview(folder, [], env);
  writeFiles(folder, { 'site/about.md': '# About\n\nWhat this is about.\n\nAnd more, with a [link](/docs/first).\n' });
  await preview.until('/about.md', holds('And more'));
  writeFiles(folder, { 'site/untitled.md': '# Another title\n\nIts title is its heading.\n' });
  await preview.until('/untitled.md', holds('# Another title'));
  writeFiles(folder, {
    'site/docs/first.md': '---\ntitle: Number one\ntemplateEngineOverride: njk,md\n---\n# First\n\n{{ nope() }}\n',
  });
  await preview.says(/error {2}site\/docs\/first\.md/);
  writeFiles(folder, { 'site/docs/first.md': '---\ntitle: Number one\n---\n# First\n\nWell again.\n' });
  await preview.until('/docs/first.md', holds('Well again.'));
  writeFiles(folder, {
    'site/docs/second.md': '# Second\n\nThe second page.\n',
    'site/draft.md': '---\ndraft: true\n---\n# Draft\n\nUnseen.\n',
  });
  await preview.until('/docs/second.md', holds('The second page.'));
  await preview.until('/draft.md', holds('Unseen.'));
  rmSync(join(folder, 'site/about.md'));
  await preview.until('/llms.txt', ({ text }) => !text.includes('/about.md'));
  writeFiles(folder, { 'site/index.md': `${smallSite['site/index.md']!.replace('See [about](/about).', '')}\nThe end.\n` });
  await preview.until('/index.md', holds('The end.'));

  const ours = readTree(join(folder, '.diptych/preview'));
  await preview.stop();
  await startPreview(folder, [], env);
  expect(readTree(join(folder, '.diptych/preview'))).toEqual(ours);
  expect(Object.keys(ours)).toEqual(expect.arrayContaining(['draft.html', 'draft.md', 'list-0.html']));
  expect(Object.keys(ours)).not.toContain('about.html');
});
