import { describe, expect, it } from 'vitest';
import { toMarkdown as pageToMarkdown } from '../../build/commands/to-markdown.ts';
import { scanHtml } from '../../build/page/html-scan.ts';
import { readPage } from '../../build/page/read-page.ts';
import { ConversionLimit, checkSize, deepestElement, mostElements } from '../../build/twin/conversion-limit.ts';
import { parityOf } from '../../build/twin/parity.ts';
import { context, converted } from './seed.ts';

/** The twin of a page within the limits, which was measured, too. */
function twinOf(html: string): string {
  checkSize(scanHtml(html));
  const { reading, twin } = converted(html);
  parityOf(reading, twin, context);
  return twin;
}

const pages: Record<string, string> = {
  '4,900 nested div': `${'<div>'.repeat(4_900)}deep${'</div>'.repeat(4_900)}`,
  '4,900 nested blockquote': `${'<blockquote>'.repeat(4_900)}deep`,
  '4,900 nested b and i': `${'<b><i>'.repeat(2_450)}deep`,
  '490 nested links': `${'<a href="/x">'.repeat(490)}deep`,
  '2,450 nested lists': `${'<ul><li>'.repeat(2_450)}deep`,
  '1,200 nested tables': `${'<table><tr><td>'.repeat(1_200)}deep`,
  '4,900 nested spans in code': `<pre>${'<span>'.repeat(4_900)}deep`,
  '4,900 nested rows of a formula': `<math>${'<mrow>'.repeat(4_900)}<mi>deep</mi></math>`,
  '4,900 nested div in a list of tabs': `<div role="tablist">${'<div>'.repeat(4_900)}deep`,
  '4,900 nested div in a definition list': `<dl>${'<div>'.repeat(4_900)}<dt>deep</dt>`,
  '4,900 nested blocks of lines': `${'<div class="line-block">'.repeat(4_900)}deep`,
  '4,900 nested lists of notes': `<div class="footnotes">${'<div>'.repeat(4_900)}<li id="a">deep`,
  '4,900 nested div in a table by role': `<div role="table">${'<div>'.repeat(4_900)}<div role="row"><div role="cell">deep`,
  'cells that span 1,000 columns and all rows': `<p>deep</p><table>${'<tr><td colspan="1000" rowspan="65534">x</td></tr>'.repeat(300)}</table>`,
};

describe('never a crash, never a hang', () => {
  it.each(Object.entries(pages))('%s', (_, html) => {
    expect(twinOf(html)).toContain('deep');
  });

  it.each([
    ['250,001 elements', '<br>'.repeat(250_001), /^has more than 250,000 elements\. .*exclude/],
    ['5,001 nested elements', '<div>'.repeat(5_001), /^has elements nested more than 5,000 deep\. .*exclude/],
  ])('a page of %s is refused before its tree is built', (_, html, message) => {
    let converted = false;
    const read = (exclude: string[]) =>
      readPage({ file: 'a.html', html }, { url: 'https://site.example', language: 'en', exclude, drafts: false }, () => {
        converted = true;
        return { heading: '', body: '', firstParagraph: '' };
      });
    expect(() => read([])).toThrow(
      expect.objectContaining({ constructor: ConversionLimit, message: expect.stringMatching(message) }),
    );
    expect(converted).toBe(false);
    expect(read(['a.html']).leftOut).toBe('excluded');
  });

  it('elements below the maximal depth are not read, nor are elements of an excluded page', () => {
    const html = `<meta name="robots" content="noindex"><p id="early"></p>${'<div>'.repeat(5_100)}<p id="late">`;
    const settings = { url: 'https://site.example', language: 'en', exclude: [], drafts: false };
    const page = readPage({ file: 'a.html', html }, settings, () => expect.fail('converted'));
    expect([page.leftOut, page.facts.ids]).toEqual(['noindex', ['early']]);
  });

  it('text that parse5 would read again in each block is counted, too', () => {
    const html = Array.from({ length: 720 }, (_, at) => `<li><p><b id="${at}">a</p>`).join('');
    expect(() => pageToMarkdown(html, { url: context.pageUrl })).toThrow(ConversionLimit);
  });

  it('long code in a quote: too much Markdown is refused', () => {
    const html = `<blockquote><pre>${`${'a'.repeat(7_899)}\n`.repeat(2_050)}</pre>`;
    expect(() => pageToMarkdown(html, { url: context.pageUrl })).toThrow(
      /^becomes more than 16,000,000 characters of Markdown\. .*exclude/,
    );
  });

  it('a page at the limits is not refused', () => {
    expect(() => checkSize({ elements: mostElements, deepest: deepestElement })).not.toThrow();
  });
});

it.each([
  [20_000, '$'],
  [20_001, '\\\\('],
])('a formula for a script of %i characters begins with %j: longer text is no formula', (length, beginning) => {
  const text = `\\(${'a'.repeat(length - 4)}\\)`;
  expect(twinOf(`<p><span class="math inline">${text}</span></p>`).slice(0, beginning.length)).toBe(beginning);
});

describe('white space in code is exact, in any amount', () => {
  const spaces = ' '.repeat(70);
  it.each([
    [
      `<p>a<em><code> x </code></em>b <a href="https://x.example/">y <img src="https://x.example/z"></a>.</p>`,
      'a<em>`  x  `</em>b [y ![](https://x.example/z)](https://x.example/).',
    ],
    [`<p>a <code>x${spaces}y</code></p>`, `a \`x${spaces}y\``],
    [`<pre>x${spaces}y</pre>`, `\`\`\`\nx${spaces}y\n\`\`\``],
    [`<blockquote><pre>x${'\n'.repeat(70)}y</pre></blockquote>`, `> \`\`\`\n> x\n${'>\n'.repeat(69)}> y\n> \`\`\``],
    [`<ul><li><pre>x${'\n'.repeat(70)}y</pre></li></ul>`, `- \`\`\`\n  x${'\n'.repeat(70)}  y\n  \`\`\``],
    ['<p>a <a href="https://x.example/"><svg aria-label="s"></svg></a> b<br> c</p>', 'a [s](https://x.example/) b\\\nc'],
    ['<ol><li>a</li><li></li><li>c</li></ol>', '1. a\n2.\n3. c'],
  ])('%j', (html, expected) => {
    expect(twinOf(html)).toBe(expected);
  });
});

describe('input that is not a page, or hardly one', () => {
  it.each([
    ['', ''],
    ['<main></main>', ''],
    ['<!doctype html>', ''],
    ['<!-- nothing -->', ''],
    ['just text', 'just text'],
    ['<p>a\0b</p><a href="/\0x">c</a>', 'ab\n\n[c](\u0081/%EF%BF%BDx\u008D)'],
    ['<p>a\uFDD0/x\uFDD1 \uFDD2*\uFDD3b</p>', 'a/x *b'],
    ['<p>a\u0081/x\u008D b <code>c\u0081d\u008D</code> <a href="/e\u0081f">g\u008D</a></p>', 'a/x b `cd` [g](\u0081/ef\u008D)'],
    ['<p>open <b>bold <i>both</b> rest', 'open **bold *both*** *rest*'],
    ['<ul><li>a<li>b</ul></div></p>c', '- a\n- b\n\nc'],
    ['</p></div></main>', ''],
    ['<p', ''],
    ['<p title="never closed', ''],
  ])('%j', (html, expected) => {
    expect(twinOf(html)).toBe(expected);
  });
});
