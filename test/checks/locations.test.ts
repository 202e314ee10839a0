import { describe, expect, it } from 'vitest';
import { lineOf, searchedText } from '../../build/checks/where.ts';
import { content, html, linesOf, type Seed } from './seed.ts';

describe('the place of a finding', () => {
  const seed = (source: string): Seed => ({
    pages: { 'a.html': content('Page a', '<a href="/nope?a=1&amp;b=2">x</a>') },
    sources: { 'a.html': ['site/a.md', source] },
  });
  const message = 'link to /nope?a=1&b=2: nothing is published there';

  it.each<[source: string, place: string, output: string]>([
    ['# A\n\n[x](/nope?a=1&b=2)\n', 'site/a.md:3', ''],
    ['---\ntitle: A\n---\n<a href="/nope?a=1&amp;b=2">x</a>', 'site/a.md:4', ''],
    ['# A\n{% include "nav.njk" %}', 'site/a.md', ' (a.html:11)'],
    ['[x](/nope?a=1&b=23)', 'site/a.md', ' (a.html:11)'],
    ['[x](https://elsewhere.test/nope?a=1&b=2)', 'site/a.md', ' (a.html:11)'],
  ])('%j', (source, place, output) => {
    expect(linesOf('dead-link', seed(source))).toEqual([`error ${place} ${message}${output}`]);
  });

  it('a page without a source: its output file', () => {
    expect(linesOf('dead-link', { pages: seed('').pages! })).toEqual([`error a.html:11 ${message}`]);
  });

  it.each<[source: string, place: string]>([
    ['# A\n\n<script src="/nope.js"></script>', 'site/a.md:3'],
    ["# A\n\n{% script '/nope.js' %}", 'site/a.md:3'],
    ['# A\n\n<script src=/nope.js></script>', 'site/a.md:3'],
    ['# A\n\n```js\n// /nope.js\n```\n\nWrite it in /nope.js or `/nope.js`.', 'site/a.md'],
  ])('a script that a layout also loads: %j', (source, place) => {
    const pages = { 'a.html': content('Page a', '<script src="/nope.js"></script>') };
    expect(linesOf('dead-link', { pages, sources: { 'a.html': ['site/a.md', source] } })).toEqual([
      expect.stringContaining(`error ${place} script, style or frame /nope.js: `),
    ]);
  });

  it.each<[link: string, source: string, line: number]>([
    ['/nope', '# D\n\n[x](../nope.md)', 3],
    ['/d/nope#part', '[x](nope.md#part)', 1],
    ['/d/nope', '[x](/nope.md) [x](./nope.njk)', 1],
    ['/d/e/', '\n[x](e/index.md)', 2],
  ])('a link to %s as an editor completes it: %j', (link, source, line) => {
    const pages = { 'd/p.html': content('P', `<a href="${link}">x</a>`) };
    expect(linesOf('dead-link', { pages, sources: { 'd/p.html': ['site/d/p.md', source] } })).toEqual([
      `error site/d/p.md:${line} link to ${link}: nothing is published there`,
    ]);
  });

  it.each<[source: string, token: string, line: number | undefined]>([
    ['a\n[x](/über)', '/%C3%BCber', undefined],
    ['a\n[x](/über)', '/über', 2],
    ['/about\n/a', '/a', 2],
    ['/a/b\n/a', '/a', 2],
    ['/a.html\n/a.', '/a', 2],
    ['x/a.png\ndata.png\n![](a.png)', 'a.png', 3],
    ['## Use *two* [words](/x) and `code`', 'Use two words and code', 1],
    ['a\nsnake\\_case', 'snake_case', 2],
    ['anything', '', undefined],
    ['anything', ' ', undefined],
  ])('in %j the token %j', (source, token, line) => {
    expect(lineOf(searchedText(source), [token])).toBe(line);
  });

  it('a defect of the whole page is located in its source, without a line', () => {
    const pages = { 'a.html': html('Page a', '<p>x</p>') };
    expect(linesOf('h1', { pages, sources: { 'a.html': ['site/a.md', 'x'] } })).toEqual(['warning site/a.md the page has no H1']);
  });
});

describe('a defect on many pages', () => {
  const broken = (link: string, count: number): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `p${at}.html`,
        html(`P${at}`, content(`P${at}`)).replace('</nav>', `<a href="${link}">x</a></nav>`),
      ]),
    );

  it('is reported once, in the layout, if no source has it', () => {
    const pages = broken('/nope', 3);
    const sources = Object.fromEntries(Object.keys(pages).map((file) => [file, [`site/${file}`, '# P'] as const]));
    expect(linesOf('dead-link', { pages, sources })).toEqual([
      'error site/p0.html link to /nope: nothing is published there (p0.html:8), and on 2 other pages',
    ]);
  });

  it('is reported once for a template of several pages', () => {
    const pages = broken('/nope', 2);
    const sources = { 'p0.html': ['site/p.njk', '\n<a href="/nope">'], 'p1.html': ['site/p.njk', '\n<a href="/nope">'] } as const;
    expect(linesOf('dead-link', { pages, sources })).toEqual([
      'error site/p.njk:2 link to /nope: nothing is published there, and on 1 other page',
    ]);
  });

  it('of whole pages is reported once for a template of several', () => {
    const pages = { 'p0.html': html('P0', '<p>x</p>'), 'p1.html': html('P1', '<p>x</p>'), 'q.html': html('Q', '<p>x</p>') };
    const sources = { 'p0.html': ['site/p.njk', ''], 'p1.html': ['site/p.njk', ''], 'q.html': ['site/q.md', ''] } as const;
    expect(linesOf('h1', { pages, sources })).toEqual([
      'warning site/p.njk the page has no H1, and on 1 other page',
      'warning site/q.md the page has no H1',
    ]);
  });

  it('is reported for each source that has it', () => {
    const pages = broken('/nope', 2);
    const sources = { 'p0.html': ['site/p0.md', '[x](/nope)'], 'p1.html': ['site/p1.md', '\n[x](/nope)'] } as const;
    expect(linesOf('dead-link', { pages, sources })).toEqual([
      'error site/p0.md:1 link to /nope: nothing is published there',
      'error site/p1.md:2 link to /nope: nothing is published there',
    ]);
  });

  it('is reported once if most pages have it', () => {
    const pages = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}.html`, html(`P${at}`, '<p>x</p>')]));
    expect(linesOf('h1', { pages: pages(20) })).toEqual(['warning p0.html the page has no H1, and on 19 other pages']);
    expect(linesOf('h1', { pages: pages(10) })).toHaveLength(10);
  });

  it('the search of sources continues after the first pages if one has it', () => {
    const pages = broken('/nope', 30);
    const sources = Object.fromEntries(
      Object.keys(pages).map((file, at) => [file, [`site/${file}`, at === 0 || at === 29 ? '[x](/nope)' : '# P'] as const]),
    );
    expect(linesOf('dead-link', { pages, sources })).toEqual([
      'error site/p0.html:1 link to /nope: nothing is published there',
      'error site/p1.html link to /nope: nothing is published there (p1.html:8), and on 27 other pages',
      'error site/p29.html:1 link to /nope: nothing is published there',
    ]);
  });
});
