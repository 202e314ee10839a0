import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localServers } from './fixtures/local-servers.ts';
import { page, twinned } from './fixtures/twinned.ts';

/* What a result of the search holds: the lines that answer, whole, and little else. */

const dull = (times: number): string => '<p>Here stand words of no weight, in a row and in order.</p>'.repeat(times);
const code = (lines: number, word: string): string =>
  `<pre><code class="language-sh">${Array.from({ length: lines }, (_, at) => (at === lines - 3 ? `run ${word} --now` : `step ${at} of many`)).join('\n')}</code></pre>`;
const long = (word: string): string => `<p>Some ${word} in a long row of words.</p>`.repeat(450);
/** Lines of 100 characters. */
const lines = (times: number): string => `${'a'.repeat(99)}\n`.repeat(times);
const row = (name: string, meaning: string): string => `<tr><td>${name}</td><td>${meaning}</td></tr>`;

const site = {
  'index.html': page('Home', '<p>Read all of it.</p>'),
  'code.html': page('Kilns', `${dull(40)}<p>So:</p>${code(50, 'zirconia')}${dull(40)}`),
  'long-code.html': page('Ovens', `${dull(10)}${code(400, 'magnesia')}${dull(10)}`),
  'table.html': page(
    'Glazes',
    `<table><thead><tr><th>Glaze</th><th>Meaning</th></tr></thead><tbody>${row('plain', 'one of many glazes').repeat(200)}${row('celadon', 'a green one')}</tbody></table>`,
  ),
  'line.html': page(
    'Wheels',
    `<p>${'Turn it with care. '.repeat(200)}The flywheel is heavy.${' Turn it with care.'.repeat(200)}</p>`,
  ),
  'end.html': page('Rims', `<p>${'Turn it with care. '.repeat(200)}The spokes are at the end.</p>`),
  'names.html': page(
    'Names',
    `${dull(30)}<p>Write <code>&lt;name&gt;_docsize</code> or &lt;name&gt;_docsize for the trimming.</p>${dull(30)}`,
  ),
  // Before `word` in the alphabet of the index, and rare.
  'worcester.html': page('Worcester', '<p>The ware of Worcester.</p>'),
  'again.html': page('Bricks', `${'<p>Mullite is here.</p>'.repeat(10)}${dull(40)}<p>Cordierite meets mullite.</p>${dull(40)}`),
  'dull-1.html': page('Dull', dull(31)),
  'dull-2.html': page('Dull', dull(32)),
  'quote.html': page(
    'Quotes',
    `${dull(30)}<blockquote><p>First.</p><p>The saggar holds it.</p><p>Last.</p></blockquote>${dull(30)}`,
  ),
  'near.html': page('Near', `<pre>${lines(190)}The pyrometer is read.\n${lines(20)}</pre>`),
  'far.html': page('Far', `<pre>${lines(201)}The bolometer is read.\n${lines(20)}</pre>`),
  'same.html': page(
    'Lustre',
    `<p>What stands before.</p><h2>Lustre</h2>${long('dullness')}<p>The raku is quenched.</p>${long('reduction')}<p>The saltglaze is thrown.</p>`,
  ),
  'grog.html': page('Grog', '<h2 id="size">Size</h2><p>Grog is sieved to <a href="names.html">a millimetre</a>.</p>'),
  'old/grog.html': page('Grog', '<h2 id="size">Size</h2><p>Grog is sieved to <a href="../names.html">a millimetre</a>.</p>'),
  'changelog.html': page('Changelog', '<h2 id="one">Bisque</h2><p>The bisque takes longer.</p>'),
  'kiln.html': page('Kiln', '<h2 id="two">Bisque</h2><p>The bisque takes longer, as it is done here now.</p>'),
  'how.html': page('How to do what you want', '<p>How to do what you want: do it, and you can do what you want.</p>'),
  'for.html': page('For loops', '<p>A for loop.</p>'),
  'de.html': page('Töpfern', '<h2 id="ton">Ton</h2><p>Der Ton wird geknetet.</p>', 'de'),
  'was.html': page('Was ist das', '<p>Was ist das? Was das ist, ist das.</p>', 'de'),
};

interface Result {
  readonly url: string;
  readonly markdown: string;
  readonly passage?: string;
}

const { serve } = localServers();
const folder = await twinned(site, '--mcp');
let base = await serve({ dir: folder });

const ask = async (question: string): Promise<{ results: Result[]; note?: string }> =>
  (await (await fetch(`${base}/api/v1/search?q=${encodeURIComponent(question)}`)).json()) as { results: Result[] };
const first = async (question: string): Promise<Result> => (await ask(question)).results[0]!;
const pathsOf = async (question: string): Promise<string[]> =>
  (await ask(question)).results.map(({ url }) => url.replace('https://docs.example', ''));

