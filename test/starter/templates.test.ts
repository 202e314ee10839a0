import { beforeAll, describe, expect, it } from 'vitest';
import { documentOf } from './built-site.ts';
import { type RenderedPage, renderPages } from './starter-pages.ts';

const domOf = (page: RenderedPage | undefined): Document => documentOf(page!.content);
const meta = (document: Document, name: string): string | null =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null;

/** The default layout. */
const documentation = { 'site.json': '{"layout":"doc"}' };

const long = `${'A sentence of seven words ends here. '.repeat(8)}\n`;

describe('pages without front matter', () => {
  let pages: ReadonlyMap<string, RenderedPage>;
  beforeAll(async () => {
    pages = await renderPages({
      ...documentation,
      'index.md': '# Home\n\nThe start.\n',
      'hello.md': '# Hello *you* & `me`\n\n## Too early\n\nFirst "paragraph" & more.\n\nSecond.\n',
      'long.md': `# Long\n\n${long}`,
      'empty.md': '',
      'vitepress.md': [
        '---\nlayout: home\nhero:\n  name: Project\n  text: A short text\n  tagline: A tagline\n  image: { src: /x.png, alt: A picture }',
        '  actions:\n    - { theme: brand, text: Start, link: /hello }\nfeatures:\n  - { icon: x, title: One, details: First words, link: /long }\n---\n',
      ].join('\n'),
      'twice.md': '# Twice\n\n## Same\n\n## Same\n\n## Ünïcode, “quoted”!\n\n## ???\n',
      'a b/100%.md': '# Odd name\n\nText.\n',
      'title-and-late.md': '---\ntitle: Own title\n---\nBefore it.\n\n# Late\n\nAfter it.\n',
      'late.md': 'Before it.\n\n# Late\n\nAfter it.\n',
      'title-and-first.md': '---\ntitle: Own title\n---\n<!-- a note -->\n\n# First\n\nAfter it.\n',
      'html.html': '<h1 class="x">Raw <em>HTML</em></h1>\n<p>Para.</p>\n',
      'wide.md': '# Wide\n\n| A | B & C |\n|---|---|\n| 1 | 2 |\n\n```js\na < b;\n```\n\n```\nplain\n```\n',
    });
  });

  it.each([
    ['/hello', 'Hello you & me', 'First "paragraph" & more.'],
    ['/html', 'Raw HTML', 'Para.'],
    ['/a%20b/100%25', 'Odd name', 'Text.'],
  ])('%s has the title %j and the description %j', (url, title, description) => {
    const document = domOf(pages.get(url));
    expect(document.title).toBe(`${title} · Diptych`);
    expect(meta(document, 'og:title')).toBe(title);
    expect(meta(document, 'description')).toBe(description);
  });

  it('the H1 keeps its markup and appears once, next to the link to the twin', () => {
    const document = domOf(pages.get('/hello'));
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.querySelector('main h1')?.innerHTML).toBe('Hello <em>you</em> &amp; <code>me</code>');
    expect(document.querySelector('main .page-title a[type="text/markdown"]')?.getAttribute('href')).toBe('/hello.md');
  });

  it.each([
    ['/title-and-late', ['Own title', 'Late'], 'Own title'],
    ['/late', ['Late'], 'Late'],
    ['/title-and-first', ['First'], 'Own title'],
  ])('%s: only an H1 that is the first block replaces the title: %j', (url, headings, title) => {
    const document = domOf(pages.get(url));
    expect([...document.querySelectorAll('main h1')].map(({ textContent }) => textContent)).toEqual(headings);
    expect(document.title).toBe(`${title} · Diptych`);
    const before = [...document.querySelectorAll('main h1')].at(-1)!.previousElementSibling?.textContent;
    expect(before).toBe(headings.includes('Late') ? 'Before it.' : undefined);
  });

  it('a long first paragraph is cut between words, at 160 characters at most', () => {
    const description = meta(domOf(pages.get('/long')), 'description')!;
    expect(description).toMatch(/^A sentence of seven words ends here\. .*\w…$/);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description.length).toBeGreaterThan(140);
  });

  it('an empty page has the name and description of the site', () => {
    const document = domOf(pages.get('/empty'));
    expect(document.querySelector('h1')?.textContent).toBe('Diptych');
    expect(meta(document, 'description')).toMatch(/^One website in two panels/);
  });

  it('a home page with the keys of VitePress', () => {
    const main = domOf(pages.get('/vitepress')).querySelector('main')!;
    const texts = (selector: string): (string | null)[] => [...main.querySelectorAll(selector)].map((each) => each.textContent);
    expect([texts('h1'), texts('.lead'), texts('h3'), texts('.card p:not(.card-icon)')]).toEqual([
      ['Project'],
      ['A short text', 'A tagline'],
      ['One'],
      ['First words'],
    ]);
    const leads = [...main.querySelectorAll('.actions a, h3 a')].map((each) => each.getAttribute('href'));
    expect(leads).toEqual(['/hello', '/long']);
    expect(main.querySelector('.hero img')?.outerHTML).toBe('<img src="/x.png" alt="A picture">');
  });

  it('headings have unique ids made of their words', () => {
    const ids = [...domOf(pages.get('/twice')).querySelectorAll('main h2')].map(({ id }) => id);
    expect(ids).toEqual(['same', 'same-2', 'ünïcode-quoted', 'section']);
  });

  it('the outline links to the headings', () => {
    const document = domOf(pages.get('/twice'));
    const links = [...document.querySelectorAll('nav[aria-label="On this page"] a')].map((a) => a.getAttribute('href'));
    expect(links).toEqual(['#same', '#same-2', '#ünïcode-quoted', '#section']);
  });

  it('tables and code can be scrolled by keyboard, and tables have accessible names from their columns', () => {
    const document = domOf(pages.get('/wide'));
    const box = document.querySelector('.table')!;
    expect([box.getAttribute('tabindex'), box.getAttribute('aria-label')]).toEqual(['0', 'Table: A, B & C']);
    const blocks = [...document.querySelectorAll('main pre')];
    expect(blocks.map((pre) => pre.getAttribute('tabindex'))).toEqual(['0', '0']);
    expect(blocks.map((pre) => pre.querySelector('code')?.className)).toEqual(['language-js', '']);
    expect(blocks[0]?.textContent).toBe('a < b;\n');
  });

  it('a page without a date does not depend on the clock', () => {
    for (const { content } of pages.values()) expect(content).not.toMatch(/\d{4}-\d\d-\d\d|modified/i);
  });
});

