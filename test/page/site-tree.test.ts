import { describe, expect, it } from 'vitest';
import { twinInMemory } from '../support/twin-in-memory.ts';

/* The indexes of a flat site are grouped and ordered by the links between its pages. */

interface PageSource {
  readonly title: string;
  readonly head?: string;
  readonly body?: string;
  readonly before?: string;
  readonly after?: string;
  readonly content?: string;
}

const html = ({ title, head = '', body = '', before = '', after = '', content = '' }: PageSource): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body>${body}<main>${before}<h1>${title}</h1>${after}<p>About ${title}.</p>${content}</main></body></html>`;

const documentsOf = (pages: Readonly<Record<string, PageSource>>): Promise<Record<string, string>> =>
  twinInMemory(Object.fromEntries(Object.entries(pages).map(([file, page]) => [file, html(page)])));

/** Headings and titles of llms.txt, in order. */
async function indexOf(pages: Readonly<Record<string, PageSource>>): Promise<string[]> {
  const lines = (await documentsOf(pages))['llms.txt']!.matchAll(/^(## .*)|^- \[(.*?)\]/gm);
  return [...lines].map(([, heading, title]) => heading ?? title!);
}

/** A book of two parts; each page links to its parent. */
const book = (up: (file: string) => Partial<PageSource>, next: readonly string[] = []): Record<string, PageSource> => {
  const page = (file: string, title: string, above?: string): [string, PageSource] => {
    const after = next[next.indexOf(file) + 1];
    const { head = '', body = '' } = above ? up(above) : {};
    return [file, { title, head: head + (after ? `<link rel="next" href="${after}">` : ''), body }];
  };
  return Object.fromEntries([
    page('index.html', 'The Book'),
    page('alpha.html', '1.1. Alpha', 'tutorial.html'),
    page('zeta.html', '1.2. Zeta', 'tutorial.html'),
    page('tutorial.html', 'Part I. Tutorial', 'index.html'),
    page('beta.html', '2.1. Beta', 'internals.html'),
    page('internals.html', 'Part II. Internals', 'index.html'),
    page('legal.html', 'Legal Notice', 'index.html'),
  ]);
};

const inParts = [
  '## Pages',
  'The Book',
  'Legal Notice',
  '## Tutorial',
  '1.1. Alpha',
  'Part I. Tutorial',
  '1.2. Zeta',
  '## Internals',
  '2.1. Beta',
  'Part II. Internals',
];

describe('sections follow the chapters of a book', () => {
  it.each<[string, (file: string) => Partial<PageSource>]>([
    ['<link rel="up">', (file) => ({ head: `<link rel="up" href="${file}">` })],
    ['<a rel="up">', (file) => ({ body: `<a rel="up" href="${file}">Up</a>` })],
    [
      'breadcrumbs by label',
      (file) => ({ body: `<nav aria-label="Breadcrumbs"><a href="/">Home</a> <a href="${file}">Up</a></nav>` }),
    ],
    ['breadcrumbs by class', (file) => ({ body: `<ol class="breadcrumb"><li><a href="${file}">Up</a><li>Here</ol>` })],
    ['the path of Doxygen', (file) => ({ body: `<div class="navpath"><ul><li><a href="${file}">Up</a></li></ul></div>` })],
    [
      'the groups of Doxygen',
      (file) => ({ body: `<div class="ingroups"><a href="index.html">All</a> &raquo; <a href="${file}">Up</a></div>` }),
    ],
  ])('%s', async (_, up) => {
    expect((await indexOf(book(up))).sort()).toEqual([...inParts].sort());
  });

  it('a page with a declared section keeps it, and a page without children is not a section', async () => {
    const pages = book((file) => ({ head: `<link rel="up" href="${file}">` }));
    const own = { ...pages, 'beta.html': { title: 'Beta', head: '<meta property="article:section" content="Own">' } };
    const found = await indexOf(own);
    expect(found).toContain('## Own');
    expect(found).not.toContain('## Internals');
    expect(found).not.toContain('## Legal Notice');
  });

  it('pages with circular parents have no section', async () => {
    const circle = { 'a.html': 'b.html', 'b.html': 'a.html' };
    const pages = Object.entries(circle).map(([file, up]) => [file, { title: file, head: `<link rel="up" href="${up}">` }]);
    expect(await indexOf(Object.fromEntries([['index.html', { title: 'Home' }], ...pages]))).toEqual([
      '## Pages',
      'Home',
      'a.html',
      'b.html',
    ]);
  });
});

describe('a page names the folder whose words its title begins with', () => {
  const site = (names: Readonly<Record<string, string>>): Record<string, PageSource> =>
    Object.fromEntries(Object.entries({ index: 'Home', ...names }).map(([name, title]) => [`${name}.html`, { title }]));

  it.each<[what: string, names: Readonly<Record<string, string>>, found: readonly string[]]>([
    ['its index', { 'api/index': 'API reference', 'api/core': 'Core' }, ['## API', 'API reference', 'Core']],
    ['the page beside it', { http_api: 'HTTP API (new)', 'http_api/core': 'Core' }, ['## HTTP API', 'HTTP API (new)', 'Core']],
    ['but only by whole words', { 'api/index': 'Apiary', 'api/core': 'Core' }, ['## Api', 'Apiary', 'Core']],
    ['and no page alone', { 'api/index': 'API reference', core: 'Core' }, ['API reference', 'Core']],
  ])('%s', async (_, names, found) => {
    expect((await indexOf(site(names))).slice(2)).toEqual(found);
  });
});

describe('pages follow the order of a book', () => {
  const order = ['index.html', 'tutorial.html', 'zeta.html', 'alpha.html', 'internals.html', 'beta.html', 'legal.html'];
  const up = (file: string): Partial<PageSource> => ({ head: `<link rel="up" href="${file}">` });

  it('that starts at the home page', async () => {
    expect(await indexOf(book(up, order))).toEqual([
      ...['## Pages', 'The Book', 'Legal Notice'],
      ...['## Tutorial', 'Part I. Tutorial', '1.2. Zeta', '1.1. Alpha'],
      ...['## Internals', 'Part II. Internals', '2.1. Beta'],
    ]);
  });

  it('but not if it covers a minor part of the site, such as a pager of news', async () => {
    expect(await indexOf(book(up, ['index.html', 'zeta.html', 'alpha.html']))).toEqual(await indexOf(book(up)));
  });
});

describe('sections and order follow the sidebar', () => {
  const titles = { alpha: 'Alpha', beta: 'Beta', core: 'Core', zeta: 'Zeta' };
  type Name = keyof typeof titles;
  const guide: readonly Name[] = ['zeta', 'alpha'];
  const reference: readonly Name[] = ['core', 'beta'];
  const link = (name: string, own?: string): string =>
    name === own ? `<a href="#">${titles[name as Name]}</a>` : `<a href="${name}.html">a name</a>`;
  const items = (names: readonly Name[], own?: string): string => names.map((name) => `<li>${link(name, own)}</li>`).join('');
  const site = (sidebar: (own: string) => string, extra: Partial<PageSource> = {}): Record<string, PageSource> => ({
    'index.html': { title: 'Home', body: sidebar('') },
    ...Object.fromEntries(
      Object.entries(titles).map(([name, title]) => [`${name}.html`, { title, body: sidebar(name), ...extra }]),
    ),
  });
  const grouped = ['## Pages', 'Home', '## Guide', 'Zeta', 'Alpha', '## Reference', 'Core', 'Beta'];
  const lists = (head: (name: string) => string): string =>
    `${head('Guide')}<ul>${items(guide)}</ul>${head('Reference')}<ol>${items(reference)}</ol>`;
  const nested = (head: (name: string) => string): string =>
    `<ul><li>${head('Guide')}<ul>${items(guide)}</ul></li><li>${head('Reference')}<ul>${items(reference)}</ul></li></ul>`;
  const links = (names: readonly Name[]): string => `<div>${names.map((name) => link(name)).join('')}</div>`;

  it.each<[what: string, sidebar: (own: string) => string]>([
    ['headings above lists', () => `<nav>${lists((name) => `<h3>${name}</h3>`)}</nav>`],
    ['headings of another role', () => `<aside>${lists((name) => `<p role="heading"><span>${name}</span></p>`)}</aside>`],
    ['a text above a list', () => `<div role="navigation">${lists((name) => `<p><b>${name}:</b></p>`)}</div>`],
    [
      'an item above its list, with a button',
      () => `<nav>${nested((name) => `<span>${name}</span><button>Open</button>`)}</nav>`,
    ],
    ['details', () => `<nav>${nested((name) => `<details><summary>${name}</summary>`)}</nav>`],
    [
      'headings of sections without lists',
      () =>
        `<nav><span>Menu</span><section><div><h2>Guide</h2></div>${links(guide)}</section><section><div><h2>Reference</h2></div>${links(reference)}</section></nav>`,
    ],
    ['below a label of all pages', () => `<aside><h2>Site</h2>${lists((name) => `<h3>${name}</h3>`)}</aside>`],
    [
      'the page itself as #',
      (own) => `<nav><h3>Guide</h3><ul>${items(guide, own)}</ul><h3>Reference</h3><ul>${items(reference, own)}</ul></nav>`,
    ],
    [
      'beside a smaller bar with a heading',
      (own) =>
        `<div role="navigation"><h3>Navigation</h3><ul><li><a href="/">Home</a></li><li><a href="">${own}</a></li></ul></div><nav>${lists((name) => `<h3>${name}</h3>`)}</nav>`,
    ],
  ])('%s', async (_, sidebar) => {
    expect(await indexOf(site(sidebar))).toEqual(grouped);
  });

  it.each<[what: string, between: string]>([
    ['in its item', ''],
    ['in the next item, as in mdBook', '</li><li>'],
  ])('the page above a list %s belongs to its group', async (_, between) => {
    const sidebar = `<nav><ol><li>${link('zeta')}${between}<ol>${items(['alpha'])}</ol></li><li>${link('core')}${between}<ol>${items(['beta'])}</ol></li></ol></nav>`;
    const named = `<nav>${sidebar.replaceAll('a name', 'A name')}</nav>`
      .replace('A name', 'Guide')
      .replace(/(core\.html">)A name/, '$1Reference');
    expect(await indexOf(site(() => named))).toEqual(grouped);
  });

  const usual = (head: (name: string) => string) => (): string => `<nav>${lists(head)}</nav>`;
  const heading = (name: string): string => `<h3>${name}</h3>`;
  it.each<[what: string, sidebar: (own: string) => string, extra?: Partial<PageSource>]>([
    ['of one group', usual(() => '<h3>Contents</h3>')],
    [
      'of one group next to pages without',
      () => `<nav><h2>Site</h2>${links(['alpha', 'beta'])}<h3>Guide</h3>${links(['core', 'zeta'])}</nav>`,
    ],
    ['of a footer', () => `<footer><nav>${lists(heading)}</nav></footer>`],
    [
      'of a pagination, with a placeholder for a link',
      () => `<nav><ul><li><a>Previous</a></li>${items(guide)}<li><a>Next</a></li>${items(['core', 'zeta'])}</ul></nav>`,
    ],
    ['of breadcrumbs', (own) => `<nav aria-label="Breadcrumbs">${own}<ul><li><a href="">${own}</a></li></ul></nav>`],
    [
      'of the sections of the page',
      (own) => `<nav><h2>${own}</h2><ul><li><a href="#">${titles[own as Name]}</a></li><li><a href="#b">B</a></li></ul></nav>`,
    ],
    [
      'of the page, before a heading that is a link',
      (own) =>
        `<nav><h2><a href="#">${titles[own as Name]}</a></h2><ul><li><a href="#b">B</a></li></ul><h2><a href="index.html">In home</a></h2></nav>`,
    ],
    [
      'of the page, beside its neighbours, on some pages (classic Sphinx)',
      (own) =>
        `<div role="navigation"><h3>Navigation</h3><ul><li><a href="core.html">next</a></li><li><a href="">${own}</a></li></ul></div>${guide.includes(own as Name) ? `<div role="navigation"><h3><a href="index.html">Table of Contents</a></h3><ul><li><a href="#">${titles[own as Name]}</a><ul><li><a href="#b">B</a></li></ul></li></ul><h3>Navigation</h3><ul><li><a href="index.html">Overview</a><ul><li>Next: <a href="core.html">Core</a></li><li>Previous: <a href="beta.html">Beta</a></li></ul></li></ul></div>` : ''}`,
    ],
    [
      'of the page above its own sections',
      (own) =>
        `<nav><ul>${guide
          .concat(reference)
          .toSorted()
          .map(
            (name) => `<li><a href="${name}.html">${name}</a>${name === own ? '<ul><li><a href="#b">B</a></li></ul>' : ''}</li>`,
          )
          .join('')}</ul></nav>`,
    ],
    [
      'of the sections of the page in a list of lists, beside another link',
      (own) =>
        `<nav><h3>${guide.includes(own as Name) ? 'Guide' : 'Reference'}</h3><ul><li><a href="#x">X</a><ul><li><a href="#y">Y</a></li></ul></li><li><a href="#">${titles[own as Name]}</a></li></ul><a href="index.html">In home</a></nav>`,
    ],
    [
      'of a menu that opens by #',
      () =>
        `<nav><ul><li><a href="#">Start</a><ul><li><a href="/">Home</a></li></ul></li></ul></nav><nav><h3>Guide</h3><ul>${items(['alpha', 'beta'])}<li><a href="/">Home</a></li></ul></nav>`,
    ],
    ['of news', usual(heading), { head: '<meta property="article:published_time" content="2026-01-05">' }],
  ])('but not those %s', async (_, sidebar, extra) => {
    expect(await indexOf(site(sidebar, extra))).toEqual(await indexOf(site(() => '', extra)));
  });

  it('declarations of a page and links to its parent take precedence', async () => {
    const pages = site(usual(heading));
    const extra = {
      ...pages,
      'zeta.html': { ...pages['zeta.html']!, head: '<meta property="article:section" content="Own">' },
      'beta.html': { ...pages['beta.html']!, head: '<link rel="up" href="/alpha.html">' },
    };
    const found = ['## Pages', 'Home', '## Own', 'Zeta', '## Alpha', 'Alpha', 'Beta', '## Reference', 'Core'];
    expect(await indexOf(extra)).toEqual(found);
  });

  it('news stay newest first, although the sidebar lists them', async () => {
    const dates: Record<string, string> = { apple: '2024-03-01', berry: '2026-01-05', cherry: '2025-07-09' };
    const body = `<nav>${lists(heading)}<h3>More</h3><ul><li><a href="/news/">News</a></li></ul></nav>`;
    const news = Object.entries(dates).map(([name, date]): [string, PageSource] => [
      `news/${name}.html`,
      { title: name, body, head: `<meta property="article:published_time" content="${date}">` },
    ]);
    const pages = { ...site(() => body), 'news/index.html': { title: 'News', body }, ...Object.fromEntries(news) };
    expect((await indexOf(pages)).slice(-4)).toEqual(['## News', 'berry', 'cherry', 'apple']);
  });
});

describe('a page that searches the site is in no index', () => {
  const site = (link: string): Record<string, PageSource> =>
    Object.fromEntries(
      ['index', 'find', 'use'].map((name) => [`${name}.html`, { title: name, ...(name !== 'find' && { head: link }) }]),
    );

  it.each<[link: string, found: readonly string[]]>([
    ['<link rel="search" title="Search" href="find.html">', ['## Pages', 'index', 'use']],
    ['<link rel="search" type="application/opensearchdescription+xml" href="find.xml">', ['## Pages', 'index', 'find', 'use']],
    ['<link rel="search" href="/">', ['## Pages', 'index', 'find', 'use']],
  ])('%s', async (link, found) => {
    expect(await indexOf(site(link))).toEqual(found);
  });
});

describe('news are newest first, each with its date', () => {
  const dates: Record<string, string> = { apple: '2024-03-01', berry: '2026-01-05', cherry: '2025-07-09' };
  const news = (head: (date: string) => Partial<PageSource>): Record<string, PageSource> => ({
    'index.html': { title: 'Home' },
    'news/index.html': { title: 'News' },
    ...Object.fromEntries(Object.entries(dates).map(([name, date]) => [`news/${name}.html`, { title: name, ...head(date) }])),
  });

  it.each<[string, (date: string) => Partial<PageSource>]>([
    ['article:published_time', (date) => ({ head: `<meta property="article:published_time" content="${date}T10:00:00Z">` })],
    ['JSON-LD', (date) => ({ head: `<script type="application/ld+json">{"datePublished": "${date}"}</script>` })],
    ['microdata', (date) => ({ body: `<time itemprop="datePublished" datetime="${date}">a day</time>` })],
    ['a time after the H1', (date) => ({ content: `<ul><li><time datetime="${date}T10:00">a day</time></li></ul>` })],
    ['a time before the H1', (date) => ({ before: `<p><time datetime="${date}">a day</time></p>` })],
    ['a microformat', (date) => ({ body: `<time class="dt-published" datetime="${date}">a day</time>` })],
  ])('%s', async (_, head) => {
    const text = (await documentsOf(news(head)))['llms.txt']!;
    expect([...text.matchAll(/^- \[(.*?)\]\(\S+\)(?:: (\d{4}-\d\d-\d\d))?/gm)].map(([, ...each]) => each)).toEqual([
      ['Home', undefined],
      ['News', undefined],
      ['berry', '2026-01-05'],
      ['cherry', '2025-07-09'],
      ['apple', '2024-03-01'],
    ]);
  });

  it('but without date and description where a list is too long for these', async () => {
    const days = Array.from({ length: 100 }, (_, at) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10));
    const text = 'What has changed in the garden since the last letter, what grows, and what does not grow any more. '.repeat(2);
    const letter = (day: string): string =>
      html({ title: `Letter ${day.replaceAll('-', '')}`, after: `<time datetime="${day}">a day</time><p>${day} ${text}</p>` });
    const letters = Object.fromEntries(days.map((day) => [`news/${day.replaceAll('-', '')}.html`, letter(day)]));
    const lines = (await twinInMemory(letters))['llms.txt']!.split('\n').filter((line) => line.startsWith('- '));
    expect(lines).toEqual(
      days
        .toReversed()
        .map((day) => expect.stringMatching(`^- \\[Letter ${day.replaceAll('-', '')}\\]\\(\\S+\\) \\(\\d+ tokens\\)$`)),
    );
  });

  it.each(['news/2024/05/12/', 'news/2024-05-12-'])('the URL: /%sname', async (start) => {
    const page = (date: string): [string, PageSource] => [
      `${start.replace('2024-05-12', date).replace('2024/05/12', date.replaceAll('-', '/'))}name.html`,
      { title: date },
    ];
    const days = ['2024-03-01', '2026-01-05', '2025-07-09'];
    const found = await indexOf(Object.fromEntries([['index.html', { title: 'Home' }], ...days.map(page)]));
    expect(found).toEqual(['## Pages', 'Home', '## News', ...days.toSorted().reverse()]);
  });

  it.each<[string, (date: string) => Partial<PageSource>]>([
    ['of a change', (date) => ({ content: `<p>Last updated <time datetime="${date}">a day</time></p>` })],
    ['of a list of other pages', (date) => ({ content: `<time datetime="${date}">a day</time>`.repeat(3) })],
    ['as text of a change', (date) => ({ after: `<p><b>Updated:</b> <span>${date}</span></p>` })],
  ])('but not by a date %s', async (_, extra) => {
    expect(await indexOf(news(extra))).toEqual(await indexOf(news(() => ({}))));
  });

  it.each(['news/2024-13-1N-', 'news/2024051N-', 'news/release-2024-05-1N-', 'news/2024/1N/'])(
    'nor by /%sname',
    async (start) => {
      const titles = [0, 1, 2].map((day) => `Title ${day}`);
      const pages = titles.map((title, day): [string, PageSource] => [`${start.replace('N', `${day}`)}name.html`, { title }]);
      expect((await indexOf(Object.fromEntries([['index.html', { title: 'Home' }], ...pages]))).slice(-3)).toEqual(titles);
    },
  );

  it('but pages with a position keep it', async () => {
    const ordered = news((date) => ({
      head: `<meta property="article:published_time" content="${date}"><meta name="diptych" content="order=1">`,
    }));
    expect((await indexOf(ordered)).slice(-4)).toEqual(['apple', 'berry', 'cherry', 'News']);
  });
});

describe('a site is named after', () => {
  const leading = (to: string): string =>
    `<!doctype html><html lang="en"><head><title>${to}</title><meta http-equiv="refresh" content="0; url=${to}"></head><body></body></html>`;
  const de = html({ title: 'Vögel' }).replace('lang="en"', 'lang="de"');

  it.each<[what: string, pages: Readonly<Record<string, string>>, name: string]>([
    ['its home page', { 'index.html': html({ title: 'Home' }), 'en/index.html': html({ title: 'Birds' }) }, 'Home'],
    [
      'the one in its language, where / only leads there',
      { 'index.html': leading('/en/'), 'en/index.html': html({ title: 'Birds' }), 'de/index.html': de },
      'Birds',
    ],
    ['its host, where it has none of that language', { 'index.html': leading('/de/'), 'de/index.html': de }, 'example.com'],
  ])('%s', async (_, pages, name) => {
    expect((await twinInMemory(pages))['llms.txt']!.split('\n')[0]).toBe(`# ${name}`);
  });
});
