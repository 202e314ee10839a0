import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexMismatch } from '../../build/checks/indexes.ts';
import { deadLink } from '../../build/checks/links.ts';
import { indexOver } from '../../build/contract/links.ts';
import { generate } from '../../build/generators/index.ts';
import type { SitePage } from '../../build/page/page.ts';
import { createProxy } from '../../proxy/index.ts';
import { sharedFolder, writeFiles } from '../support/cli.ts';
import { createPage } from '../support/create-page.ts';
import { documentsOf, inspectionOf, siteOf } from './seed.ts';

const url = 'https://sections.example';
const pageOf = (path: string, length: number, more: Parameters<typeof createPage>[2] = {}): SitePage =>
  createPage(url, path, {
    description: 'A page of some',
    body: `Text of ${path}. ${'More of it. '.repeat((length * 20) / 12)}`,
    ...more,
  });
const pages = [
  pageOf('/', 100),
  ...Array.from({ length: 6 }, (_, at) => pageOf(`/guides/g${at}`, 5_000)),
  ...Array.from({ length: 3 }, (_, at) => pageOf(`/api/a${at}`, 3_000)),
  pageOf('/api/long', 40_000),
  pageOf('/docs/one', 2_000, { section: 'Notes' }),
  pageOf('/docs/two', 2_000, { section: 'API' }),
  pageOf('/de/start', 2_000, { language: 'de' }),
  pageOf('/old', 1_000, { optional: true }),
];
const settings = { url, name: 'Sections' };
const versions = [
  { name: '2', path: '/' },
  { name: '1', path: '/v1' },
];
const pagesIn = (text = ''): string[] => [...text.matchAll(/^Markdown: (\S+)$/gm)].map(([, twin]) => twin!.slice(url.length));

const listedIn = (text = ''): string[] =>
  [...text.matchAll(/^- \[[^\]]*\]\((\S+\.md)\)/gm)].map(([, twin]) => twin!.slice(url.length));

describe('llms-full.txt of 1,600,000 characters, above its limit', () => {
  const site = siteOf(pages, settings);
  const documents = documentsOf(site);
  const files = Object.keys(documents).filter((file) => file.endsWith('/llms-full.txt'));
  const folder = sharedFolder();
  beforeAll(() => {
    writeFiles(folder, documents);
  });

  it('lists a file per section, or several within the limit', () => {
    expect(documents['llms-full.txt']!.replace(/ \([\d,]+ tokens\)/g, '')).toBe(`# Sections

> A page of some

The full content of the pages, in several files:

- [Pages](${url}/pages/llms-full.txt): 1 page
- [Api: Page /api/a0 – Page /api/a2](${url}/api/1/llms-full.txt): 3 pages
- [Api: Page /api/long](${url}/api/2/llms-full.txt): 1 page
- [German](${url}/de/llms-full.txt): 1 page
- [Notes](${url}/notes/llms-full.txt): 1 page
- [API](${url}/api-2/llms-full.txt): 1 page
- [Guides: Page /guides/g0 – Page /guides/g2](${url}/guides/1/llms-full.txt): 3 pages
- [Guides: Page /guides/g3 – Page /guides/g5](${url}/guides/2/llms-full.txt): 3 pages
- [Optional](${url}/optional/llms-full.txt): 1 page
`);
  });

  it('only a file with a single page is above the limit', () => {
    const long = files.filter((file) => documents[file]!.length > 400_000);
    expect(long.map((file) => pagesIn(documents[file]))).toEqual([['/api/long.md']]);
  });

  it('each page is in exactly one file, in the order of llms.txt', () => {
    const listed = [...documents['llms.txt']!.matchAll(/\]\((\S+\.md)\)/g)].map(([, twin]) => twin!.slice(url.length));
    expect(files.flatMap((file) => pagesIn(documents[file]))).toEqual(listed);
    expect(pagesIn(documents['llms-full.txt'])).toEqual([]);
  });

  it('the checks find each page', () => {
    const inspection = inspectionOf(site, generate(site));
    const found = [deadLink, indexMismatch].flatMap((check) => [...check(inspection)]);
    expect(found.map(({ message }) => message)).toEqual([]);
  });

  it('indexes of a large site may leave the later pages of a pagination to the first', () => {
    const blog = [1, 2, 3].map((at) =>
      pageOf(at === 1 ? '/blog/' : `/blog/${at}/`, 100, { title: `Blog ${at}`, ...(at > 1 && { continues: '/blog/' }) }),
    );
    const posts = Array.from({ length: 300 }, (_, at) => pageOf(`/blog/p${at}/`, 100, { title: `Post ${at} ${'x'.repeat(60)}` }));
    const site = siteOf([...blog, ...posts], settings);
    const artifacts = generate(site);
    const listed = artifacts.filter(({ path }) => path.endsWith('llms.txt')).map(({ body }) => String(body));
    expect([listed.length > 1, listed.join('').includes('(https://sections.example/blog/2.md)')]).toEqual([true, false]);
    expect([...indexMismatch(inspectionOf(site, artifacts))]).toEqual([]);
  });

  it('are served like llms-full.txt, and openapi.json names them', async () => {
    const app = supertest.agent(createProxy({ dir: folder, watch: false }));
    const { paths } = JSON.parse(documents['.well-known/openapi.json']!);
    for (const path of ['/llms-full.txt', ...files.map((file) => `/${file}`)]) {
      const { status, headers } = await app.get(path);
      expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
        path,
        200,
        'text/plain; charset=utf-8',
        'public, max-age=300, must-revalidate',
      ]);
      expect(paths[path === '/llms-full.txt' ? path : '/{section}/llms-full.txt'].get.operationId).toMatch(/LlmsFullTxt$/);
    }
  });
});

