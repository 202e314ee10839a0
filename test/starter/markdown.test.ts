import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readTree, runWarm, sharedFolder, temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { writeSmallSite } from '../support/small-site.ts';
import { buildClean, documentOf } from './built-site.ts';

const fence = '```';

/** A file that pages include. */
const included = '// #region one\n  one();\n    two();\n// #endregion\n';

/** Constructs: the Markdown of the author, the Markdown of the twin, and marks of the page that the twin cannot show. */
const constructs: readonly (readonly [name: string, source: string, twin: string, html: readonly string[]])[] = [
  [
    'task list',
    '- [ ] open, see [a link](https://example.org/)\n- [x] **done**\n- [X]\n- [x](https://example.org/x) is a link\n',
    '- [ ] open, see [a link](https://example.org/)\n- [x] **done**\n- [X]\n- [x](https://example.org/x) is a link',
    [
      '<label class="task"><input type="checkbox" disabled=""> open',
      '<input type="checkbox" disabled="" checked=""> <strong>done',
    ],
  ],
  [
    'alert',
    '> [!NOTE]\n> One *line*.\n>\n> - and a list\n\n> [!other] no alert\n\n> [!tip](/) a link\n',
    '> [!NOTE]\n> One *line*.\n>\n> - and a list\n\n> \\[!other] no alert\n\n> [!tip](https://www.example.com/index.md) a link',
    ['<div class="callout note" role="note">\n<p class="callout-title">Note</p>', '<blockquote>'],
  ],
  [
    'alert with a custom title',
    '> [!TIP] Own *title*\n> Text.\n\n> [!danger] Alone\n',
    '> [!TIP]\n> **Own *title***\n>\n> Text.\n\n> [!CAUTION]\n> **Alone**',
    ['<div class="callout tip" role="note">\n<p class="callout-title">Own <em>title</em></p>\n<p>Text.</p>'],
  ],
  [
    'indented code',
    'Text\n\n    a <b>\n      {.c}\n\n- one\n\n      in it\n',
    `Text\n\n${fence}\na <b>\n  {.c}\n${fence}\n\n- one\n\n  ${fence}\n  in it\n  ${fence}`,
    ['<pre tabindex="0"><code>a &lt;b&gt;\n  {.c}\n</code></pre>'],
  ],
  [
    'attributes',
    'A line. {.lead .big}\n\n![x](/a.png){width=200px} and **New**{.badge} [it](/){rel="me" .x}\n\n- one {#one}\n- two\n{.tight}\n\n| a | b |\n|:-:|---|\n| c {.d} | e |\n\n{.wide}\n\n> quote\n\n{: .kramdown}\n',
    'A line.\n\n![x](https://www.example.com/a.png) and **New** [it](https://www.example.com/index.md)\n\n- one\n- two\n\n| a | b |\n| :---: | --- |\n| c | e |\n\n> quote',
    [
      '<p class="lead big">A line.</p>',
      '<img src="/a.png" alt="x" width="200"',
      '<strong class="badge">New</strong> <a href="/" rel="me" class="x">it</a></p>',
      '<ul class="tight">\n<li id="one">one</li>',
      '<table class="wide">',
      '<th class="align-center">a</th>',
      '<td class="d align-center">c</td>',
      '<blockquote class="kramdown">',
    ],
  ],
  [
    'braces as text',
    'Set {a}, {x=1}, `{.b}`, {style="x"}, \\{.c}, the set {.d} within, ${{ e }}{.f} {{ g }}\n\n{.nothing before}\n',
    'Set {a}, {x=1}, `{.b}`, {style="x"}, {.c}, the set {.d} within, ${{ e }}{.f} {{ g }}\n\n{.nothing before}',
    ['{.d} within'],
  ],
  [
    'code group',
    `::: code-group\n${fence}sh [npm]\nnpm i x\n${fence}\n${fence}js title="__a__.js" {1}\nx()\n${fence}\n\n${fence}py\ny()\n${fence}\n:::\n`,
    `**npm**\n\n${fence}sh\nnpm i x\n${fence}\n\n**\\_\\_a\\_\\_.js**\n\n${fence}js\nx()\n${fence}\n\n**py**\n\n${fence}py\ny()\n${fence}`,
    [
      'role="group" aria-label="npm, __a__.js, py">',
      'checked="">\n<label for="tab-1-1">npm</label>\n<div class="tabbed-content">\n<div class="code" data-language="sh">\n<pre tabindex="0"><code class="language-sh">',
      '<span class="line marked">',
    ],
  ],
  [
    'cards and link cards',
    '::: cards\n- **Fast** **New**{.badge}\n\n  Text.\n- [Read on](/)\n\n  More.\n:::\n',
    '- **Fast** **New**\n\n  Text.\n\n- [Read on](https://www.example.com/index.md)\n\n  More.',
    ['<div class="cards">\n<ul>\n<li>\n<p><strong>Fast</strong> <strong class="badge">New</strong></p>'],
  ],
  [
    'file tree',
    '::: file-tree\n- site/\n  - index.md\n  - **about.md** the page\n- package.json\n:::\n',
    '- site/\n  - index.md\n  - **about.md** the page\n- package.json',
    ['<div class="file-tree">\n<ul>\n<li>site/\n<ul>\n<li>index.md</li>'],
  ],
  [
    'alert that begins with a block',
    '> [!WARNING]\n>\n> ```sh\n> rm -r x\n> ```\n',
    `> [!WARNING]\n> ${fence}sh\n> rm -r x\n> ${fence}`,
    [],
  ],
  [
    'container',
    ':::tip\nPlain.\n:::\n\n::: danger Do *not* do it\nTwo.\n\nParagraphs.\n:::\n\n::: unknown\ntext\n:::\n',
    '> [!TIP]\n> Plain.\n\n> [!CAUTION]\n> **Do *not* do it**\n>\n> Two.\n>\n> Paragraphs.\n\n::: unknown text :::',
    ['<p class="callout-title">Do <em>not</em> do it</p>'],
  ],
  [
    'containers in containers',
    ':::: details How `it` works\nText.\n\n::: note\nInner.\n:::\n::::\n',
    '**How `it` works**\n\nText.\n\n> [!NOTE]\n> Inner.',
    ['<details>\n<summary>How <code>it</code> works</summary>'],
  ],
  [
    'footnotes',
    'First[^a], second[^long] and first[^a] again.\n\n::: note Title\nText.\n:::\n\n[^a]: A **note**.\n[^long]: One\n\n    Two\n',
    'First[^1], second[^2] and first[^1] again.\n\n> [!NOTE]\n> **Title**\n>\n> Text.\n\n[^1]: A **note**.\n\n[^2]: One\n\n    Two',
    ['<div class="footnotes">', 'id="fnref1:1"'],
  ],
  [
    'bare URLs',
    'See https://example.org/a_b_c, www.example.org/a_(b)? and ada@example.org; not site.md, www.x, awww.example.org, nor `www.code.example`.\n',
    'See <https://example.org/a_b_c>, [www.example.org/a_(b)](http://www.example.org/a_(b))? and <ada@example.org>; not site.md, www.x, awww.example.org, nor `www.code.example`.',
    ['<a href="https://example.org/a_b_c">'],
  ],
  ['strikethrough', 'It was ~~red~~ blue.\n', 'It was ~~red~~ blue.', ['<s>red</s>']],
  [
    'definition list',
    'Hinge\n: What joins two panels.\n\nPanel\n: One.\n: Two.\n',
    '- **Hinge**: What joins two panels.\n\n- **Panel**\n\n  One.\n\n  Two.',
    ['<dl>\n<dt>Hinge</dt>'],
  ],
  ['marked text', 'Read ==this== first; a == b is no mark.\n', 'Read <mark>this</mark> first; a == b is no mark.', []],
  [
    'tabs',
    '::: tabs\n== npm\n- one\n== pnpm *x*\n```sh\npnpm add x\n```\n\n== yarn\ntext\n== not one\n:::\n',
    `**npm**\n\n- one\n\n**pnpm *x***\n\n${fence}sh\npnpm add x\n${fence}\n\n**yarn**\n\ntext\n\n**not one**`,
    ['<input type="radio" name="tabs-1" id="tab-1-1" checked="">', 'aria-label="npm, pnpm x, yarn, not one"'],
  ],
  [
    'tabs in tabs',
    ':::: tabs\n== A\n::: tabs\n== A1\none\n== A2\ntwo\n:::\n== B\nthree\n::::\n',
    '**A**\n\n**A1**\n\none\n\n**A2**\n\ntwo\n\n**B**\n\nthree',
    ['id="tab-2-2"', 'id="tab-1-2"'],
  ],
  [
    'table without a name of its first column',
    '| | A |\n|---|---|\n| b | c |\n',
    '|  | A |\n| --- | --- |\n| b | c |',
    ['<td></td>\n<th>A</th>'],
  ],
  [
    'steps',
    '::: steps\n1. Install\n\n   ```sh\n   npm i\n   ```\n2. Run\n:::\n',
    `1. Install\n\n   ${fence}sh\n   npm i\n   ${fence}\n\n2. Run`,
    ['<div class="steps">'],
  ],
  [
    'figure',
    '![Two panels](/a.png "Open, seen *from above*")\n\nA ![small](/a.png "title") one.\n',
    '![Two panels](https://www.example.com/a.png)\n\nOpen, seen *from above*\n\nA ![small](https://www.example.com/a.png "title") one.',
    ['<figure><img src="/a.png" alt="Two panels" fetchpriority="high">\n<figcaption>'],
  ],
  [
    'coloured code',
    `${fence}ts\n/* two\n   lines */\nconst a: string = \`x \${b} <i>\`; // & so on\n${fence}\n`,
    `${fence}ts\n/* two\n   lines */\nconst a: string = \`x \${b} <i>\`; // & so on\n${fence}`,
    [
      '<pre tabindex="0"><code class="language-ts"><span class="tk-c">/* two\n   lines */</span>',
      '<span class="tk-k">const</span>',
    ],
  ],
  [
    'code with a title, marks and numbers',
    `${fence}js title="src/a.js" {2,4-5} lineNumbers\na();\n/* b\n\nc */\nd();\n${fence}\n`,
    `**src/a.js**\n\n${fence}js\na();\n/* b\n\nc */\nd();\n${fence}`,
    [
      '<figcaption>src/a.js</figcaption>',
      'class="language-js numbered"',
      '<span class="line marked"><span class="tk-c">/* b\n</span></span><span class="line"><span class="tk-c">\n</span></span>',
    ],
  ],
  [
    'code of an unknown language, and without a language',
    `${fence}mermaid\ngraph LR; A-->B\n${fence}\n\n${fence}__proto__\nx\n${fence}\n\n${fence}\nplain <b>\n${fence}\n\n~~~{1}\none\n~~~\n`,
    `${fence}mermaid\ngraph LR; A-->B\n${fence}\n\n${fence}__proto__\nx\n${fence}\n\n${fence}\nplain <b>\n${fence}\n\n${fence}\none\n${fence}`,
    ['<code class="language-mermaid">', 'LR; A--&gt;B\n</code>', '<code class="language-__proto__">x\n</code>'],
  ],
  [
    'code with comments that mark lines',
    `${fence}js\na(); // [!code --]\nb(); /* [!code ++] */\n// [!code focus:2]\nc();\nd(); // [!code highlight]\ne(); // [!code error]\nf(); // [!code warning]\n${fence}\n\n${fence}html\n<b>x</b> <!-- [!code ++] -->\n${fence}\n`,
    `${fence}js\na(); // [!code --]\nb(); /* [!code ++] */\nc();\nd();\ne(); // [!code error]\nf(); // [!code warning]\n${fence}\n\n${fence}html\n<b>x</b> <!-- [!code ++] -->\n${fence}`,
    ['"line removed"', '"line added"', '"line focused"', '"line focused marked"', '"line faulty"', '"line doubtful"'],
  ],
  [
    'callouts of Starlight',
    ':::note[A *title*, or two]\nText.\n:::\n\n:::caution\nText.\n:::\n',
    '> [!NOTE]\n> **A *title*, or two**\n>\n> Text.\n\n> [!CAUTION]\n> Text.',
    ['<p class="callout-title">A <em>title</em>, or two</p>'],
  ],
  [
    'code and text from files',
    '<<< @/_includes/a.js#one{1}\n\n::: code-group\n<<< ./_includes/a.js [mine]\n<<< ./_includes/a.js\n:::\n\n- item\n\n  <!--@include: ./_includes/note.md-->\n\n<!-- @include: @/_includes/note.md{4,4} -->\n\n`<<< @/x.js`\n',
    `${fence}js\none();\n  two();\n${fence}\n\n**mine**\n\n${fence}js\n${included}${fence}\n\n**a.js**\n\n${fence}js\n${included}${fence}\n\n- item\n\n  Included *text*.\n\n  Inner [home](https://www.example.com/index.md).\n\nIncluded *text*.\n\n\`<<< @/x.js\``,
    ['<span class="line marked"><span class="tk-f">one</span>();'],
  ],
  ['diff', `${fence}diff\n-old\n+new\n same\n${fence}\n`, `${fence}diff\n-old\n+new\n same\n${fence}`, ['tk-d', 'tk-i']],
  [
    'dollars and colons',
    'From $5 to $10: `:tada:` or :tada:, ${a} and $x$.\n',
    'From $5 to $10: `:tada:` or :tada:, ${a} and $x$.',
    [],
  ],
];

