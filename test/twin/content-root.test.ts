import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { contentRootOf } from '../../build/twin/content-root.ts';

const prose = '<p>A sentence that is long enough to count as prose, and then some more of it, to be sure.</p>';
const nav = `<nav>${'<a href="/x">A link with quite a few words in it</a>'.repeat(20)}</nav>`;
const textOf = (html: string, selector?: string) =>
  contentRootOf(parseDocument(html), selector).textContent!.replace(/\s+/g, ' ').trim();

describe('the content of a page', () => {
  it.each([
    ['main', `<body>${nav}<main>content</main><footer>${prose}</footer></body>`],
    ['role=main', `<body>${nav}<div role="main">content</div>${prose}</body>`],
    ['one article', `<body>${nav}<article>content</article>${prose}</body>`],
    ['main around an article', '<body><main><article>con</article>tent</main></body>'],
    ['a page that consists of main', '<main>content</main>'],
    [
      'Docusaurus',
      `<body><main><article>${nav}<div class="theme-doc-markdown markdown">content</div><footer>x</footer></article></main></body>`,
    ],
    ['VitePress', `<body><main class="main"><div class="vp-doc">content</div><footer>${prose}</footer></main></body>`],
    [
      'VitePress, home',
      `<body><main class="main"><div class="VPContent"><div class="VPHome"><div class="VPHero">con</div><div class="vp-doc">tent</div></div></div></main></body>`,
    ],
    ['MkDocs Material', `<body><main>${nav}<article class="md-content__inner md-typeset">content</article></main></body>`],
    ['Sphinx', `<body><div class="document"><div class="body" role="main">content</div></div>${nav}${prose}</body>`],
    [
      'Sphinx, Read the Docs',
      `<body><div role="main" class="document"><div itemprop="articleBody">content</div></div>${prose}</body>`,
    ],
    ['Hugo, Docsy', `<body><main>${nav}<div class="td-content">content</div></main></body>`],
  ])('%s', (_, html) => {
    expect(textOf(html)).toBe('content');
  });

  it('the title outside of headings, before a first section of level 1', () => {
    const table = '<table><tr><th>License</th><td>BSD</td></tr></table>';
    const html = `<html><head><title>The.Module</title></head><body><div><div>${table}<p>The.Module</p></div><div><h1>Parts</h1>${prose.repeat(9)}</div></div></body></html>`;
    expect(textOf(html)).toMatch(/^LicenseBSDThe\.ModuleParts/);
  });

  it('an image next to the only prose, in a box named after its heading', () => {
    const html = `<body><section><img class="about-heading-img" src="shop.jpg" alt="The shop"><div><h2>About</h2>${prose}</div></section></body>`;
    expect(contentRootOf(parseDocument(html)).querySelector('img')?.getAttribute('src')).toBe('shop.jpg');
  });

  it('of several main elements: the longest', () => {
    expect(textOf(`<body><main>short</main><main>${prose}</main></body>`)).toMatch(/^A sentence/);
  });

  it('of many articles: their common parent', () => {
    expect(
      textOf('<body><nav>x</nav><div><article>one</article><article>two</article><article>three</article></div></body>'),
    ).toBe('onetwothree');
  });

  it.each([
    [
      'one of which has marked text',
      '<article><div class="text" itemprop="articleBody">one</div></article><article>two</article>',
      'onetwo',
    ],
    ['one of which has most text', `<article>${prose}</article><article>two</article>`, 'A sentence'],
    ['in a list of them', `<article>${prose}<article>one</article></article><article>two</article>`, 'A sentence'],
  ])('of sibling articles, %s: their parent', (_, articles, begins) => {
    const text = textOf(`<body>${nav}<div>${articles}</div>${prose}</body>`);
    expect([text.startsWith(begins), text.endsWith('two')]).toEqual([true, true]);
  });

  it('without any of these: the densest block of text', () => {
    const sidebar = `<div>${'<a href="/x">A link with quite a few words in it</a>'.repeat(20)}</div>`;
    expect(
      textOf(`<body><div>${sidebar}<div><div><h2>Title</h2>${prose.repeat(5)}</div></div></div><div>Footer</div></body>`),
    ).toMatch(/^Title/);
  });

  it.each([
    ['the title of a section', '<h2>Title</h2>', ''],
    ['a title in its own div', '<div class="titlepage"><div><h2>Title</h2></div></div>', ''],
    ['a paragraph before it', '<p>Title</p>', ''],
    ['a table after it', '', '<table><tr><td>Title</td></tr></table>'],
    ['footnotes after it', '', '<div class="footnote"><hr><h4>Title</h4></div>'],
    ['the table of contents of a book after it', '', '<div class="toc"><dl><dt><a href="/one">Title</a></dt></dl></div>'],
  ])('of a section with one long list: %s, too', (_, before, after) => {
    const list = `<div><dl><dd>${prose.repeat(20)}</dd></dl></div>`;
    expect(textOf(`<body>${nav}<div class="sect1">${before}${list}${after}</div><div>Footer</div></body>`)).toMatch(
      /^Title|Title$/,
    );
    expect(textOf(`<body><div class="sidebar">${before}${after}</div>${list}</body>`)).not.toContain('Title');
  });

  it.each([
    [
      'prose in divs next to the article',
      `<div><article>content</article><section><div>${'What readers say of it. '.repeat(20)}</div></section></div>`,
      'contentWhat readers say',
    ],
    [
      'a title with more content, next to lines of code',
      `<div class="header"><div class="title">f.h File<div><a href="/m">Module</a></div></div></div><div class="contents"><div class="fragment"><div class="line">${'let a; '.repeat(20)}</div></div></div>`,
      'f.h File',
    ],
    [
      'an element with class title, although the page has another title',
      `<div><div class="title">src/own.cpp</div></div><div><div>${'let a; '.repeat(20)}</div></div>`,
      'src/own.cpp',
    ],
    [
      'a paragraph next to little text that is not marked as content',
      `<div class="demo"><div>${'Words of it. '.repeat(20)}</div></div><div class="what"><p>What it shows, in a sentence.</p></div>`,
      'What it shows',
    ],
    [
      'a form about the reader, and the content below it',
      '<div class="card"><div><h1>Sign in</h1></div><form><input type="email"><a href="/in">Go on</a></form><div><a href="/new">New here?</a></div></div>',
      'New here?',
    ],
    [
      'pictures in a list below a title with more words',
      '<section><div><h2>All that we built in the last years</h2></div></section><section><ul><li><a href="1.jpg"></a><img src="1.jpg" alt=""></li><li>One</li></ul></section>',
      'One',
    ],
  ])('is wider for %s', (_, html, holds) => {
    expect(textOf(`<html><head><title>P: f.h File</title></head><body>${nav}${html}</body></html>`)).toContain(holds);
  });

  it.each([
    ['a title that links to its entry', '<h2><a href="./entry.html">An entry</a></h2>', /^An entry/],
    ['one of the first level', '<h1><a href="/news/entry/">An entry</a></h1>', /^An entry/],
    ['one that links to itself', '<h1><a href="#entry">An entry</a></h1>', /^An entry/],
    ['not the name of a site, which links home', '<h1><a href="/">A site</a></h1>', /^First/],
    ['not a lower one that links home', '<h1><a href="../../index.html">A site</a></h1>', /^First/],
    ['not one that links home by its URL', '<h2><a href="https://site.example">A site</a></h2>', /^First/],
  ])('without marked content, the title next to it: %s', (_, title, begins) => {
    const html = `<body>${nav}<div><header>${title}</header><div class="entry"><h2>First</h2>${prose.repeat(5)}</div></div></body>`;
    expect(textOf(html)).toMatch(begins);
  });

  it('is not wider for a menu that names the page', () => {
    const menu = '<div class="tocset"><table><tr><td>4</td><td><a href="/units">Units of it</a></td></tr></table></div>';
    const html = `<body>${menu}<div><div><h3>4 Units</h3>${prose.repeat(5)}</div></div></body>`;
    expect(textOf(`<html><head><title>Units of it</title></head>${html}</html>`)).toMatch(/^4 Units/);
  });

  it('is not wider for a sidebar or a search', () => {
    const bar = `<ul class="sidebar"><li><h6>Pages:</h6><p>${'What is sold here is premium. '.repeat(4)}</p></li></ul>`;
    const html = `<div>${bar}<div><form><input type="search"></form><div><h3>4 Units</h3>${prose.repeat(5)}</div></div></div>`;
    expect(textOf(`<body>${html}</body>`)).toMatch(/^4 Units/);
  });

  it('is not the description of a demo with class widget', () => {
    const html = `<div class="ui-widget"><p>${'What it shows. '.repeat(10)}</p></div><div class="what">${'How it is made, in words. '.repeat(10)}</div>`;
    expect(textOf(`<body>${html}</body>`)).toMatch(/^What it shows/);
  });

  it('AsciiDoctor’s manual pages: their name is outside the content', () => {
    const html = `<body class="manpage"><div id="header"><h1>git-add(1)</h1><h2>NAME</h2><p>git-add - adds</p></div><div id="content">${prose.repeat(20)}</div></body>`;
    expect(textOf(html)).toMatch(/^git-add\(1\)NAME/);
  });

  it('a selector takes precedence; if it matches nothing, the content is detected', () => {
    const html = '<body><main>main</main><div class="mine">mine</div></body>';
    expect(textOf(html, '.mine')).toBe('mine');
    expect(textOf(html, '#none')).toBe('main');
  });

  it.each(['', '<!doctype html>', '<!-- -->', 'text', '<html></html>'])('%j has a root', (html) => {
    expect(() => textOf(html)).not.toThrow();
  });
});
