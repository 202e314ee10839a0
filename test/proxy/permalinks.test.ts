import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { canonicalsOf, pageAliasesOf, pageFilesOf, pageOfTwin, pageUrlOf, twinUrlOf } from '../../build/contract/permalinks.ts';
import { twinAliasesOf } from '../support/twin-aliases.ts';
import { type RunningProxy, startProxy } from './fixtures/client.ts';
import { siteUrl } from './fixtures/site.ts';

/* Permalinks in reverse: from a path to its page. */

const urls = ['/', '/about', '/about/', '/docs/install', '/docs/', '/a.b', '/index2', '/md', '/a%20b', '/x.html/'];
const htmlUrls = ['/about.html', '/docs/install.html', '/v1.2.html', '/a%20b.html', '/old.htm'];

describe('every alias leads to its URL', () => {
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
      ['/about.htm', '/about/'],
      ['/about.md', '/about/index.md'],
    ],
    [
      ['/a.html', '/a.htm', '/a/'],
      ['/a.md', '/a.htm.md', '/a/index.md'],
    ],
    // `a.html` and `a.html.html` of a site whose URLs have no extension.
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
  'the file of a page is among the files of its URL, and no file of another page is: htmlUrls %s',
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

describe('a folder whose URLs end in .html', () => {
  let proxy: RunningProxy;
  beforeAll(async () => {
    const page = (file: string, twin: string) => ({ [file]: '<!doctype html><title>A page</title>', [twin]: '# A page\n' });
    proxy = await startProxy({
      htmlUrls: true,
      files: {
        ...page('v1.2.html', 'v1.2.md'),
        ...page('both.html', 'both.md'),
        ...page('both/index.html', 'both/index.md'),
        ...page('old.htm', 'old.md'),
      },
    });
  });
  afterAll(() => proxy.stop());

  it.each<[path: string, twin: string]>([
    ['/v1.2.html', '/v1.2.md'],
    ['/both.html', '/both.md'],
    ['/both/', '/both/index.md'],
    ['/old.htm', '/old.md'],
  ])('%s is a page, and %s is its twin', async (path, twin) => {
    const page = await proxy.get(path, { accept: 'text/markdown' });
    expect([page.status, page.headers['content-location']]).toEqual([200, twin]);
    const { headers } = await proxy.get(twin);
    expect(headers.link).toContain(`<${siteUrl}${path}>; rel="canonical", <${path}>; rel="alternate"; type="text/html"`);
  });

  it.each([
    ['/pricing?a=b', '/pricing.html?a=b'],
    ['/v1.2', '/v1.2.html'],
    ['/both', '/both.html'],
    ['/both/index.html', '/both/'],
    ['/old', '/old.htm'],
    ['/docs', '/docs/'],
    ['/docs.html', '/docs/'],
  ])('%s → %s', async (path, location) => {
    const { status, headers } = await proxy.get(path);
    expect([status, headers.location]).toEqual([301, location]);
  });

  it.each(['/404', '/404.html', '/pricing.md.html'])('%s is not a page', async (path) => {
    expect((await proxy.get(path)).status).toBe(404);
  });
});
