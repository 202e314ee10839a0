import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const page = (head: string, content: string): string =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${content.includes('<main>') ? content : `<main>${content}</main>`}</body></html>\n`;

/** Runs `diptych twin` on pages. @returns the front matter of their twins */
async function twinsOf(pages: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const folder = temporaryFolder();
  writeFiles(folder, pages);
  const { code, stderr } = await runWarm(['twin', folder, '--url', 'https://www.example.com'], { cwd: temporaryFolder() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const twins = Object.entries(readTree(folder)).filter(
    ([file]) => file.endsWith('.md') && !['sitemap.md', 'problems.md', 'changes.md'].includes(file),
  );
  return Object.fromEntries(
    twins.map(([file, text]) => [
      file,
      text
        .split('---')[1]!
        .trim()
        .replace(/\n?(?:canonical_url|tokens): .*/g, ''),
    ]),
  );
}

describe('the title of a page does not contain the name of its site', () => {
  const h1 = '<h1>A heading</h1><p>Words of the page.</p>';

  it('from og:site_name, also in og:title', async () => {
    const named = '<meta property="og:site_name" content="My Site">';
    const twins = await twinsOf({
      'index.html': page(`<title>My Site</title>${named}`, h1),
      'a.html': page(`<title>Install | My Site</title>${named}`, h1),
      'b.html': page(`<title>x</title><meta property="og:title" content="My Site – Use it">${named}`, h1),
    });
    expect(Object.values(twins).map((front) => /^title: (.*)/.exec(front)![1])).toEqual(['Install', 'Use it', 'My Site']);
  });

  it('from the ending of most titles', async () => {
    const twins = await twinsOf({
      'index.html': page('<title>Garden</title>', h1),
      'a.html': page('<title>Leek · Garden</title>', h1),
      'b.html': page('<title>Kale - a green · Garden</title>', h1),
      'c.html': page('<title>Bean · Garden</title>', h1),
      'd.html': page('<title>Seeds - Sowing</title>', h1),
    });
    expect(Object.values(twins).map((front) => /^title: (.*)/.exec(front)![1])).toEqual([
      'Leek',
      'Kale - a green',
      'Bean',
      'Seeds - Sowing',
      'Garden',
    ]);
  });

  it('as most titles of their language end with it', async () => {
    // Titles that two languages share stay.
    const german = ['a', 'b', 'c'].map((name) => [
      `de/${name}.html`,
      page(`<title>${name} :: Garten</title>`, h1).replace('lang="en"', 'lang="de"'),
    ]);
    const english = ['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.html`, page(`<title>${name} :: Garden</title>`, h1)]);
    const twins = await twinsOf(Object.fromEntries([...english, ...german]));
    expect(
      Object.values(twins)
        .map((front) => /^title: (.*)/.exec(front)![1])
        .sort(),
    ).toEqual([...'abcdeabc'].sort());
  });

  describe('which is the name of the index', () => {
    const og = (title: string): string => `<meta property="og:title" content="${title}">`;
    it.each<[home: string, others: (name: string) => string, name: string]>([
      ['<title>Grown with care | Garden | Kent</title>', (name) => `<title>${name} | Garden</title>`, 'Garden'],
      ['<title>Introduction (Garden 1.2)</title>', (name) => `<title>${name} (Garden 1.2)</title>`, 'Garden 1.2'],
      ['<title>Garden</title>', (name) => `<title>${name} | Free garden template</title>`, 'Garden'],
      [
        `<title>Grown with care - Garden</title>${og('Grown with care')}`,
        (name) => `<title>${name} - Garden</title>${og(name)}`,
        'Garden',
      ],
      [`<title>Garden - Grown with care</title>${og('Garden')}`, (name) => `<title>${name}</title>${og(name)}`, 'Garden'],
      [
        '<title>Garden</title><meta property="og:site_name" content="The Garden">',
        (name) => `<title>${name} | Garden</title>`,
        'The Garden',
      ],
    ])('%s', async (home, titleOf, name) => {
      const folder = temporaryFolder();
      const others = ['leek', 'kale', 'bean'].map((name) => [`${name}.html`, page(titleOf(name), h1)]);
      writeFiles(folder, { 'index.html': page(home, h1), ...Object.fromEntries(others) });
      await runWarm(['twin', folder, '--url', 'https://www.example.com', '-q'], { cwd: temporaryFolder() });
      expect(readTree(folder)['llms.txt']!.split('\n')[0]).toBe(`# ${name}`);
    });
  });

  it('and the motto of the home page describes the site, once in its index', async () => {
    const folder = temporaryFolder();
    const head = `<title>Grown with care</title><meta name="description" content="Grown with care">`;
    writeFiles(folder, { 'index.html': page(`${head}<meta property="og:site_name" content="Garden">`, h1) });
    await runWarm(['twin', folder, '--url', 'https://www.example.com', '-q'], { cwd: temporaryFolder() });
    const lines = readTree(folder)
      ['llms.txt']!.split('\n')
      .filter((line) => /^(?:# |> |- )/.test(line));
    expect(lines).toEqual([
      '# Garden',
      '> Grown with care',
      expect.stringMatching(/^- \[Grown with care\]\(\S+\) \(\d+ tokens\)$/),
    ]);
  });

  it('except on the home page, where a motto follows the name', async () => {
    const others = ['a', 'b', 'c'].map((name) => [`${name}.html`, page(`<title>${name} - Garden</title>`, h1)]);
    const home = page('<title>Garden - Grown with care</title>', h1);
    const twins = await twinsOf({ 'index.html': home, ...Object.fromEntries(others) });
    expect(/^title: (.*)/.exec(twins['index.md']!)![1]).toBe('Garden - Grown with care');
  });

  it('from the setting "name"', async () => {
    const folder = pluginSite(
      temporaryFolder(),
      { url: 'https://www.example.com', name: 'Own' },
      { 'src/index.html': page('<title>Home | Own</title><meta name="description" content="A.">', h1) },
    );
    expect((await runWarm(['build'], { cwd: folder })).code).toBe(0);
    expect(readTree(join(folder, '_site'))['index.md']).toMatch(/^---\ntitle: Home\n/);
  });
});

