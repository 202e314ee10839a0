import { describe, expect, it } from 'vitest';
import { contentOf, convert } from '../../build/page/convert.ts';
import { parseDocument, readHtml } from '../../build/page/parse-html.ts';
import { boilerplateOf } from '../../build/twin/boilerplate.ts';
import { resolveReferences } from '../../build/twin/page-reference.ts';
import { parityOf } from '../../build/twin/parity/parity.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';

const htmlContent = (html: string) => readHtml(html).partOf('all');

const url = 'https://site.example';
/** A site of seven pages; the layout gets the number of the page. */
const site = (layout: (page: number) => string) => {
  const pages = Array.from(
    { length: 7 },
    (_, at) => `<html><head><title>Page ${at}</title></head><body>${layout(at)}</body></html>`,
  );
  const boilerplate = boilerplateOf(pages.map((html) => parseDocument(html).body));
  const { heading, body, parity } = convert(htmlContent(pages[3]!), `${url}/3`, { url, parity: true, boilerplate });
  return { twin: `${heading}|${body}`, parity: parity!.ratio };
};
const prose = (page: number): string =>
  `<h2>Title ${page}</h2><p>What page ${page} says, in a sentence of some length that only it has.</p>`;
const menu = `<ul>${['Clone', 'Equals', 'Hash', 'Text'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul>`;
const text = '|## Title 3\n\nWhat page 3 says, in a sentence of some length that only it has.';

