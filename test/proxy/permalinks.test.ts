import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalsOf, pageAliasesOf, pageFilesOf, pageOfTwin, pageUrlOf, twinUrlOf } from '../../build/contract/permalinks.ts';
import { twinAliasesOf } from '../support/twin-aliases.ts';

/* The rule backwards: a reader has a path, and looks for the page. */

const urls = ['/', '/about', '/about/', '/docs/install', '/docs/', '/a.b', '/index2', '/md', '/a%20b', '/x.html/'];
const htmlUrls = ['/about.html', '/docs/install.html', '/v1.2.html', '/a%20b.html', '/old.htm'];

describe('every spelling leads back', () => {
  test.each([...urls, ...htmlUrls].flatMap((url) => pageAliasesOf(url).map((alias) => [alias, url])))('%s → %s', (alias, url) => {
    expect(canonicalsOf(alias!)).toContain(url);
  });
  test.each([...urls, ...htmlUrls].flatMap((url) => twinAliasesOf(url).map((alias) => [alias, url])))(
    '%s → the twin of %s',
    (alias, url) => {
      expect(canonicalsOf(alias!)).toContain(twinUrlOf(url!, () => false));
    },
  );
});

describe('the twin of a page among others, and the page of a twin', () => {
  test.each<[pages: string[], twins: string[]]>([
    [['/about'], ['/about.md']],
    [['/about/'], ['/about.md']],
    [
      ['/about', '/about/'],
      ['/about.md', '/about/index.md'],
    ],
    [
      ['/', '/index/', '/docs/index/'],
      ['/index.md', '/index/index.md', '/docs/index/index.md'],
    ],
    [
      ['/docs', '/docs/', '/docs/index/', '/docs/index/index/'],
      ['/docs.md', '/docs/index.md', '/docs/index/index.md', '/docs/index/index/index.md'],
    ],
    [
      ['/a%20b', '/a%20b/'],
      ['/a%20b.md', '/a%20b/index.md'],
    ],
    [['/about.html'], ['/about.md']],
    [
      ['/about.html', '/about/'],
      ['/about.md', '/about/index.md'],
    ],
    [
      ['/a.html', '/a.htm', '/a/'],
      ['/a.md', '/a.htm.md', '/a/index.md'],
    ],
    // `a.html` and `a.html.html` of a site whose URLs have no ending.
    [
      ['/a', '/a.html'],
      ['/a.md', '/a.html.md'],
    ],
  ])('%j → %j', (pages, twins) => {
    const isPage = (url: string): boolean => pages.includes(url);
    expect(pages.map((page) => twinUrlOf(page, isPage))).toEqual(twins);
    expect(twins.map((twin) => pageOfTwin(twin, isPage))).toEqual(pages);
  });
});

const segment = fc.stringMatching(/^[a-z0-9 é.&=-]{1,8}$/).filter((text) => !/^\.+$/.test(text));
const file = fc
  .tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom('index.html', 'about.html', 'a.htm', 'x.y.html', 'index.htm'))
  .map(([folders, name]) => [...folders, name].join('/'));

test.each([false, true])(
  'the file of a page is among those of its URL, and no file of another page is: htmlUrls %s',
  (htmlUrls) => {
    fc.assert(
      fc.property(file, (name) => {
        const url = pageUrlOf(name, htmlUrls);
        expect(pageFilesOf(url, htmlUrls)).toContain(name);
        for (const other of pageFilesOf(url, htmlUrls)) expect(pageUrlOf(other, htmlUrls)).toBe(url);
      }),
    );
  },
);
