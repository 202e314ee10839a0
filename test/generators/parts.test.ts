import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import supertest from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Piece, summaryOfPiece } from '../../build/generators/parts/part-lines.ts';
import type { SectionNode } from '../../build/generators/parts/section-tree.ts';
import { createProxy } from '../../proxy/index.ts';
import { runWarm, sharedFolder, writeFiles } from '../support/cli.ts';
import { twinInMemory } from '../support/twin-in-memory.ts';

const url = 'https://docs.example';
const sentence = (of: string, at: number): string => `Sentence ${at} of ${of} says what ${of} does in case ${at}.`;
const paragraphs = (of: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `<p>${sentence(of, at)}</p>`).join('\n');
/** A page of 280,000 characters: sections, terms, a long list, a table, and code of 3,000 characters. */
const manual = `<!doctype html><html lang="en"><head><title>Manual</title></head><body><main><h1>Manual</h1><p>How to read it. See <a href="#gamma">gamma</a>.</p>
${['alpha', 'beta', 'gamma'].map((name) => `<section id="${name}"><h2>The ${name}</h2>${paragraphs(name, 20)}</section>`).join('\n')}
<h2 id="Reference">Reference</h2><p>All classes. Back to <a href="#alpha">alpha</a>.</p>
<dl>${Array.from({ length: 40 }, (_, at) => `<dt id="lib.Class${at}"><strong>class</strong> Class${at}(<em>a</em>, <em>b</em>)</dt><dd>${paragraphs(`Class${at}`, 100)}</dd>`).join('\n')}</dl>
<h2 id="Über uns">Über uns</h2><ul>${Array.from({ length: 600 }, (_, at) => `<li>${sentence('item', at)}</li>`).join('\n')}</ul>
<h2 id="code">Code</h2>${paragraphs('code', 300)}<pre>${'# not a heading\n\n'.repeat(200)}</pre><table><tr><th>k</th></tr>${'<tr><td>v</td></tr>'.repeat(100)}</table>
</main></body></html>`;
const link = (href: string): string => `<a href="${href}">${href}</a>`;
const short = `<title>Short</title><main><h1>Short</h1><p>Nothing more. ${['manual#beta', 'manual.html#lib.Class7', 'manual#%C3%9Cber%20uns', 'manual', 'manual#none'].map(link).join(', ')}.</p><pre>](${url}/manual.md#beta)</pre></main>`;

const partsIn = (tree: Record<string, string>): string[] => Object.keys(tree).filter((file) => file.includes('.parts/'));

