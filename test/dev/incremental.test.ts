import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { BuilderMessage } from '../../build/commands/dev/builder.ts';
import { readTree, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';

type Published = Extract<BuilderMessage, { kind: 'published' }>;

/** The process that builds, alone. With `quick` 0, content is always built by itself, as on a large site. */
function startBuilder(folder: string, output: string, quick = '0') {
  const child: ChildProcess = fork(
    resolve('lib/build/cli.js'),
    ['preview-builder', output, '--url', 'http://localhost:8080', '--quick', quick],
    { cwd: folder },
  );
  onTestFinished(() => void child.kill());
  const heard: BuilderMessage[] = [];
  child.on('message', (message: BuilderMessage) => heard.push(message));
  const next = async <K extends BuilderMessage['kind']>(kind: K): Promise<Extract<BuilderMessage, { kind: K }>> => {
    for (let wait = 0; wait < 1_000; wait++) {
      const at = heard.findIndex((message) => message.kind === kind);
      if (at >= 0) return heard.splice(0, at + 1).at(-1) as Extract<BuilderMessage, { kind: K }>;
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`never told: ${kind}`);
  };
  /** The first published build for which it holds: files saved at once may be one build, or one after the other. */
  const until = async (holds: (message: Published) => boolean): Promise<Published> => {
    for (;;) {
      const message = await next('published');
      if (holds(message)) return message;
    }
  };
  return { next, until };
}

const changedBy = ({ message }: Published): string[] => (message.kind === 'built' ? Object.keys(message.changed).sort() : []);

it('content is built by itself, all else as a whole; in the end every file is as a new preview makes it', async () => {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, {
    'site/untitled.md': '# Untitled\n\nIts title is its heading.\n',
    'site/list.njk':
      '---\npagination:\n  data: collections.all\n  size: 2\n  alias: items\npermalink: "list-{{ pagination.pageNumber }}.html"\neleventyExcludeFromCollections: true\n---\n<h1>List {{ pagination.pageNumber }}</h1>{% for item in items %}<p>{{ item.url }}</p>{% endfor %}\n',
  });
  const builder = startBuilder(folder, '.diptych/preview/1');
  const first = await builder.next('published');
  expect(first.build.whole).toBe(true);
  await builder.next('watching');

  writeFiles(folder, { 'site/about.md': '# About\n\nWhat this is about.\n\nAnd more, with a [link](/docs/first).\n' });
  const content = await builder.next('published');
  expect(content.build).toMatchObject({ files: ['site/about.md'], whole: false });
  expect(changedBy(content)).toEqual(['about.html', 'about.md']);
  expect((await builder.next('followed')).message).toMatchObject({ changed: { 'llms-full.txt': {} } });

  // Without front matter the heading is the title, which other pages may show.
  writeFiles(folder, { 'site/untitled.md': '# Another title\n\nIts title is its heading.\n' });
  expect((await builder.next('published')).build.whole).toBe(false);
  expect((await builder.next('published')).build.whole).toBe(true);

  writeFiles(folder, { 'site/docs/first.md': '---\ntitle: Number one\n---\n# First\n\nThe first page of the documentation.\n' });
  expect((await builder.next('published')).build.whole).toBe(true);

  writeFiles(folder, {
    'site/docs/first.md': '---\ntitle: Number one\ntemplateEngineOverride: njk,md\n---\n# First\n\n{{ nope() }}\n',
  });
  expect((await builder.next('published')).message.kind).toBe('failed');
  writeFiles(folder, { 'site/docs/first.md': '---\ntitle: Number one\n---\n# First\n\nMended.\n' });
  expect((await builder.next('published')).build.whole).toBe(true);

  writeFiles(folder, {
    'site/docs/second.md': '# Second\n\nThe second page.\n',
    'site/draft.md': '---\ndraft: true\n---\n# Draft\n\nUnseen.\n',
  });
  await builder.next('published');
  rmSync(join(folder, 'site/about.md'));
  const removed = await builder.until(({ message }) => message.kind === 'built' && message.removed.length > 0);
  expect(removed.message).toMatchObject({ removed: expect.arrayContaining(['about.html', 'about.md']) });
  writeFiles(folder, { 'site/index.md': `${smallSite['site/index.md']!.replace('See [about](/about).', '')}\nThe end.\n` });
  await builder.next('published');
  await builder.next('checked');

  const fresh = startBuilder(folder, '.diptych/preview/2');
  await fresh.next('checked');
  const [ours, theirs] = ['1', '2'].map((name) => readTree(join(folder, '.diptych/preview', name)));
  expect(ours).toEqual(theirs);
  expect(Object.keys(ours!)).toContain('draft.md');
});

it('two files saved at once are one build, or one after the other', async () => {
  const folder = writeSmallSite(temporaryFolder());
  const builder = startBuilder(folder, '.diptych/preview/1');
  await builder.next('watching');
  writeFiles(folder, { 'site/about.md': '# About\n\nOne saved.\n', 'site/docs/first.md': '# First\n\nOther saved.\n' });
  await builder.next('checked');
  // What is told first may be of the build before, or of one of the two.
  const all = join(folder, '.diptych/preview/1/llms-full.txt');
  const isThere = (): boolean => /One saved\.[\s\S]*Other saved\./.test(readFileSync(all, 'utf8'));
  for (let wait = 0; wait < 500 && !isThere(); wait++) await new Promise((done) => setTimeout(done, 20));
  const tree = readTree(join(folder, '.diptych/preview/1'));
  expect(tree['about.md']).toContain('One saved.');
  expect(tree['docs/first.md']).toContain('Other saved.');
  expect(tree['llms-full.txt']).toMatch(/One saved\.[\s\S]*Other saved\./);
});