/** More links than fit in one index, even without descriptions. */
const filler = Array.from({ length: 50 }, (_, at) =>
  pageOf(`/filler/f${at}`, 10, { section: 'Filler', title: `Filler ${at} ${'x'.repeat(600)}` }),
);

/** Pages with so many others in their folders that the root index cannot link to them. */
function withSiblings(paths: readonly string[]): string[] {
  const inFolders = paths.filter((path) => path.lastIndexOf('/') > 0);
  const each = Array.from({ length: 70 / (inFolders.length || 1) }, (_, at) => at);
  return [...paths, ...inFolders.flatMap((path) => each.map((at) => `${path}-${at}`))];
}

describe('the llms.txt that covers a page of a section', () => {
  it.each<[pages: string, urls: readonly string[], others: readonly string[], covering: readonly string[]]>([
    ['in one folder', ['/notes/a', '/notes/b'], [], ['/notes/llms.txt', '/notes/llms.txt']],
    [
      'in a folder of a folder, others beside it',
      ['/docs/notes/a', '/docs/notes/b'],
      ['/docs/other'],
      ['/docs/notes/llms.txt', '/docs/notes/llms.txt'],
    ],
    [
      'in several folders of one folder',
      ['/docs/notes/x/a', '/docs/notes/y/b'],
      ['/docs/other'],
      ['/docs/notes/llms.txt', '/docs/notes/llms.txt'],
    ],
    ['in a folder and beside it', ['/notes', '/notes/a'], [], ['/llms.txt', '/notes/llms.txt']],
    ['in a folder that has another page', ['/docs/a', '/docs/b'], ['/docs/other'], ['/llms.txt', '/llms.txt']],
    ['in two folders at the root', ['/one/a', '/two/b'], [], ['/llms.txt', '/llms.txt']],
  ])('%s: %j, besides %j', (_, urls, others, covering) => {
    const noted = withSiblings(urls).map((path) => pageOf(path, 10, { section: 'Notes' }));
    const beside = others.map((path) => pageOf(path, 10, { section: 'Other' }));
    const documents = documentsOf(siteOf([...filler, ...noted, ...beside], settings));
    expect(urls.map((path) => indexOver(path, (index) => index.slice(1) in documents))).toEqual(covering);
    // A file lists the pages that it covers.
    for (const [at, path] of urls.entries())
      if (covering[at] !== '/llms.txt') expect(documents[covering[at]!.slice(1)]).toContain(`](${url}${path}.md)`);
  });

  it('a section with the folder name of an older version has another path', () => {
    const older = pageOf('/v1/start', 10, { older: true });
    const inV1 = withSiblings(['/a/x', '/b/y']);
    const all = [...filler, ...inV1.map((path) => pageOf(path, 10, { section: 'V1' })), older];
    const documents = documentsOf(siteOf(all, { ...settings, versions }));
    expect([listedIn(documents['v1/llms.txt']), listedIn(documents['v1-2/llms.txt']).sort()]).toEqual([
      ['/v1/start.md'],
      inV1.map((path) => `${path}.md`).sort(),
    ]);
  });
});