describe('the passage of a result', () => {
  it.each<[question: string, url: string, passage: RegExp]>([
    // A block of code is whole.
    ['zirconia', '/code.html', /^So:\n\n```sh\nstep 0 of many\n[\s\S]*\nrun zirconia --now\n[\s\S]*\n```/m],
    // A longer one is cut between its lines, and is still a block.
    ['magnesia', '/long-code.html', /^```sh\nstep \d+ of many\n[\s\S]*\nrun magnesia --now\n[\s\S]*\n```$/m],
    ['celadon', '/table.html', /^\| Glaze \| Meaning \|\n\| --- \| --- \|\n[\s\S]*\| celadon \| a green one \|$/],
    ['flywheel', '/line.html', /^…(?:with )?care[\s\S]*The flywheel is heavy\.[\s\S]*…$/],
    ['spokes', '/end.html', /^…[\s\S]{1400,}The spokes are at the end\.$/],
    // A line with both words goes before many with one.
    ['mullite cordierite', '/again.html', /Cordierite meets mullite/],
    ['trimming', '/names.html', /^Write `<name>_docsize` or \\<name>_docsize for the trimming\.$/m],
    ['saggar', '/quote.html', /^> First\.\n>\n> The saggar holds it\.\n>\n> Last\.$/m],
    ['pyrometer', '/near.html', /^The pyrometer is read\.$/m],
  ])('%s', async (question, url, passage) => {
    const found = await first(question);
    expect(found.url.replace('https://docs.example', '')).toBe(url);
    expect(found.passage).toMatch(passage);
    expect(found.passage).not.toMatch(/^[>\s]*\n|\n[>\s]*$/);
    expect(found.passage!.length).toBeLessThan(1_600);
  });

  it('looks at 20,000 characters of a section', async () => {
    const { url, passage } = await first('bolometer');
    expect([url, passage]).toEqual(['https://docs.example/far.html', expect.not.stringMatching(/bolometer/)]);
  });

  it('is shorter from the fourth result on', async () => {
    const { results } = await ask('words of no weight stand in a row');
    expect(results.map(({ passage }) => passage!.length > 400)).toEqual([true, true, true, false, false]);
  });

  it('is left out, and so is what fetch gives, above the limit of a document', async () => {
    const post = async (name: string, given: object): Promise<any> => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
      const headers = { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-11-25' };
      const answer = await fetch(`${base}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) });
      return ((await answer.json()) as any).result;
    };
    const grow = async (bytes: number): Promise<void> => {
      const file = join(folder, 'grog.md');
      appendFileSync(file, 'x'.repeat(bytes - statSync(file).size));
      base = await serve({ dir: folder });
    };
    await grow(2_000_000);
    expect((await post('fetch', { url: '/grog.md' })).isError).toBeUndefined();
    await grow(2_000_001);
    expect((await post('fetch', { url: '/grog.md' })).content[0].text).toMatch(/more than 2000000 bytes/);
    expect((await first('grog millimetre')).passage).toMatch(/sieved/);
    await grow(2_097_153);
    const { results } = await ask('grog millimetre');
    expect(results.find(({ url }) => url.endsWith('/grog.html#size') && !url.includes('old'))?.passage).toBeUndefined();
  });
});

describe('the results', () => {
  it.each<[question: string, markdown: string]>([
    ['raku quenched', '/same.parts/lustre.2.md'],
    ['saltglaze thrown', '/same.parts/lustre.3.md'],
  ])('%s leads to the part that holds it, %s', async (question, markdown) => {
    const found = await first(question);
    expect(found.markdown).toBe(`https://docs.example${markdown}`);
    expect(found.passage).toContain(question.split(' ')[1]);
  });

  it('the same section of two pages is one', async () => {
    expect((await pathsOf('grog sieved millimetre')).filter((path) => path.endsWith('grog.html#size')).length).toBe(1);
  });

  it('what is precedes what changed', async () => {
    expect((await pathsOf('bisque takes longer')).slice(0, 2)).toEqual(['/kiln.html#two', '/changelog.html#one']);
  });

  it.each<[question: string, path: string]>([
    ['How do I read what the pyrometer says, and can you do it?', '/near.html'],
    ['Was ist das, was man Ton nennt, und wie wird er geknetet?', '/de.html#ton'],
    // Alone they are words like others.
    ['for loop', '/for.html'],
    ['how to do what you want', '/how.html'],
  ])('%s: %s', async (question, path) => {
    expect((await pathsOf(question))[0]).toBe(path);
  });

  it.each<[words: number, note: RegExp | undefined]>([
    [16, undefined],
    [17, /^Only the 16 rarest words of the question were searched for, 1 were not\.$/],
  ])('of %i words', async (words, note) => {
    const known = 'stand words weight row order read turn care flywheel heavy write name docsize trimming bisque firing longer';
    const answer = await ask(known.split(' ').slice(0, words).join(' '));
    expect(answer.results.length).toBe(5);
    if (note) expect(answer.note).toMatch(note);
    else expect(answer.note).toBeUndefined();
  });

  it('the rarest words of a question are searched for', async () => {
    const rare =
      'zirconia magnesia celadon flywheel saggar pyrometer bolometer raku saltglaze millimetre bisque quench thrown spokes';
    expect(await pathsOf(`${rare} trimming docsize worcester`)).toContain('/worcester.html');
  });

  it('as Markdown: a heading for each, with the document, and the passage', async () => {
    const answer = await fetch(`${base}/api/v1/search?q=saggar`, { headers: { accept: 'text/markdown' } });
    expect(await answer.text()).toMatch(
      /^# Results\n\n## \[Quotes\]\(https:\/\/docs\.example\/quote\.md\) \([\d,]+ tokens\)\n\n[\s\S]*> The saggar holds it\.\n/,
    );
  });
});