const sources = (rows: readonly (readonly [string, string, ...unknown[]])[]): Record<string, string> =>
  Object.fromEntries(rows.map(([name, source], at) => [`site/c${at}.md`, `# ${name}\n\n${source}`]));

/** The content of a twin below its heading. */
const bodyOf = (twin: string): string =>
  Buffer.from(twin, 'latin1')
    .toString()
    .replace(/^[\s\S]*?\n# .*\n\n/, '')
    .replace(/^> For the complete index .*\n\n/, '')
    .trimEnd();

const folder = sharedFolder();
let built: Record<string, string>;

beforeAll(async () => {
  writeSmallSite(folder);
  writeFiles(folder, {
    ...sources(constructs),
    'site/all.md': `# All of them\n\n${constructs.map(([name, source]) => `## ${name}\n\n${source}`).join('\n')}\n## Install {#setup}\n\n## Install\n`,
    'site/_public/a.png': 'x',
    'site/_includes/a.js': included,
    'site/_includes/note.md': '---\nx: 1\n---\nIncluded *text*.\n\n<!--@include: inner.md-->\n',
    'site/_includes/inner.md': 'Inner [home](/).\n',
  });
  const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
  const found = stdout.match(/^(?:error|warning).*$/gm) ?? [];
  // Unknown syntax, on its page and on the page with all constructs: one warning per kind and page.
  const unknown = [
    ['all', '{.c}'],
    ['all', '::: unknown'],
    ['c10', '::: unknown'],
    ['c5', '{.c}'],
  ].map(([page, syntax]) => expect.stringMatching(`^warning  site/${page}.md:\\d+  unknown-syntax  "${syntax}" is shown`));
  const note = 'diptych: Diagrams of Mermaid stay code; to draw them for people, run npm install beautiful-mermaid\n';
  expect({ code, stderr, found }).toEqual({ code: 0, stderr: note, found: unknown });
  built = readTree(join(folder, 'dist'));
});

it.each(constructs.map(([name, , twin, html], at) => ({ name, twin, html, at })))(
  '$name: the twin repeats the author’s Markdown, the page has the marks, and no inline style',
  ({ twin, html, at }) => {
    expect(bodyOf(built[`c${at}.md`]!)).toBe(twin);
    const page = Buffer.from(built[`c${at}.html`]!, 'latin1').toString();
    const inner = documentOf(page)
      .querySelector('main')!
      .innerHTML.replace(/ (checked|disabled)(?=[ >])/g, ' $1=""');
    for (const part of html) expect(inner).toContain(part);
    expect(page).not.toMatch(/\sstyle=/);
  },
);

it('all constructs together on one page give the same', () => {
  const twin = bodyOf(built['all.md']!);
  // Footnotes are at the end of a page.
  const parts = constructs.map(([name, , text]) => `## ${name}\n\n${text.replace(/\n\n\[\^1\]:[\s\S]*/, '')}\n`);
  for (const part of parts) expect(twin).toContain(part);
  expect(twin).toMatch(/\n## Install\n\n## Install\n\n\[\^1\]: A \*\*note\*\*\.\n\n\[\^2\]: One\n\n {4}Two$/);
  const ids = [...documentOf(built['all.html']).querySelectorAll('h2')].map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['task-list', 'setup', 'install']));
  expect(new Set(ids).size).toBe(ids.length);
});