describe('boilerplate around the content is left out', () => {
  it.each<[what: string, layout: (page: number) => string]>([
    ['a banner that is the H1 of every page', (at) => `<h1><a href="/">Project</a></h1>${prose(at)}`],
    [
      'sequence links with titles',
      (at) =>
        `<table><tr><td><a href="/${at - 1}">Prev</a></td><td>Title ${at}</td><td><a href="/${at + 1}">Next</a></td></tr></table>${prose(at)}`,
    ],
    [
      'sequence links as pictures',
      (at) =>
        `<div><a href="/${at - 1}"><img src="prev.png" alt="Prev"></a><a href="/${at + 1}"><img src="next.png" alt="Next"></a></div>${prose(at)}`,
    ],
    [
      'sequence links as pictures that are described by the titles of their targets, different on each page',
      (at) => {
        const row = `<table><tr><td><a href="/${at + 1}"><img src="next.png" alt="Of ${at * 7}"></a></td><td><a href="/a${at}"><img src="up.png" alt="Part ${at}"></a></td><td><b>Page ${at}</b></td></tr></table>`;
        return `${row}${prose(at)}<hr>${row}`;
      },
    ],
    [
      'a sidebar without a name',
      (at) =>
        `<div><div><ul>${[0, 1, 2, 3, 4].map((to) => `<li><a href="/${to}">Chapter ${to}</a></li>`).join('')}</ul></div><div>${prose(at)}</div></div>`,
    ],
    [
      'sequence links without a common word',
      (at) =>
        `<p><a rel="prev" href="/${at - 1}">Title ${at - 1}</a> <a rel="next" href="/${at + 1}">Title ${at + 1}</a></p>${prose(at)}`,
    ],
    [
      'sequence links with the titles of all pages',
      (at) =>
        `<div><a title="Before" href="/${at - 1}">Title ${at - 1}</a> <a title="After" href="/${at + 1}">Title ${at + 1}</a></div>${prose(at)}`,
    ],
    [
      'a row of links at top and end, different on each page',
      (at) => {
        const row = `<table><tr><td><a href="/a${at}">Before ${at}</a></td><td><a href="/b${at}">Above ${at}</a></td></tr></table>`;
        return `<div class="bar">${row}</div><div>${prose(at)}</div><div class="bar">${row}</div>`;
      },
    ],
    [
      'tables of contents of chapters, different on each page',
      (at) =>
        `<div class="set"><ul>${[1, 2, 3, 4].map((to) => `<li>${at}.${to} <a href="/${at}/${to}">Section ${at} of ${to}</a></li>`).join('')}</ul></div><div>${prose(at)}</div>`,
    ],
    ['breadcrumbs', (at) => `<div><a href="/">Start</a> &gt; <a href="/docs">Docs</a> &gt; Title ${at}</div>${prose(at)}`],
    [
      'a logo and a name in the cells of a table',
      (at) => `<table><tr><td><img src="/logo.png" alt="Logo"></td><td>Project 1.0</td></tr></table>${prose(at)}`,
    ],
    [
      'a menu in a cell of a layout table',
      (at) => `<table><tr><td>${menu.replaceAll('</a>', '</a><br>')}</td><td>${prose(at)}</td></tr></table>`,
    ],
    [
      'a menu of titled boxes in a cell of a layout table',
      (at) => {
        const box = `<table><tr><td><b>Main Menu</b></td></tr><tr><td><form><input name="query"></form>${menu}</td></tr></table>`;
        return `<table><tr><td><table><tr><td>${box}</td></tr></table></td><td><table><tr><td>${prose(at)}</td></tr></table></td></tr></table>`;
      },
    ],
    ['a picture of all pages, without a link', (at) => `<img src="/banner.gif" alt=""><br>${prose(at)}`],
    [
      'the place of results of a search',
      (at) =>
        `<div role="main"><div><section>${prose(at)}</section></div><div><div><h1><b></b> results matching "<b></b>"</h1><ul></ul></div><div><h1>No results matching "<b></b>"</h1></div></div></div>`,
    ],
    [
      'a row of links that is also a menu in the content',
      (at) =>
        `${prose(at)}<table class="bar"><tr><td>[<a href="/a">Overview</a>][<a href="/b">Constants</a>][<a href="/c">Types</a>]</td><td>Reference for unit ${at}</td></tr></table>`,
    ],
    [
      'links to other pages and their labels, in the body itself',
      (at) => {
        const row = `<a href="/${at + 1}">Next</a> <a href="/${at - 1}">Previous</a> <a href="/0">Contents</a><br> <b>Next: </b><a href="/${at + 1}">Title ${at + 1}</a>`;
        return `${row}<hr>${prose(at)}<hr>${row}`;
      },
    ],
    [
      'links to other pages with bars between them, in the body itself',
      (at) => {
        const row = `<a href="/${at - 1}">Previous</a> | <a href="/${at + 1}">Next</a> | <a href="/0">Contents</a>`;
        return `${row}<hr>${prose(at)}<hr>${row}`;
      },
    ],
    [
      'a notice with a heading of its own, at the end of the content',
      (at) =>
        `<div id="content"><div>${prose(at)}</div><div class="noprint"><h3>Comments</h3><p>This section collects your suggestions on improving the documentation. If you need help, read the <a href="/help">page about it</a> and ask on the mailing list, which is explained there.</p></div></div>`,
    ],
    [
      'a link at the end of the last section',
      (at) => `${prose(at)}<table><tr><td><a href="/all">To all commands</a></td></tr></table>`,
    ],
    [
      'a link in a footer by its name, in the last section',
      (at) => `${prose(at)}${at > 1 ? '<p class="footer">[<a href="/home">Home of it</a>]</p>' : ''}`,
    ],
    ['an aside in main', (at) => `<main><aside><p>Contents of this site</p><p>By Ann</p></aside><div>${prose(at)}</div></main>`],
    [
      'settings of the reader, whatever their headings',
      (at) =>
        `<div>${prose(at)}</div><div><details open><summary><h3>Settings</h3></summary><label><input type="checkbox">Inherited</label></details></div>`,
    ],
    [
      'settings of the reader before the contents of the page',
      (at) =>
        `<div>${prose(at).replace('<h2', '<h2 id="t"')}</div><div><details open><summary><h3>Settings</h3></summary><label><input type="checkbox">Inherited</label></details><details open><summary>On this page</summary><div><a href="#t">Title</a> <a href="#t">Title ${at}</a></div></details></div>`,
    ],
    [
      'the line at its end',
      (at) => `${prose(at)}<hr><p>Copyright © 1999 by <a href="/us">the authors</a> of this site, who are many.</p>`,
    ],
    [
      'the line at its end, as text without an element',
      (at) => `${prose(at)}<hr>\nCopyright 1999 the authors of this site\nCopyright 2009 others\n<!-- of a tool -->\n`,
    ],
  ])('%s', (_, layout) => {
    expect(site(layout)).toEqual({ twin: text, parity: 1 });
  });

  it.each<[what: string, content: (page: number) => string, holds: string]>([
    ['a common heading', () => '<h3>Parameters</h3>', '### Parameters'],
    [
      'a sentence with a link to the next page',
      (at) => `<p>You can go on with <a rel="next" href="/${at + 1}">chapter ${at + 1}</a>.</p>`,
      'go on with [chapter 4]',
    ],
    [
      'a link of the menu at the end of the text, a call to action',
      (at) =>
        `${at % 3 === 0 ? '<p><a class="button" href="/start">Start</a></p>' : ''}<footer><a href="/start">Start</a></footer>`,
      '[Start]',
    ],
    [
      'a common list of links, after an introduction',
      () => `<p>What it inherits is the same on many pages, and so are the names of it all:</p><div>${menu}</div>`,
      '[Clone]',
    ],
    [
      'a question to the reader below a heading and a line break',
      (at) => `<div><h3>Part ${at} of it</h3><br><a class="button" href="/start">Start</a></div>`,
      '[Start]',
    ],
    [
      'code below common headings',
      (at) => `<section><h4>Declaration</h4><a href="/src">src</a><pre>void f${at}</pre></section>`,
      'void f3',
    ],
    [
      'a card with a link that all cards have',
      (at) => `<div><p>Card ${at}</p><a href="/buy">Buy</a><p><img src="/card-${at}.png"></p></div>`,
      'card-3.png',
    ],
    [
      'a section of links after a similar one',
      (at) =>
        `<div><h3>Notes</h3>${prose(at)}</div><div><h3>See also</h3><p><a href="/${at % 2 ? 'Hash' : 'Clone'}">${at % 2 ? 'Hash' : 'Clone'}</a>, <a href="/Text">Text</a></p></div><div>${menu}</div>`,
      '[Hash]',
    ],
    [
      'a section after a section of links, after one of text',
      (at) =>
        `<div class="s">${prose(at)}</div><div class="s"><h2>See also</h2><p><a href="/x${at}">x${at}</a></p></div><div class="s"><h2>Suite</h2><p>Part of <a href="/all">all</a></p></div>`,
      'Part of [all]',
    ],
    [
      'a sentence with a link of the menu, in main,',
      (at) => `<main>${prose(at)}<p>Look at it, page ${at}, in <a href="/Text">Text</a>.</p></main><div>${menu}</div>`,
      '[Text]',
    ],
    [
      'a word beside a link that many pages have',
      (at) => `${prose(at)}<hr><p>X${at} = <a href="/Text">Text</a></p><hr>${menu}`,
      'X3 = [Text]',
    ],
    ['a header with a list of links and a title', (at) => `<div id="top"><h1>Only ${at}</h1>${menu}</div>`, 'Only 3|'],
    ...['<ul id="index"><li><a href="#NAME">NAME</a></li><li><a href="#SEE-ALSO">SEE ALSO</a></li></ul>', ''].map(
      (index): [string, (page: number) => string, string] => [
        `SEE ALSO of the first level at the end, as of pod2html${index && ' with an index'}`,
        (at) =>
          `${index}<h1 id="NAME">NAME</h1><p>Part::${at} - what page ${at} says, in a sentence of some length.</p><h1 id="SEE-ALSO">SEE ALSO</h1><p><a href="/Clone">Clone</a>, <a href="/Hash">Hash</a></p>`,
        '[Hash]',
      ],
    ),
    [
      'common last members of a page, each with an id, as in Nim',
      (at) =>
        `<div>${prose(at)}<dl><div id="close"><dt><pre>proc <a href="#close">close</a>(s: <a href="/Text">Text</a>)</pre></dt><dd><a href="/Clone">Clone</a> of it</dd></div></dl></div>`,
      'of it',
    ],
    [
      'a definition with an id that the page links to, after a rule',
      (at) =>
        `<p>See <a href="#t">it</a>.</p>${prose(at)}<hr><dl><dt id="t"><a href="/Text">Text</a></dt><dd><a href="/Hash">Hash</a> of all</dd></dl>`,
      'of all',
    ],
    [
      'a common paragraph, below a heading of the page',
      () => '<p>Those who look after it are listed in a file.</p>',
      'listed in a file',
    ],
    [
      'a common sentence of links, below a heading of the page',
      () =>
        '<p>See also the lists of all <a href="/a">Objects</a>, <a href="/b">Constants</a> and <a href="/c">Functions</a>.</p>',
      '[Constants]',
    ],
    [
      'a common paragraph, below a block that ends with a heading',
      (at) => `<div><h2>Part ${at}</h2></div><p>Those who look after it are listed in a file.</p>`,
      'listed in a file',
    ],
    ['a video at the end', (at) => `<div><iframe src="https://films.example/film-${at}"></iframe></div>`, 'film-3'],
    [
      'a common line at the end of a definition (odoc)',
      (at) =>
        `<div><div><div id="v${at}"><a href="#v${at}"></a><code>val v${at}</code></div><div><p>Value ${at}.</p><ul><li>since 2.0</li></ul></div></div></div>`,
      'since 2.0',
    ],
    ['a common paragraph, in main', () => '<main><p>None.</p></main>', 'None.'],
    [
      'a list of links that only this page has',
      (at) => `<ul>${[1, 2, 3].map((to) => `<li><a href="/${at}/${to}">Part ${at}.${to}</a></li>`).join('')}</ul>`,
      '[Part 3.1]',
    ],
  ])('but %s stays', (_, content, holds) => {
    expect(site((at) => prose(at) + content(at)).twin).toContain(holds);
  });

  it('a table with row headers stays, although many pages have it before the title', () => {
    const table = '<table><tr><th>License</th><td>BSD</td></tr><tr><th>Language</th><td>Haskell</td></tr></table>';
    const { twin, parity } = site((at) => `<div><a href="/">Home</a></div><div>${table}<p>Part${at}</p></div>${prose(at)}`);
    expect(twin).toContain('| License | BSD |');
    expect(parity).toBe(1);
  });

  it('a common H1 stays if the table of contents of the page lists it', () => {
    const layout = (at: number) =>
      `<ul><li><a href="#n">NAME</a></li><li><a href="#d">MORE</a></li></ul><h1 id="n">NAME</h1><p>What ${at} is.</p><h1 id="d">MORE</h1>${prose(at)}`;
    expect(site(layout).twin).toContain('NAME|');
  });

  it('is recognized on a line of its own in a body with text', () => {
    const layout = (at: number) =>
      `<a href="/"><img src="/logo.png" alt="Logo"></a>\n<hr><h2>Title ${at}</h2>What page ${at} says.`;
    expect(site(layout)).toEqual({ twin: '|## Title 3\n\nWhat page 3 says.', parity: 1 });
  });

  it('is recognized before the title, even if it is a heading of a lower level', () => {
    const layout = (at: number) => `<h6>The project</h6><h1>Title ${at}</h1><p>What page ${at} says, in a sentence.</p>`;
    expect(site(layout)).toEqual({ twin: 'Title 3|What page 3 says, in a sentence.', parity: 1 });
  });

  it('is recognized on a page with little content, before the title', () => {
    const layout = (at: number): string =>
      `<div>${menu}</div><h1>Part ${at}</h1><ul>${[0, 1, 2].map((to) => `<li><a href="/${to}">Chapter ${to}</a></li>`).join('')}</ul>`;
    const { twin, parity } = site(layout);
    expect(twin).not.toContain('Clone');
    expect(twin).toMatch(/^Part 3\|- \[Chapter 0\]/);
    expect(parity).toBe(1);
  });

  it('is recognized on a page with one short section', () => {
    const { twin } = site(
      (at) =>
        `<div>Library <span>8.14</span></div><div><h3>- ${'abcdefg'[at]} -</h3><ul><li>do${at}() : <a href="https://i.example/">Image</a></li></ul></div><address>Made by <a href="https://x.example">X</a> 1.9</address>`,
    );
    expect(twin).toBe('|### - d -\n\n- do3() : [Image](https://i.example/)');
  });

  it.each([
    ['at the same depth as the title', (title: string) => title],
    ['above the title in the tree', (title: string) => `<div><div>${title}</div></div>`],
  ])('links below the title of a page of links stay, %s', (_, around) => {
    const { twin } = site((at) => `<div>${around(`<h1>Part ${at}</h1>`)}${menu}</div>`);
    expect(twin).toMatch(/^Part 3\|- \[Clone\]/);
  });

  it('is recognized on a page of links, as a footer of prose', () => {
    const footer = '<p class="footer_version">This page is for version 2 of it, the stable one.</p>';
    const { twin } = site((at) => `<div><h1>Part ${at}</h1>${menu}<hr>${footer}</div>`);
    expect([twin.includes('[Text]'), twin.includes('version 2')]).toEqual([true, false]);
  });

  it.each([
    [
      'is left out, in collapsed parts of an unknown element',
      '<content><div><details><summary>Projects</summary>MENU</details></div>TEXT</content>',
      false,
    ],
    ['stays, below a paragraph of the page', '<div>TEXT<div>MENU</div></div>', true],
  ])('a long menu that only the pages of one part of a site have: %s', (_, layout, stays) => {
    const entries = Array.from({ length: 12 }, (_, to) => `<li><a href="/apps/${to}">App ${to}</a></li>`).join('');
    const pages = Array.from({ length: 40 }, (_, at) => {
      const body = layout.replace('MENU', at < 5 ? `<ul>${entries}</ul>` : '').replace('TEXT', prose(at));
      return `<html><head><title>Page ${at}</title></head><body>${body}</body></html>`;
    });
    const boilerplate = boilerplateOf(pages.map((html) => parseDocument(html).body));
    const { body, parity } = convert(htmlContent(pages[3]!), `${url}/3`, { url, parity: true, boilerplate, adopted: true });
    expect([body.includes('[App 7]'), body.includes('What page 3 says'), parity!.ratio]).toEqual([stays, true, 1]);
  });

  it('is recognized between sections, as a table of sequence links', () => {
    const row = (at: number): string =>
      `<table><tr><td>[<a href="/${at - 1}" rel="prev"> &lt; Title ${at - 1} </a>]</td><td>[<a href="/${at + 1}" rel="next"> Title ${at + 1} &gt; </a>]</td></tr></table>`;
    const { twin, parity } = site((at) => `${prose(at)}${row(at)}<h3>More of ${at}</h3><p>And what more it says.</p>`);
    expect([twin, parity]).toEqual([`${text}\n\n### More of 3\n\nAnd what more it says.`, 1]);
  });

  it('a title outside the content stays, although the name of the site is longer', () => {
    const pageOf = (at: number): string =>
      `<html><head><title>The library of all that there is: f${at}</title></head><body><div><div class="name">f${at}</div></div><div><div>${prose(at)}</div></div></body></html>`;
    const boilerplate = boilerplateOf([0, 1, 2, 3, 4].map((at) => parseDocument(pageOf(at)).body));
    const { body, parity } = convert(htmlContent(pageOf(3)), `${url}/3`, { url, parity: true, boilerplate, adopted: true });
    expect(body).toMatch(/^f3\n/);
    expect(parity).toEqual({ ratio: 1 });
  });

  it('a title stays with the word next to it, although lists of many pages contain the title', () => {
    const cards = [0, 1, 2, 3, 4, 5, 6].map((to) => `<div><h3>Page ${to}</h3><p>It is page ${to}.</p></div>`).join('');
    expect(
      site(
        (at) =>
          `<main><div><a href="/">All pages</a><h1>Page ${at}</h1><span>New</span></div>${prose(at)}<h2>More</h2>${cards}</main>`,
      ).twin,
    ).toMatch(/^Page 3\|New\n/);
  });

  it('links between the title and the text are left out, as the row of many pages', () => {
    const { twin, parity } = site(
      (at) =>
        `<h1>Part ${at}</h1><b>[ <a href="#end">Bottom of Page</a> | <a href="/${at - 1}">Previous Page</a> | <a href="/${at + 1}">Next Page</a> ]</b><br>${prose(at)}`,
    );
    expect([twin, parity]).toEqual([`Part 3${text}`, 1]);
  });

  it('the date of a change stays, without the link above it', () => {
    const { twin, parity } = site(
      (at) => `${prose(at)}<p><a href="/all">To all commands</a></p><p><i>Last updated:</i> December ${at + 1}, 2005</p>`,
    );
    expect([twin, parity]).toEqual([`${text}\n\n*Last updated:* December 4, 2005`, 1]);
  });

  it('a heading before the title stays with the text below it, although many pages have one of its words', () => {
    const seeAlso = (to: string): string => `<h3>See Also:</h3><blockquote><a href="/${to}">${to}</a></blockquote>`;
    const { twin, parity } = site(
      (at) => `${at === 3 ? seeAlso('wire') : ''}<h1>Part ${at}</h1>${prose(at)}${seeAlso(`to${at}`)}`,
    );
    expect([twin.includes('### See Also:\n\n> [wire]'), parity]).toEqual([true, 1]);
  });

  it('a cell of links beside the cell of the menu stays', () => {
    const questions = Array.from({ length: 8 }, (_, at) => `Is it as fast as the ${at} others?`);
    const list = `<ul>${questions.map((name, at) => `<li><a href="/a#${at}">${name}</a></li>`).join('')}</ul>`;
    const layout = (at: number): string =>
      `<table><tr><td>${menu}</td><td>${at === 3 ? `<p>Jump to:</p>${list}` : prose(at)}</td></tr></table>`;
    const { twin, parity } = site(layout);
    expect({ own: twin.match(/others\?/g)?.length, menu: twin.includes('Clone'), parity }).toEqual({
      own: 8,
      menu: false,
      parity: 1,
    });
  });

  it('a title that is in the menu of every page stays', () => {
    const entries = [0, 1, 2, 3, 4, 5, 6].map((to) => `<li><a href="/${to}">Chapter ${to}</a></li>`).join('');
    expect(site((at) => `<div id="side"><ul>${entries}</ul></div><h1>Chapter ${at}</h1>${prose(at)}`).twin).toBe(
      `Chapter 3${text}`,
    );
  });

  it('a line before a list is a separate block', () => {
    const header = '<div><span>Package 1.0</span><ul><li><a href="/">Contents</a><ul><li>More</li></ul></li></ul></div>';
    const pages = [0, 1, 2, 3].map((at) => parseDocument(`<body>${header}${prose(at)}</body>`).body);
    const texts = boilerplateOf(pages)?.texts;
    expect([texts?.has('Package 1.0'), texts?.has('Contents')]).toEqual([true, false]);
  });

  it('deeply nested text is read', () => {
    const deep = (at: number): string => `${'<div>'.repeat(600)}${prose(at)}${'</div>'.repeat(600)}`;
    expect(site((at) => `<p><a href="/">Home</a></p>${deep(at)}`).twin).toContain('What page 3 says');
  });
});

