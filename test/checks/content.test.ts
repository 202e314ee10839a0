import { describe, expect, it } from 'vitest';
import { content, findingsOf, html, linesOf, origin, rewrite, type Seed } from './seed.ts';

const fence = '```';
const note = (name: string): string => `[^${name}] has no note, and is shown as text`;

describe('h1', () => {
  it.each<[main: string, expected: readonly string[]]>([
    ['<p>x</p>', ['warning a.html the page has no H1']],
    ['<h1>One</h1>\n<h1>Two</h1>', ['warning a.html:11 the page has 2 H1 headings: "One", "Two"']],
    ['<h1>One</h1>', []],
    ['<h1><img src="/yes.png" alt="One"></h1>', []],
    ['<h1>One</h1><pre><code>&lt;h1&gt;Two&lt;/h1&gt;</code></pre>', []],
    ['<h1>One</h1><template><h1>Two</h1></template>', []],
    ['<h1>One</h1><div hidden><h1>Two</h1></div>', []],
    ['<div><h1 style="display:none">One</h1><h1>Two</h1></div>', ['warning a.html:10 the page has 2 H1 headings: "One", "Two"']],
  ])('%j', (main, expected) => {
    expect(linesOf('h1', { pages: { 'a.html': html('Page a', main) } })).toEqual(expected);
  });

  it.each<[file: string, head: string]>([
    ['404.html', ''],
    ['old.html', '<meta http-equiv="refresh" content="0; url=/a">'],
  ])('%s needs none', (file, head) => {
    expect(linesOf('h1', { pages: { [file]: html('x', '<p>x</p>', head) } })).toEqual([]);
  });
});

describe('unclosed-fence in a twin', () => {
  const twin = (body: string): string[] => linesOf('unclosed-fence', { bodies: { 'a.html': body }, isFound: true });

  it.each<[body: string, expected: string]>([
    [`${fence}js\nx`, `error a.md:12 the fence ${fence}js is never closed`],
    ['~~~\nx', 'error a.md:12 the fence ~~~ is never closed'],
    [`~~~\nx\n${fence}`, 'error a.md:12 the fence ~~~ is never closed'],
    [`${fence}${fence}\nx\n${fence}`, `error a.md:12 the fence ${fence}${fence} is never closed`],
    [`${fence}\nx\n${fence}js`, `error a.md:12 the fence ${fence} is never closed`],
    [`x\n\n${fence}\na\n${fence}\n\n${fence}\nb`, `error a.md:18 the fence ${fence} is never closed`],
    [`> ${fence}\n> x\n\ny\n\n${fence}\nz\n${fence}`, `error a.md:12 the fence ${fence} is never closed`],
    [`- ${fence}\n  x\n- ${fence}\n  y\n  ${fence}`, `error a.md:12 the fence ${fence} is never closed`],
  ])('%j', (body, expected) => {
    expect(twin(body)).toEqual([expected]);
  });

  it('in each of two list items', () => {
    expect(twin('- ~~~\n  x\n- ~~~\n  y')).toEqual([
      'error a.md:12 the fence ~~~ is never closed',
      'error a.md:14 the fence ~~~ is never closed',
    ]);
  });

  it.each<string>([
    `${fence}\nx\n${fence}`,
    `${fence}md\n~~~\n${fence}`,
    `${fence}${fence}\n${fence}\nx\n${fence}${fence}`,
    `~~~~\n~~~\nx\n~~~~~`,
    `- x\n\n  ${fence}\n  y\n  ${fence}\n- z`,
    `- ${fence}\n  x\n  ${fence}\n- ${fence}\n  y\n  ${fence}`,
    `> ${fence}\n> x\n> ${fence}`,
    `1. > ${fence}\n   > x\n   > ${fence}`,
    `    ${fence}\n    indented code`,
    `An inline ${fence}fence${fence} in text.`,
    `x\n${fence}\ny\n${fence}   `,
    'No fence at all.',
  ])('%j is no defect', (body) => {
    expect(twin(body)).toEqual([]);
  });
});