describe('front matter with names of HTML', () => {
  const page = (front: string): Record<string, string> => ({ 'page.md': `---\n${front}\n---\n# Title\n\nText.\n` });
  const rendered = async (front: string, runMode?: 'serve'): Promise<Document> =>
    domOf((await renderPages(page(front), runMode)).get('/page'));

  it.each([
    ['title: "A <b> & c"', 'og:title', 'A <b> & c'],
    ['description: Own words', 'description', 'Own words'],
    ['section: Guides', 'article:section', 'Guides'],
    ['order: 0', 'diptych', 'order=0'],
    ['optional: true', 'diptych', 'optional'],
    ['order: 1.5\noptional: true', 'diptych', 'order=1.5, optional'],
    ['lastmod: 2026-11-21T10:30:00Z', 'article:modified_time', '2026-11-21T10:30:00.000Z'],
    ['date: 2026-01-02', 'article:modified_time', '2026-01-02'],
    ['date: 2026-01-02', 'article:published_time', '2026-01-02'],
    ['date: 2026-01-02\nlastmod: 2026-11-21', 'article:modified_time', '2026-11-21'],
    ['noindex: true', 'robots', 'noindex'],
    ['order: 1', 'robots', null],
    ['order: 1', 'twitter:card', 'summary_large_image'],
  ])('%j → %s is %j', async (front, name, value) => {
    expect(meta(await rendered(front), name)).toBe(value);
  });

  it('JSON-LD has the same metadata, and no title can end the script', async () => {
    const front = 'title: "</script><script>alert(1)"\nsection: Guides\nlastmod: 2026-11-21';
    const document = domOf((await renderPages({ ...page(front), 'index.md': '# Home\n\nText.\n' })).get('/page'));
    const scripts = [...document.querySelectorAll('script')];
    expect(scripts.map((script) => script.getAttribute('src') ?? script.getAttribute('type'))).toEqual([
      '/theme.js',
      '/page.js',
      'application/ld+json',
    ]);
    const [own, trail] = JSON.parse(scripts[2]!.textContent!)['@graph'];
    expect(own).toMatchObject({
      '@type': 'TechArticle',
      name: '</script><script>alert(1)',
      dateModified: '2026-11-21',
      inLanguage: 'en',
    });
    expect(trail.itemListElement.map(({ position, item }: { position: number; item: string }) => [position, item])).toEqual([
      [1, 'http://localhost:8080/'],
      [2, 'http://localhost:8080/page'],
    ]);
  });

  it('a noindex page has no link to a twin', async () => {
    const document = await rendered('noindex: true');
    expect(document.querySelectorAll('[href="/page.md"], [data-copy]')).toHaveLength(0);
  });

  it('a draft has no menu of its twin; its mark is added by the preview', async () => {
    const document = await rendered('draft: true', 'serve');
    expect(document.querySelector('main .page-title')?.textContent?.trim()).toBe(document.querySelector('h1')?.textContent);
    expect([meta(document, 'robots'), meta(document, 'diptych')]).toEqual(['noindex', 'draft']);
  });
});

