import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProxyServer, type ProxyServer } from '../../proxy/index.ts';
import {
  eleventyCommand,
  linkPackages,
  readTree,
  runCli,
  runWarm,
  sharedFolder,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';

const folder = sharedFolder();
let built: Record<string, string>;
let served: ProxyServer;
let url: string;

/** The site of an author with a custom configuration, which loads plugins by name. */
function authorsSite(place: string): string {
  cpSync('test/eleventy/authors-site', place, { recursive: true });
  linkPackages(place);
  return place;
}

beforeAll(async () => {
  authorsSite(folder);
  const { code, stderr } = await runCli('build', ['build'], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  built = readTree(join(folder, '_site'));
  served = createProxyServer({ dir: join(folder, '_site') });
  await new Promise<void>((done) => served.server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(served.server.address() as AddressInfo).port}`;
});

afterAll(() => served?.drain({ delay: 0, timeout: 100 }));

/** The content of a twin: from its H1, without the line about the index. */
const contentOf = (twin: string): string =>
  /^# [\s\S]*(?=\n)/m.exec(Buffer.from(built[twin]!, 'latin1').toString())![0].replace(/\n\n> For the complete index .*/, '');

describe('the twins of an author’s templates', () => {
  it.each([
    [
      'data file, collection: Nunjucks',
      'index.md',
      '# Garden\n\n| Bed | Length |\n| --- | --- |\n| North | 12 m |\n| South | 20 m |\n\n- [Week 5](https://garden.example/posts/week-5.md)\n- [Week 4](https://garden.example/posts/week-4.md)',
    ],
    [
      'include, shortcode: Liquid',
      'beds.md',
      '# Beds\n\n- North: 12 m, leek and kale\n- South: 20 m, bean\n\n**Kale** (*Brassica oleracea*)',
    ],
    ['components: WebC', 'facts.md', '# Facts\n\n## Size\n\nThe garden has **2** beds.\n\n## Age\n\nIt is ten years old.'],
    [
      'script data: 11ty.js',
      'seasons.md',
      '# Seasons\n\n- **spring**: Number 1\n- **summer**: Number 2\n- **autumn**: Number 3\n- **winter**: Number 4',
    ],
    [
      'pagination, first page',
      'blog.md',
      '# Blog\n\n1. [Week 1](https://garden.example/posts/week-1.md)\n2. [Week 2](https://garden.example/posts/week-2.md)',
    ],
    [
      'pagination, second page',
      'blog/2.md',
      '# Blog, page 2\n\n3. [Week 3](https://garden.example/posts/week-3.md)\n4. [Week 4](https://garden.example/posts/week-4.md)',
    ],
    [
      'tags',
      'topics/soil.md',
      '# Topic: soil\n\n- [Week 2](https://garden.example/posts/week-2.md)\n- [Week 4](https://garden.example/posts/week-4.md)',
    ],
    [
      'highlighted code',
      'code.md',
      "# Code\n\n```js\nconst beds = ['north', 'south'];\nconst wet = beds.filter((bed) => bed !== 'north' && bed < 'z');\nconsole.log(wet.length);\n```\n\n```diff-js\n- water(1);\n+ water(2);\n```\n\n```\nplain <text> & more\n```",
    ],
    [
      'chained layouts, paired shortcode',
      'posts/week-5.md',
      '# Week 5\n\nNoted on 2026-03-05, about [seed](https://garden.example/topics/seed.md) .\n\nIn week 5 the **Leek** (*Allium porrum*) came up.\n\n> [!NOTE]\n> **Mind**\n>\n> Water **daily** in week 5.\n\nBefore it came [week 4](https://garden.example/posts/week-4.md).',
    ],
  ])('%s', (_, twin, content) => {
    expect(contentOf(twin)).toBe(content);
  });

  it('images: the largest one of the newest format, which is published', () => {
    const images = [...contentOf('pictures.md').matchAll(/!\[([^\]]*)\]\(https:\/\/garden\.example\/([^)]+)\)/g)].map(
      ([, alt, path]) => [alt, path],
    );
    expect(images).toEqual([
      ['A leek in the rain', expect.stringMatching(/^pictures\/[\w-]+-64\.webp$/)],
      ['The same leek, as a photo', expect.stringMatching(/^photos\/[\w-]+-64\.png$/)],
    ]);
    for (const [, path] of images) expect(Object.keys(built)).toContain(path);
  });

  it('dates of posts', () => {
    expect(built['posts/week-3.md']).toContain('\nlast_updated: "2026-03-03"\n');
    expect(built['sitemap.xml']).toMatch(
      /<loc>https:\/\/garden\.example\/posts\/week-3\/<\/loc>\s*<lastmod>2026-03-03<\/lastmod>/,
    );
  });
});

it('every page is in every index, a draft in none, the feed is not a page', () => {
  const pages = Object.keys(built).filter((file) => file.endsWith('.html') && file !== '404.html');
  expect(pages).toHaveLength(17);
  for (const page of pages) {
    const path = `/${page.replace(/index\.html$/, '')}`;
    expect(built['sitemap.xml']).toContain(`<loc>https://garden.example${path}</loc>`);
    expect(built['llms.txt']).toContain(`(https://garden.example${path === '/' ? '/index' : path.slice(0, -1)}.md)`);
  }
  for (const [file, content] of Object.entries(built)) expect(/canary of the draft/.test(content), file).toBe(false);
  expect(built['llms.txt']).not.toContain('feed.xml');
  expect(built['feed.xml']).toMatch(
    /^<\?xml [\s\S]*<entry>\s*<title>Week 5<\/title>\s*<link href="https:\/\/garden\.example\/posts\/week-5\/" \/>[\s\S]*<\/feed>\s*$/,
  );
  expect(built['feed.xml']!.match(/<entry>/g)).toHaveLength(5);
});

it.each([
  ['/old-heap', '/compost/'],
  ['/old-heap.md', '/compost.md'],
  ['/heap/compost.html', '/compost/'],
  ['/heap/compost.md', '/compost.md'],
])('redirect_from: %s leads to %s', async (from, to) => {
  const response = await fetch(url + from, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  expect((await fetch(url + to)).status).toBe(200);
});

it('files written by other plugins are served', async () => {
  const text = await (await fetch(`${url}/pictures/`, { headers: { accept: 'text/html' } })).text();
  const sources = [...text.matchAll(/(?:src|srcset)="(\/(?:pictures|photos)\/[^" ]+)/g)].map(([, path]) => path!);
  expect(sources).toHaveLength(3);
  for (const path of sources) {
    const response = await fetch(url + path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      200,
      path.endsWith('webp') ? 'image/webp' : 'image/png',
    ]);
  }
});