describe('unclosed-fence in the Markdown of a page', () => {
  const page = (source: string, body: string): string[] =>
    linesOf('unclosed-fence', { bodies: { 'a.html': body }, sources: { 'a.html': ['site/a.md', source] } });

  it.each<[source: string, body: string, expected: readonly string[]]>([
    [
      `---\ntitle: A\n---\n# A\n\n${fence}js\nx\n`,
      `${fence}js\nx\n${fence}`,
      [`error site/a.md:6 the fence ${fence}js is never closed`],
    ],
    [`# A\n\n${fence}js\nx\n${fence}\n`, `${fence}js\nx\n${fence}`, []],
    ['# A\n\n~~~~\nx\n~~~', `${fence}\nx\n~~~\n${fence}`, ['error site/a.md:3 the fence ~~~~ is never closed']],
    ['# A\n\n~~~\nx\n\n', `${fence}\nx\n${fence}`, ['error site/a.md:3 the fence ~~~ is never closed']],
  ])('%j', (source, body, expected) => {
    expect(page(source, body)).toEqual(expected);
  });
});

describe('unknown-syntax', () => {
  const of = (markdown: string, body = markdown, starter = true): string[] =>
    linesOf('unknown-syntax', {
      sources: { 'a.html': ['site/a.md', `---\ntitle: Page a\n---\n# Page a\n\n${markdown}\n`] },
      bodies: { 'a.html': body },
      ...(starter && { starter }),
    });

  it.each<[markdown: string, found: readonly [line: number, message: string][]]>([
    ['::: code-group\n\nx\n\n:::', [[6, '"::: code-group" is shown as text']]],
    [':::cards\n:::', [[6, '":::cards" is shown as text']]],
    ['!!! note "Title"\n    Text', [[6, '"!!! note" is shown as text']]],
    ['??? info\n    Text', [[6, '"??? info" is shown as text']]],
    ['=== "npm"', [[6, '"=== "" is shown as text']]],
    ['{{< youtube x >}}', [[6, '"{{< youtube" is shown as text']]],
    ['See {{% ref "a" %}}.', [[6, '"{{% ref" is shown as text']]],
    ['{% include note.html %}', [[6, '"{% include" is shown as text']]],
    ['See [[Other page|it]] here.', [[6, '"[[Other page|it]]" is shown as text']]],
    ['[[TOC]]', [[6, '"[[TOC]]" is shown as text']]],
    ['{:toc}', [[6, '"{:toc" is shown as text']]],
    ['A box {.wide}', [[6, '"{.wide}" is shown as text']]],
    ["import Tabs from '@theme/Tabs'", [[6, `"import Tabs from '@theme/Tabs'" is shown as text`]]],
    ['export const x = 1', [[6, '"export const" is shown as text']]],
    ['New <Badge type="tip" text="x" /> here', [[6, '<Badge> is a component, of which browsers show nothing']]],
    ['An Array<String> of them', [[6, '<String> is a component, of which browsers show nothing']]],
  ])('%j', (markdown, found) => {
    expect(of(markdown)).toEqual(found.map(([line, message]) => `warning site/a.md:${line} ${message}`));
    expect(of(markdown, markdown, false)).toEqual([]);
  });

  it.each<[markdown: string, body?: string]>([
    ['::: tip\nText\n:::', '> [!TIP]\n> Text\n\nWritten `::: tip`:\n\n```md\n::: tip\n```'],
    ['[[toc]]', '- [One](#one)'],
    ['```md\n::: code-group\n[[toc]]\n<Badge />\n```'],
    ['`<Badge>` and `[[toc]]` and ``a ` <Badge /> b``'],
    ['In VitePress, ::: code-group shows tabs.'],
    ['<div><svg><linearGradient/></svg></div> <DIV> <br>'],
    ['[[1, 2], [3, 4]], {x = 1}, {{ message }}, {% raw %}'],
  ])('%j is no defect', (markdown, body) => {
    expect(of(markdown, body)).toEqual([]);
  });
});

