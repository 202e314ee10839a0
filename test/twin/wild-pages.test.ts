import { describe, expect, it } from 'vitest';
import { convert } from '../../build/page/convert.ts';
import { bodyTextOf } from '../../build/page/page.ts';
import { readPage } from '../../build/page/read-page.ts';
import { resolveSettings } from '../../build/settings.ts';

const url = 'https://site.example';
const settings = { ...resolveSettings({ url }, 'test'), parity: true, adopted: true as const, content: undefined };
const read = (html: string, file = 'docs/page.html') => {
  const page = readPage({ file, html }, settings, (part, base) => convert(part, base, settings));
  return { ...page, body: bodyTextOf(page) };
};
const prose = 'A paragraph of the content that is long enough to be taken for prose by whoever looks for prose in a page.';

describe('pages as found on the web', () => {
  it('a refresh in noscript is not a redirect', () => {
    const page = read(
      '<head><noscript><meta http-equiv="refresh" content="0; url=/plain"></noscript></head><body><p>Text.</p></body>',
    );
    expect([page.leftOut, page.body]).toEqual([undefined, 'Text.']);
    const alias = '<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=/new">';
    expect(read(`<head>${alias}</head><body></body>`).leftOut).toBe('redirect');
    expect(read('<head><meta http-equiv="refresh" content="0; url=/new"></head><body><p>Moved.</p></body>').leftOut).toBe(
      'redirect',
    );
  });

  it('links and images resolve against base', () => {
    const page = read(
      '<head><base href="/v2/"></head><body><main><p><a href="a.html">a</a> <img src="b.png" alt="b"></p></main></body>',
    );
    expect(page.body).toBe('[a](\u0081/v2/a.html\u008D) ![b](https://site.example/v2/b.png)');
  });

  it.each([
    ['<ul><li><p>a<li><p>b</ul>', '- a\n- b'],
    ['<table><caption>x<tr><th>k<th>v<tr><td>1<td>2</table>', '**x**\n\n| k | v |\n| --- | --- |\n| 1 | 2 |'],
    ['<dl><dt>t<dd><p>m<dt>u<dd>n</dl>', '- **t**: m\n- **u**: n'],
    ['<table><thead><th>k</th></thead><tbody><td>1</td></tbody></table>', '| k |\n| --- |\n| 1 |'],
  ])('%s: omitted tags', (html, markdown) => {
    expect(read(`<body>${html}</body>`)).toMatchObject({ body: markdown, parity: { ratio: 1 } });
  });

  it.each([
    ['<h2>core::<wbr><a href="#">Vec</a></h2>', '## core::Vec'],
    ['<p>\\(\\frac{a}{b} &lt; c\\)</p>', '$`\\frac{a}{b} < c`$'],
    ['<p><code>a<br>\n &nbsp;b</code></p>', '`a`\\\n` \u00A0b`'],
    ['<p><code><abbr title="HyperText">HT</abbr></code></p>', '`HT`'],
    ['<p><A HREF="/a">a</A></p>', '[a](\u0081/a\u008D)'],
    ['<h2><font><b>Name</b></font></h2><h3><b>A</b> part</h3>', '## Name\n\n### **A** part'],
    ['<p>See <a id="sidebar" href="/x">it</a> and <span id="footer">that</span>.</p>', 'See [it](\u0081/x\u008D) and that.'],
    [
      '<table><tr><th>a</th><th>b</th></tr><tr><td id="footer">1</td><td>2</td></tr></table>',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      '<dl><dt><a href="/7">7</a></dt><dd><dl><dd><dl><dt>Sets</dt></dl></dd><dt><a href="/8">8</a></dt></dl></dd></dl>',
      '- **[7](\u0081/7\u008D)**\n  - - **Sets**\n  - **[8](\u0081/8\u008D)**',
    ],
  ])('%s becomes %j', (html, markdown) => {
    expect(read(`<body>${html}</body>`).body).toBe(markdown);
  });

  it('a page without a body tag has a body', () => {
    const html = '<html><head><title>T</title></head><table><tr><td><h1>Big words</h1></td></tr></table><p>Text.</p></html>';
    expect(read(html)).toMatchObject({ heading: 'Big words', body: 'Text.' });
  });

  const page = '<html><head><title>T</title></head><body><h2>Index</h2><p>Words.</p></body></html>';
  it.each([
    [
      'links above the doctype',
      `<a href="/1">Before</a>, <hr><!doctype html>${page}`,
      '[Before](\u0081/1\u008D),\n\n---\n\n# Words.',
    ],
    ['text above the page', `Before.${page}`, 'Before.\n\n# Words.'],
    ['blocks below the page', `${page}<p>After.</p>`, '# Words.\n\nAfter.'],
    ['text below the body', page.replace('</html>', 'After.</html>'), '# Words.\n\nAfter.'],
    ['a second page', page + page.replace('Index', 'More'), '# Words.\n\n## More\n\nWords.'],
    ['a second body', page.replace('<p>', '</body><body><p>'), '# Words.'],
    ['blocks above the body', page.replace('<body>', '<p>Before.</p><body>'), 'Before.\n\n# Words.'],
    ['blocks in the head', page.replace('</title>', '</title><p>Before.</p>'), 'Before.\n\n# Words.'],
    ['an explicit body alone', '<title>T</title><p>Before.</p><body><h2>Index</h2><p>Words.</p>', 'Before.\n\n# Words.'],
  ])('%s: what is outside the body belongs to it', (_, html, markdown) => {
    expect(read(html)).toMatchObject({ body: markdown.replace('# Words', '## Index\n\nWords'), parity: { ratio: 1 } });
  });

  it.each([
    ['a hero above main', `<header><h1>Big words</h1><p>${prose}</p></header><main><h2>More</h2><p>${prose}</p></main>`],
    ['a title above main', `<div class="page-header"><h1>Big words</h1></div><main><h2>More</h2><p>${prose}</p></main>`],
    [
      'a gallery of links and pictures',
      `<section id="inner-headline"><h2>Big words</h2></section><section><div><p>${prose.repeat(9)}</p></div><div><a href="#">All</a>${[1, 2, 3].map((at) => `<p><a href="/${at}.html" title="Show"></a><img src="/${at}.jpg"></p>`).join('')}</div></section>`,
    ],
    ['a title of level 2', `<div><div><h2>Big words</h2></div></div><div><p>${prose.repeat(9)}</p></div>`],
    [
      'articles in different places',
      `<h1>Big words</h1><section><article><p>${prose}</p></article></section><section><article><p>${prose}</p></article></section>`,
    ],
  ])('%s is content', (_, html) => {
    const page = read(`<head><title>Site: Big words</title></head><body><nav><a href="/">Home</a></nav>${html}</body>`);
    expect(`${page.heading} ${page.body}`).toContain('Big words');
    expect(page.body).toContain(prose);
    expect([page.body.includes('Home'), page.parity!.ratio]).toEqual([false, 1]);
  });

  it.each([
    ['again below', '<h1>Title</h1><div><h1>Title</h1><p>Text.</p></div>'],
    ['by a lower heading', '<h2 id="t">Title</h2><p>Text.</p>'],
  ])('a title repeated %s appears once', (_, html) => {
    expect(read(`<head><title>Title | Site</title></head><body>${html}</body>`)).toMatchObject({
      heading: 'Title',
      body: 'Text.',
    });
  });

  it.each(['A Site: A Site', 'A Site | A Site', 'A Site :: A Site'])('%s is one name', (title) => {
    expect(read(`<head><title>${title}</title></head><body><p>Text.</p></body>`).stated.title).toBe('A Site');
  });

  it.each([
    ['<p>Rating: <span aria-hidden="true">★★</span><span class="sr-only">2 of 5</span></p>', 'Rating: 2 of 5'],
    // The documentation of ESLint, on 227 pages.
    ['<p>To <a href="/x">↗<span class="sr-only">Opens a window</span></a></p>', 'To [↗](\u0081/x\u008D)'],
    [
      '<p>On <a href="https://chat.example/us"><svg><path d="M0 0"/></svg></a><a href="/x"></a></p>',
      'On [us](https://chat.example/us)',
    ],
    [
      '<p><a href="https://chat.example" title="Chat"> <svg></svg> </a><a href="mailto:a@b.example" title="Mail"> <svg></svg> </a></p>',
      '[Chat](https://chat.example/) [Mail](mailto:a@b.example)',
    ],
    ['<h2><span class="block">The whole</span><span class="block">Kit</span></h2>', '## The whole Kit'],
    ['<p><code><a href="/a">add</a>, <a href="/b">get</a></code></p>', '[`add`](\u0081/a\u008D), [`get`](\u0081/b\u008D)'],
    ['<div><span>🔧 <span class="visually-hidden">Fixable</span></span><p>By --fix.</p></div>', '🔧 Fixable\n\nBy --fix.'],
    ['<p><span>a 🔧 <span class="visually-hidden">Fixable</span></span></p>', 'a 🔧'],
    ['<p><span>🔧🔧🔧 <span class="visually-hidden">Fixable</span></span></p>', '🔧🔧🔧'],
    ['<p>See <a href="/x"><i></i><span class="screen-reader-text">our code</span></a></p>', 'See [our code](\u0081/x\u008D)'],
    ['<h3><a href="#">Item</a></h3><p>Now <a href="#!">buy</a><a href="#">or not</a></p>', '### Item\n\nNow buy or not'],
    [
      '<ul role="tablist"><li><a role="tab" href="javascript:;">Overview</a></li><li><a role="tab" href="javascript:;">Teams</a></li></ul>',
      '- Overview\n- Teams',
    ],
    ['<ul class="nav nav-tabs"><li><a href="#">News</a></li><li><a href="#">Reports</a></li></ul>', '- News\n- Reports'],
    [
      '<ul role="tablist"><li><a role="tab" href="#a">Income</a></li><li><button role="tab">Expenses</button></li></ul><div role="tabpanel" id="a">5</div>',
      '**Expenses**\n\n**Income**\n\n5',
    ],
    ['<table><tr><th></th><th></th></tr><tr><td>a</td><td>b</td></tr></table>', '|  |  |\n| --- | --- |\n| a | b |'],
    ['<p>A space: <code><span> </span></code>, once</p>', 'A space: ` `, once'],
    ['<section id="breadcrumbs"><h3>Breadcrumbs</h3><pre>a / b</pre></section>', '### Breadcrumbs\n\n```\na / b\n```'],
    ['<div class="cs-breadcrumbs"><a href="/">Home</a> <a href="/a">A</a></div><p>Said</p>', 'Said'],
    ['<div class="has-breadcrumbs"><a href="/">Home</a> <a href="/a">A</a></div>', '[Home](\u0081/\u008D) [A](\u0081/a\u008D)'],
    ['<div class="page-header header-filter"><h1>Big words</h1></div>', ''],
  ])('%s is %j', (html, markdown) => {
    expect(read(`<body><main>${html}</main></body>`)).toMatchObject({ body: markdown, parity: { ratio: 1 } });
  });

  it.each([
    ['<h2 id="a"><a class="header-anchor" href="#a"><span>Start here</span></a></h2>', '## Start here'],
    [
      '<h2 id="a"><a class="docs-heading-anchor" href="#a">Start</a><a class="docs-heading-anchor-permalink" href="#a"></a></h2>',
      '## Start',
    ],
    ['<h2 id="a">Start <a class="header-anchor" href="#a">#</a></h2>', '## Start'],
    ['<h2>Start</h3><p>Text.</p>', '## Start\n\nText.'],
    [
      '<div id="toc"><h2>Contents</h2><p>This extension makes a list of all headings, in the order of the page.</p></div>',
      '## Contents\n\nThis extension makes a list of all headings, in the order of the page.',
    ],
    ['<p><a href="ftp://ftp.example/a.gz">a.gz</a></p>', '[a.gz](ftp://ftp.example/a.gz)'],
    [
      '<table><tr><th>Call</th></tr><tr><td><pre>a {\n  b }</pre></td></tr></table>',
      '| Call |\n| --- |\n| <pre>a {&#10;  b }</pre> |',
    ],
    [
      '<ul><li><details open><summary><span><span class="sr-only">Directory</span><svg></svg></span>src</summary><ul><li>a.ts</li></ul></details></li></ul>',
      '- **Directory src**\n  - a.ts',
    ],
    ['<ul><li><details name="q"><summary>Why?</summary><p>So.</p></details></li></ul>', '- **Why?**\n\n  So.'],
    ['<p><a href="/a">One</a><a href="/b">Two</a></p>', '[One](\u0081/a\u008D) [Two](\u0081/b\u008D)'],
    ['<p><code><a href="/a">One</a><a href="/b">Two</a></code></p>', '[`One`](\u0081/a\u008D)[`Two`](\u0081/b\u008D)'],
    ['<h2><span>Git</span><span>Hub</span></h2>', '## GitHub'],
    [
      '<p><a href="/a.html"><span class="icon"></span></a><a href="/b">B file</a></p>',
      '[a.html](\u0081/a.html\u008D) [B file](\u0081/b\u008D)',
    ],
    ['<p>On <img src="cid:1" alt="a boat"><img src="file:///b.png" alt="at sea"></p>', 'On a boat at sea'],
    ['<button aria-expanded="false" aria-controls="p">Asked</button><div id="p">Said</div>', '**Asked**\n\nSaid'],
    ['<figure><img src="/f.png" alt="A boat"></figure>', '![A boat](https://site.example/f.png)'],
    [
      '<div id="toc"><h2>Contents</h2><ul><li><a href="#a">One</a></li></ul><p>In addition to these, it implements the methods of <a href="/b">styles</a> and shapes.</p></div><p id="a">Text.</p><ul><li>Much more of it is said here, in a list that is long enough to be most of the page, and so on.</li></ul>',
      '## Contents\n\n- [One](\u0081=/docs/page#a\u008D)\n\nIn addition to these, it implements the methods of [styles](\u0081/b\u008D) and shapes.\n\nText.\n\n- Much more of it is said here, in a list that is long enough to be most of the page, and so on.',
    ],
    ['<div class="table-box"><p>Text.</p></div><div class="MATHJAX">x</div>', 'Text.\n\nx'],
  ])('%s is %j, which is measured', (html, markdown) => {
    expect(read(`<body><main><h1>T</h1>${html}</main></body>`)).toMatchObject({ body: markdown, parity: { ratio: 1 } });
  });

  it('frames become links', () => {
    const frames =
      '<frameset rows="9,*"><frame src="top.html" name="top"><frameset><frame src="main.html"></frameset></frameset>';
    expect(read(`<html><head><title>T</title></head>${frames}</html>`)).toMatchObject({
      root: 'frameset',
      body: '[top.html](\u0081/docs/top.html\u008D) [main.html](\u0081/docs/main.html\u008D)',
      parity: { ratio: 1 },
    });
  });

  it('elements in code that a style hides are left out', () => {
    expect(read('<body><main><pre>a\n<span style="display:none">X\n</span>b</pre></main></body>').body).toBe('```\na\nb\n```');
  });

  it('line numbers of some lines are not code', () => {
    const code = '<pre><span class="linenos"> 8</span>def run():<br><span class="linenos">  </span>    end()</pre>';
    expect(read(`<body><main><h1>T</h1>${code}</main></body>`)).toMatchObject({
      body: '```\ndef run():\n    end()\n```',
      parity: { ratio: 1 },
    });
  });

  it('a page with the name of its site as title keeps it', () => {
    const head = '<title>Log</title><meta property="og:site_name" content="Log">';
    expect(read(`<head>${head}</head><body><main><p>Text.</p></main></body>`).stated.title).toBe('Log');
  });

  it('an edit link in a heading is left out', () => {
    const page = read(
      `<body><h2>Title <a href="https://github.com/a/b/edit/main/c.md" title="Fix it">✎</a></h2><p>${prose}</p></body>`,
    );
    expect(page).toMatchObject({ body: `## Title\n\n${prose}`, parity: { ratio: 1 } });
  });
});
