import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Odd</title></head><body><main><h1>Odd</h1><p>Before.</p>${body}<p>After.</p></main></body></html>`;
const paragraph = `<p>${'Ten words of which nobody will ever read the last. '.repeat(20)}</p>\n`;

/** `twin`: it must have one; `either`: a twin, or the line that says why not. */
const odd: [name: string, html: string | Buffer, outcome: 'twin' | 'either'][] = [
  ['20,000 nested tags', page(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`), 'either'],
  ['20,000 nested lists', page('<ul><li>'.repeat(20_000)), 'either'],
  ['100,000 spaces in a pre', page(`<pre>a${' '.repeat(100_000)}b</pre>`), 'twin'],
  ['100,000 spaces in a paragraph', page(`<p>a${' '.repeat(100_000)}b</p>`), 'twin'],
  ['a page of 10 MB', page(paragraph.repeat(10_000)), 'either'],
  ['a table of 300 × 300', page(`<table>${`<tr>${'<td>x</td>'.repeat(300)}</tr>`.repeat(300)}</table>`), 'either'],
  ['unclosed tags', page('<p><b>one<p><i>two<ul><li>three<li>four'), 'twin'],
  ['mis-nested tags', page('<b><i>one</b></i><p><div>two</p></div><table><p>three</table>'), 'twin'],
  ['NUL bytes', Buffer.from(page('<p>a\0b</p>')), 'twin'],
  ['a page without any content', '<!doctype html><html><head><title>Nothing</title></head><body></body></html>', 'twin'],
  ['an empty file', '', 'either'],
  ['text without a tag', 'Just text.', 'either'],
  ['50,000 links in a paragraph', page(`<p>${'<a href="/">x</a> '.repeat(50_000)}</p>`), 'either'],
  ['a megabyte of backticks', page(`<p><code>${'`'.repeat(1_000_000)}</code></p>`), 'either'],
  ['a megabyte of opening brackets', page(`<p>${'['.repeat(1_000_000)}</p>`), 'either'],
];

describe('a page that would break a converter: a twin, or one line that names the page and the limit; the rest is built', () => {
  it.each(odd)('%s', async (_, html, outcome) => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), { 'index.html': page('<p>Fine.</p>'), 'odd.html': html });
    const { code, stdout, stderr } = await runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd: folder });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const tree = readTree(join(folder, 'out'));
    expect(tree['index.md']).toContain('Fine.');
    const reasons =
      stdout.match(/^(warning +odd\.html +no-twin +.*(limit of|nested)| {2}left out: odd\.html: not a page).*$/gm) ?? [];
    expect(reasons).toHaveLength(tree['odd.md'] ? 0 : 1);
    if (outcome === 'twin') expect(tree['odd.md']).toMatch(/^---\n/);
  });
});
