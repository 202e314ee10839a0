import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../build/commands/to-markdown.ts';
import { elementsThatAre } from '../../build/twin/elements.ts';
import { muchProse, removals } from '../../build/twin/removals.ts';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const options = { url: 'https://site.example/page', parity: true } as const;
/** The twin of a page without `main`, whose body has a title, an element and a paragraph. */
const twinOf = (html: string): string =>
  toMarkdown(`<html><head><title>T</title></head><body><h1>T</h1>${html}<p>Beside it.</p></body></html>`, options).markdown;

describe('removals', () => {
  it.each(removals.map(({ name, example }) => [name, example]))('%s: %s is left out, what is beside it stays', (_, example) => {
    const { markdown, parity } = toMarkdown(`<main><h1>T</h1>${example}<p>Beside it.</p></main>`, options);
    const outside = twinOf(example);
    const [shorter] = [markdown, outside].sort((one, other) => one.length - other.length);
    expect(shorter).not.toMatch(/X|menu_open/);
    expect([markdown.includes('Beside it.'), outside.includes('Beside it.'), parity]).toEqual([true, true, 1]);
  });

  const guesses = removals.filter(({ isSure }) => !isSure);
  const words = (length: number): string => 'word '.repeat(length / 5).trim();
  it.each([
    ['as much as a menu', muchProse, false],
    ['more than a menu', muchProse + 20, true],
  ])('a sidebar that says %s is content: %s characters', (_, length, isKept) => {
    const html = `<main><h1>T</h1><p>Beside it.</p><aside class="sidebar"><p>${words(length)}</p></aside></main>`;
    expect(toMarkdown(html, options).markdown.includes('word')).toBe(isKept);
    expect(guesses.length).toBeGreaterThan(0);
  });

  it.each([
    ['the footer of an article', '<article><h2>A</h2><p>Text.</p><footer>By Ann</footer></article>', 'By Ann'],
    [
      'endnotes in a footer',
      '<p>A<sup><a href="#n">1</a></sup></p><footer role="doc-endnotes"><ol><li id="n">Note.</li></ol></footer>',
      'Note.',
    ],
    ['a header with a heading', '<header><h2>Part</h2><p>By Ann</p></header>', '## Part'],
    [
      'an answer in the list of a drop-down',
      '<div class="w-dropdown"><div>How much?</div><nav class="w-dropdown-list"><p>Ten, see <a href="/a">prices</a>.</p></nav></div>',
      'Ten, see [prices]',
    ],
    ['a footer that says much', `<footer><p>${'© A sentence of it. '.repeat(20)}</p></footer>`, 'A sentence of it.'],
    ['a row of links of which one says next', '<p><a rel="next" href="/2">Next</a> <a href="/x">Other</a></p>', '[Other]'],
    [
      'a list that is empty but for links to the pages beside it',
      '<div><h2>Events</h2><p>None found.</p><a rel="prev" href="/1">Before</a> <a rel="next" href="/2">After</a></div>',
      '## Events\n\nNone found.',
    ],
    ['a word of a sentence called by a box', '<p>See the <span id="footer">end</span> of it.</p>', 'the end of it'],
    ['a code called navigation', '<pre class="nav">let a;</pre>', 'let a;'],
    ['a card in a button', '<button><h3>Plan</h3><p>For all.</p></button>', '### Plan'],
    ['a question in a button', '<div><button>How much is it?</button><div>Nothing.</div></div>', 'How much is it?'],
    [
      'a button that opens an answer',
      '<button aria-expanded="false" aria-controls="a">More</button><div id="a" hidden>All.</div>',
      'All.',
    ],
    ['text marked for agents', '<p hidden data-markdown-only>For agents.</p>', 'For agents.'],
    [
      'a link to edit that is a word',
      '<p>You can <a href="https://github.com/a/b/edit/main/c.md">edit this page</a> here.</p>',
      'edit this page',
    ],
    [
      'a box that opens with a menu and text',
      '<details><summary>More of it</summary><nav><a href="/a">A</a></nav><p>Text.</p></details>',
      '**More of it**\n\nText.',
    ],
  ])('%s is content', (_, html, kept) => {
    expect(toMarkdown(`<main><h1>T</h1>${html}<p>After.</p></main>`, options)).toMatchObject({
      markdown: expect.stringContaining(kept),
      parity: 1,
    });
  });
});

