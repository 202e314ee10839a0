import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { boilerplateOf } from '../../build/twin/boilerplate.ts';
import { contentRootOf } from '../../build/twin/content-root.ts';
import { parityOf } from '../../build/twin/parity/parity.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';

const context = { pageUrl: 'https://site.example/docs/page', siteUrl: 'https://site.example' };
const page = `<main><h1>Title</h1><h2>Section</h2>
<p>A paragraph with <a href="/about">a link</a>, <code>code</code> and <strong>stress</strong>.</p>
<pre><code class="language-js">let a = 1;
let b = 2;
</code></pre>
<p><img src="/a.png" alt="A picture"></p>
<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>
<h3 id="to"><a href="#to">Link to a page</a></h3><p>A last one.</p></main>`;

const rootOf = (html: string) => contentRootOf(parseDocument(html));
function twinOf(html: string): string {
  const { heading, body } = toMarkdown(rootOf(html), context);
  return heading ? `# ${heading}\n\n${body}` : body;
}

describe('parity', () => {
  it('reports the loss of a cell whose text is also outside the content', () => {
    const html =
      '<main><h1>Title</h1><table><tr><th>Type</th></tr><tr><td>boolean</td></tr><tr><td>x</td></tr></table><address>boolean</address></main>';
    const less = twinOf(html).replace('| boolean |', '|  |');
    expect(parityOf(rootOf(html), less, context).lost).toEqual({ fact: 'text', first: 'boolean' });
  });

  it.each([
    [
      'in a box',
      '<div class="head"><p>Next: <a href="#b" rel="next">B</a>, Up: <a href="#a" rel="up">A</a> [<a href="#i" rel="index">Index</a>]</p></div>',
      true,
    ],
    ['in a paragraph', '<p>Previous: <a href="#b" rel="prev">B</a></p>', true],
    ['in a sentence', '<p>You can go on with <a href="#b" rel="next">B</a>.</p>', false],
    ['beside a link that is none', '<p>Next: <a href="#b" rel="next">B</a>, see <a href="#c">C</a></p>', false],
  ])('links to the next section, which say so, are in no twin, and no loss: %s', (_, links, isRow) => {
    const html = `<body><h1>Manual</h1><p>Text.</p>${links}<h2 id="b">B</h2><p>More.</p></body>`;
    expect([twinOf(html).includes('B]('), parityOf(rootOf(html), twinOf(html), context)]).toEqual([!isRow, { ratio: 1 }]);
  });

  it.each([
    [
      'the name of the next page',
      'update(p_only_on_node integer, p_event_time timestamp, p_set_comment integer, p_set_origin integer, p_set_id text, p_path text, p_key text)',
      { ratio: 1 },
    ],
    [
      'a sentence',
      'Please note that all of this moves to another address in the spring of next year, with all that hangs on it, and with all of us.',
      { lost: { fact: 'text' } },
    ],
  ])('below the content, in what is called a footer of navigation, without a link: %s', (_, text, found) => {
    const html = `<body><h1>Manual</h1><p>Text of it.</p><div class="NAVFOOTER"><table><tr><td>${text}</td></tr></table></div></body>`;
    expect(parityOf(rootOf(html), '# Manual\n\nText of it.', context)).toMatchObject(found);
  });

  it('of a page with its own twin finds no loss', () => {
    expect(parityOf(rootOf(page), twinOf(page), context)).toEqual({ ratio: 1 });
  });

  it.each([
    ['above the title', '<span>Version: 4.2</span><div><h1>Title</h1><p>Text.</p></div>', 'Version: 4.2'],
    ['in an alert', '<div role="alert"><p>Version: 4.2</p></div><div><h1>Title</h1><p>Text.</p></div>', 'Version: 4.2'],
    ['below it', '<div><h1>Title</h1><p>Text.</p></div><span>Version: 4.2</span><p>More.</p>', 'Version: 4.2'],
    ['in a paragraph above it', '<p><span>Version: 4.2</span></p><div><h1>Title</h1><p>Text.</p></div>', 'Version: 4.2'],
  ])('reports the loss of a label of the version %s', (_, html, lost) => {
    const root = parseDocument(`<article>${html}</article>`).querySelector('article')!;
    const twin = `# Title\n\nText.${html.includes('More') ? '\n\nMore.' : ''}`;
    expect(parityOf(root, twin, context).lost).toEqual({ fact: 'text', first: lost });
  });

  it.each([
    ['code', '<pre><code>a = 1</code></pre><h3>Next part</h3><p>More.</p>'],
    ['a picture', '<p><img src="/a.png" alt=""></p><h3>Next part</h3><p>More.</p>'],
    ['a list of contents', '<ol><li><a href="#n">Next part</a></li></ol><h3 id="n">Next part</h3><p>More.</p>'],
  ])('reports the level of a heading after %s', (_, html) => {
    const whole = `<main><h1>Title</h1><p>Text.</p>${html}</main>`;
    const { lost } = parityOf(rootOf(whole), twinOf(whole).replace('### Next', '#### Next'), context);
    expect(lost).toEqual({ fact: 'heading', first: '### Next part' });
  });

  it.each([
    [
      'in the footer of a quotation',
      '<blockquote><p>Words.</p><footer>Ann, <cite><a href="/a1">A Book</a></cite></footer></blockquote>',
    ],
    ['that is called a button', '<p><a role="button" href="/a1">Take it</a></p>'],
  ])('reports the changed target of a link %s', (_, html) => {
    const whole = `<main><h1>Title</h1><p>Text.</p>${html}<p>More.</p></main>`;
    expect(parityOf(rootOf(whole), twinOf(whole), context)).toEqual({ ratio: 1 });
    expect(parityOf(rootOf(whole), twinOf(whole).replace('/a1', '/a2'), context).lost).toMatchObject({ fact: 'link' });
  });

  it('of links without spaces between them is whole, however many they are', () => {
    const links = ['Lookbooks', 'CleverHire', 'CleverMap', 'JobPath'].map((name) => `<a href="/${name}">${name}</a>`).join('');
    const html = `<main><h1>Title</h1><ul><h3>Projects</h3>${links}</ul></main>`;
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
    const { lost } = parityOf(rootOf(html), twinOf(html).replace('CleverMap', 'Cleaver'), context);
    expect(lost).toMatchObject({ fact: 'words', first: 'clevermap' });
  });

  it.each([
    ['a word', 'paragraph with', 'with', 'words', 'paragraph', 'A paragraph with a link, code and stress.'],
    ['an additional word', 'paragraph with', 'paragraph surely with', 'words that the page does not have', 'surely'],
    ['a line of code', 'let b = 2;\n', '', 'code line', 'let b = 2;'],
    ['the indentation of code', 'let b', '  let b', 'code line', 'let b = 2;'],
    ['the target of a link', '/about', '/abuot', 'link', 'a link → https://site.example/about'],
    ['the text of a link', '[a link]', 'a [link]', 'link', 'a link → https://site.example/about'],
    ['a link', /\[a link\]\(.*?\)/, 'a link', 'link', 'a link → https://site.example/about'],
    ['an image', /!\[.*\]\(.*\)/, '', 'image', 'A picture → https://site.example/a.png'],
    ['the alt text of an image', '![A picture]', '![A photo]', 'image', 'A picture → https://site.example/a.png'],
    ['the level of a heading', '## Section', '### Section', 'heading', '## Section'],
    ['a heading that is a link to itself', '### Link to a page', '', 'heading', '### Link to a page'],
    ['a cell of a table', '| b | 2 |', '| b | 3 |', 'text', '2'],
    ['the position of a cell', '| b | 2 |', '| 2 | b |', 'order', 'b'],
    ['a row', '| b | 2 |', '', 'text', 'b'],
    ['the table', '| --- | --- |', '', 'table cell', 'Name'],
  ])('reports the loss of %s', (_, found, replaced, fact, first, within?: string) => {
    const twin = twinOf(page);
    expect(twin).not.toBe(twin.replace(found, replaced));
    const { ratio, lost } = parityOf(rootOf(page), twin.replace(found, replaced), context);
    expect(ratio).toBeLessThan(0.99);
    expect(lost).toEqual({ fact, first, ...(within && { within }) });
  });

  it.each([
    [
      'a title of two lines below a heading',
      '<main><h6>Guide</h6><h1>class List<br><small>of things</small></h1><h6>More</h6><p>Text.</p></main>',
    ],
    [
      'a label after code that a later list says again',
      '<main><h1>Title</h1><pre><a href="/l">Labels</a> get()</pre><p>Returns the labels of it.</p><dl><dt>See</dt><dd><a href="/l">Labels</a></dd></dl></main>',
    ],
  ])('no loss: %s', (_, html) => {
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
  });

  it.each([
    [
      'a list item',
      '<ul><li><a href="#">First one</a></li><li><a href="#">Second one</a></li></ul>',
      '- Second one',
      'text',
      'Second one',
    ],
    ['a heading', '<h3><a href="#">Second one</a></h3><p>More of it.</p>', '### Second one\n', 'heading', '### Second one'],
  ])('reports the loss of %s that is a link without target', (_, html, found, fact, first) => {
    const whole = `<main><h1>Title</h1><p>Some text.</p>${html}<p>The end of it.</p></main>`;
    expect(parityOf(rootOf(whole), twinOf(whole), context)).toEqual({ ratio: 1 });
    expect(parityOf(rootOf(whole), twinOf(whole).replace(found, ''), context).lost).toEqual({ fact, first });
  });

  it('reports the loss of a name that links to its section, among other cells, which is no table of contents', () => {
    const rows = '<div>int</div><div><a href="#size">size</a></div><div>The size of it.</div>';
    const html = `<main><h1>Title</h1><p>Some text.</p>${rows}<h2 id="size">size</h2><p>More of it.</p></main>`;
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
    const less = twinOf(html).replace('[size](#size)\n', '');
    expect(parityOf(rootOf(html), less, context).lost).toEqual({ fact: 'text', first: 'size' });
  });

  it('reports the loss of an article that is only a header', () => {
    const entry = (name: string) => `<article><header><time>12-24</time> <a href="/${name}">${name}</a></header></article>`;
    const html = `<main><h1>Title</h1><p>Some text of it.</p>${entry('one')}${entry('two')}</main>`;
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
    expect(parityOf(rootOf(html), twinOf(html).replace(/12-24 \[two\].*/, ''), context).lost?.first).toBe('12-24 two');
  });

  it('reports swapped paragraphs, although one is also elsewhere on the page', () => {
    const [first, second] = ['Stops the service of the page.', 'This call is safe in every thread.'];
    const twin = `# Title\n\n${first}\n\n${second}\n\n## Section\n\nStarts it again.\n\n${second}`;
    const html = `<h1>Title</h1><p>${first}</p><p>${second}</p><h2>Section</h2><p>Starts it again.</p><p>${second}</p><footer>By us</footer>`;
    expect(parityOf(rootOf(html), twin, context)).toEqual({ ratio: 1 });
    const swapped = twin.replace(`${first}\n\n${second}`, `${second}\n\n${first}`);
    expect(parityOf(rootOf(html), swapped, context).lost).toEqual({ fact: 'order', first: second });
  });

  it.each([
    ['row', '| [Two](/two) |\n', '', 'text', 'Two'],
    ['link', '[Two](/two)', 'Two', 'link', 'Two → https://site.example/two'],
  ])(
    'reports the loss of a %s in a table that looks like navigation, because tables are written completely',
    (_, found, replaced, fact, first) => {
      const links = ['One', 'Two', 'Three'].map((name) => `<tr><td><a href="/${name.toLowerCase()}">${name}</a></td></tr>`);
      const twin = '# Title\n\n|  |\n| --- |\n| [One](/one) |\n| [Two](/two) |\n| [Three](/three) |\n';
      const root = rootOf(`<h1>Title</h1><table class="menu">${links.join('')}</table>`);
      expect(parityOf(root, twin, context)).toEqual({ ratio: 1 });
      expect(parityOf(root, twin.replace(found, replaced), context).lost).toEqual({ fact, first });
      expect(parityOf(root, '# Title', context)).toEqual({ ratio: 1 });
      expect(parityOf(root, '# Title\n\n[One](/one)', context)).toEqual({ ratio: 1 });
    },
  );

  const parts = ['Do not push to 3 branches.', 'Then wait until somebody answers. Nobody will.', 'Push again on the next day.'];
  it.each<[what: string, change: (twin: string) => string, lost: object]>([
    ['a number that changed', (twin) => twin.replace('to 3', 'to 4'), { fact: 'words', first: '3', within: parts[0] }],
    ['a "not"', (twin) => twin.replace(' not', ''), { fact: 'words', first: 'not', within: parts[0] }],
    [
      'a space',
      (twin) => twin.replace('somebody answers', 'somebodyanswers'),
      { fact: 'words', first: 'somebody answers', within: parts[1] },
    ],
    ['a sentence', (twin) => twin.replace(' Nobody will.', ''), { fact: 'words', first: 'nobody will', within: parts[1] }],
    ['a paragraph', (twin) => twin.replace(parts[1]!, ''), { fact: 'text', first: parts[1] }],
    [
      'the order of paragraphs',
      (twin) => twin.replace(`${parts[0]}\n\n${parts[1]}`, `${parts[1]}\n\n${parts[0]}`),
      { fact: 'order', first: parts[0] },
    ],
  ])('reports the loss of %s on a page of any length', (_, change, lost) => {
    const more = Array.from({ length: 500 }, (_, at) => `<p>Paragraph ${at + 100} of this long page.</p>`).join('');
    const html = `<main><h1>Title</h1>${more}${parts.map((part) => `<p>${part}</p>`).join('')}${more}</main>`;
    const twin = twinOf(html);
    expect(parityOf(rootOf(html), twin, context)).toEqual({ ratio: 1 });
    expect(parityOf(rootOf(html), change(twin), context).lost).toEqual(lost);
  });

  it('reports the loss of an entry of a list of links in main, although many pages have these links', () => {
    const list = '<ul><li><a href="/a">Alpha</a></li><li><a href="/b">Beta</a></li><li><a href="/c">Gamma</a></li></ul>';
    const pages = [0, 1, 2, 3].map(
      (at) => `<body><div>${list}</div><main><h1>Page ${at}</h1>${at === 3 ? list : '<p>Text.</p>'}</main></body>`,
    );
    const boilerplate = boilerplateOf(pages.map((html) => parseDocument(html).body))!;
    const { body } = parseDocument(pages[3]!);
    const twin = toMarkdown(body.querySelector('main')!, context);
    const ratioOf = (text: string): number => parityOf(body, `# ${twin.heading}\n\n${text}`, { ...context, boilerplate }).ratio;
    expect(ratioOf(twin.body)).toBe(1);
    expect(ratioOf(twin.body.replace(/.*Alpha.*\n/, ''))).toBeLessThan(0.99);
  });

  it.each([
    ['an image in an element with class contents', '<div class="figure-contents"><img src="/a.png" alt="A"></div>', /!\[A\].*/],
  ])('reports the loss of %s', (_, html, lose) => {
    const whole = `<main><h1>Title</h1>${html}<p>Text.</p></main>`;
    expect(parityOf(rootOf(whole), twinOf(whole), context).ratio).toBe(1);
    expect(parityOf(rootOf(whole), twinOf(whole).replace(lose, ''), context).ratio).toBeLessThan(0.99);
  });

  it.each([
    ['a permalink of a term', '<dl><dt id="a">term<a class="headerlink" href="#a">link</a></dt><dd>Text.</dd></dl>'],
    ['spaces around a formula in code', '<pre>BCC(<math><mi>c</mi></math>, L1)</pre>'],
  ])('does not require %s', (_, content) => {
    const html = `<main><h1>Title</h1>${content}</main>`;
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
  });

  it.each([
    ['an H1 repeated by a bar above the content', '<h1>Title</h1>', '', { ratio: 1 }],
    ['a section below it', '', '<h2>Title</h2>', { lost: { fact: 'heading', first: '## Title' } }],
  ])('the title, repeated by %s', (_, before, after, parity) => {
    const html = `<body><div>${before}</div><p>Before.</p><div><h1>Title</h1><p>Text.</p>${after}</div></body>`;
    expect(parityOf(parseDocument(html).body, '# Title\n\nBefore.\n\nText.', context)).toMatchObject(parity);
  });

  it('reports the loss of an item on a page of any length', () => {
    const html = `<main><h1>Title</h1><p>${'Many words of one long page. '.repeat(400)}</p><ul><li>Lone item</li></ul></main>`;
    const { ratio, lost } = parityOf(rootOf(html), twinOf(html).replace('- Lone item', ''), context);
    expect(ratio).toBeLessThan(0.99);
    expect(lost).toEqual({ fact: 'text', first: 'Lone item' });
  });

  it.each(['nav-open', 'page-sidebar', 'contents'])('ignores the class "%s" of an element with the title', (name) => {
    const html = `<body><div class="${name}"><h1>Title</h1><h2>Part</h2><p>See <a href="/a">a page</a>.</p></div></body>`;
    const twin = twinOf(html).replace('## Part', '');
    expect(parityOf(rootOf(html), twin, context).lost).toEqual({ fact: 'heading', first: '## Part' });
  });

  it('ignores the class of an element with most of the text', () => {
    const html = `<body><p>See.</p><div class="layout-navbar"><h2>Part</h2><p>${'Words of the page. '.repeat(9)}</p></div></body>`;
    expect(parityOf(parseDocument(html).body, twinOf(html).replace('## Part', ''), context).lost).toEqual({
      fact: 'heading',
      first: '## Part',
    });
  });

  it.each<[string, (at: number) => string, ratio: unknown]>([
    ['prose of the page is content', (at) => `What stands on page ${at} and nowhere else. `.repeat(9), expect.closeTo(0.67, 2)],
    ['no loss if many pages have the prose', () => 'All rights in all of this are reserved by somebody. '.repeat(9), 1],
    ['no loss of a short line', (at) => `Changed ${at} times.`, 1],
  ])('in an element recognized as boilerplate: %s', (_, text, ratio) => {
    const bodies = [0, 1, 2, 3].map(
      (at) => parseDocument(`<body><h1>Page ${at}</h1><p>Text.</p><div id="out"><p>${text(at)}</p></div></body>`).body,
    );
    const [body] = bodies as [HTMLElement];
    const out = new Set([body.querySelector('#out')!]);
    const { heading, body: markdown } = toMarkdown(body, context, out);
    expect(markdown).toBe('Text.');
    expect(
      parityOf(body, `# ${heading}\n\n${markdown}`, { ...context, boilerplate: boilerplateOf(bodies)!, repeated: out }).ratio,
    ).toEqual(ratio);
  });

  it.each<[fact: string, one: string, lose: RegExp, left: string]>([
    ['link', '<a href="/one">One</a>', /\[One\]\(.*?\)/, 'One'],
    ['code line', '<pre>x\n  one</pre>', /^ {2}one/m, 'one'],
  ])('reports the loss of one %s of many', (fact, one, lose, left) => {
    const many = Array.from({ length: 300 }, (_, at) => `<p>See <a href="/${at}">a page</a>.</p><pre>let a${at};</pre>`).join('');
    const html = `<main><h1>Title</h1><div>This one: ${one}</div>${many}</main>`;
    const twin = twinOf(html);
    expect(twin).toMatch(lose);
    expect(parityOf(rootOf(html), twin.replace(lose, left), context)).toMatchObject({ lost: { fact } });
  });

  it('tables of contents of other pages are content, that of the page repeats its headings', () => {
    const toc = (href: string): string =>
      `<main><h1>Book</h1><div class="toc"><ul><li><a href="${href}">Chapter one</a></li></ul></div><h2 id="one">Chapter one</h2><p>Text.</p></main>`;
    expect(twinOf(toc('/one')).match(/Chapter one/g)).toHaveLength(2);
    expect(twinOf(toc('#one')).match(/Chapter one/g)).toHaveLength(1);
    expect(twinOf(toc('page.html#one')).match(/Chapter one/g)).toHaveLength(1);
  });

  it('links to other pages of a pagination are no loss below nothing but pictures', () => {
    const pager = '<div class="pagination"><div><a href="/1/">Newer</a></div> <div><a href="/3/">Older</a></div></div>';
    const picture = '<a href="/x"><img src="/a.png" alt="A cat"></a>';
    const html = `<body><header><h1>Site</h1><p>What the site is about.</p></header><main>${picture} ${pager}</main></body>`;
    const root = contentRootOf(parseDocument(html), undefined, { out: new Set(), trusted: true });
    const { body } = toMarkdown(root, context);
    expect([body.includes('Newer'), parityOf(root, body, context)]).toEqual([false, { ratio: 1 }]);
  });

  it('a class name does not hide tabs', () => {
    const tabs = '<ul role="tablist"><li><a role="tab" href="#a">First</a></li><li><a role="tab" href="#b">Second</a></li></ul>';
    const html = `<main><h1>Title</h1><div class="nav-wrapper">${tabs}</div><div id="a" role="tabpanel"><p>One.</p></div><div id="b" role="tabpanel"><p>Two.</p></div></main>`;
    expect(twinOf(html)).toContain('Second');
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
  });

  it('a class name does not hide prose', () => {
    const prose = `<p>${'A section about tables of contents is called as one is. '.repeat(4)}</p>`;
    expect(twinOf(`<main><section id="table-of-contents"><h2>Table of contents</h2>${prose}</section></main>`)).toContain(
      '## Table',
    );
    expect(twinOf(`<main><p>Kept.</p><div id="toc"><ul><li><a href="#x">x</a></li></ul></div></main>`)).toBe('Kept.');
  });

  it('finds rows if the twin has more of them', () => {
    const cells = '<div class="table-header">A</div><div class="table-header">B</div>';
    const more = Array.from({ length: 100 }, (_, at) => `<div>a ${at}</div><div>b ${at}</div>`).join('');
    const html = `<main><div class="summary-table">${cells}${more}</div><table><tr><td>x</td><td>1</td></tr><tr><td>y</td><td>2</td></tr></table></main>`;
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
  });

  it('counts a code block once, however many of its lines are lost', () => {
    const code = Array.from({ length: 30 }, (_, at) => `let a${at} = ${at};`).join('\n');
    const html = `<main><h1>Title</h1>${'<p>Text of it.</p>'.repeat(8)}<pre>${code}</pre></main>`;
    expect(parityOf(rootOf(html), twinOf(html).replaceAll('let ', ''), context).ratio).toBeCloseTo(0.9);
  });

  it('reports the loss of an item that repeats a heading or another item', () => {
    const html = `<main><h1>NAME</h1><ul><li><b>NAME</b></li></ul><p>Text of it.</p><h2>One</h2><ul><li>Again</li></ul>
<h2>Two</h2><ul><li>Again</li><li>Again</li></ul><p>Again</p></main>`;
    const twin = twinOf(html);
    expect(parityOf(rootOf(html), twin, context)).toEqual({ ratio: 1 });
    for (const item of ['- **NAME**\n', '## One\n\n- Again\n'])
      expect(parityOf(rootOf(html), twin.replace(item, item.replace(/- .*\n/, '')), context).lost).toEqual({
        fact: 'text',
        first: item.includes('NAME') ? 'NAME' : 'Again',
      });
  });

  it('reports the loss of a term that is a link in code above it', () => {
    const html =
      '<main><h1>Title</h1><pre>get(Output, <a href="/sub">SubCommand</a>)</pre><dl><dt>SubCommand</dt><dd>If empty, 0.</dd></dl></main>';
    const less = twinOf(html).replace('**SubCommand**: ', '');
    expect(parityOf(rootOf(html), less, context).lost).toEqual({ fact: 'text', first: 'SubCommand' });
  });

  it('reports the loss of common prose below a heading of the page, also at its end', () => {
    const last = 'Both are copyrighted under the licence that is printed at the end.';
    const bodies = [0, 1, 2, 3].map(
      (at) => parseDocument(`<body><h1>Page ${at}</h1><p>What page ${at} says.</p><h2>Copyright</h2><p>${last}</p></body>`).body,
    );
    const [body] = bodies as [HTMLElement];
    const { heading, body: twin } = toMarkdown(body, context);
    const parity = (text: string) =>
      parityOf(body, `# ${heading}\n\n${text}`, { ...context, boilerplate: boilerplateOf(bodies)! });
    expect(parity(twin)).toEqual({ ratio: 1 });
    expect(parity(twin.replace('copyrighted ', '')).lost).toEqual({ fact: 'words', first: 'copyrighted', within: last });
  });

  it('reports the loss of an item of a list next to the text that is not a list of links', () => {
    const html = '<main><h1>Title</h1><p>Text of it.</p><aside><ul><li>Defined in types.ts:65</li></ul></aside></main>';
    const twin = twinOf(html);
    expect(parityOf(rootOf(html), twin, context)).toEqual({ ratio: 1 });
    expect(parityOf(rootOf(html), twin.replace(/- Defined.*/, ''), context).lost).toEqual({
      fact: 'text',
      first: 'Defined in types.ts:65',
    });
  });

  it('ignores the name of an element that would hide prose', () => {
    const words =
      'This paragraph is prose, and long, and not one word of it is a link, whatever the name of what it stands in says about it.';
    const html = `<main><p>Kept.</p><footer><p>${words}</p></footer></main>`;
    expect(twinOf(html)).toBe('Kept.');
    expect(parityOf(rootOf(html), twinOf(html), context).ratio).toBe(0.5);
  });

  it.each([
    ['an escape in a URL that is its own text', '<p>See <a href="https://x.example/%7Ea">https://x.example/%7Ea</a>.</p>'],
    ['the same URL in two notations', '<p><a href="/caf%C3%A9">one</a> <a href="/café">two</a></p>'],
    ['a link that starts like a note', '<p><a href="/x#^(other)">^(other : self) : self</a></p>'],
    ['a link that looks like a note', '<p>The operator <a href="/src">^#</a> is defined there.</p>'],
    ['text that looks like a note', '<p>The class [^abc] matches, and [!NOTE] is text.</p>'],
    ['an h1 after the link of its date', '<p><a href="/2024/">1 May</a></p><h1>Title</h1><p>Text.</p>'],
    ['an h1 in a header, after its date', '<header><a href="/2024/">1 May</a><h1>Title</h1></header><p>Text.</p>'],
    ['an icon between a word and a link', '<p><span>Newer<svg><path d="M0 0"/></svg></span><a href="/b"><b>A post</b></a></p>'],
    [
      'text for screen readers next to an emoji',
      '<h2>My words <span aria-hidden="true">🌈</span> <span class="sr-only">Rainbow</span></h2><p>a</p>',
    ],
    [
      'tabs that are links, with the same code',
      '<div role="tablist">View as: <a role="tab" href="#a">One</a> <a role="tab" href="#b">Two</a> <a role="tab" href="#c">Three</a></div><div role="tabpanel" id="a"><pre>same();</pre></div><div role="tabpanel" id="b"><pre>same();</pre></div><div role="tabpanel" id="c"><pre>other();</pre></div>',
    ],
    [
      'tabs that are links, of which the first has other code',
      `<div role="tablist">${['One', 'Two', 'Three', 'Four', 'Five'].map((tab) => `<a role="tab" href="#${tab}">${tab}</a>`).join('')}</div>${['One', 'Two', 'Three', 'Four', 'Five'].map((tab) => `<div role="tabpanel" id="${tab}"><pre>What is shown in ${tab === 'One' ? tab : 'other'} panels</pre></div>`).join('')}`,
    ],
    [
      'the titles of two tabs below a frame with words of both',
      '<iframe src="/demo" title="Filter demo"></iframe><ul role="tablist"><li><a role="tab" href="#a">HTML (Filter demo)</a></li><li><a role="tab" href="#b">Vento (Filter demo)</a></li></ul><div role="tabpanel" id="a"><pre>one();</pre></div><div role="tabpanel" id="b"><pre>two();</pre></div>',
    ],
    ['a link with an icon', '<p>Text <a href="/feed" class="icon"><svg><path d="M0 0"/></svg></a></p>'],
    [
      'an icon with a label in a cell',
      `<table><tr><th>A</th></tr><tr><td><a href="/e" aria-label="Edit"><svg></svg></a> b</td></tr></table>`,
    ],
    [
      'a choice and its label in a cell',
      '<table><tr><th>A</th><th>B</th></tr><tr><td><label>Size <select><option>S</option><option>M</option></select></label></td><td>b</td></tr></table>',
    ],
    [
      'a list of choices with the line that asks for one',
      '<form><label>Source <select><option value="" disabled selected>Select one</option><option>Maps / Photos</option><option>Friends</option></select></label></form>',
    ],
    ['text in a choice beside its options', '<form>Mirrors: <select>[if any] <option>[http]</option> [end]</select></form>'],
    ['a button as a word of a sentence', '<p>Press <button class="key">Save</button> to keep it. <button>Copy</button></p>'],
    [
      'a note in a header cell',
      '<table><tr><th>Name<sup><a href="#fn1" id="r1">1</a></sup></th><th>B</th></tr><tr><td>a</td><td>b</td></tr></table><section class="footnotes" role="doc-endnotes"><ol><li id="fn1">Note. <a href="#r1">↩</a></li></ol></section>',
    ],
    ['a dollar that is a link', '<p>Say <a href="/jquery">$</a> or <a href="/$x$">$x$</a>.</p>'],
    [
      'two elements with the same id',
      '<h2 id="a"><a href="#a">One</a></h2><p id="a">Text <a href="#a">again</a></p><h2 id="a">Two</h2>',
    ],
    ['blank ends of code', '<pre>\n\nlet a;   \n\t\nlet b;\n   \n</pre>'],
    ['lines of code in elements', '<pre><code><div>let a;</div><div></div><div>let b;</div></code></pre>'],
    ['a choice of sizes of an image', '<p><img src="/s.png" srcset="/s.png 1x, /l.png 2x" alt="A"> b</p>'],
    ['a link around blocks', '<a href="/x"><h2>Title</h2><p>Some words.</p></a>'],
    ['a table of contents of the page', '<ul><li><a href="#a">Part one</a></li></ul><h2 id="a">Part one</h2><p>Text.</p>'],
    ['a permalink with text', '<h2 id="a">Part <a href="#a" title="Permalink">link</a></h2><p>Text.</p>'],
    ['a link to the page by its file', '<p><a href="page.html#b">Part two</a></p><h2 id="b">Part two</h2><p>Text.</p>'],
    ['a term and its type', '<dl><dt><strong>data</strong><span class="classifier">array</span></dt><dd>Text.</dd></dl>'],
    ['a link in code to the page', '<pre id="x">let <a href="#x">total</a> = <a href="#x">total</a>;</pre>'],
    [
      'a term that is a link in code above it',
      '<pre>, Output , <a href="#sub">SubCommand</a>, Title</pre><dl><dt>Output</dt><dd>Name of it.</dd><dt>SubCommand</dt><dd>If empty, 0.</dd></dl>',
    ],
    ['a live editor', '<div><textarea>a &lt; b\n</textarea><pre aria-hidden="true"><code>a &lt; b\n</code></pre></div>'],
    ['a link to edit the page', '<p>Text.</p><p><a href="https://github.com/a/b/blob/main/x.md">Edit this page</a></p>'],
    [
      'the titles of tabs before all panels',
      '<div class="vp-code-group"><div class="tabs"><input type="radio" name="g" id="t" checked><label for="t">counterStore.ts</label><input type="radio" name="g" id="u"><label for="u">counterStore.js</label></div><div class="blocks"><div class="language-ts active"><pre><code>let a: number</code></pre></div><div class="language-js"><pre><code>let a</code></pre></div></div></div>',
    ],
    [
      'a table with tfoot before tbody',
      '<header><a href="/">Home</a></header><table><thead><tr><th>Name</th><th>Age</th></tr></thead><tfoot><tr><th>Name</th><th>Age</th></tr></tfoot><tbody><tr><td>a</td><td>1</td></tr></tbody></table>',
    ],
    ['a link to the page around a heading', '<a href="page"><img src="/l.png" alt="Logo"><h2>Part</h2></a><p>Text.</p>'],
    [
      'a heading in an alert',
      '<div class="alert alert-success" role="alert"><h4 class="alert-heading">Well done!</h4><p>Text.</p></div>',
    ],
    [
      'the icon of an alert with a title',
      '<div class="note"><table><tr><td rowspan="2"><img alt="[Anmerkung]" src="/note.png"></td><th>Anmerkung</th></tr><tr><td><p>Text.</p></td></tr></table></div>',
    ],
    [
      'tabs in another order than their panels',
      '<div role="tablist"><a role="tab" href="#a" id="ta">Home of it</a><a role="tab" href="#b" id="tb">Profile of it</a></div><div><div role="tabpanel" id="b" aria-labelledby="tb">One.</div><div role="tabpanel" id="a" aria-labelledby="ta">Two.</div></div>',
    ],
    [
      'links without white space between them',
      '<div><a href="/a">One</a><a href="/b">Two</a><a href="/c">Three</a><span>Four</span><a href="/e">Five</a></div>',
    ],
    [
      'equal code in two of several tabs',
      `<div role="tablist">${['a', 'b', 'c'].map((id) => `<a role="tab" href="#${id}">Lang ${id}</a>`).join('')}</div>${['a', 'b', 'c'].map((id) => `<div role="tabpanel" id="${id}"><pre><code>${id === 'c' ? 'let c;' : 'the same code'}</code></pre></div>`).join('')}`,
    ],
    [
      'a list of tabs without a tab, on a page with panels',
      '<ul role="tablist"><li role="presentation"><a href="/x">Regular link</a></li><li role="presentation"><a href="#" role="button">Menu of it</a></li></ul><div role="tabpanel">One.</div>',
    ],
    ['a link with a picture without a target', '<p>By <a href="#"><img src="/b.png" alt="Bagus"> Bagus Cahya</a></p>'],
    [
      'the caption of a layout table with a picture',
      '<table><caption><strong>Figure:</strong> The monitor</caption><tr><td><img src="/m.png" alt="A menu"></td></tr></table>',
    ],
    ['the name of an icon', '<p><i class="material-icons">favorite</i> Love</p>'],
    [
      'lines of code in divs',
      '<div class="fragment"><div class="line"><span class="lineno">    1</span>int a;</div>\n<div class="line"><span class="lineno">    2</span>int b;</div>\n</div>',
    ],
    ['a name in angle brackets in code', '<pre>--get <URLs>  the files\n--spider <URLs>  links\n</pre>'],
    ['a permalink', '<h2 id="a">Part<a href="#a" title="Permalink">¶</a></h2><p>Text.</p>'],
    [
      'spanning cells',
      '<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr><tr><td colspan="2">c</td></tr></table>',
    ],
  ])('%s is not a loss', (_, html) => {
    const root = rootOf(`<main><h1>Page</h1>${html}</main>`);
    expect(parityOf(root, twinOf(`<main><h1>Page</h1>${html}</main>`), context)).toEqual({ ratio: 1 });
  });

  const folder = `${import.meta.dirname}/fixtures/pages`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  it.each(names)('%s: the loss of each block of its twin is reported', (name) => {
    const html = readFileSync(`${folder}/${name}`, 'utf8');
    const twin = twinOf(html);
    const root = rootOf(html);
    const whole = parityOf(root, twin, context).ratio;
    const blocks = twin.split('\n\n');
    const unmissed = blocks.filter((block, at) => {
      if (!/[\p{L}\p{N}]{2}/u.test(block)) return false;
      const less = blocks.filter((_, place) => place !== at).join('\n\n');
      return parityOf(root, less, context).ratio >= whole;
    });
    expect(unmissed).toEqual([]);
  });

  const mutations: readonly (readonly [what: string, one: RegExp, left: string])[] = [
    ['word', /(?<=^[^[("|\n]*[a-z,] )\p{L}{3,}(?=[ .,])/gmu, ''],
    ['link', /(?<!!)\[([^\]^!]{2,})\]\([^)]+\)/g, '$1'],
    ['image', /!\[[^\]]*\]\([^)]*\)/g, ''],
    ['cell', /(?<=^\|.*\| )[^|\n]*[\p{L}\p{N}][^|\n]*(?= \|)/gmu, ''],
    ['code line', /(?<=^```(?!math).*\n(?:(?!```).*\n)*).*[\p{L}\p{N}].*\n(?=[\s\S]*?^```)/gmu, ''],
    ['heading', /^#{1,6} .*\n/gm, ''],
    ['list item', /^(?:[-*]|\d+\.) .*\n/gm, ''],
  ];
  it('detects every loss from a page', () => {
    let made = 0;
    const unseen: string[] = [];
    for (const name of names) {
      const html = readFileSync(`${folder}/${name}`, 'utf8');
      const root = rootOf(html);
      const twin = twinOf(html);
      const whole = parityOf(root, twin, context).ratio;
      expect(whole, name).toBeGreaterThanOrEqual(0.99);
      for (const [what, one, left] of mutations) {
        // The twin repeats a spanning cell.
        const places = [...twin.matchAll(one)].filter(([text]) => what !== 'cell' || twin.split(` ${text} |`).length === 2);
        const step = Math.max(1, Math.floor(places.length / 5));
        for (const place of places.filter((_, at) => at % step === 0)) {
          const less =
            twin.slice(0, place.index) + left.replace('$1', place[1] ?? '') + twin.slice(place.index + place[0].length);
          made++;
          if (parityOf(root, less, context).ratio >= whole) unseen.push(`${name}: ${what} ${place[0]}`);
        }
      }
    }
    expect(made).toBeGreaterThanOrEqual(200);
    expect(unseen.length, unseen.join('\n')).toBeLessThan(made * 0.02);
  });
});