describe('navigation', () => {
  it('lists sections and pages by order, has sequence links within the section, and omits noindex pages', async () => {
    const at = (section: string, order: number, more = ''): string =>
      `---\nsection: ${section}\norder: ${order}\n${more}---\n# ${section} ${order}\n\nText.\n`;
    const pages = await renderPages({
      ...documentation,
      'index.md': at('A', 0),
      'b1.md': at('B', 20),
      'a2.md': at('A', 2),
      'a1.md': at('A', 1),
      'docs.md': at('B', 10),
      'docs/deep.md': '# Deep\n\nNames no section.\n',
      'free.md': '# Free\n\nNames no section either.\n',
      'docs/deep/leaf.md': at('B', 30),
      'hidden.md': at('B', 15, 'noindex: true\n'),
      'extra.md': at('C', 1, 'optional: true\n'),
      'own.md': at('D', 50, 'layout: page\n'),
    });
    const links = (url: string, selector: string): string[] =>
      [...domOf(pages.get(url)).querySelectorAll(`${selector} a`)].map((a) => `${a.getAttribute('href')} ${a.textContent}`);
    expect(links('/b1', 'header nav')).toEqual(['/a1 A', '/docs B', '/own D', '/docs/deep Docs', '/free Pages']);
    expect(links('/b1', 'nav[aria-label=Pages] > details[open]')).toEqual(['/docs B 10', '/b1 B 20', '/docs/deep/leaf B 30']);
    expect(links('/free', 'nav[aria-label=Pages] > details[open]')).toEqual(['/free Free']);
    expect(links('/hidden', 'nav[aria-label=Pages] > details[open]')).toEqual([]);
    expect(links('/extra', 'nav[aria-label=Pages] > details[open]')).toEqual(['/extra C 1']);
    const groups = [...domOf(pages.get('/b1')).querySelectorAll('nav[aria-label=Pages] summary')].map(
      ({ textContent }) => textContent,
    );
    expect(groups).toEqual(['A', 'C', 'B', 'Docs', 'Pages']);
    expect(links('/own', 'nav[aria-label=Pages]')).toEqual([]);
    expect(links('/docs', 'nav.pager')).toEqual(['/b1 Next B 20']);
    expect(links('/docs/deep/leaf', 'nav.trail')).toEqual(['/ Diptych', '/docs B 10', '/docs/deep Deep']);
  });

  it('lists nearby pages of a long section, so that pages do not grow with the site', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`part/${String(at).padStart(3, '0')}.md`, `# Page ${at}\n\nText.\n`]),
    );
    const pages = await renderPages({ ...documentation, ...many, 'else.md': '---\nsection: Else\n---\n# Else\n\nText.\n' });
    const listed = (url: string): string[] =>
      [...domOf(pages.get(url)).querySelectorAll('nav[aria-label=Pages] details[open] li a')].map((a) => a.getAttribute('href')!);
    expect([listed('/part/000').at(0), listed('/part/000').at(-1)]).toEqual(['/part/000', '/part/059']);
    expect([listed('/part/050').at(0), listed('/part/050').at(-1)]).toEqual(['/part/020', '/part/079']);
    expect([listed('/part/099').at(0), listed('/part/099').at(-1)]).toEqual(['/part/040', '/part/099']);
    expect(domOf(pages.get('/part/050')).querySelector('nav[aria-label=Pages] p')?.textContent).toBe('All 100 pages');
    expect(domOf(pages.get('/part/050')).querySelectorAll('nav[aria-label=Pages] [aria-current=page]')).toHaveLength(1);
    expect(domOf(pages.get('/else')).querySelectorAll('nav[aria-label=Pages] li')).toHaveLength(21);
  });

  it('lists fewer pages per section if there are many sections', async () => {
    const section = (name: number): [string, string][] =>
      [1, 2, 3, 4, 5].map((at) => [
        `part/${name}-${at}.md`,
        `---\nsection: Part ${String(name).padStart(2, '0')}\n---\n# Page ${name}-${at}\n\nText.\n`,
      ]);
    const contents = { 'list.njk': '---\nlayout: contents\ntitle: All\nsection: Other\n---\n{% include "every-page.njk" %}\n' };
    const withSections = async (count: number): Promise<(url: string, selector: string) => number> => {
      const many = Array.from({ length: count }, (_, at) => section(at)).flat();
      const pages = await renderPages({ ...documentation, ...contents, ...Object.fromEntries(many) });
      return (url, selector) => domOf(pages.get(url)).querySelectorAll(selector).length;
    };
    const [few, lots] = [await withSections(20), await withSections(60)];
    const sidebar = 'nav[aria-label=Pages] details:not([open]) li';
    expect([few('/part/1-1', sidebar), lots('/part/1-1', sidebar)]).toEqual([19 * 5, 59 * 3]);
    expect([few('/list', 'main dd'), lots('/list', 'main dd')]).toEqual([100, 0]);
    expect([few('/list', 'main h2 ~ p'), lots('/list', 'main h2 ~ ul li'), lots('/list', 'main h2 ~ p')]).toEqual([0, 180, 60]);
    expect(lots('/part/1-1', 'header nav > ul a')).toBeLessThan(30);
  });
});
