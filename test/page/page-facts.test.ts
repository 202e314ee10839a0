import { describe, expect, it } from 'vitest';
import { builtPluginSite, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { twinInMemory } from '../support/twin-in-memory.ts';

const page = (head: string, content: string): string =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${content.includes('<main>') ? content : `<main>${content}</main>`}</body></html>\n`;

/** The front matter of the twins of pages. */
async function twinsOf(pages: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const twins = Object.entries(await twinInMemory(pages)).filter(
    ([file]) => file.endsWith('.md') && !['sitemap.md', 'problems.md', 'changes.md'].includes(file),
  );
  return Object.fromEntries(
    twins
      .map(([file, text]): [string, string] => [
        file,
        text
          .split('---')[1]!
          .trim()
          .replace(/\n?(?:canonical_url|tokens): .*/g, ''),
      ])
      .sort(),
  );
}

const titlesOf = (twins: Readonly<Record<string, string>>): string[] =>
  Object.values(twins).map((front) => /^title: (.*)/.exec(front)![1]!);

describe('the title of a page does not contain the name of its site', () => {
  const h1 = '<h1>A heading</h1><p>Words of the page.</p>';

  const named = '<meta property="og:site_name" content="My Site">';
  const heads = (names: readonly string[], end: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, `<title>${name}${end}</title>`]));

  it.each<[what: string, heads: Record<string, string>, titles: readonly string[]]>([
    [
      'from og:site_name, also in og:title',
      {
        index: `<title>My Site</title>${named}`,
        a: `<title>Install | My Site</title>${named}`,
        b: `<title>x</title><meta property="og:title" content="My Site – Use it">${named}`,
      },
      ['Install', 'Use it', 'My Site'],
    ],
    [
      'from the ending of most titles',
      {
        index: '<title>Garden</title>',
        ...heads(['Leek', 'Kale - a green', 'Bean'], ' · Garden'),
        Seeds: '<title>Seeds - Sowing</title>',
      },
      ['Bean', 'Kale - a green', 'Leek', 'Seeds - Sowing', 'Garden'],
    ],
    [
      'from what most titles have in brackets at their end',
      { index: '<title>Overview (Garden 1.2 API)</title>', ...heads(['Leek', 'Kale (green)', 'Bean'], ' (Garden 1.2 API)') },
      ['Bean', 'Kale (green)', 'Leek', 'Overview'],
    ],
    [
      'except on the home page, where a motto follows the name',
      { index: '<title>Garden - Grown with care</title>', ...heads(['a', 'b', 'c'], ' - Garden') },
      ['a', 'b', 'c', 'Garden - Grown with care'],
    ],
  ])('%s', async (_, heads, titles) => {
    const pages = Object.entries(heads).map(([name, head]) => [`${name}.html`, page(head, h1)]);
    expect(titlesOf(await twinsOf(Object.fromEntries(pages)))).toEqual(titles);
  });

  it('as most titles of their language end with it', async () => {
    // Titles that two languages share stay.
    const german = ['a', 'b', 'c'].map((name) => [
      `de/${name}.html`,
      page(`<title>${name} :: Garten</title>`, h1).replace('lang="en"', 'lang="de"'),
    ]);
    const english = ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.html`, page(`<title>${name} :: Garden</title>`, h1)]);
    const twins = await twinsOf(Object.fromEntries([...english, ...german]));
    expect(titlesOf(twins).sort()).toEqual([...'abcdeabc'].sort());
  });

  describe('which is the name of the index', () => {
    const og = (title: string): string => `<meta property="og:title" content="${title}">`;
    it.each<[home: string, others: (name: string) => string, name: string]>([
      ['<title>Grown with care | Garden | Kent</title>', (name) => `<title>${name} | Garden</title>`, 'Garden'],
      [
        '<title>Garden — Kale - All of it 1.2 documentation</title>',
        (name) => `<title>${name} — Kale - All of it 1.2 documentation</title>`,
        'Kale',
      ],
      ['<title>Welcome to Garden version 7.1 documentation</title>', (name) => `<title>On ${name}</title>`, 'Garden'],
      ['<title>Garden Home Page</title>', (name) => `<title>On ${name}</title>`, 'Garden'],
      ['<title>API Documentation</title>', (name) => `<title>On ${name}</title>`, 'API Documentation'],
      ['<title>Garden User Manual</title>', (name) => `<title>On ${name}</title>`, 'Garden User Manual'],
      ['<title>Garden</title>', (name) => `<title>${name} | Free garden template</title>`, 'Garden'],
      [`<title>Garden - Grown with care</title>${og('Garden')}`, (name) => `<title>${name}</title>${og(name)}`, 'Garden'],
      [
        '<title>Garden</title><meta property="og:site_name" content="The Garden">',
        (name) => `<title>${name} | Garden</title>`,
        'The Garden',
      ],
    ])('%s', async (home, titleOf, name) => {
      const others = ['leek', 'kale', 'bean'].map((name) => [`${name}.html`, page(titleOf(name), h1)]);
      const documents = await twinInMemory({ 'index.html': page(home, h1), ...Object.fromEntries(others) });
      expect(documents['llms.txt']!.split('\n')[0]).toBe(`# ${name}`);
    });
  });

  it('and the motto of the home page describes the site, once in its index', async () => {
    const head = `<title>Grown with care in Kent</title><meta name="description" content="Grown with care in Kent">`;
    const documents = await twinInMemory({
      'index.html': page(`${head}<meta property="og:site_name" content="Garden">`, h1),
    });
    const lines = documents['llms.txt']!.split('\n').filter((line) => /^(?:# |> |- )/.test(line));
    expect(lines).toEqual([
      '# Garden',
      '> Grown with care in Kent',
      expect.stringMatching(/^- \[Grown with care in Kent\]\(\S+\) \(\d+ tokens\)$/),
    ]);
  });

  it('from the setting "name"', async () => {
    const home = page('<title>Home | Own</title><meta name="description" content="A.">', h1);
    const tree = await builtPluginSite({ url: 'https://www.example.com', name: 'Own' }, { 'src/index.html': home });
    expect(tree['index.md']).toMatch(/^---\ntitle: Home\n/);
  });
});

