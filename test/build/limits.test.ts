import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Odd</title></head><body><main><h1>Odd</h1><p>Before.</p>${body}<p>After.</p></main></body></html>`;
const paragraph = `<p>${'Ten words of which nobody will ever read the last. '.repeat(20)}</p>\n`;

const odd: [name: string, html: string | Buffer, outcome: 'twin' | 'refused' | 'no page'][] = [
  ['20,000 nested tags', page(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`), 'refused'],
  ['20,000 nested lists', page('<ul><li>'.repeat(20_000)), 'refused'],
  ['100,000 spaces in a pre', page(`<pre>a${' '.repeat(100_000)}b</pre>`), 'twin'],
  ['100,000 spaces in a paragraph', page(`<p>a${' '.repeat(100_000)}b</p>`), 'twin'],
  ['a page of 10 MB', page(paragraph.repeat(10_000)), 'twin'],
  ['a table of 300 × 300', page(`<table>${`<tr>${'<td>x</td>'.repeat(300)}</tr>`.repeat(300)}</table>`), 'twin'],
  ['unclosed tags', page('<p><b>one<p><i>two<ul><li>three<li>four'), 'twin'],
  ['mis-nested tags', page('<b><i>one</b></i><p><div>two</p></div><table><p>three</table>'), 'twin'],
  ['NUL bytes', Buffer.from(page('<p>a\0b</p>')), 'twin'],
  ['a page without any content', '<!doctype html><html><head><title>Nothing</title></head><body></body></html>', 'twin'],
  ['an empty file', '', 'no page'],
  ['text without a tag', 'Just text.', 'no page'],
  ['50,000 links in a paragraph', page(`<p>${'<a href="/">x</a> '.repeat(50_000)}</p>`), 'twin'],
  ['a megabyte of backticks', page(`<p><code>${'`'.repeat(1_000_000)}</code></p>`), 'twin'],
  ['a megabyte of opening brackets', page(`<p>${'['.repeat(1_000_000)}</p>`), 'twin'],
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
    const warnings = stdout.match(/^warning .*/gm) ?? [];
    const leftOut = stdout.match(/^ {2}left out: .*/gm) ?? [];
    if (outcome === 'twin') expect(tree['odd.md']).toMatch(/^---\n/);
    else expect(tree['odd.md']).toBeUndefined();
    expect(warnings).toEqual(outcome === 'refused' ? [expect.stringMatching(/ odd\.html +no-twin +.*over the limit of/)] : []);
    expect(leftOut).toEqual(outcome === 'no page' ? ['  left out: odd.html: not a page'] : []);
  });
});