describe('older versions and languages', () => {
  const some = [
    pageOf('/', 100),
    pageOf('/start', 20_000),
    pageOf('/de/start', 100, { language: 'de' }),
    pageOf('/v1/start', 100, { older: true }),
    pageOf('/de/v1/start', 100, { older: true, language: 'de' }),
  ];
  const files = {
    'llms.txt': ['/index.md', '/start.md', '/de/start.md'],
    'de/llms.txt': ['/de/start.md'],
    'v1/llms.txt': ['/v1/start.md'],
    'de/v1/llms.txt': ['/de/v1/start.md'],
  };

  it.each([
    ['llms.txt in one file', some],
    ['llms.txt by section', [...filler, ...some]],
  ])('%s: each has its own index, and the root links to the indexes of older versions', (_, list) => {
    const documents = documentsOf(siteOf(list, { ...settings, versions }));
    const { 'llms.txt': root, ...own } = files;
    for (const [file, expected] of Object.entries(own)) expect([file, listedIn(documents[file])]).toEqual([file, expected]);
    if (list === some) expect(listedIn(documents['llms.txt'])).toEqual(root);
    expect(documents['llms.txt']).toContain(
      `Indexes of older versions: [Version 1](${url}/v1/llms.txt), [Version 1, German](${url}/de/v1/llms.txt).`,
    );
    expect(documents['llms.txt']).toContain(`](${url}/de/llms.txt)`);
    expect(documents['llms.txt']).not.toContain('/v1/start.md');
  });

  it('a divided llms.txt links to every index once, however many pages a language has', () => {
    for (let count = 5; count <= 60; count += 5) {
      const german = Array.from({ length: count }, (_, at) => pageOf(`/de/seite${at}`, 10, { language: 'de' }));
      const french = Array.from({ length: 60 - count }, (_, at) => pageOf(`/fr/page${at}`, 10, { language: 'fr' }));
      const documents = documentsOf(siteOf([...filler, ...german, ...french], settings));
      const leadsTo = (file: string): string[] =>
        [...documents[file]!.matchAll(/^- \[[^\]]*\]\((\S+\/llms\.txt)\)/gm)].flatMap(([, target]) => {
          const below = target!.slice(url.length + 1);
          return [below, ...leadsTo(below)];
        });
      const files = Object.keys(documents).filter((file) => file.endsWith('/llms.txt'));
      expect([count, leadsTo('llms.txt').sort()]).toEqual([count, files.sort()]);
    }
  });

  it('a divided llms.txt of one section links to the parts of that section', () => {
    const flat = Array.from({ length: 400 }, (_, at) => pageOf(`/p${at}`, 100, { title: `Page number ${at}` }));
    const documents = documentsOf(siteOf(flat, settings));
    const linked = [...documents['llms.txt']!.matchAll(/\]\((\S+llms\.txt)\)/g)].map(([, to]) => to!.slice(url.length + 1));
    expect(linked.flatMap((file) => listedIn(documents[file])).length).toBe(400);
  });
});

describe('the folder of a section file', () => {
  const wide = ['api', 'guides', 'docs/notes'].flatMap((folder) =>
    Array.from({ length: 80 }, (_, at) =>
      pageOf(`/${folder}/w${at}`, 10, folder === 'docs/notes' ? { section: 'Notes of all' } : {}),
    ),
  );
  const many = Array.from({ length: 900 }, (_, at) => pageOf(`/docs/reference/r${at}`, 10, { section: 'Reference' }));
  const german = Array.from({ length: 20 }, (_, at) => pageOf(`/de/seite${at}`, 10, { language: 'de' }));
  const site = siteOf([...pages, ...wide, ...many, ...german], settings);
  const documents = documentsOf(site);

  it('has the name of a folder of pages only if the section consists of these pages: llms.txt v2', () => {
    const files = Object.keys(documents).filter((file) => file.endsWith('/llms.txt'));
    expect(files).toEqual(
      expect.arrayContaining(['api/llms.txt', 'docs/notes/llms.txt', 'guides/llms.txt', 'docs/reference/llms.txt']),
    );
    for (const file of files) {
      const folder = `/${file.slice(0, -'llms.txt'.length)}`;
      const below = files.filter((each) => `/${each}`.startsWith(folder)).map((each) => documents[each]);
      for (const { url: path, twin } of site.pages.filter((each) => each.url.startsWith(folder)))
        expect([path, below.some((text) => text!.includes(`](${url}${twin})`))]).toEqual([path, true]);
    }
  });
});