it.each([
  '<p>2026-03-01</p>',
  '<p>Posted on <time datetime="2026-03-01">1st of March</time></p>',
  '<p><strong>Table of Contents</strong></p>',
  '<p>New in version 2.0.</p>',
  '<p>Written by <a href="/ada">Ada</a> on 12 March 2026</p>',
  '<p><a href="/">All that we grow in the garden</a> » <a href="/a">and all that grows by itself</a></p>',
])('after %s the next paragraph describes a page', async (first) => {
  const content = `<h1>A</h1>${first}<p>What this page tells of the garden, in a sentence.</p>`;
  const twins = await twinsOf({ 'a.html': page('<title>A</title>', content) });
  expect(twins['a.md']).toBe('title: A\ndescription: What this page tells of the garden, in a sentence.');
});

it.each(['', ' ', '-', '&nbsp;', '&amp;nbsp;', 'Of three words', '三字'])(
  'the description %j gives way to the first paragraph',
  async (none) => {
    const twins = await twinsOf({
      'a.html': page(
        `<title>A</title><meta name="description" content="${none}">`,
        '<h1>A</h1><p>What A is in the garden bed.</p>',
      ),
      'b.html': page(
        '<title>B</title><meta name="description" content="Q&amp;amp;A of the garden">',
        '<h1>B</h1><p>What B is in the garden bed.</p>',
      ),
    });
    expect(twins).toEqual({
      'a.md': 'title: A\ndescription: What A is in the garden bed.',
      'b.md': 'title: B\ndescription: Q&amp;A of the garden',
    });
  },
);