it('a first paragraph with a date, an author, tags or links is not a description', async () => {
  const first = [
    '<p>2026-03-01</p>',
    '<p>Posted on <time datetime="2026-03-01">1st of March</time></p>',
    '<p><strong>Table of Contents</strong></p>',
    '<p>Copyright © 2002-2026 The Documentation Team of the Example</p>',
    '<p>Permission is granted to copy, distribute and/or modify this document under the terms of a licence.</p>',
    '<p>March 12, 2026 · 5 min read</p>',
    '<p>By Ada Lovelace</p>',
    '<p>Written by <a href="/ada">Ada</a> on 12 March 2026</p>',
    '<p>Ada Lovelace, 12.03.2026</p>',
    '<p>Last updated: July 2026</p>',
    '<p>Tags: seed, soil</p>',
    '<p>Filed under <a href="/seed">seed</a>, <a href="/soil">soil</a></p>',
    '<p><a href="/">Home</a> » <a href="/a">A</a></p>',
  ];
  const pages = first.map((paragraph, at) => [
    `p${at + 10}.html`,
    page(`<title>${at}</title>`, `<h1>${at}</h1>${paragraph}<p>What page ${at} tells.</p>`),
  ]);
  const kept = [
    'By the account of Ada Lovelace, 1843 was good.',
    'May 1968 is when it began.',
    'Tags: see the list. It is long.',
  ];
  const others = kept.map((text, at) => [`q${at}.html`, page(`<title>q${at}</title>`, `<h1>${at}</h1><p>${text}</p>`)]);
  const twins = await twinsOf(Object.fromEntries([...pages, ...others]));
  const descriptions = Object.values(twins).map((front) => /^description: "?(.*?)"?$/m.exec(front)?.[1]);
  expect(descriptions).toEqual([...first.map((_, at) => `What page ${at} tells.`), ...kept]);
});

