import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parityOf } from '../../build/twin/parity.ts';
import { context, converted } from './seed.ts';

/** A page that was converted: its twin, and the parity of another twin. */
function measured(html: string) {
  const { reading, twin } = converted(html);
  return { twin, parityOf: (other: string) => parityOf(reading, other, context) };
}

const page = `<main><h1>Title</h1><h2>Section</h2>
<p>A paragraph with <a href="/about">a link</a>, <code>code</code> and <strong>stress</strong>.</p>
<pre><code class="language-js">let a = 1;
let b = 2;
</code></pre>
<p><img src="/a.png" alt="A picture"></p>
<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>
<h3 id="to"><a href="#to">Link to a page</a></h3><p>A last one.</p></main>`;

describe('parity', () => {
  it.each([
    ['a word', 'paragraph with', 'with', 'words', 'paragraph', 'A paragraph with a link, code and stress.'],
    ['a paragraph', 'A last one.', '', 'text', 'A last one.'],
    ['a line of code', 'let b = 2;\n', '', 'code line', 'let b = 2;'],
    ['a word of code', 'let b', 'b', 'code line', 'let b = 2;'],
    ['the target of a link', '/about', '/abuot', 'link', 'https://site.example/about'],
    ['a link', /\[a link\]\(.*?\)/, 'a link', 'link', 'https://site.example/about'],
    ['an image', /!\[.*\]\(.*\)/, '', 'image', 'https://site.example/a.png'],
    ['the level of a heading', '## Section', '### Section', 'heading', '## Section'],
    ['the level of a heading, which gets more words', '## Section', '### Section of a picture', 'heading', '## Section'],
    ['a heading that is a link to itself', '### Link to a page', '', 'heading', '### Link to a page'],
    ['a cell of a table', '| b | 2 |', '| b | 3 |', 'text', '2'],
    ['a row', '| b | 2 |', '', 'text', 'b'],
  ])('reports the loss of %s', (_, found, replaced, fact, first, within?: string) => {
    const { twin, parityOf: of } = measured(page);
    expect(of(twin)).toEqual({ ratio: 1 });
    expect(twin).not.toBe(twin.replace(found, replaced));
    const { ratio, lost } = of(twin.replace(found, replaced));
    expect(ratio).toBeLessThan(1);
    expect(lost).toEqual({ fact, first, ...(within && { within }) });
  });

  it('reports paragraphs that change places', () => {
    const [first, second] = ['The first of two paragraphs', 'The second of two paragraphs'].map(
      (words) => `${words}, which is long enough to have its place in the text of a page.`,
    ) as [string, string];
    const { parityOf: of } = measured(`<main><h1>T</h1><p>${first}</p><p>${second}</p></main>`);
    expect(of(`# T\n\n${second}\n\n${first}`).lost).toMatchObject({ fact: 'order' });
  });

  it.each([
    ['an escape in a URL that is its own text', '<p>See <a href="https://x.example/%7Ea">https://x.example/%7Ea</a>.</p>'],
    ['the same URL in two notations', '<p><a href="/caf%C3%A9">one</a> <a href="/café">two</a></p>'],
    ['a link that looks like a note', '<p>The operator <a href="/src">^#</a> is defined there.</p>'],
    ['text that looks like a note', '<p>The class [^abc] matches, and [!NOTE] is text.</p>'],
    ['an h1 after the link of its date', '<p><a href="/2024/">1 May</a></p><h1>Title</h1><p>Text.</p>'],
    ['a heading with a drawing that has a label', '<h2><svg aria-label="Wallet"></svg>Money</h2><p>a</p>'],
    ['a heading with an inline picture', '<h2><img src="data:image/png;base64,AA==" alt="wallet"><div>Money</div></h2><p>a</p>'],
    [
      'formulas in a language without spaces',
      '<p>状态<span class="math inline">\\(X\\)</span>，但<span class="math inline">\\(X\\)</span>实际包含了已经被观测到的状态<span class="math inline">\\(X\\)</span>以及未被观测的状态<span class="math inline">\\(Z\\)</span>，这个。</p>',
    ],
    [
      'a link around a link, which says nothing of its own',
      '<p>Read: <a href="/a"><b><a href="/b">All of it</a></b></a> here.</p>',
    ],
    ['links without spaces between them', '<ul><li><a href="/a">Look</a><a href="/b">Clever</a><a href="/c">Path</a></li></ul>'],
    ['an icon between a word and a link', '<p><span>Newer<svg><path d="M0 0"/></svg></span><a href="/b"><b>A post</b></a></p>'],
    [
      'text for screen readers next to an emoji',
      '<h2>My words <span aria-hidden="true">🌈</span> <span class="sr-only">Rainbow</span></h2><p>a</p>',
    ],
    [
      'tabs that are links, with the same code',
      '<div role="tablist">View as: <a role="tab" href="#a">One</a> <a role="tab" href="#b">Two</a></div><div role="tabpanel" id="a"><pre>same();</pre></div><div role="tabpanel" id="b"><pre>same();</pre></div>',
    ],
    ['a link with a picture without a target', '<p>By <a href="#"><img src="/b.png" alt="Bagus"> Bagus Cahya</a></p>'],
    [
      'a footnote',
      '<p>Text<sup><a href="#n1">1</a></sup>.</p><ol class="footnotes"><li id="n1">Note <a href="#r">↩</a></li></ol>',
    ],
    ['the title of an alert', '<div class="admonition note"><p class="admonition-title">Note</p><p>Words.</p></div>'],
    ['a formula', '<p>It is <math><mi>x</mi><annotation encoding="application/x-tex">x</annotation></math>.</p>'],
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
    const { twin, parityOf: of } = measured(`<main><h1>Page</h1>${html}</main>`);
    expect(of(twin)).toEqual({ ratio: 1 });
  });

  it('a long title that stands below another line, and again at the end, is no loss of order', () => {
    const title = 'All that a reader of this long book would like to know';
    const [line, lead] = [
      'Edition of this year, with new chapters for all readers',
      'It says a lot, and it says it again. '.repeat(3),
    ];
    const { twin, parityOf: of } = measured(
      `<main><p>${line}</p><h1>${title}</h1><p>${lead}</p><section><h2>Buy</h2><p>${title}</p></section></main>`,
    );
    expect(twin.indexOf(title)).toBeLessThan(twin.indexOf(line));
    expect(of(twin)).toEqual({ ratio: 1 });
  });

  const folder = `${import.meta.dirname}/fixtures/pages`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  it.each(names)('%s: the loss of each block of its twin is reported', (name) => {
    const { twin, parityOf: of } = measured(readFileSync(`${folder}/${name}`, 'utf8'));
    const whole = of(twin).ratio;
    const blocks = twin.split('\n\n');
    const unmissed = blocks.filter((block, at) => {
      if (!/[\p{L}\p{N}]{2}/u.test(block) || /^```math/.test(block)) return false;
      return of(blocks.filter((_, place) => place !== at).join('\n\n')).ratio >= whole;
    });
    expect(unmissed).toEqual([]);
  });
});
