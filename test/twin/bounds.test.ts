import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../build/page/parse-html.ts';
import { contentRootOf } from '../../build/twin/content-root.ts';
import { ConversionLimit, checkSize, mostElements } from '../../build/twin/conversion-limit.ts';
import { parityOf } from '../../build/twin/parity/parity.ts';
import { toMarkdown } from '../../build/twin/to-markdown.ts';

const context = { pageUrl: 'https://site.example/page', siteUrl: 'https://site.example' };

function convert(html: string): { markdown: string; milliseconds: number; ratio: number } {
  checkSize(scanHtml(html));
  const root = contentRootOf(parseDocument(html));
  const began = performance.now();
  const { heading, body } = toMarkdown(root, context);
  const markdown = heading ? `# ${heading}\n\n${body}` : body;
  const { ratio } = parityOf(root, markdown, context);
  return { markdown, milliseconds: performance.now() - began, ratio };
}

const cell = '<td>cell</td>';
const pages: Record<string, string> = {
  '20,000 nested div': `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`,
  '20,000 nested blockquote': `${'<blockquote>'.repeat(20_000)}deep`,
  '20,000 nested b and i': `${'<b><i>'.repeat(10_000)}deep`,
  '20,000 nested links': `${'<a href="/x">'.repeat(20_000)}deep`,
  '10,000 nested lists': `${'<ul><li>'.repeat(10_000)}deep`,
  '5,000 nested tables': `${'<table><tr><td>'.repeat(5_000)}deep`,
  '20,000 nested spans in code': `<pre>${'<span>'.repeat(20_000)}deep`,
  '20,000 nested rows of a formula': `<math>${'<mrow>'.repeat(20_000)}<mi>deep</mi></math>`,
  '100,000 spaces in a pre': `<pre>deep${' '.repeat(100_000)}end</pre>`,
  '100,000 spaces in inline code': `<p><code>deep${' '.repeat(100_000)}end</code></p>`,
  '100,000 line ends in a pre': `<pre>deep${'\n'.repeat(100_000)}end</pre>`,
  '100,000 asterisks': `<p>deep ${'*'.repeat(100_000)}</p>`,
  '100,000 asterisks and letters': `<p>deep ${'*a '.repeat(100_000)}</p>`,
  '50,000 links in text that are none': `<p>deep ${'[a](b'.repeat(50_000)}</p>`,
  '100,000 backticks': `<p>deep ${'` '.repeat(100_000)}</p>`,
  '50,000 comments in text': `<p>deep ${'&lt;!--'.repeat(50_000)}</p>`,
  '20,000 emphases in a paragraph': `<p>deep ${'<em>"a"</em>b '.repeat(20_000)}</p>`,
  '20,000 links in a paragraph': `<p>deep ${'<a href="/x">a</a> '.repeat(20_000)}</p>`,
  '20,000 lists': `deep${'<ul><li>x</li></ul>'.repeat(20_000)}`,
  '100,000 line breaks': `<p>deep${'<br>'.repeat(100_000)}end</p>`,
  'a table of 300 × 300': `<p>deep</p><table>${`<tr>${cell.repeat(300)}</tr>`.repeat(300)}</table>`,
  'cells that span 1,000 columns and all rows': `<p>deep</p><table>${'<tr><td colspan="1000" rowspan="65534">x</td></tr>'.repeat(300)}</table>`,
  '10 MB of text': `<p>deep ${'word '.repeat(2_000_000)}</p>`,
  '10 MB of code': `<p>deep</p><pre>${'let a = "b";\n'.repeat(800_000)}</pre>`,
};

describe('never a crash, never a hang', () => {
  it.each(Object.entries(pages))('%s', (_, html) => {
    const { markdown, milliseconds } = convert(html);
    expect(markdown).toContain('deep');
    // The promise is 2 s; a machine that tests much at once is given more.
    expect(milliseconds).toBeLessThan(6_000);
  });

  it('a page of 10 MB with hundreds of thousands of elements is refused, by one line that names the limit', () => {
    const html = '<p>Some <b>text</b> with <a href="/x">links</a>.</p>\n'.repeat(200_000);
    expect(() => convert(html)).toThrow(ConversionLimit);
    expect(() => convert(html)).toThrow(/^has more than 150,000 elements, the limit of conversion$/);
    expect(() => checkSize('<i>'.repeat(mostElements))).not.toThrow();
    expect(() => checkSize(`a < b, 1 <2 </i> <!-- <- -->`.repeat(mostElements))).not.toThrow();
  });
});

describe('what is no page, and what is hardly one', () => {
  it.each([
    ['', ''],
    ['<main></main>', ''],
    ['<!doctype html>', ''],
    ['<!-- nothing -->', ''],
    ['just text', 'just text'],
    ['<p>a\0b</p><a href="/\0x">c</a>', 'ab\n\n[c](\u0081/%EF%BF%BDx\u008D)'],
    ['<p>a\uFDD0/x\uFDD1 \uFDD2*\uFDD3b</p>', 'a/x *b'],
    ['<p>a\u0081/x\u008D b <code>c\u0081d\u008D</code> <a href="/e\u0081f">g\u008D</a></p>', 'a/x b `cd` [g](\u0081/ef\u008D)'],
    ['<p>open <b>bold <i>both</b> rest', 'open **bold *both*** rest'],
    ['<ul><li>a<li>b</ul></div></p>c', '- a\n- b\n\nc'],
    ['</p></div></main>', ''],
    ['<p', ''],
    ['<p title="never closed', ''],
  ])('%j', (html, expected) => {
    expect(convert(html).markdown).toBe(expected);
  });
});