it('diagrams, where the package that draws them is installed', async () => {
  const drawing = join(packageFolder, 'node_modules/beautiful-mermaid');
  const place = writeSmallSite(temporaryFolder());
  try {
    writeFiles(drawing, {
      'package.json': '{ "name": "beautiful-mermaid", "type": "module", "exports": "./index.js" }',
      'index.js':
        'export function renderMermaidSVG(source) {\n  if (source.startsWith("pie")) throw new Error("no pie");\n  return `<svg style="--bg:#fff"><style>x</style><g id="a">${source.length}</g><use href="url(#a)"/></svg>`;\n}\n',
    });
    const twin = `${fence}mermaid\ngraph LR\n  A["<b>"] --> B\n${fence}\n\n**Titled**\n\n${fence}mermaid\ngraph TD\n${fence}\n\n${fence}mermaid\npie\n${fence}`;
    writeFiles(place, {
      'site/a.md': `# A\n\n${twin.replace('**Titled**\n\n', '').replace('mermaid\ngraph TD', 'mermaid title="Titled"\ngraph TD')}\n`,
    });
    const { code, stderr } = await runWarm(['build'], { cwd: place });
    expect([code, stderr]).toEqual([0, 'diptych: site/a.md: a diagram stays code: no pie\n']);
    const tree = readTree(join(place, 'dist'));
    expect(bodyOf(tree['a.md']!)).toContain(`${fence}mermaid\ngraph LR\n  A["<b>"] --> B\n${fence}`);
    expect(bodyOf(tree['a.md']!)).toContain(`${fence}mermaid\ngraph TD\n${fence}`);
    expect(tree['a.html']).toContain('<svg><g id="diagram-1-a">26</g><use href="url(#diagram-1-a)"/></svg>');
    expect(tree['a.html']).toMatch(/aria-label="Titled"[\s\S]*<figcaption>Titled<\/figcaption>/);
  } finally {
    rmSync(join(packageFolder, 'node_modules'), { recursive: true, force: true });
  }
});