it.each<[notices: string, share: (page: number) => boolean, above: string]>([
  ['of two pages stay', (at) => at >= 2 && at < 4, '> [!WARNING]\n> No longer maintained.\n\nVersion: 2\n\n'],
  ['of many pages are left out', () => true, ''],
])('an alert and a label in main, above the container of the content: those %s', (_, has, above) => {
  const pages = Array.from(
    { length: 9 },
    (_, at) =>
      `<html><head><title>Page ${at}</title></head><body><main>${has(at) ? '<div class="alert alert--warning" role="alert">No longer maintained.</div>' : ''}<div><article><nav><a href="/">Home</a></nav>${has(at) ? '<span>Version: 2</span>' : ''}<div><button>On this page</button></div><div class="theme-doc-markdown"><h1>Page ${at}</h1>${prose(at)}</div><div>Tags</div></article></div></main></body></html>`,
  );
  const boilerplate = boilerplateOf(pages.map((html) => parseDocument(html).body));
  const settings = { url, parity: true, boilerplate, adopted: true };
  const { heading, body, parity } = convert(htmlContent(pages[3]!), `${url}/3`, settings);
  expect([heading, body, parity!.ratio]).toEqual([
    'Page 3',
    `${above}## Title 3\n\nWhat page 3 says, in a sentence of some length that only it has.`,
    1,
  ]);
});