it('a second build publishes the same bytes, including files that plugins did not write again', async () => {
  const { code, stderr } = await runCli('build', ['build'], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(readTree(join(folder, '_site'))).toEqual(built);
});

it('files that no page uses are not carried over, and deleted files are not kept for a page that uses them', async () => {
  const place = authorsSite(join(temporaryFolder(), 'site'));
  const page =
    '---\nlayout: base.njk\ntitle: Shown\n---\n<h1>Shown</h1><p>A leaf. <img src="/leaf.png" alt="A leaf" eleventy:ignore></p>\n';
  cpSync('test/eleventy/authors-site/src/pictures/leek.png', join(place, 'public/leaf.png'));
  writeFiles(place, { 'src/shown.html': page });
  expect((await runWarm(['build'], { cwd: place })).code).toBe(0);
  const listed = Object.keys(readTree(join(place, '_site')));
  expect(listed.filter((file) => /\.(png|webp)$/.test(file)).length).toBeGreaterThan(3);
  rmSync(join(place, 'public/leaf.png'));
  const { code, stdout } = await runWarm(['build'], { cwd: place });
  expect([code, stdout]).toEqual([1, expect.stringMatching(/src\/shown\.html:5 .*leaf\.png/)]);

  rmSync(join(place, 'src/shown.html'));
  writeFiles(place, { 'src/pictures/index.md': '---\nlayout: base.njk\ntitle: Pictures\n---\n# Pictures\n\nNone any more.\n' });
  expect((await runWarm(['build'], { cwd: place })).code).toBe(0);
  expect(Object.keys(readTree(join(place, '_site'))).filter((file) => /\.(png|webp)$/.test(file))).toEqual([]);
});

it('Eleventy’s command with the plugin writes the same documents', () => {
  const place = authorsSite(join(temporaryFolder(), 'site'));
  execFileSync(process.execPath, [eleventyCommand, '--quiet'], { cwd: place });
  expect(readTree(join(place, '_site'))).toEqual(built);
});