describe('incomplete-markdown', () => {
  const of = (markdown: string, starter = true): string[] =>
    linesOf('incomplete-markdown', {
      sources: { 'a.html': ['site/a.md', `---\ntitle: Page a\n---\n${markdown}\n`] },
      ...(starter && { starter }),
    });

  it.each<[markdown: string, found: readonly [line: number, message: string][]]>([
    ['::: tip\nText', [[4, '"::: tip" is never closed, and holds all that follows']]],
    ['::: tip\nText\n\n::: details\nx\n:::', [[4, '"::: tip" is not closed before "::: details" in line 7']]],
    [
      '::: tip\n::: details\nx\n:::\n:::\n\ny[^1]',
      [
        [4, '"::: tip" is not closed before "::: details" in line 5'],
        [10, note('1')],
      ],
    ],
    ['x\n\n:::', [[6, '":::" closes nothing, and is shown as text']]],
    [':::: tip\n::: tabs\nx\n:::\n::::', [[5, '"::: tabs" holds no tab']]],
    ['::: code-group\nx\n:::', [[4, '"::: code-group" holds no code']]],
    ['::: steps\n- x\n:::', [[4, '"::: steps" holds no numbered list']]],
    ['::: cards\nx\n:::', [[4, '"::: cards" holds no list']]],
    ['::: file-tree\nx\n:::', [[4, '"::: file-tree" holds no list']]],
    ['A mark[^9] of nothing.', [[4, note('9')]]],
    ['x\n\n[^9]: A note.', [[6, 'the note [^9]: is shown nowhere']]],
    ['See [x](my page.md).', [[4, '"[x](my page.md)" is shown as text: its target has a space']]],
    [`${fence}js {9}\nx\n${fence}`, [[4, '{9} marks a line that the code does not have: it has 1']]],
    [`${fence}js {x}\nx\n${fence}`, [[4, '{x} marks nothing']]],
  ])('%j', (markdown, found) => {
    expect(of(markdown)).toEqual(found.map(([line, message]) => `warning site/a.md:${line} ${message}`));
    expect(of(markdown, false)).toEqual([]);
  });

  it.each<string>([
    ':::: tip\n::: tabs\n== One\nx\n:::\n::::',
    `::: code-group\n${fence}sh [npm]\nx\n${fence}\n:::\n\n::: code-group\n<<< @/a.js\n:::`,
    '::: steps\n1. x\n:::\n\n- in a list\n\n  ::: tip\n  x\n  :::',
    'x[^1] and `[^2]`, \\[^3]\n\n[^1]: A note.',
    '[x](<my page.md>) [x](page.md "my title") [x](page.md) `[x](my page.md)` [x]({{ a page }})',
    `${fence}js title="{a}" {1,2-3}\nx\ny\nz\n${fence}`,
    `${fence}md\n::: tip\n[^9]\n${fence}`,
    '<!--\n::: tip\n-->',
    '::: unknown\nx\n:::',
  ])('%j is no defect', (markdown) => {
    expect(of(markdown)).toEqual([]);
  });
});

it('similar-urls', () => {
  expect(linesOf('similar-urls', { pages: { 'a/index.html': content('Other') } })).toEqual([
    'warning a.html /a and /a/ are two pages; the other is a/index.html',
  ]);
});

describe('localhost-url', () => {
  const page = (main: string, head = '', url = origin): string[] =>
    linesOf('localhost-url', { pages: { 'a.html': html('Page a', content('Page a', main), head) }, settings: { url } });

  it.each<[main: string, expected: string]>([
    [
      '<img src="http://localhost:8080/x.png" alt="x">',
      'error a.html:11 http://localhost:8080/x.png is a URL of the building machine',
    ],
    ['<script src="//127.0.0.1/x.js"></script>', 'error a.html:11 //127.0.0.1/x.js is a URL of the building machine'],
    [
      '<a href="http://localhost:8080/about">x</a>',
      'warning a.html:11 http://localhost:8080/about is a URL of the building machine',
    ],
    ['<a href="https://[::1]/x">x</a>', 'warning a.html:11 https://[::1]/x is a URL of the building machine'],
  ])('%s', (main, expected) => {
    expect(page(main)).toEqual([expected]);
    expect(page(main, '', 'http://localhost:8080')).toEqual([]);
  });

  it('the canonical URL', () => {
    expect(page('', '<link rel="canonical" href="http://localhost:8080/a">')).toEqual([
      'error a.html:1 the canonical URL http://localhost:8080/a names the building machine',
    ]);
  });

  it.each<string>([
    '<a href="http://localhost:8080">x</a>',
    '<a href="http://localhost:8080/">x</a>',
    '<code>http://localhost:8080/about</code>',
    '<p>http://localhost:8080/about</p>',
    '<a href="https://localhost.example.com/x">x</a>',
    '<a href="/localhost/x">x</a>',
    '<a href="https://elsewhere.test/?u=http://localhost/x">x</a>',
    '<a href="mailto:root@localhost">x</a>',
    '<a href="http://[x">x</a>',
  ])('%s is no defect', (main) => {
    expect(page(main)).toEqual([]);
  });
});