it.each<[notice: string, has: (page: number) => boolean, above: string]>([
  [
    'of two pages stays',
    (at) => at >= 2 && at < 4,
    'Edit `data.js`, and delete this message. Created from a [starter](https://example.com/).\n\n',
  ],
  ['of many pages is left out', () => true, ''],
])('a notice in main, above the title: that %s', (_, has, above) => {
  const notice =
    '<div><p>Edit <code>data.js</code>, and delete this message. Created from a <a href="https://example.com/">starter</a>.</p></div>';
  const { twin, parity } = site((at) => `<main>${has(at) ? notice : ''}<h1>Page ${at}</h1>${prose(at)}</main>`);
  expect([twin, parity]).toEqual([`Page 3|${above}${text.slice(1)}`, 1]);
});

it('the long beginning of a page, before its first H1, is no notice of many pages', () => {
  const beginning = `<div>${Array.from({ length: 60 }, (_, at) => `<h3>Part ${at}</h3><p>What part ${at} of the page says, in a sentence.</p>`).join('')}</div>`;
  const { twin } = site((at) => `<div></div><div></div>${at === 3 ? beginning : ''}<h1>Page ${at}</h1>${prose(at)}`);
  expect(twin).toContain('What part 59 of the page says');
});

it.each<[what: string, layout: (page: number) => string]>([
  [
    'the number of the page of a list',
    (at) =>
      `<section><ol><li><article>${prose(at)}</article></li></ol><p class="paginator">Page ${at} / 7</p></section><footer>End</footer>`,
  ],
  [
    'a footer with prose and lines that every page has',
    (at) =>
      `<div><h1>Page ${at}</h1>${prose(at)}</div><footer class="footer"><div><h3>About</h3><p>We build and mend all that there is to be built and mended, in the whole of the country and in some others, too, at any time of the year.</p></div><div><h3>Hours</h3><div>We work seven days a week, every day excluding major holidays; if you have an emergency, please use our hotline or the form to contact us.<br>Monday: <span>10:00</span></div></div></footer>`,
  ],
])('no loss on a page without marked content: %s', (_, layout) => {
  const pages = Array.from(
    { length: 7 },
    (_, at) => `<html><head><title>Page ${at}</title></head><body>${layout(at)}</body></html>`,
  );
  const boilerplate = boilerplateOf(pages.map((html) => parseDocument(html).body));
  const { parity } = convert(htmlContent(pages[3]!), `${url}/3`, { url, parity: true, boilerplate, adopted: true });
  expect(parity!.ratio).toBe(1);
});