const formulas: typeof constructs = [
  [
    'in a line',
    'Where $E = mc^2$ and $`a_1`$, from $5 to $10.\n',
    'Where $E = mc^2$ and $a_1$, from $5 to $10.',
    ['<math><semantics>'],
  ],
  [
    'a block',
    'As\n$$\n\\sum_{i=1}^n i\n$$\nand\n\n$$x < y$$\n\n> $$\n> a\n>\n> b\n> $$\n',
    `As\n\n${fence}math\n\\sum_{i=1}^n i\n${fence}\n\nand\n\n${fence}math\nx < y\n${fence}\n\n> ${fence}math\n> a\n>\n> b\n> ${fence}`,
    ['<math display="block"'],
  ],
  [
    'a fence',
    `${fence}math\n\\color{red} x\n${fence}\n`,
    `${fence}math\n\\color{red} x\n${fence}`,
    ['<mi mathcolor="#ff0000">x</mi>'],
  ],
  ['code stays code', 'Not `$x$`, nor \\$x\\$.\n', 'Not `$x$`, nor $x$.', []],
];

it('formulas, in a site that sets "markdown"', async () => {
  const place = writeSmallSite(temporaryFolder());
  writeFiles(place, {
    ...sources(formulas),
    'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', name: 'M', markdown: { math: true } }),
  });
  const tree = await buildClean(place);
  for (const [at, [name, , twin, html]] of formulas.entries()) {
    expect(bodyOf(tree[`c${at}.md`]!), name).toBe(twin);
    for (const part of html) expect(tree[`c${at}.html`]).toContain(part);
    expect(tree[`c${at}.html`]).not.toMatch(/\sstyle=/);
  }
});

it('an invalid formula ends the build with file, line and reason', async () => {
  const place = writeSmallSite(temporaryFolder());
  writeFiles(place, {
    'site/a.md': '---\ntitle: A\n---\n# A\n\n$$\n\\foo\n$$\n',
    'site/_data/site.json': '{"url":"https://www.example.com","markdown":{"math":true}}',
  });
  const { code, stderr } = await runWarm(['build'], { cwd: place });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^diptych: site\/a\.md:6: formula \\foo: Unsupported function name: \\foo/),
  ]);
});
