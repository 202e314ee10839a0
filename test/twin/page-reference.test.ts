import { describe, expect, it } from 'vitest';
import { resolveReferences } from '../../build/twin/page-reference.ts';
import { context, converted } from './seed.ts';

/** The unresolved paths of a conversion, and the resolved text. */
function written(
  html: string,
  urlOf: (path: string) => string = (path) => context.siteUrl + path,
): { paths: string[]; text: string } {
  const paths: string[] = [];
  const text = resolveReferences(converted(`<main>${html}</main>`).twin, (path) => {
    paths.push(path);
    return urlOf(path);
  });
  return { paths, text };
}

describe('links within the site are resolved later', () => {
  it.each([
    ['/about', '/about'],
    ['about', '/docs/about'],
    ['./about/', '/docs/about/'],
    ['../about.html#team', '/about.html#team'],
    ['/about?q=1&r=a%20b#x', '/about?q=1&r=a%20b#x'],
    ['https://site.example/about', '/about'],
    ['//site.example/about', '/about'],
    ['https://site.example', '/'],
    ['/a (b)|c', '/a%20(b)%7Cc'],
    ['/ü', '/%C3%BC'],
    ['', '/docs/page'],
    ['?q', '/docs/page?q'],
  ])('%s', (href, path) => {
    expect(written(`<a href="${href.replaceAll('&', '&amp;')}">x</a>`).paths).toEqual([path]);
  });

  it.each([
    'https://other.example/about',
    'http://site.example/about',
    'https://site.example:8443/',
    'mailto:a@b.example',
    'tel:+1',
  ])('%s is not within the site', (href) => {
    const { paths, text } = written(`<a href="${href}">x</a>`);
    expect(paths).toEqual([]);
    expect(text).toBe(`[x](${href})`);
  });

  it('javascript: is not a link', () => {
    expect(written('<a href="javascript:go()">x</a>')).toEqual({ paths: [], text: 'x' });
  });
});

describe('a destination is delimited correctly', () => {
  it.each([
    ['https://site.example/a(b)', '[x](https://site.example/a(b))'],
    ['https://site.example/a(b', '[x](https://site.example/a\\(b)'],
    ['https://site.example/a)b', '[x](https://site.example/a\\)b)'],
    ['https://site.example/a)b(', '[x](https://site.example/a\\)b\\()'],
    ['https://site.example/a(b(c(d)))', '[x](https://site.example/a(b(c(d))))'],
    ['https://site.example/(a(b(c(d))))', '[x](https://site.example/\\(a\\(b\\(c\\(d\\)\\)\\)\\))'],
    ['https://site.example/?a&copy;', '[x](https://site.example/?a&amp;copy;)'],
    ['https://site.example/#a\\*b', '[x](https://site.example/#a\\\\*b)'],
    ['', '[x]()'],
  ])('%s', (url, text) => {
    expect(written('<a href="/a">x</a>', () => url).text).toBe(text);
  });
});

describe('links to anchors of the page itself', () => {
  const page = '<h1>Page</h1><h2>What’s new?</h2><h2>Set up</h2><h2>Set up</h2><p id="here">Here</p>';
  it.each([
    ['#whats-new', '#whats-new'],
    ['#set-up-1', '#set-up-1'],
    ['#page', '#page'],
    ['/docs/page#set-up', '#set-up'],
    ['#here', 'https://site.example/docs/page#here'],
    ['#Set-Up', 'https://site.example/docs/page#Set-Up'],
  ])('%s → %s', (href, url) => {
    const { text } = written(`${page}<a href="${href}">x</a>`);
    expect(text).toContain(`[x](${url})`);
  });
});