it('a list of pages at the end of the content stays, although the menu has them, too', () => {
  const names = ['Clone', 'Equals', 'Hash'];
  const layout = (at: number) =>
    `<div class="side">${menu}</div><div role="main">${prose(at)}${at === 3 ? `<div class="pages"><ul>${names.map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></div>` : ''}</div>`;
  expect(site(layout).twin.match(/^- \[\w+\]/gm)).toEqual(names.map((name) => `- [${name}]`));
});

it('a list at the end of the content stays, although the menu of every page has it completely', () => {
  const layout = (at: number) =>
    `<div class="side">${menu}</div><div role="main">${prose(at)}${at === 3 ? `<div class="pages">${menu}</div>` : ''}</div>`;
  expect(site(layout).twin.match(/^- \[\w+\]/gm)).toHaveLength(4);
});

it('a line with a link that many pages have, before the title in main, stays', () => {
  const layout = (at: number) => `<main><div>Package <a href="/p">all.of.it</a></div><h1>Class ${at}</h1>${prose(at)}</main>`;
  expect(site(layout).twin).toContain('Package [all.of.it]');
});

describe('parity of a site with learned boilerplate', () => {
  const bodies = (layout: (page: number) => string): Element[] =>
    Array.from(
      { length: 7 },
      (_, at) => parseDocument(`<html><head><title>Title ${at}</title></head><body>${layout(at)}</body></html>`).body,
    );
  const lossWithout = (layout: (page: number) => string, removed: string, left = ''): unknown => {
    const boilerplate = boilerplateOf(bodies(layout));
    const html = `<html><head><title>Title 3</title></head><body>${layout(3)}</body></html>`;
    const settings = { url, parity: true, boilerplate, adopted: true };
    const { heading, body } = convert(htmlContent(html), `${url}/3`, settings);
    const { measured, repeated } = contentOf(htmlContent(html), settings);
    const twin = `# ${heading}\n\n${body}`;
    expect(twin).toContain(removed);
    return parityOf(measured, twin.replace(removed, left), { pageUrl: `${url}/3`, siteUrl: url, boilerplate, repeated }).lost;
  };

  it('reports swapped paragraphs, one of which many pages have', () => {
    const [common, own] = ['These functions are declared in the main header.', 'Page 3 has a simple interface to threads.'];
    const layout = (at: number) =>
      `<h1>Title ${at}</h1><p>${own.replace('3', String(at))}</p><p>${common}</p><h2>Calls</h2>${prose(at + 20)}`;
    expect(lossWithout(layout, `${own}\n\n${common}`, `${common}\n\n${own}`)).toMatchObject({ fact: 'order' });
  });

  it('reports the loss of a heading that sections of all pages have', () => {
    const layout = (at: number) => `${prose(at)}<h3>Parameters</h3><p>One of page ${at}, which says more than a word or two.</p>`;
    expect(lossWithout(layout, '### Parameters')).toEqual({ fact: 'heading', first: '### Parameters' });
  });

  it.each<[place: string, layout: (page: number, picture: string) => string]>([
    [
      'in the header of a section',
      (at, picture) => `${prose(at)}<header>${picture}<h3>Part ${at} of it</h3></header><p>Text ${at} of that part.</p>`,
    ],
    ['before the title', (at, picture) => `${picture}<h1>Title ${at}</h1><p>Text ${at} of that page.</p>`],
  ])('reports the loss of a picture %s', (_, content) => {
    const layout = (at: number) => `<div>${menu}</div>${content(at, `<img src="/p${at}.png" alt="">`)}`;
    expect(lossWithout(layout, `![](${url}/p3.png)`)).toEqual({ fact: 'image', first: ` → ${url}/p3.png` });
  });

  it.each(['main', 'div role="main"', 'article'])('reports the loss of text in <%s> before the title', (tag) => {
    const layout = (at: number) =>
      `<div>${menu}</div><${tag}><div>Package <a href="/part${at}">part${at}</a></div><h1>Title ${at}</h1>${prose(at + 20)}</${tag.split(' ')[0]}>`;
    expect(lossWithout(layout, '[part3](\u0081/part3\u008D)')).toMatchObject({ fact: 'words', first: 'part3' });
  });

  it('reports the loss of an entry of a final list, although the menu of every page has its entries', () => {
    const entries = ['Clone', 'Equals', 'Hash', 'Text'].map((name) => `<li><a href="https://x.example/${name}">${name}</a></li>`);
    const layout = (at: number) =>
      `<div class="side">${menu}</div><div role="main">${prose(at)}${at === 3 ? `<hr><ul>${entries.join('')}</ul>` : ''}</div>`;
    expect(lossWithout(layout, '- [Hash](https://x.example/Hash)')).toEqual({ fact: 'text', first: 'Hash' });
  });

  it('reports the loss of a download in an element with class footer', () => {
    const layout = (at: number) =>
      `<main><h1>Title ${at}</h1>${prose(at)}<div class="example-footer"><a download href="/files/${at}.zip">Download ${at}.zip</a></div></main>`;
    expect(lossWithout(layout, '[Download 3.zip](\u0081/files/3.zip\u008D)')).toEqual({ fact: 'text', first: 'Download 3.zip' });
  });

  it('reports the loss of a link between paragraphs, although many pages have a link with its text', () => {
    const layout = (at: number) => `<h1>Title ${at}</h1>${prose(at)}<p><a href="/code/${at}">Code</a></p>${prose(at + 20)}`;
    expect(lossWithout(layout, '[Code](\u0081/code/3\u008D)')).toEqual({ fact: 'text', first: 'Code' });
  });

  it('reports the loss of a link in a box of prose with class sidebar', () => {
    const layout = (at: number) =>
      `<h1>Title ${at}</h1>${prose(at).repeat(9)}<div class="sidebar"><p>${`What stands beside page ${at}. `.repeat(12)}<a href="/part${at}">part${at}</a></p></div>`;
    expect(lossWithout(layout, '[part3](\u0081/part3\u008D)')).toMatchObject({ fact: 'words', first: 'part3' });
  });

  it('reports the loss of a list of links to anchors that are not headings, although other links lead there, too', () => {
    const list = (at: number) => `<ul><li><a href="#a">part${at}</a></li></ul>`;
    const layout = (at: number) => `<h1>Title ${at}</h1>${prose(at)}${list(at)}<p id="a">${at} has it.</p>${list(at)}`;
    expect(lossWithout(layout, '- [part3](\u0081=/3#a\u008D)\n')).toEqual({ fact: 'text', first: 'part3' });
  });

  it.each([
    ['a paragraph', '<p>One more sentence, which only this page says.</p>'],
    ['a heading', '<h3>Part of it</h3>'],
    ['a list of links', '<ul><li><a href="/3/a">Part one</a></li><li><a href="/3/b">Part two</a></li></ul>'],
    [
      'a signature with types that every page links',
      '<p>def scalar(value : <a href="/Text">Text</a>) : <a href="/Hash">Hash</a></p>',
    ],
    ['links to anchors of the page', '<ul><li><a href="#a">first method</a></li><li><a href="#b">second method</a></li></ul>'],
    ['a picture', '<p><img src="/3.png" alt="A picture"></p>'],
    ['a sentence of every page', '<p>Open every day from nine to five.</p>'],
  ])('reports the loss of %s between blocks of the page', (_, part) => {
    const end = (at: number): string => `<p>What page ${at} says at its end, in another sentence of its own.</p>`;
    const repeated = '<p>Open every day from nine to five.</p>';
    const boilerplate = boilerplateOf(bodies((at) => `<div>${menu}</div>${prose(at)}${repeated}${end(at)}`))!;
    const { body } = parseDocument(
      `<html><head><title>Title 3</title></head><body><div>${menu}</div>${prose(3)}<div id="out">${part}</div>${end(3)}</body></html>`,
    );
    const context = { pageUrl: `${url}/3`, siteUrl: url };
    const twin = (out: readonly Element[]): string => {
      const { heading, body: text } = toMarkdown(body, context, new Set([body.firstElementChild!, ...out]));
      return heading ? `# ${heading}\n\n${text}` : text;
    };
    const ratioOf = (markdown: string): number => parityOf(body, markdown, { ...context, boilerplate }).ratio;
    expect(ratioOf(twin([]))).toBe(1);
    expect(ratioOf(twin([body.querySelector('#out')!]))).toBeLessThan(0.99);
  });

  it.each([
    [
      'a common heading and the links below it',
      '<h3>Methods of <a href="/Hash">Hash</a></h3><p><a href="/Hash">Hash</a>, <a href="/Text">Text</a></p>',
      '### Methods of [Hash](/Hash)\n\n[Hash](/Hash), [Text](/Text)',
    ],
    [
      'a signature with names of the menu',
      '<div>def each_pair(of : <a href="/Hash">Hash</a>, with : <a href="/Text">Text</a>) reads all of them</div>',
      'def each_pair(of : [Hash](/Hash), with : [Text](/Text)) reads all of them',
    ],
    [
      'the last word of a sentence',
      '<div>A sentence that only this page has, and its last word is <a href="/Hash">Hash</a></div>',
      'its last word is [Hash](/Hash)',
    ],
  ])('%s stay at the end of a page', (_, end, twin) => {
    const page = (at: number, last: string): string =>
      `<html><head><title>Title ${at}</title></head><body><div>${menu}</div><div>${prose(at)}${prose(at + 20)}</div>${last}</body></html>`;
    const pages = [0, 1, 2, 3, 4, 5, 6].map((at) => page(at, at === 3 ? end : '<h3>Methods of <a href="/Hash">Hash</a></h3>'));
    const boilerplate = boilerplateOf(pages.map((html) => parseDocument(html).body))!;
    const { body } = convert(htmlContent(page(3, end)), `${url}/3`, { url, parity: true, boilerplate, adopted: true });
    expect(resolveReferences(body, (path) => path).slice(-twin.length)).toBe(twin);
  });

  it('code between line elements keeps its indentation', () => {
    const html =
      '<main><h1>T</h1><pre><div>class A:</div>\n\n    <span>b</span> = 1\n<div>    def c(): pass</div>\n</pre></main>';
    const { body, parity } = convert(htmlContent(html), `${url}/3`, { url, parity: true });
    expect([body, parity!.ratio]).toEqual(['```\nclass A:\n\n    b = 1\n    def c(): pass\n```', 1]);
  });

  it('reports the loss of an H1 that the menu of every page contains, too', () => {
    const links = [0, 1, 2, 3, 4, 5, 6].map((to) => `<li><b><a href="/${to}">Title ${to}</a></b></li>`).join('');
    const layout = (at: number) => `<ul>${links}</ul><h1>Title ${at}<a href="#x">¶</a></h1>${prose(at + 20)}`;
    expect(lossWithout(layout, '# Title 3')).toEqual({ fact: 'heading', first: '# Title 3' });
  });
});