describe('a page of 280,000 characters', () => {
  const folder = sharedFolder();
  let tree: Record<string, string>;
  let parts: string[];
  let app: supertest.Agent;
  const build = (html: string): Promise<Record<string, string>> =>
    twinInMemory({ 'manual.html': html, 'short.html': short }, { url });
  beforeAll(async () => {
    tree = await build(manual);
    parts = partsIn(tree);
    writeFiles(join(folder, 'out'), { 'manual.html': manual, 'short.html': short });
    const { code, stderr } = await runWarm(['twin', 'out', '--url', url], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    app = supertest.agent(createProxy({ dir: join(folder, 'out'), watch: false }));
  });

  it('is complete at its URL, below an outline with a link and the size of each section', () => {
    const twin = tree['manual.md']!;
    expect(twin.length).toBeGreaterThan(280_000);
    const outline = twin.slice(0, twin.indexOf('\nHow to read it.'));
    expect(outline).toMatch(/\n- \[The alpha\]\(https:\/\/docs\.example\/manual\.parts\/alpha\.md\) \([\d,]+ tokens\)\n/);
    expect(outline).toContain('](https://docs.example/manual.parts/lib.Class7.md) (');
    expect(twin).toContain(sentence('Class39', 99));
  });

  it('has every sentence within the first 20,700 characters of some document', () => {
    const starts = ['manual.md', ...parts].map((file) => tree[file]!.slice(0, 20_700)).join('\n');
    const sentences = [...manual.matchAll(/Sentence \d+ of \w+ says[^<]*/g)].map(([text]) => text);
    expect(sentences.filter((text) => !starts.includes(text))).toEqual([]);
  });

  it('has no part above the limit, and no part splits code or a table', () => {
    expect(parts.filter((file) => tree[file]!.length > 20_000)).toEqual([]);
    const code = parts.filter((file) => tree[file]!.includes('# not a heading'));
    expect(code.map((file) => tree[file]!.split('# not a heading').length - 1)).toEqual([200]);
    const table = parts.filter((file) => tree[file]!.includes('| v |'));
    expect(table.map((file) => tree[file]!.split('| v |').length - 1)).toEqual([100]);
  });

  it('has no part above the limit with many links to anchors of the page, which become longer', async () => {
    const links = (of: number): string => Array.from({ length: 30 }, (_, at) => `<a href="#s${(of + at) % 14}">n</a>`).join(' ');
    const sections = Array.from(
      { length: 14 },
      (_, at) =>
        `<h2 id="s${at}">S${at}</h2>${Array.from({ length: 1 + at }, () => `<p>${links(at)} ${sentence('s', at).repeat(4)}</p>`).join('')}`,
    );
    const own = await build(`<title>Links</title><main><h1>Links</h1>${sections.join('')}</main>`);
    const lengths = partsIn(own).map((file) => own[file]!.length);
    expect(Math.max(...lengths)).toBeGreaterThan(15_000);
    expect(lengths.filter((length) => length > 20_000)).toEqual([]);
  });

  it('has titles of parts without the marks of Markdown, and with the marks of names', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((one) => `<a href="/a/long/address/of/${one}">${one}</a>`).join(' ');
    const titles = [
      '_data/list.js',
      'snake_case',
      '<em>all</em> of <code>it</code>',
      '__init__',
      '<code>*_a</code>',
      '<a href="/b">b[0]</a>',
      letters,
    ];
    const sections = titles.map((title, at) => `<h2 id="s${at}">${title}</h2><p>${sentence('s', at).repeat(300)}</p>`);
    const own = await build(`<title>Names</title><main><h1>Names</h1>${sections.join('')}</main>`);
    expect(partsIn(own).map((file) => /^title: "?([^"\n]*)/m.exec(own[file]!)?.[1])).toEqual([
      'Names',
      '_data/list.js',
      'snake_case',
      'all of it',
      '__init__',
      '*_a',
      'b[0]',
      'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z',
    ]);
  });

  it('has no parts if it consists of links', async () => {
    const items = Array.from({ length: 900 }, (_, at) => `<dt><a href="/p${at}">Page ${at}</a>, what it is about</dt>`).join('');
    const own = await build(
      `<title>Index</title><main><h1>Index</h1><h2 id="a">A</h2><dl>${items}</dl><h2 id="b">B</h2><dl>${items}</dl></main>`,
    );
    expect(Math.max(...Object.values(own).map((text) => text.length))).toBeGreaterThan(60_000);
    expect(partsIn(own)).toEqual([]);
  });

  it('has parts of which indexes link only the first: the outline, with the text before the first section', () => {
    for (const file of ['llms-full.txt', 'sitemap.xml']) expect(tree[file]).not.toContain('.parts/');
    const line = /^- \[Manual\]\(https:\/\/docs\.example\/manual\.md\): .* \([\d,]+ tokens, \[outline\]\((.*)\)\)$/m;
    for (const file of ['llms.txt', 'sitemap.md']) {
      expect(line.exec(tree[file]!)?.[1]).toBe('https://docs.example/manual.parts/contents.md');
      expect(tree[file]!.split('.parts/')).toHaveLength(2);
    }
    const contents = tree['manual.parts/contents.md']!;
    const [head, outline = ''] = contents.split('\n\nSections of this page, each a document of its own:\n\n');
    expect(head!.split('\n').at(-1)).toMatch(/^How to read it\./);
    expect(tree['manual.md']).toContain(`\n\n${outline.trimEnd()}\n\n---\n`);
    expect(contents).not.toContain('Sentence 0 of alpha');
  });

  it('has parts that state their title, position and neighbours', () => {
    expect(tree['manual.parts/beta.md']).toMatch(
      new RegExp(
        [
          '^---\ntitle: The beta\npart_of: https://docs.example/manual.md\ncanonical_url: https://docs.example/manual#beta\ntokens: \\d+\n---\n',
          '# The beta\n',
          '> Part of \\[Manual\\]\\(https://docs.example/manual.md\\)\\. Previous: \\[The alpha\\]\\(https://docs.example/manual.parts/alpha.md\\)\\. Next: \\[The gamma\\]\\(https://docs.example/manual.parts/gamma.md\\)\\.\n',
          'Sentence 0 of beta',
        ].join('\n'),
      ),
    );
    expect(tree['manual.parts/Reference.md']).toContain('Back to [alpha](https://docs.example/manual.parts/alpha.md#alpha)');
  });

  it.each([
    ['manual#beta', '/manual.parts/beta.md#beta'],
    ['manual.html#lib.Class7', '/manual.parts/lib.Class7.md#lib.Class7'],
    ['manual#%C3%9Cber%20uns', '/manual.parts/%C3%9Cber-uns.md#%C3%9Cber%20uns'],
    ['manual', '/manual.md'],
    ['manual#none', '/manual.md#none'],
  ])('a link from another page to %s leads to %s', (href, target) => {
    expect(tree['short.md']).toContain(`[${href}](${url}${target})`);
  });

  it('a link in the code of another page stays as it is', () => {
    expect(tree['short.md']).toContain(`\n](${url}/manual.md#beta)\n`);
  });

  it.each<[path: string, links: string[]]>([
    [
      '/manual.parts/beta.md',
      [
        '<https://docs.example/manual#beta>; rel="canonical"',
        '</manual#beta>; rel="alternate"; type="text/html"',
        '</manual.md>; rel="up"; type="text/markdown"',
        '</manual.parts/alpha.md>; rel="prev"; type="text/markdown"',
        '</manual.parts/gamma.md>; rel="next"; type="text/markdown"',
      ],
    ],
    [
      '/manual.parts/lib.Class3.md',
      [
        '<https://docs.example/manual#lib.Class3>; rel="canonical"',
        '</manual.parts/Reference.md>; rel="up"; type="text/markdown"',
      ],
    ],
    ['/manual.parts/%C3%9Cber-uns.md', ['<https://docs.example/manual#%C3%9Cber%20uns>; rel="canonical"']],
  ])('%s is served with links to its page and neighbours', async (path, links) => {
    const answer = await app.get(path);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(answer.headers.link!.split(', ')).toEqual(expect.arrayContaining(links));
    expect(answer.headers['x-markdown-tokens']).toMatch(/^\d+$/);
    const again = await app.get(path).set('If-None-Match', answer.headers.etag!);
    expect([again.status, again.headers.link]).toEqual([304, answer.headers.link]);
  });

  it('openapi.json describes the parts by one template', () => {
    const { paths } = JSON.parse(tree['.well-known/openapi.json']!);
    expect(paths['/{page_path}.parts/{part}.md'].get.operationId).toBe('getPagePart');
    expect(Object.keys(paths).filter((path) => path.includes('.parts/'))).toEqual(['/{page_path}.parts/{part}.md']);
  });

  it('keeps the URLs of its parts when another section grows', async () => {
    const grown = await build(
      manual.replace('<h2>The beta</h2>', `<h2>The beta</h2><h3 id="new">New</h3>${paragraphs('new', 700)}`),
    );
    expect(partsIn(grown)).toEqual(expect.arrayContaining(parts));
    const text = (file: string, of: typeof tree): string => of[file]!.replace(/^(?:> Part|tokens:) .*/gm, '');
    const others = parts.filter((each) => !/beta|contents/.test(each));
    for (const file of others) expect(text(file, grown)).toBe(text(file, tree));
  });

  it('a table of contents of its own is not repeated below the outline', async () => {
    const names = ['alpha', 'beta', 'gamma', 'delta'];
    const contents = `<ol>${names.map((name) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ol>`;
    const built = await build(
      `<title>Manual</title><main><h1>Manual</h1><p>Read it.</p>${contents}<p>Or not.</p>${names.map((name) => `<h2 id="${name}">${name}</h2>${paragraphs(name, 120)}`).join('')}</main>`,
    );
    for (const file of ['manual.md', 'manual.parts/contents.md']) {
      expect([file, built[file]!.includes('](#alpha)')]).toEqual([file, false]);
      expect(built[file]).toMatch(/Read it\.\n\nOr not\./);
    }
  });

  it('the stated size of a part is the size of its document', () => {
    for (const file of parts) {
      const stated = new RegExp(`/${file.replaceAll('.', '\\.')}\\).* \\(([\\d,]+) tokens\\)$`, 'm').exec(
        tree['manual.md']!,
      )?.[1];
      const tokens = Number(/^tokens: (\d+)$/m.exec(tree[file]!)![1]);
      if (stated) expect([file, Math.abs(Number(stated.replace(',', '')) / tokens - 1) < 0.1]).toEqual([file, true]);
    }
  });

  it('a section in several parts: each names its subsections, and links lead to the part with their anchor', async () => {
    const options = Array.from({ length: 60 }, (_, at) => `<h3 id="opt${at}">opt${at}</h3>${paragraphs(`opt${at}`, 12)}`);
    const built = await build(
      `<title>Options</title><main><h1>Options</h1><h2 id="all">All options</h2>${options.join('\n')}<h2 id="last">Last</h2><p>See <a href="#opt55">opt55</a>.</p></main>`,
    );
    const pieces = partsIn(built).filter((file) => /\.parts\/all/.test(file));
    expect(pieces.length).toBeGreaterThan(2);
    const held = (file: string): string[] => [...built[file]!.matchAll(/^### (opt\d+)$/gm)].map(([, name]) => name!);
    for (const file of pieces.slice(1)) {
      const line = built['manual.md']!.split('\n').find((each) => each.includes(`/${file})`))!;
      expect(line.match(/opt\d+/g)).toEqual(held(file));
    }
    const holder = pieces.find((file) => held(file).includes('opt55'));
    expect(built['manual.parts/last.md']).toContain(`[opt55](https://docs.example/${holder}#opt55)`);
  });

  it('a term in code is complete in its part, and its first line names it', async () => {
    const terms = ['sort', 'find'].map(
      (name) => `<dt id="${name}"><pre>func ${name}(a: T;\n  b: T)</pre></dt><dd>${paragraphs(name, 400)}</dd>`,
    );
    const built = await build(`<title>Code</title><main><h1>Code</h1><h2 id="all">All</h2><dl>${terms.join('')}</dl></main>`);
    const part = built['manual.parts/sort.md']!;
    expect(part).toContain('\n# func sort(a: T;\n');
    expect(part).toContain('\n```\nfunc sort(a: T;\n  b: T)\n```\n');
  });

  it.each<[section: string, file: string, title: string, canonical: string]>([
    ['<a name="v1"></a>\n<h2>First version</h2>', 'v1', 'First version', 'manual#v1'],
    ['<a id="v1"></a><!-- --><h2>First version</h2>', 'v1', 'First version', 'manual#v1'],
    ['<a id="v1">Above</a><h2>First version</h2>', 'first-version', 'First version', 'manual'],
    ['<h2>1.0 What it does</h2>', '1.0-what-it-does', '1.0 What it does', 'manual'],
  ])('%s: a separate part', async (section, file, title, canonical) => {
    const built = await build(
      `<title>Manual</title><main><h1>Manual</h1>${section}${paragraphs('it', 100)}<h2>End</h2>${paragraphs('end', 400)}</main>`,
    );
    // Described by its first sentence.
    expect(built['manual.md']).toContain(`\n- [${title}](${url}/manual.parts/${file}.md): Sentence 0 of it `);
    const part = built[`manual.parts/${file}.md`]!;
    expect(part).toContain(`title: ${/^\d/.test(title) ? `"${title}"` : title}\n`);
    expect(part).toContain(`canonical_url: ${url}/${canonical}\n`);
    expect(part).toContain(sentence('it', 0));
  });

  it.each<[what: string, content: string, openings: string]>([
    [
      'a list: the first words of some items',
      `<ul>${Array.from({ length: 600 }, (_, at) => `<li>term${at} ${'means it '.repeat(6)}</li>`).join('')}</ul>`,
      'term0 means it means it, \\S+, ',
    ],
    ['paragraphs and code', `<p>To begin with it. Then.</p><pre>x</pre>${paragraphs('it', 500)}`, 'To begin with it\\. \\('],
  ])('a page without headings, %s', async (_, content, openings) => {
    const { 'manual.md': twin } = await build(`<title>Terms</title><main><h1>Terms</h1>${content}</main>`);
    expect(twin).toMatch(new RegExp(`\\n- \\[Terms \\(1 of \\d\\)\\]\\([^)]*/manual\\.parts/contents\\.md\\): ${openings}`));
    expect(twin).toMatch(/\n- \[Terms \(2 of \d\)\]\([^)]*\/manual\.parts\/contents\.2\.md\): \w.* \([\d,]+ tokens\)\n/);
  });

  it('a page without headings, lines, a rule, and a table and code in a quote: text without the marks of Markdown', async () => {
    const quote = '<blockquote><table><tr><th>k</th></tr><tr><td>v1</td></tr></table><pre>x</pre></blockquote>';
    const long = [1, 2, 3].map((at) => `<p>${sentence('it', at).repeat(200)}</p>`).join('');
    const own = await build(
      `<title>T</title><main><h1>T</h1><p><b>One</b><br>two<br><code>*x</code></p><hr>${quote}${long}</main>`,
    );
    expect(own['manual.md']).toMatch(/\n- \[T \(1 of \d\)\]\([^)]*\): Sentence 1 of it says .* \(/);
  });

  it('an outline too long for one document: its first lines and the names of all sections', async () => {
    const sections = Array.from({ length: 400 }, (_, at) => `<h2 id="v${at}">Version ${at}</h2>${paragraphs(`v${at}`, 2)}`);
    const built = await build(`<title>Changes</title><main><h1>Changes</h1>${sections.join('')}</main>`);
    const start = built['manual.md']!.slice(0, 20_000);
    const named = Array.from({ length: 400 }, (_, at) => new RegExp(`\\bVersion ${at}\\b`).test(start));
    expect(named).not.toContain(false);
    const contents = partsIn(built).filter((file) => file.includes('/contents'));
    expect(contents.length).toBeGreaterThan(1);
    for (const file of contents) expect(start).toContain(`](${url}/${file}): Version `);
    const listed = contents.flatMap((file) => [...built[file]!.matchAll(/^- \[Version \d+\]/gm)]);
    expect(listed.length).toBe(400);
  });

  it('the command writes the same bytes', () => {
    for (const file of ['manual.md', ...parts]) expect(readFileSync(join(folder, 'out', file), 'utf8')).toBe(tree[file]);
  });

  it.each([
    ['a list before the first section', ''],
    ['an opening of several documents', paragraphs('opening', 600)],
  ])('an outline links only to sections, whatever the page contains: %s', async (_, opening) => {
    const evil = '<a href="https://evil.example">evil</a>';
    const heading = (text: string, id: string): string => `<h2 id="${id}">${text}</h2>${paragraphs('section', 400)}`;
    const hostile = `<!doctype html><html lang="en"><head><title>x](https://evil.example) [y</title></head><body><main><h1>Page</h1><ul><li>${evil}</li></ul>${opening}
${heading('x](https://evil.example) [y', 'a](https://evil.example)')}${heading(evil, 'b')}${heading('c\u0085- [evil](https://evil.example)', 'c\u2028- [evil](https://evil.example)')}
${heading('`d', 'd')}${heading('e`<b>', 'e')}<h3><ul><li>${evil}</li></ul></h3></main></body></html>`;
    const { 'manual.md': twin = '' } = await build(hostile);
    const tokens = new MarkdownIt({ html: true }).parse(twin, {});
    const from = tokens.findIndex(({ content }) => content === 'Sections of this page, each a document of its own:');
    const list = tokens.slice(
      from,
      tokens.findIndex(({ type, level }, at) => at > from && type === 'bullet_list_close' && level === 0),
    );
    const links = list.flatMap(({ children }) => children ?? []).flatMap(({ attrs }) => new Map(attrs ?? []).get('href') ?? []);
    expect(links.length).toBeGreaterThanOrEqual(5);
    expect(links.filter((link) => !String(link).startsWith(`${url}/manual.parts/`))).toEqual([]);
    expect(twin.split(/[\n\v\f\u0085\u2028\u2029]/)).toEqual(twin.split('\n'));
    const items = twin
      .slice(twin.indexOf('Sections of'), twin.indexOf('\n---\n', twin.indexOf('Sections of')))
      .split('\n')
      .slice(2, -1);
    expect(items.filter((line) => !/^ *- \[[^\]]*\]\(https:\/\/docs\.example\/manual\.parts\/[^)]*\)/.test(line))).toEqual([]);
  });

  it.each([
    ['a page', 'manual.parts/alpha.html', short, 'manual.parts/alpha.md', 'Nothing more.'],
    ['the site', 'manual.parts/alpha.md', 'Theirs.\n', 'manual.parts/alpha.md', 'Theirs.\n'],
  ])('never overwrites the file of %s: the part gets another name', async (_, file, text, kept, content) => {
    const page = `<title>Manual</title><main><h1>Manual</h1><h2 id="alpha">The alpha</h2>${paragraphs('alpha', 200)}<h2>End</h2>${paragraphs('end', 200)}</main>`;
    const made = await twinInMemory({ 'manual.html': page, [file]: text }, { url });
    expect(made[kept] ?? text).toContain(content);
    expect(made['manual.parts/alpha-2.md']).toContain('Sentence 0 of alpha');
    expect(made['manual.md']).toContain('](https://docs.example/manual.parts/alpha-2.md)');
    expect(made['manual.md']).not.toContain('manual.parts/alpha.md');
  });
});

it('a site without long pages has no parts and no path for them', async () => {
  const documents = await twinInMemory({ 'short.html': short }, { url });
  expect(partsIn(documents)).toEqual([]);
  expect(documents['.well-known/openapi.json']).not.toContain('.parts/');
});

it.each<[what: string, inner: readonly string[], listed: readonly string[], summary: string]>([
  ['its first sentence, without sections', [], [], 'A first sentence.'],
  ['the name of its only section', ['Alpha'], [], 'Alpha'],
  ['the name of the only section that has a document', [], ['Beta'], 'Beta'],
  ['the names of all its sections', ['Alpha'], ['Beta'], 'Alpha, Beta'],
])('the summary of a part is %s', (_, inner, listed, summary) => {
  const named = (headings: readonly string[]) => headings.map((heading) => ({ heading, isTerm: false }) as SectionNode);
  const piece = { own: 'A first sentence. Another.', inner: named(inner), listed: named(listed) } as unknown as Piece;
  expect(summaryOfPiece(piece)).toBe(summary);
});