describe('parity', () => {
  it.each<[ratio: number, expected: readonly string[]]>([
    [0.98996, ['error a.html:1 the twin of /a holds 98.9 % of the page; lost: link "https://elsewhere.test/"']],
    [0, ['error a.html:1 the twin of /a holds 0.0 % of the page; lost: link "https://elsewhere.test/"']],
    [0.9996, ['error a.html:1 the twin of /a holds 99.9 % of the page; lost: link "https://elsewhere.test/"']],
  ])('%d', (ratio, expected) => {
    expect(
      linesOf('parity', { parity: { 'a.html': { ratio, lost: { fact: 'link', first: 'https://elsewhere.test/' } } } }),
    ).toEqual(expected);
  });

  it('names the line of the first loss', () => {
    const seed: Seed = {
      parity: { 'a.html': { ratio: 0.5, lost: { fact: 'text', first: 'Lost words' } } },
      sources: { 'a.html': ['site/a.md', '# A\n\nKept words\n\n<x-y>*Lost* words</x-y>\n'] },
    };
    expect(linesOf('parity', seed)).toEqual([
      'error site/a.md:5 the twin of /a holds 50.0 % of the page; lost: text "Lost words"',
    ]);
  });
});

describe('oversize', () => {
  it.each<[length: number, body: string, expected: readonly RegExp[]]>([
    [99_000, 'x', []],
    [100_100, 'x', [/^warning a\.html a\.md has 100,\d{3} characters; agents read 100,000 characters at most$/]],
    [100_100, `${'x'.repeat(9_000)}\n\n## Part\n\n`, []],
  ])('a twin of %d characters from %j', (length, body, expected) => {
    const bodies = { 'a.html': body.repeat(Math.ceil(length / body.length)) };
    expect(linesOf('oversize', { bodies }).filter((line) => line.includes('a.md'))).toEqual(
      expected.map((pattern) => expect.stringMatching(pattern)),
    );
  });

  it.each<[artifact: string, length: number, expected: readonly RegExp[]]>([
    ['llms.txt', 100_000, []],
    ['llms.txt', 100_001, [/^warning llms\.txt .*; agents read 100,000/]],
    ['sitemap.md', 1_000_000, []],
    ['sitemap.md', 1_000_001, [/^warning sitemap\.md .*; agents read 1,000,000/]],
    ['llms-full.txt', 2_000_000, []],
    ['.well-known/openapi.json', 2_000_000, []],
    ['sitemap.xml', 2_000_000, []],
    ['robots.txt', 2_000_000, []],
  ])('%s of %d characters', (artifact, length, expected) => {
    expect(linesOf('oversize', { artifacts: rewrite(artifact, (body) => body.padEnd(length)) })).toEqual(
      expected.map((pattern) => expect.stringMatching(pattern)),
    );
  });
});

