import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstNames } from '../../build/contract/std/words.ts';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Odd</title></head><body><main><h1>Odd</h1><p>Before.</p>${body}<p>After.</p></main></body></html>`;
const paragraph = `<p>${'Ten words of which nobody will ever read the last. '.repeat(20)}</p>\n`;

const odd: readonly (readonly [name: string, html: string | Buffer, outcome: 'twin' | 'no page' | 'refused'])[] = [
  ['20,000 nested tags', page(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`), 'refused'],
  ['20,000 nested lists', page('<ul><li>'.repeat(20_000)), 'refused'],
  ['100,000 spaces in a pre', page(`<pre>a${' '.repeat(100_000)}b</pre>`), 'twin'],
  ['100,000 spaces in a paragraph', page(`<p>a${' '.repeat(100_000)}b</p>`), 'twin'],
  ['a page of 3 MB', page(paragraph.repeat(3_000)), 'twin'],
  ['a table of 150 × 150', page(`<table>${`<tr>${'<td>x</td>'.repeat(150)}</tr>`.repeat(150)}</table>`), 'twin'],
  ['unclosed tags', page('<p><b>one<p><i>two<ul><li>three<li>four'), 'twin'],
  ['mis-nested tags', page('<b><i>one</b></i><p><div>two</p></div><table><p>three</table>'), 'twin'],
  ['NUL bytes', Buffer.from(page('<p>a\0b</p>')), 'twin'],
  ['a page without any content', '<!doctype html><html><head><title>Nothing</title></head><body></body></html>', 'no page'],
  [
    'a page without title that a script fills',
    '<html><head><title></title></head><body><div><p>Loading...</p><div id="results"></div><script src="fill.js"></script></div></body></html>',
    'no page',
  ],
  ['an empty file', '', 'no page'],
  ['text without a tag', 'Just text.', 'no page'],
  ['20,000 links in a paragraph', page(`<p>${'<a href="/">x</a> '.repeat(20_000)}</p>`), 'twin'],
  ['300,000 backticks', page(`<p><code>${'`'.repeat(300_000)}</code></p>`), 'twin'],
  ['300,000 opening brackets', page(`<p>${'['.repeat(300_000)}</p>`), 'twin'],
];

const twin = (cwd: string) => runWarm(['twin', 'out', '--url', 'https://docs.example'], { cwd });

describe('an extreme page: a twin, or one line that names the page and the limit; the rest is built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-limits-'));
  const rows = odd.map(([name, html, outcome], at) => ({ name, html, outcome, file: `odd-${at}` }));
  const made = rows.filter(({ outcome }) => outcome !== 'refused');
  let tree: Record<string, string>;
  beforeAll(async () => {
    writeFiles(join(folder, 'out'), Object.fromEntries(made.map(({ html, file }) => [`${file}.html`, html])));
    const { code, stdout, stderr } = await twin(folder);
    expect([code, stderr, stdout.match(/^warning .*/gm)]).toEqual([0, '', null]);
    const noPages = made
      .filter(({ outcome }) => outcome === 'no page')
      .map(({ file }) => `${file}.html`)
      .sort();
    expect(stdout.match(/^ {2}left out: .*/gm)).toEqual([`  left out: ${firstNames(noPages)}: not a page`]);
    tree = readTree(join(folder, 'out'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(made)('$name: $outcome', ({ outcome, file }) => {
    if (outcome === 'twin') expect(tree[`${file}.md`]).toMatch(/^---\n/);
    else expect(tree[`${file}.md`]).toBeUndefined();
  });

  it.each(rows.filter(({ outcome }) => outcome === 'refused'))('$name: $outcome', async ({ html }) => {
    const folder = temporaryFolder();
    writeFiles(join(folder, 'out'), { 'index.html': page('<p>Fine.</p>'), 'odd.html': html });
    const { code, stdout, stderr } = await twin(folder);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/^warning .*/gm)).toEqual([
      expect.stringMatching(/ odd\.html +no-twin +no twin: has .*more than [\d,]+ /),
    ]);
    const tree = readTree(join(folder, 'out'));
    expect(tree['index.md']).toContain('Fine.');
    expect(tree['odd.md']).toBeUndefined();
  });
});