it.each([
  ['a menu with a title', '<nav><p>X</p><a href="/a">X X</a></nav>'],
  ['the place in a series', '<nav><p>X 1 to 9 of 57</p><a href="/2">X</a></nav>'],
  ['a sign that opens a panel', '<button>X</button><div class="panel">All of it.</div>'],
  ['a menu with a sentence', '<nav><p>All about X.</p><a href="/a">X of all the prices</a></nav>'],
])('%s is no content: %s', (_, nav) => {
  expect(twinOf(nav)).not.toContain('X');
});

describe('a header of the page', () => {
  const name = '<h1>Acme</h1>';
  it.each([
    ['whose H1 is the name of the site', `<div role="banner">${name}<nav><a href="/a">A</a></nav></div><h1>Prices</h1>`, false],
    ['whose H1 leads home', `<header><a href="/">${name}</a><p>We build.</p></header><h2>Prices</h2>`, false],
    ['whose H1 is the only one', `<header>${name}<p>We build.</p></header><h2>Prices</h2>`, true],
    ['without a link, whose H1 the title ends with', `<header>${name}<p>We build.</p></header><h1>All Prices</h1>`, true],
    ['whose H2 leads elsewhere', '<header><a href="/acme"><h2>Acme</h2></a></header><h1>Prices</h1>', true],
  ])('%s', (_, html, isContent) => {
    const page = `<html><head><title>Prices | Acme</title></head><body>${html}<p>Text.</p></body></html>`;
    const { markdown } = toMarkdown(page, options);
    expect([/^#+ .*Acme/m.test(markdown), /^#+ (?:All )?Prices/m.test(markdown)]).toEqual([isContent, true]);
  });
});

describe('elements', () => {
  it.each([
    ['<p>a<output>b</output>c</p>', 'abc'],
    ['<p>At <meter>half</meter> or <progress>more</progress>.</p>', 'At half or more.'],
    ['<p>a</p><search>b</search><p>c</p>', 'a\n\nb\n\nc'],
    ['<p><q>she said <q>no</q> then</q></p>', '“she said ‘no’ then”'],
    ['<canvas><p>A chart of sales.</p></canvas>', 'A chart of sales.'],
    ['<p><svg><desc>A dog</desc></svg></p>', 'A dog'],
    ['<div role="img" aria-label="A map of Rome"></div>', 'A map of Rome'],
    ['<p><ruby>a<rt>b</rt></ruby></p>', 'a(b)'],
    ['<p>a</p><hr><p>b</p><hr><footer>© X</footer>', 'a\n\n---\n\nb'],
    ['<article><h2>Index</h2><nav><a href="/a">Entry</a></nav></article>', '## Index\n\n[Entry](https://site.example/a)'],
    ['<article><h2>Index</h2><p>b</p><nav><a href="/a">Entry</a></nav></article>', '## Index\n\nb'],
  ])('%s keeps its words', (html, markdown) => {
    expect(toMarkdown(`<main><h1>T</h1>${html}</main>`, options)).toMatchObject({ markdown: `# T\n\n${markdown}\n`, parity: 1 });
  });

  it('are in line or blocks, not both', () => {
    const blocks = elementsThatAre('block');
    expect([...elementsThatAre('phrasing')].filter((name) => blocks.has(name))).toEqual([]);
  });
});

describe('generators', () => {
  it.each([
    [
      'TypeDoc: where a member is from',
      '<div class="col-content"><div class="tsd-page-title"><h1>T</h1></div><p>It sends.</p><aside class="tsd-sources"><p>Inherited from <a href="/a">Base</a></p></aside></div>',
      'It sends.\n\nInherited from [Base](https://site.example/a)',
    ],
    [
      'Sphinx: a sidebar of docutils',
      '<div class="sphinxsidebar"><a href="/">Home</a></div><div class="body" role="main"><h1>T</h1><aside class="sidebar"><p class="sidebar-title">Not listed here?</p><p>Let us know.</p></aside><p>Text.</p></div>',
      '**Not listed here?**\n\nLet us know.\n\nText.',
    ],
    [
      'Doxygen: all rows of a tree',
      '<div id="doc-content"><h1>T</h1><div class="directory"><table class="directory"><tr><td><span class="arrow">▼</span><a href="/n.html">n</a></td><td>Names.</td></tr><tr style="display:none;"><td><a href="/c.html">C</a></td><td>A class.</td></tr></table></div></div>',
      '|  |  |\n| --- | --- |\n| [n](https://site.example/n.html) | Names. |\n| [C](https://site.example/c.html) | A class. |',
    ],
    [
      'Nextra: no links to the pages before and after',
      '<article class="nextra-content"><main><h1>T</h1><p>Text.</p><div class="_mb-8"><a title="A" href="/a">A</a><a title="B" href="/b">B</a></div></main></article>',
      'Text.',
    ],
    [
      'Docsy: all pages of a section to print',
      '<main><div class="td-content"><h1>T</h1><p>To print.</p></div><div class="td-content"><h1>First</h1><p>Text.</p></div></main>',
      'To print.\n\n# First\n\nText.',
    ],
    [
      'Hugo Book: all posts of a list',
      '<div class="book-page"><h1>T</h1><article class="markdown"><h2>One</h2><p>Text.</p></article><article class="markdown"><h2>Two</h2></article></div>',
      '## One\n\nText.\n\n## Two',
    ],
    [
      'Docsy: no question whether the page helped',
      '<main><div class="td-content"><h1>T</h1><p>Text.</p><h2 class="feedback--title">Feedback</h2><p class="feedback--question">Was it helpful?</p><p class="feedback--response">Glad to hear it! <a href="/new">Tell us</a>.</p></div></main>',
      'Text.\n\nWas it helpful?',
    ],
    [
      'Sphinx: tabs of sphinx-design, a list in columns, a heading that leads back',
      '<div class="sphinxsidebar"></div><div class="body"><h1>T</h1><h2><a class="toc-backref" href="#id1">Part</a></h2><div class="sd-tab-set"><input type="radio"><label>One</label><div class="sd-tab-content"><p>first</p></div></div><table class="hlist"><tr><td><ul><li>a</li></ul></td><td><ul><li>b</li></ul></td></tr></table></div>',
      '## Part\n\n**One**\n\nfirst\n\n- a\n- b',
    ],
    [
      'Sphinx: no link back in code',
      '<div class="sphinxsidebar"></div><div class="body"><h1>T</h1><pre><a class="viewcode-back" href="/api#f">[docs]</a>def f():</pre></div>',
      '```\ndef f():\n```',
    ],
    [
      'Javadoc: no numbers in code',
      '<div class="flex-content"></div><main><h1>T</h1><pre><span class="source-line-no">001</span><span>one</span></pre></main>',
      '```\none\n```',
    ],
    [
      'Javadoc 22: a list of sections',
      '<span class="skip-nav" id="skip-navbar-top"></span><main><h1>T</h1><ul class="summary-list"><li><section><h2>Fields</h2><p>None.</p></section></li></ul></main>',
      '## Fields\n\nNone.',
    ],
    [
      'Javadoc 8: lists of sections, no menus',
      '<div class="topNav"><ul><li><a href="/help">Help</a></li></ul></div><div class="subNav"><ul class="subNavList"><li>Field</li></ul></div><h1>T</h1><div class="contentContainer"><ul class="blockList"><li class="blockList"><hr><pre>class A</pre></li></ul></div>',
      '---\n\n```\nclass A\n```',
    ],
    [
      'Doxygen: a listing of divisions, without what is shown beside it',
      '<div id="doc-content"><h1>T</h1><div class="fragment"><div class="line"><span class="lineno">3</span><a href="/call">call</a>();<div class="ttc"><a href="/tip">tip</a></div></div><div class="line">}</div></div></div>',
      '```\ncall();\n}\n```\n\n[call](https://site.example/call)',
    ],
    [
      'rustdoc: no title of what is folded in code',
      '<div class="rustdoc"></div><main><h1>T</h1><pre class="rust"><code>enum One {<details><summary class="hideme"><span>Show 2 variants</span></summary>Two}</details></code></pre></main>',
      '```\nenum One {Two}\n```',
    ],
    [
      'Hugo Book: tabs and a hint',
      '<div class="book-page"><h1>T</h1><blockquote class="book-hint warning"><p>Hot.</p></blockquote><div class="book-tabs"><input type="radio"><label>hugo</label><div class="book-tabs-content"><p>x</p></div></div></div>',
      '> [!WARNING]\n> Hot.\n\n**hugo**\n\nx',
    ],
    [
      'Starlight: an aside, whose title is hidden from screen readers',
      '<main><h1>T</h1><div class="sl-markdown-content"><aside class="starlight-aside starlight-aside--danger" aria-label="Danger"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Careful</p><div class="starlight-aside__content"><p>Hot.</p></div></aside></div></main>',
      '> [!CAUTION]\n> **Careful**\n>\n> Hot.',
    ],
    [
      'Starlight 0.5: an aside',
      '<main><h1>T</h1><aside aria-label="Warning" class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Careful</p><section class="starlight-aside__content"><p>Hot.</p></section></aside></main>',
      '> [!CAUTION]\n> **Careful**\n>\n> Hot.',
    ],
    [
      'Asciidoctor: a callout in a table, the title of a listing',
      '<article class="doc"><h1>T</h1><div class="sectionbody"><div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td><td class="content">Cold.</td></tr></table></div><div class="listingblock"><div class="title">a.sh</div><div class="content"><pre>ls</pre></div></div></div></article>',
      '> [!TIP]\n> Cold.\n\n**a.sh**\n\n```\nls\n```',
    ],
    [
      'mdBook: a callout, tabs, and a title of the book that is none of the page',
      '<div class="menu-bar"><h1 class="menu-title">Book</h1></div><nav class="nav-chapters"></nav><main><h1>T</h1><blockquote class="blockquote-tag blockquote-tag-tip"><p class="blockquote-tag-title"><svg></svg>Tip</p><p>Cold.</p></blockquote><div class="mdbook-tabs"><button class="mdbook-tab">A</button><button class="mdbook-tab">B</button></div><div class="mdbook-tab-content"><p>x</p></div><div class="mdbook-tab-content"><p>y</p></div></main>',
      '> [!TIP]\n> Cold.\n\n**A**\n\nx\n\n**B**\n\ny',
    ],
    [
      'VitePress: a name and a motto in one heading',
      '<div class="VPContent"><div class="VPHome"><h1>T</h1><div class="VPHero"><h1><span>Loom</span><span>Weaves sites</span></h1></div></div></div>',
      '# Loom Weaves sites',
    ],
    [
      'DocFX: no contents beside the article, a note',
      '<div role="main"><div class="sidenav"><a class="btn toc-toggle">Show / Hide Table of Contents</a></div><article class="content wrap" id="_content"><h1>T</h1><div class="NOTE"><h5>Note</h5><p>Text.</p></div></article></div>',
      '> [!NOTE]\n> Text.',
    ],
    [
      'DocFX, modern: a warning, no links to contribute',
      '<nav id="autocollapse"></nav><main><article data-uid=""><h1>T</h1><div class="WARNING"><h5>Warning</h5><p>Hot.</p></div></article><div class="contribution"><a href="/edit">Edit this page</a></div></main>',
      '> [!WARNING]\n> Hot.',
    ],
    [
      'Dokka: no message of a copied signature',
      '<div class="main-content" id="content"><div id="navigation-wrapper"></div><h1>T</h1><div class="symbol">fun reduce()<span><div class="copy-popup-wrapper"><span>Content copied to clipboard</span></div></span></div></div>',
      'fun reduce()',
    ],
    [
      'Doxygen: no search results, no letters for icons',
      '<div id="doc-content"><div id="MSearchResultsWindow">Searching...</div><p><span class="arrow">▼</span><span class="icona"><span class="icon">N</span></span><a href="/dp">dp</a></p></div>',
      '[dp](https://site.example/dp)',
    ],
  ])('%s', (_, html, markdown) => {
    const page = `<html><head><title>T</title></head><body>${html}</body></html>`;
    expect(toMarkdown(page, options).markdown).toBe(`# T\n\n${markdown}\n`);
  });
});

describe('twin --debug', () => {
  it('says what is left out of each page and why, and what is kept although it is called so', async () => {
    const cwd = temporaryFolder();
    const body = `<a class="skip-link" href="#m">Skip to content</a><main id="m"><h1>T</h1><p>Text.</p><aside class="sidebar"><p>${'Many words. '.repeat(30)}</p></aside></main>`;
    writeFiles(cwd, { 'out/index.html': `<html><head><title>T</title></head><body>${body}</body></html>` });
    const run = async (...more: string[]): Promise<string> => {
      const { stdout, stderr } = await runWarm(['twin', 'out', '--url', 'https://x.example', ...more], { cwd });
      return stdout + stderr;
    };
    expect(await run()).not.toContain('left out:');
    const said = await run('--debug');
    expect(said).toContain('index.html: left out: "Skip to content" by skip link');
    expect(said).toMatch(/index\.html: kept: "Many words\. .*", too much for sidebar/);
  });
});