it.each([
  [
    'below the H1',
    'Beds are <em>raised</em> by a hand above the ground.\n<ul><li>One</li></ul><p>And this is what page tells, at length.</p>',
    'Beds are raised by a hand above the ground.',
  ],
  [
    'below a section',
    '<h2>Use</h2>Beds are <em>raised</em> by a hand above the ground.<p>And this is what page tells, at length.</p>',
    'Beds are raised by a hand above the ground.',
  ],
  [
    'that is a byline',
    'Posted on <time>1st of March 2026</time> by <a href="/ada">Ada Lovelace</a><p>This is what the page tells.</p>',
    'This is what the page tells.',
  ],
])('text without a paragraph %s', async (_, text, description) => {
  const twins = await twinsOf({ 'a.html': page('<title>A</title>', `<h1>A</h1>${text}`) });
  expect(twins['a.md']).toBe(`title: A\ndescription: ${description}`);
});

it.each(['', ' ', '-', '&nbsp;', '&amp;nbsp;', '&amp;#8203; &amp;mdash;'])(
  'the description %j gives way to the first paragraph',
  async (none) => {
    const twins = await twinsOf({
      'a.html': page(`<title>A</title><meta name="description" content="${none}">`, '<h1>A</h1><p>What A is.</p>'),
      'b.html': page('<title>B</title><meta name="description" content="Q&amp;amp;A">', '<h1>B</h1><p>What B is.</p>'),
    });
    expect(twins).toEqual({ 'a.md': 'title: A\ndescription: What A is.', 'b.md': 'title: B\ndescription: Q&amp;A' });
  },
);

it('Texinfo: the name of the manual in parentheses is no part of titles, and a row of links no description', async () => {
  const name = (title: string): string => `<title>${title} (libffi: the portable interface)</title>`;
  const row =
    '<div class="header"><p>Next: <a href="b.html" rel="next">B</a>, Up: <a href="/" rel="up">Top</a> &nbsp; [<a href="c.html" rel="index">Index</a>]</p></div>';
  const pages = ['A', 'B', 'C'].map((title) => [
    `${title}.html`,
    page(name(title), `${row}<h2>1 ${title}</h2><p>What ${title} is.</p>`),
  ]);
  const twins = await twinsOf(Object.fromEntries(pages));
  expect(twins['A.md']).toBe('title: A\ndescription: What A is.');
});

