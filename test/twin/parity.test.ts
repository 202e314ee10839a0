import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
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
<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></main>`;

const rootOf = (html: string) => contentRootOf(parseDocument(html));
function twinOf(html: string): string {
  const { heading, body } = toMarkdown(rootOf(html), context);
  return heading ? `# ${heading}\n\n${body}` : body;
}

describe('parity', () => {
  it('of a page with its own twin is whole', () => {
    expect(parityOf(rootOf(page), twinOf(page), context)).toEqual({ ratio: 1 });
  });

  it.each([
    ['a word', 'paragraph with', 'with', 'words', 'paragraph'],
    ['a word too many', 'paragraph with', 'paragraph surely with', 'words that the page does not have', 'surely'],
    ['a line of code', 'let b = 2;\n', '', 'code block', 'let a = 1;\nlet b = 2;'],
    ['the indentation of code', 'let b', '  let b', 'code block', 'let a = 1;\nlet b = 2;'],
    ['the target of a link', '/about', '/abuot', 'link', 'a link → https://site.example/about'],
    ['the text of a link', '[a link]', '[a link,]', 'link', 'a link → https://site.example/about'],
    ['an image', /!\[.*\]\(.*\)/, '', 'image', 'A picture → https://site.example/a.png'],
    ['the alt text of an image', '![A picture]', '![A photo]', 'image', 'A picture → https://site.example/a.png'],
    ['the level of a heading', '## Section', '### Section', 'heading', '## Section'],
    ['a cell of a table', '| b | 2 |', '| b | 3 |', 'table row', 'b | 2'],
    ['the place of a cell', '| b | 2 |', '| 2 | b |', 'table row', 'b | 2'],
    ['a row', '| b | 2 |', '', 'table row', 'b | 2'],
    ['the table', '| --- | --- |', '', 'table row', 'Name | Value'],
  ])('misses %s', (_, found, replaced, fact, first) => {
    const twin = twinOf(page);
    expect(twin).not.toBe(twin.replace(found, replaced));
    const { ratio, lost } = parityOf(rootOf(page), twin.replace(found, replaced), context);
    expect(ratio).toBeLessThan(0.99);
    expect(lost).toEqual({ fact, first });
  });

  it('a class name takes no prose away', () => {
    const prose = `<p>${'A section about tables of contents is called as one is. '.repeat(4)}</p>`;
    expect(twinOf(`<main><section id="table-of-contents"><h2>Table of contents</h2>${prose}</section></main>`)).toContain(
      '## Table',
    );
    expect(twinOf(`<main><p>Kept.</p><div id="toc"><ul><li><a href="#x">x</a></li></ul></div></main>`)).toBe('Kept.');
  });

  it('finds rows wherever the twin has more of them', () => {
    const cells = '<div class="table-header">A</div><div class="table-header">B</div>';
    const more = Array.from({ length: 100 }, (_, at) => `<div>a ${at}</div><div>b ${at}</div>`).join('');
    const html = `<main><div class="summary-table">${cells}${more}</div><table><tr><td>x</td><td>1</td></tr><tr><td>y</td><td>2</td></tr></table></main>`;
    expect(parityOf(rootOf(html), twinOf(html), context)).toEqual({ ratio: 1 });
  });

  it('does not trust the name of an element that takes prose away', () => {
    const words =
      'This paragraph is prose, and long, and not one word of it is a link, whatever the name of what it stands in says about it.';
    const html = `<main><p>Kept.</p><footer><p>${words}</p></footer></main>`;
    expect(twinOf(html)).toBe('Kept.');
    expect(parityOf(rootOf(html), twinOf(html), context).ratio).toBeLessThan(0.5);
  });

  const folder = `${import.meta.dirname}/fixtures/pages`;
  const names = readdirSync(folder).filter((name) => name.endsWith('.html'));
  it.each(names)('%s: every block of its twin is missed when it is gone', (name) => {
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
});