describe('front-matter', () => {
  const find = (source: string, starter = true): unknown[] =>
    findingsOf({ sources: { 'a.html': ['site/a.md', source] }, ...(starter && { starter }) })
      .filter(({ check }) => check === 'front-matter')
      .map(({ severity, file, line, fix }) => [severity, file, line, fix]);

  it.each<[key: string, meant: string]>([
    ['titel', 'title'],
    ['descripton', 'description'],
    ['redirect-from', 'redirect_from'],
    ['last_mod', 'lastmod'],
    ['oder', ''],
    ['noIndex', 'noindex'],
    ['secton', 'section'],
  ])('%s suggests %j', (key, meant) => {
    expect(find(`---\n# note\n${key}: x\n---\n# Page a\n`)).toEqual(
      meant ? [['warning', 'site/a.md', 3, `Did you mean "${meant}"?`]] : [],
    );
  });

  it('titel on a site that added the plugin is a valid key', () => {
    expect(find('---\ntitel: x\n---\n# Page a\n', false)).toEqual([]);
  });

  it.each([
    ['---\ntitle:A\n---\n# A\n', 2, 'Write a space: "title: A".'],
    ['\n \n---\ntitle: A\norder: 1\n---\n# A\n', 1, 'Remove the empty lines before it.'],
    ['\r\n---\r\ntitle: A\r\n---\r\n# A\r\n', 1, 'Remove the empty lines before it.'],
    ['\n---\n\nA rule, and text: so.\n\n---\n', undefined, ''],
    ['---\nurl:https\n---\n# A\n', undefined, ''],
  ])('%j', (source, line, fix) => {
    expect(find(source)).toEqual(line ? [['warning', 'site/a.md', line, fix]] : []);
  });

  it.each([
    'title: A\ntitel: my own',
    'sections:\n  - titel: x\n  - descripton: y',
    'data: x\nborder: y\ntitles: a\nname: b\nauthor: c\nimage: d\ntag: e\nolder: f\ntile: g\ndates: h\nsubtitle: i\nsummary: j',
    'draft: true\nlayout: x\ntags: [a]\neleventyNavigation:\n  key: x',
    'text: |\n  titel: x',
  ])('%j is no defect', (frontMatter) => {
    expect(find(`---\n${frontMatter}\n---\n# Page a\n\ntitel: no key\n`)).toEqual([]);
  });
});

describe('empty-page', () => {
  const script = '<script src="/app.js"></script>';
  const long = 'Shoes of many colours, by post, to all countries. '.repeat(60);
  const find = (body: string, head = script): string[] =>
    linesOf('empty-page', {
      pages: { 'c/a.html': html('Page c', '', head).replace(/<main>.*<\/main>/s, body) },
      files: ['app.js', 'chart.js'],
    });

  it.each([
    ['<noscript>You need to enable JavaScript.</noscript><h1>Shop</h1><div id="root"></div>', 'scripts fill <div id="root">'],
    ['<main><div id="app"></div></main>', 'scripts fill <div id="app">'],
    ['<header>Shop</header><div id="app">Loading…</div><footer>© Shop</footer>', 'scripts fill <div id="app">'],
    ['<main><h1>Products</h1><product-list></product-list></main>', 'scripts fill <product-list>'],
    ['<main></main>', 'scripts fill <main>'],
    ['<div id="menu"></div><main><div id="app"></div></main>', 'scripts fill <div id="app">'],
  ])('%s', (body, cause) => {
    expect(find(body)).toEqual([expect.stringContaining(`c/a.html says next to nothing without JavaScript: ${cause}`)]);
  });

  it.each([
    ['<main><h1>Thank you</h1><p>We write soon.</p></main><div id="overlay"></div>', script],
    ['<header><div id="logo"></div></header><h1>Tags</h1>', script],
    [`<main><h1>Chart</h1><p>${long}</p><div id="chart"></div></main>`, script],
    ['<main><h1>Nothing</h1><div id="box"></div></main>', ''],
    ['<main><h1>Map</h1><div id="map"><img src="/map.png" alt="Map"></div></main>', script],
  ])('%s, with %j in the head, is no defect', (body, head) => {
    expect(find(body, head)).toEqual([]);
  });
});

describe('canonical-mismatch of most pages', () => {
  const head = (url: string): string => `<link rel="canonical" href="${url}">`;
  const away = (...files: readonly string[]): Record<string, string> =>
    Object.fromEntries(files.map((file) => [file, html('x', '<h1>x</h1>', head(`https://other.example/${file}`))]));

  it.each<[what: string, pages: Record<string, string>, lines: number]>([
    ['two of two', away('a.html', 'b.html'), 1],
    ['one of one', away('a.html'), 0],
    ['two of four', { ...away('a.html', 'b.html'), ...own('c', 'd') }, 0],
    ['three of five', { ...away('a.html', 'b.html', 'e.html'), ...own('c', 'd') }, 1],
  ])('%s canonical URLs are of another site', (_, pages, lines) => {
    expect(linesOf('canonical-mismatch', { pages }).filter((line) => line.includes('of another site')).length).toBe(lines);
  });

  function own(...names: readonly string[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [`${name}.html`, html('x', '<h1>x</h1>', head(`${origin}/${name}`))]));
  }
});