it.each<[what: string, body: (name: string) => string]>([
  ['the only H1 before the content', (name) => `<header><h1>On ${name}</h1></header><main><h2>Uses</h2><p>Soup.</p></main>`],
  ['the heading at the beginning of the content, once,', (name) => `<main><h3>On ${name}</h3><h4>Uses</h4><p>Soup.</p></main>`],
])('with the plugin, if all pages have the same title, %s heads the twin', async (_, body) => {
  const names = ['leek', 'kale'];
  const pages = ['index', ...names].map((name) => [`src/${name}.html`, page('<title>Garden</title>', body(name))]);
  const folder = pluginSite(temporaryFolder(), { url: 'https://www.example.com' }, Object.fromEntries(pages));
  await runWarm(['build'], { cwd: folder });
  const built = readTree(join(folder, '_site'));
  const headings = names.map((name) => [...built[`${name}.md`]!.matchAll(/^#+ On .*/gm)].join());
  expect(headings).toEqual(['# On leek', '# On kale']);
});

describe('metadata shared by several pages is ignored', () => {
  const notes = '<meta name="description" content="Notes of a gardener.">';
  const head = (title: string, more = ''): string => `<title>${title}</title>${more}`;
  it.each<[what: string, pages: Record<string, [head: string, body: string]>, expected: Record<string, string>]>([
    [
      'a description of all pages',
      {
        index: [head('Home', notes), '<h1>Home</h1><p>Welcome here.</p>'],
        a: [head('A', notes), '<h1>A</h1><p>All about leek.</p>'],
        b: [head('B', notes), '<h1>B</h1><p>All about kale.</p>'],
        list: [head('List', notes), '<h1>List</h1><ul><li>Leek</li><li>Kale</li></ul>'],
      },
      {
        index: 'title: Home\ndescription: Notes of a gardener.',
        a: 'title: A\ndescription: All about leek.',
        b: 'title: B\ndescription: All about kale.',
        list: 'title: List',
      },
    ],
    [
      'a first sentence of three pages, not of two',
      Object.fromEntries(
        ['red', 'red', 'red', 'green', 'green'].map((text, at) => [
          `p${at}`,
          [head(`P${at}`), `<h1>P${at}</h1><p>See all ${text}.</p><p>Own ${at}.</p>`],
        ]),
      ),
      {
        p0: 'title: P0',
        p1: 'title: P1',
        p2: 'title: P2',
        p3: 'title: P3\ndescription: See all green.',
        p4: 'title: P4\ndescription: See all green.',
      },
    ],
    [
      'a title of all pages without H1, for a line of bold text',
      {
        index: [head('Garden'), '<h2>Start</h2><p>Welcome here.</p>'],
        a: [head('Garden'), '<p><a href="#more">More</a></p><p><b>All about a_b</b></p><p>It is green.</p>'],
        b: [head('Garden'), '<p><b>All about kale</b></p><p>It is greener.</p>'],
        c: [head('Garden'), '<p>It is greenest.</p><p><b>Not a title</b></p><p>Text.</p>'],
      },
      {
        index: 'title: Garden\ndescription: Welcome here.',
        a: 'title: All about a_b\ndescription: It is green.',
        b: 'title: All about kale\ndescription: It is greener.',
        c: 'title: Garden\ndescription: It is greenest.',
      },
    ],
    [
      'a description of the home page and one more',
      {
        index: [head('Home', notes), '<h1>Home</h1><p>Welcome here.</p>'],
        a: [head('A', notes), '<h1>A</h1><p>All about leek.</p>'],
        b: [head('B', '<meta name="description" content="Kale.">'), '<h1>B</h1><p>All about kale.</p>'],
      },
      {
        index: 'title: Home\ndescription: Notes of a gardener.',
        a: 'title: A\ndescription: All about leek.',
        b: 'title: B\ndescription: Kale.',
      },
    ],
    [
      'a description of three of five pages; two may share one',
      Object.fromEntries(
        ['red', 'red', 'red', 'green', 'green'].map((text, at) => [
          `p${at}`,
          [head(`P${at}`, `<meta name="description" content="${text}">`), `<h1>P${at}</h1><p>Own ${at}.</p>`],
        ]),
      ),
      {
        p0: 'title: P0\ndescription: Own 0.',
        p1: 'title: P1\ndescription: Own 1.',
        p2: 'title: P2\ndescription: Own 2.',
        p3: 'title: P3\ndescription: green',
        p4: 'title: P4\ndescription: green',
      },
    ],
    [
      'the name of the site with its motto, of which the home page keeps the name',
      {
        index: [head('Garden - for all'), '<h1>A</h1><p>Welcome here.</p>'],
        ...Object.fromEntries(
          ['a', 'b', 'c'].map((name) => [name, [head(`${name} - Garden - for all`), `<h1>H</h1><p>All about ${name}.</p>`]]),
        ),
      },
      {
        index: 'title: Garden\ndescription: Welcome here.',
        a: 'title: a\ndescription: All about a.',
        b: 'title: b\ndescription: All about b.',
        c: 'title: c\ndescription: All about c.',
      },
    ],
    [
      'the name of the site as title',
      {
        index: [head('My Blog v9'), '<h1>Latest posts</h1><p>Here.</p>'],
        archive: [head('My Blog v9'), '<h1>The <code>archive</code></h1><p>All.</p>'],
        bare: [head('My Blog v9'), '<p>No heading.</p>'],
        about: [head('About me'), '<h1>Who I am</h1><p>Me.</p>'],
      },
      {
        index: 'title: My Blog v9\ndescription: Here.',
        archive: 'title: The archive\ndescription: All.',
        bare: 'title: My Blog v9\ndescription: No heading.',
        about: 'title: About me\ndescription: Me.',
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
          '<h1>Leek</h1><p>Grows long.</p>',
        ],
        alone: [head('Kale', '<meta name="description" content="Kale">'), '<h1>Kale</h1>'],
        ...Object.fromEntries(
          ['bean', 'pea', 'chard'].map((name) => [
            name,
            [
              head(`${name} - Garden`, `<meta name="description" content="${name} - Garden">`),
              `<h1>${name}</h1><p>About ${name}.</p>`,
            ],
          ]),
        ),
      },
      {
        whole: 'title: Leek\ndescription: Grows long.',
        alone: 'title: Kale',
        ...Object.fromEntries(['bean', 'pea', 'chard'].map((name) => [name, `title: ${name}\ndescription: About ${name}.`])),
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
        index: [head('Home'), '<p>This garden is asleep, and will be until the spring.</p><h1>Home</h1><p>Here.</p>'],
        a: [head('A'), '<p>This garden is asleep, and will be until the spring.</p><h1>A</h1><p>All about leek.</p>'],
        b: [head('B'), '<p>This garden is asleep, and will be until the spring.</p><h1>B</h1>'],
      },
      {
        index: 'title: Home\ndescription: Here.',
        a: 'title: A\ndescription: All about leek.',
        b: 'title: B\ndescription: This garden is asleep, and will be until the spring.',
      },
    ],
    [
      'a title of two pages',
      {
        index: [head('Home'), '<h1>Home</h1><p>Here.</p>'],
        a: [head('Guide'), '<h1>Guide to leek</h1><p>Leek.</p>'],
        b: [head('Guide'), '<h1>Guide to kale</h1><p>Kale.</p>'],
      },
      {
        index: 'title: Home\ndescription: Here.',
        a: 'title: Guide to leek\ndescription: Leek.',
        b: 'title: Guide to kale\ndescription: Kale.',
      },
    ],
    [
      'a title of all pages, with a banner as H1',
      {
        index: [head('Garden'), '<header><h1>Grown here</h1></header><main><h2>New</h2><p>Here.</p></main>'],
        a: [head('Garden'), '<header><h1>Grown here</h1></header><main><h2>Leek</h2><p>Soup.</p></main>'],
        b: [head('Garden'), '<header><h1>Grown here</h1></header><main><h2>Kale</h2><p>Stew.</p></main>'],
      },
      {
        index: 'title: Garden\ndescription: Here.',
        a: 'title: Garden\ndescription: Soup.',
        b: 'title: Garden\ndescription: Stew.',
      },
    ],
    [
      'the name of the site in brackets, except on the home page',
      {
        index: [head('Overview (Leek 1.2 API)'), '<p>All packages.</p>'],
        a: [head('Stalk (Leek 1.2 API)'), '<h1>Class Stalk</h1><p>Grows.</p>'],
        b: [head('Root (Leek 1.2 API)'), '<h1>Class Root</h1><p>Holds.</p>'],
        c: [head('Map (old)'), '<h1>Map</h1><p>Where.</p>'],
      },
      {
        index: 'title: Overview (Leek 1.2 API)\ndescription: All packages.',
        a: 'title: Stalk\ndescription: Grows.',
        b: 'title: Root\ndescription: Holds.',
        c: 'title: Map (old)\ndescription: Where.',
      },
    ],
    [
      'a name at the start of the title of the home page',
      {
        index: [head('leek: Introduction'), '<h1>Introduction</h1><p>Here.</p>'],
        a: [head('leek: Stalk'), '<h1>Stalk</h1><p>Grows.</p>'],
        b: [head('leek: Root'), '<h1>Root</h1><p>Holds.</p>'],
      },
      {
        index: 'title: "leek: Introduction"\ndescription: Here.',
        a: 'title: Stalk\ndescription: Grows.',
        b: 'title: Root\ndescription: Holds.',
      },
    ],
    [
      'fallback content of an iframe',
      {
        a: [
          head('Leek'),
          '<h1>Leek</h1><iframe src="leek.svg"><p>This browser is not able to show SVG: try another one, please.</p></iframe><p>Grows.</p>',
        ],
      },
      { a: 'title: Leek\ndescription: Grows.' },
    ],
  ])('%s', async (_, pages, expected) => {
    const files = Object.entries(pages).map(([name, [start, body]]) => [`${name}.html`, page(start, body)]);
    const twins = Object.entries(await twinsOf(Object.fromEntries(files)));
    expect(Object.fromEntries(twins.map(([file, front]) => [file.replace(/\.md$/, ''), front]))).toEqual(expected);
  });
});

it.each([['de'], ['\n    de\n  '], [' de']])('html lang=%j is German', async (language) => {
  const german = page('<title>Seite</title>', '<p>Hier.</p>').replace('lang="en"', `lang="${language}"`);
  const twins = await twinsOf({ 'index.html': page('<title>Home</title>', '<p>Here.</p>'), 'seite.html': german });
  expect(twins['seite.md']).toContain('\nlanguage: de');
});