it.each<[what: string, body: (name: string) => string]>([
  [
    'the only H1 before the content',
    (name) => `<header><h1>On ${name}</h1></header><main><h2>Uses</h2><p>Soup in the garden bed.</p></main>`,
  ],
  [
    'the heading at the beginning of the content, once,',
    (name) => `<main><h3>On ${name}</h3><h4>Uses</h4><p>Soup in the garden bed.</p></main>`,
  ],
])('with the plugin, if all pages have the same title, %s heads the twin', async (_, body) => {
  const names = ['leek', 'kale'];
  const pages = ['index', ...names].map((name) => [`src/${name}.html`, page('<title>Garden</title>', body(name))]);
  const built = await builtPluginSite({ url: 'https://www.example.com' }, Object.fromEntries(pages));
  const headings = names.map((name) => [...built[`${name}.md`]!.matchAll(/^#+ On .*/gm)].join());
  expect(headings).toEqual(['# On leek', '# On kale']);
});

it.each<[what: string, body: string]>([
  ['a cell of options', '<table><tr><td><p>The number of seconds to wait for it.</p></td></tr></table>'],
  ['a caption', '<figure><img src="a.png" alt=""><figcaption><p>A leek in the garden of Kent.</p></figcaption></figure>'],
  ['three words', '<p>See the list.</p>'],
])('%s does not describe a page', async (_, body) => {
  const twins = await twinsOf({
    'a.html': page('<title>A</title>', `<h1>A</h1>${body}`),
    'b.html': page('<title>B</title>', `<h1>B</h1>${body}<p>What stands in the garden.</p>`),
    'c.html': page('<meta charset="utf-8"><title>C</title>', '<h1>C</h1><p>在这台计算机上安装新的字体。</p>'),
  });
  expect(twins['a.md']).not.toContain('description');
  expect(twins['c.md']).toContain('description: ');
  if (!/^<p>/.test(body)) expect(twins['b.md']).toContain('description: What stands in the garden.');
});

it.each<[folder: string, titles: readonly string[], found: readonly string[]]>([
  ['blog', ['One | Blog', 'Two | Blog', 'Blog: Three', 'Four'], ['One', 'Two', 'Three', 'Four']],
  ['blog', ['One | Blog', 'Two | Blog', 'Four', 'Five'], ['One | Blog', 'Two | Blog', 'Four', 'Five']],
  ['news', ['One | Blog', 'Two | Blog', 'Blog: Three', 'Four'], ['One | Blog', 'Two | Blog', 'Blog: Three', 'Four']],
  // Nothing would be left to tell these pages apart.
  ['blog', [...Array(3).fill('Site | Blog'), 'A', 'B', 'C', 'D'], [...Array(3).fill('Site | Blog'), 'A', 'B', 'C', 'D']],
])(
  'in the folder %s the titles %j are %j: without the name of the section, if three of them end with it',
  async (folder, titles, found) => {
    const fileAt = (at: number): string => `${folder}/${'abcdefg'[at]}`;
    const files = titles.map((title, at) => [`${fileAt(at)}.html`, page(`<title>${title}</title>`, `<p>${at}</p>`)]);
    const twins = await twinsOf({ 'index.html': page('<title>Home</title>', '<h1>Home</h1>'), ...Object.fromEntries(files) });
    expect(titles.map((_, at) => /^title: "?(.*?)"?$/m.exec(twins[`${fileAt(at)}.md`]!)![1])).toEqual(found);
  },
);

it.each(['No Title', 'Untitled Document', '&lt;no title&gt;'])('a page called %s has the title of its H1', async (title) => {
  const twins = await twinsOf({ 'a.html': page(`<title>${title}</title>`, '<h1>Leek</h1>') });
  expect(twins['a.md']).toBe('title: Leek');
});

it.each<[texts: readonly string[], said: boolean]>([
  [['All that grows here.', 'All that grows here.', 'All that grows here.'], true],
  [['All that grows here.', 'All that grows here.', 'What grows elsewhere here.'], false],
  [['All that grows here.'], false],
])('of the descriptions %j the build says whether all are the same', async (texts, said) => {
  const folder = temporaryFolder();
  const pages = texts.map((text, at) => [
    `${'abc'[at]}.html`,
    page(`<title>${at}</title><meta name="description" content="${text}">`, `<h1>${at}</h1><p>It grows in the garden.</p>`),
  ]);
  writeFiles(folder, Object.fromEntries(pages));
  const { stdout, stderr } = await runWarm(['twin', folder, '--url', 'https://www.example.com'], { cwd: temporaryFolder() });
  expect(/3 pages have the same description/.test(stdout + stderr)).toBe(said);
});

describe('metadata shared by several pages is ignored', () => {
  const notes = '<meta name="description" content="Notes of a gardener.">';
  const head = (title: string, more = ''): string => `<title>${title}</title>${more}`;
  it.each<[what: string, pages: Record<string, [head: string, body: string]>, expected: Record<string, string>]>([
    [
      'a description of all pages',
      {
        index: [head('Home', notes), '<h1>Home</h1><p>Welcome here in the garden bed.</p>'],
        a: [head('A', notes), '<h1>A</h1><p>All about leek in the garden bed.</p>'],
        b: [head('B', notes), '<h1>B</h1><p>All about kale in the garden bed.</p>'],
        list: [head('List', notes), '<h1>List</h1><ul><li>Leek</li><li>Kale</li></ul>'],
      },
      {
        index: 'title: Home\ndescription: Notes of a gardener.',
        a: 'title: A\ndescription: All about leek in the garden bed.',
        b: 'title: B\ndescription: All about kale in the garden bed.',
        list: 'title: List',
      },
    ],
    [
      'a first sentence of three pages, not of two',
      Object.fromEntries(
        ['red', 'red', 'red', 'green', 'green'].map((text, at) => [
          `p${at}`,
          [head(`P${at}`), `<h1>P${at}</h1><p>See all ${text} in the garden bed.</p><p>Own ${at} in the garden bed.</p>`],
        ]),
      ),
      {
        p0: 'title: P0',
        p1: 'title: P1',
        p2: 'title: P2',
        p3: 'title: P3\ndescription: See all green in the garden bed.',
        p4: 'title: P4\ndescription: See all green in the garden bed.',
      },
    ],
    [
      'but not a description of the home page and one more',
      {
        index: [head('Home', notes), '<h1>Home</h1><p>Welcome here in the garden bed.</p>'],
        a: [head('A', notes), '<h1>A</h1><p>All about leek in the garden bed.</p>'],
        b: [head('B', '<meta name="description" content="Kale.">'), '<h1>B</h1><p>All about kale in the garden bed.</p>'],
      },
      {
        index: 'title: Home\ndescription: Notes of a gardener.',
        a: 'title: A\ndescription: Notes of a gardener.',
        b: 'title: B\ndescription: All about kale in the garden bed.',
      },
    ],
    [
      'but not a description of three of five pages',
      Object.fromEntries(
        ['red', 'red', 'red', 'green', 'green'].map((text, at) => [
          `p${at}`,
          [
            head(`P${at}`, `<meta name="description" content="All that is ${text}.">`),
            `<h1>P${at}</h1><p>Own ${at} in the garden bed.</p>`,
          ],
        ]),
      ),
      {
        p0: 'title: P0\ndescription: All that is red.',
        p1: 'title: P1\ndescription: All that is red.',
        p2: 'title: P2\ndescription: All that is red.',
        p3: 'title: P3\ndescription: All that is green.',
        p4: 'title: P4\ndescription: All that is green.',
      },
    ],
    [
      'the name of the site with its motto, of which the home page keeps the name',
      {
        index: [head('Garden - for all'), '<h1>A</h1><p>Welcome here in the garden bed.</p>'],
        ...Object.fromEntries(
          ['a', 'b', 'c'].map((name) => [
            name,
            [head(`${name} - Garden - for all`), `<h1>H</h1><p>All about ${name} in the garden bed.</p>`],
          ]),
        ),
      },
      {
        index: 'title: Garden\ndescription: Welcome here in the garden bed.',
        a: 'title: a\ndescription: All about a in the garden bed.',
        b: 'title: b\ndescription: All about b in the garden bed.',
        c: 'title: c\ndescription: All about c in the garden bed.',
      },
    ],
    [
      'the name of the site as title',
      {
        index: [head('My Blog v9'), '<h1>Latest posts</h1><p>Here in the garden bed.</p>'],
        archive: [head('My Blog v9'), '<h1>The <code>archive</code></h1><p>All in the garden bed.</p>'],
        bare: [head('My Blog v9'), '<p>No heading in the garden bed.</p>'],
        about: [head('About me'), '<h1>Who I am</h1><p>Me in the garden bed.</p>'],
      },
      {
        index: 'title: My Blog v9\ndescription: Here in the garden bed.',
        archive: 'title: The archive\ndescription: All in the garden bed.',
        bare: 'title: My Blog v9\ndescription: No heading in the garden bed.',
        about: 'title: About me\ndescription: Me in the garden bed.',
      },
    ],
    [
      'a description that repeats the title',
      {
        whole: [
          head(
            'Leek - Garden',
            '<meta property="og:site_name" content="Garden"><meta name="description" content="Leek - Garden">',
          ),
          '<h1>Leek</h1><p>Grows long in the garden bed.</p>',
        ],
        alone: [head('Kale', '<meta name="description" content="Kale">'), '<h1>Kale</h1>'],
        ...Object.fromEntries(
          ['bean', 'pea', 'chard'].map((name) => [
            name,
            [
              head(`${name} - Garden`, `<meta name="description" content="${name} - Garden">`),
              `<h1>${name}</h1><p>About ${name} in the garden bed.</p>`,
            ],
          ]),
        ),
      },
      {
        whole: 'title: Leek\ndescription: Grows long in the garden bed.',
        alone: 'title: Kale',
        ...Object.fromEntries(
          ['bean', 'pea', 'chard'].map((name) => [name, `title: ${name}\ndescription: About ${name} in the garden bed.`]),
        ),
      },
    ],
    [
      'a paragraph below a link to another page as heading',
      {
        news: [head('News'), '<h1>News</h1><h2><a href="leek.html">Leek</a></h2><p>It grows long, and is soup in the end.</p>'],
        outer: [
          head('Outer'),
          '<h1>Outer</h1><h2><a href="https://leek.example/a">Leek</a></h2><p>It grows long, and is soup in the end.</p>',
        ],
        card: [head('Card'), '<h1>Card</h1><a href="leek.html"><h2>Leek</h2><p>It grows long, and is soup in the end.</p></a>'],
        both: [
          head('Both'),
          '<h1>Both</h1><h2><a href="leek.html">Leek</a></h2><p>It grows long, and is soup in the end.</p><h2>Kale</h2><p>It grows in winter, and is stew in the end.</p>',
        ],
        leek: [head('Leek'), '<h1>Garden</h1><h2><a href="leek.html">Leek</a></h2><p>It grows long, and is soup in the end.</p>'],
      },
      {
        news: 'title: News',
        outer: 'title: Outer\ndescription: It grows long, and is soup in the end.',
        card: 'title: Card',
        both: 'title: Both\ndescription: It grows in winter, and is stew in the end.',
        leek: 'title: Leek\ndescription: It grows long, and is soup in the end.',
      },
    ],
    [
      'a notice above the H1',
      {
        index: [
          head('Home'),
          '<p>This garden is asleep, and will be until the spring.</p><h1>Home</h1><p>Here in the garden bed.</p>',
        ],
        a: [
          head('A'),
          '<p>This garden is asleep, and will be until the spring.</p><h1>A</h1><p>All about leek in the garden bed.</p>',
        ],
        b: [head('B'), '<p>This garden is asleep, and will be until the spring.</p><h1>B</h1>'],
      },
      {
        index: 'title: Home\ndescription: Here in the garden bed.',
        a: 'title: A\ndescription: All about leek in the garden bed.',
        b: 'title: B\ndescription: This garden is asleep, and will be until the spring.',
      },
    ],
    [
      'a title of two pages',
      {
        index: [head('Home'), '<h1>Home</h1><p>Here in the garden bed.</p>'],
        a: [head('Guide'), '<h1>Guide to leek</h1><p>Leek in the garden bed.</p>'],
        b: [head('Guide'), '<h1>Guide to kale</h1><p>Kale in the garden bed.</p>'],
      },
      {
        index: 'title: Home\ndescription: Here in the garden bed.',
        a: 'title: Guide to leek\ndescription: Leek in the garden bed.',
        b: 'title: Guide to kale\ndescription: Kale in the garden bed.',
      },
    ],
    [
      'a title of all pages, with a banner as H1',
      {
        index: [head('Garden'), '<header><h1>Grown here</h1></header><main><h2>New</h2><p>Here in the garden bed.</p></main>'],
        a: [head('Garden'), '<header><h1>Grown here</h1></header><main><h2>Leek</h2><p>Soup in the garden bed.</p></main>'],
        b: [head('Garden'), '<header><h1>Grown here</h1></header><main><h2>Kale</h2><p>Stew in the garden bed.</p></main>'],
      },
      {
        index: 'title: Garden\ndescription: Here in the garden bed.',
        a: 'title: Garden\ndescription: Soup in the garden bed.',
        b: 'title: Garden\ndescription: Stew in the garden bed.',
      },
    ],
    [
      'a name at the start of the title of the home page',
      {
        index: [head('leek: Introduction'), '<h1>Introduction</h1><p>Here in the garden bed.</p>'],
        a: [head('leek: Stalk'), '<h1>Stalk</h1><p>Grows in the garden bed.</p>'],
        b: [head('leek: Root'), '<h1>Root</h1><p>Holds in the garden bed.</p>'],
      },
      {
        index: 'title: "leek: Introduction"\ndescription: Here in the garden bed.',
        a: 'title: Stalk\ndescription: Grows in the garden bed.',
        b: 'title: Root\ndescription: Holds in the garden bed.',
      },
    ],
    [
      'fallback content of an iframe',
      {
        a: [
          head('Leek'),
          '<h1>Leek</h1><iframe src="leek.svg"><p>This browser is not able to show SVG: try another one, please.</p></iframe><p>Grows in the garden bed.</p>',
        ],
      },
      { a: 'title: Leek\ndescription: Grows in the garden bed.' },
    ],
  ])('%s', async (_, pages, expected) => {
    const files = Object.entries(pages).map(([name, [start, body]]) => [`${name}.html`, page(start, body)]);
    const twins = Object.entries(await twinsOf(Object.fromEntries(files)));
    expect(Object.fromEntries(twins.map(([file, front]) => [file.replace(/\.md$/, ''), front]))).toEqual(expected);
  });
});

it.each([['de'], ['\n    de\n  '], [' de']])('html lang=%j is German', async (language) => {
  const german = page('<title>Seite</title>', '<p>Hier in the garden bed.</p>').replace('lang="en"', `lang="${language}"`);
  const twins = await twinsOf({
    'index.html': page('<title>Home</title>', '<p>Here in the garden bed.</p>'),
    'seite.html': german,
  });
  expect(twins['seite.md']).toContain('\nlanguage: de');
});
