import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTree, runCli, writeFiles } from '../support/cli.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Odd</title></head><body><main><h1>Odd</h1><p>Before.</p>${body}<p>After.</p></main></body></html>`;
const paragraph = `<p>${'Ten words of which nobody will ever read the last. '.repeat(20)}</p>\n`;

/** What is there in place of the twin is the line that says why. */
const tooDeep = /^warning +no-twin +no twin: .* nested .* over the limit of /;
const notAPage = /^ {2}left out: not a page$/;
const odd: [name: string, html: string | Buffer, outcome: 'twin' | RegExp][] = [
  ['20,000 nested tags', page(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`), tooDeep],
  ['20,000 nested lists', page('<ul><li>'.repeat(20_000)), tooDeep],
  ['100,000 spaces in a pre', page(`<pre>a${' '.repeat(100_000)}b</pre>`), 'twin'],
  ['100,000 spaces in a paragraph', page(`<p>a${' '.repeat(100_000)}b</p>`), 'twin'],
  ['a page of 10 MB', page(paragraph.repeat(10_000)), 'twin'],
  ['a table of 300 × 300', page(`<table>${`<tr>${'<td>x</td>'.repeat(300)}</tr>`.repeat(300)}</table>`), 'twin'],
  ['unclosed tags', page('<p><b>one<p><i>two<ul><li>three<li>four'), 'twin'],
  ['mis-nested tags', page('<b><i>one</b></i><p><div>two</p></div><table><p>three</table>'), 'twin'],
  ['NUL bytes', Buffer.from(page('<p>a\0b</p>')), 'twin'],
  ['a page without any content', '<!doctype html><html><head><title>Nothing</title></head><body></body></html>', 'twin'],
  ['an empty file', '', notAPage],
  ['text without a tag', 'Just text.', notAPage],
  ['50,000 links in a paragraph', page(`<p>${'<a href="/">x</a> '.repeat(50_000)}</p>`), 'twin'],
  ['a megabyte of backticks', page(`<p><code>${'`'.repeat(1_000_000)}</code></p>`), 'twin'],
  ['a megabyte of opening brackets', page(`<p>${'['.repeat(1_000_000)}</p>`), 'twin'],
];

describe('a page that would break a converter: a twin, or one line that names the page and the reason; the rest is built', () => {
  let folder: string;
  let lines: readonly string[];
  let tree: Readonly<Record<string, string>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-'));
    const pages = odd.map(([, html], at) => [`out/odd-${at}.html`, html]);
    writeFiles(folder, { 'out/index.html': page('<p>Fine.</p>'), ...Object.fromEntries(pages) });
    const { code, stdout, stderr } = await runCli('build', ['twin', 'out', '--url', 'https://docs.example'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    lines = stdout.split('\n');
    tree = readTree(join(folder, 'out'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('an ordinary page among them has its twin', () => {
    expect(tree['index.md']).toContain('Fine.');
  });

  it.each(odd.map(([name, , outcome], at) => [name, at, outcome] as const))('%s', (_, at, outcome) => {
    const [file, twin] = [`odd-${at}.html`, tree[`odd-${at}.md`]];
    const reasons = lines.filter((line) => line.includes(file) && /no-twin|left out/.test(line));
    if (outcome === 'twin') {
      expect(reasons).toEqual([]);
      expect(twin).toMatch(/^---\n/);
    } else {
      expect(twin).toBeUndefined();
      expect(reasons.map((line) => line.replace(/ *odd-\d+\.html:?/, ''))).toEqual([expect.stringMatching(outcome)]);
    }
  });
});
