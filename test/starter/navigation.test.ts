import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runWarm, sharedFolder, temporaryFolder, writeFiles } from '../support/cli.ts';
import { buildClean, buildNewSite, documentOf } from './built-site.ts';

const folder = sharedFolder();
let built: Record<string, string>;

const nav = [
  {
    label: { en: 'Product', de: 'Produkt' },
    items: [
      { label: 'Features', url: '/features' },
      { label: { en: 'Learn', de: 'Lernen' }, items: [{ label: 'Quick start', url: '/docs/quick-start' }] },
    ],
  },
  { label: { en: 'About', de: 'Über uns' }, url: '/about' },
  { label: 'Impressum', url: '/de/impressum', languages: ['de'] },
  { label: { en: 'Sign up', de: 'Anmelden' }, url: { en: 'https://app.example/en', de: 'https://app.example/de' }, button: true },
];
const footer = {
  columns: [{ title: { en: 'Company', de: 'Firma' }, items: [{ label: 'About', url: '/about' }] }],
  social: [{ label: 'Mastodon', url: 'https://social.example/@us', icon: 'brand-mastodon' }],
  legal: [{ label: { en: 'Imprint', de: 'Impressum' }, url: { en: '/about', de: '/de/impressum' } }],
  text: { en: 'Made by us.', de: 'Von uns gemacht.' },
};
const logo = { path: '/sign.svg', dark: '/sign-dark.svg', hasName: true };
const sections = [{ en: 'Docs', de: 'Anleitung' }];

beforeAll(async () => {
  await runWarm(['init', '.'], { cwd: folder });
  const settings = JSON.parse(readFileSync(join(folder, 'site/_data/site.json'), 'utf8'));
  const doc = (title: string, more = ''): string => `---\n${more}---\n# ${title}\n\nThe text of ${title}.\n`;
  writeFiles(folder, {
    'site/_data/site.json': JSON.stringify({ ...settings, url: 'https://www.example.com', nav, footer, sections, logo }),
    ...Object.fromEntries(
      ['sign', 'sign-dark'].map((name) => [`site/_public/${name}.svg`, '<svg viewBox="0 0 8 4" width="8" height="4"/>']),
    ),
    'site/de/de.json': '{ "language": "de" }',
    'site/de/about.md': doc('Über uns'),
    'site/de/impressum.md': doc('Impressum', 'section: Rechtliches\n'),
    'site/de/docs/docs.json': '{ "layout": "doc", "section": "Docs" }',
    'site/de/docs/a.md': doc('Erstens', 'order: 1\n'),
    'site/de/docs/b.md': doc('Zweitens', 'order: 2\n'),
    'site/docs/nginx.md': doc('nginx', 'order: 90\nsidebarGroup: [Servers, Unix]\n'),
    'site/docs/caddy.md': doc('Caddy', 'order: 91\nsidebarGroup: Servers\n'),
    'site/art/wave.svg': '<?xml version="1.0"?>\n<svg viewBox="0 0 4 4"><path d="M0 0h4" stroke="currentColor"/></svg>',
    'site/drawn.md': '---\nlayout: home\nhero: { text: Drawn., illustration: art/wave.svg }\n---\n# Drawn\n',
    // Keys that plans and questions need not have.
    'site/lean.md':
      '---\nlayout: home\npricing: { plans: [{ name: A, price: 1 }] }\nquestions: { items: [{ question: B }] }\n---\n# Lean\n\nText.\n',
    'site/paired.md': '---\nlayout: home\nhero: { text: Two panels., panel: true }\ntwinMenu: true\n---\n# Paired\n',
    'site/pictured.md':
      '---\nlayout: home\nhero: { text: Pictured., image: { src: /favicon.svg, alt: Our sign } }\nfeatures:\n  - { icon: rocket, title: Fast, text: It is. }\n  - { icon: 🌱, title: Green, text: It is. }\nlogos: { items: [{ name: Fox, icon: brand-firefox, url: /about }] }\nquotes: [{ text: One., by: A }, { text: Two., by: B }]\n---\n# Pictured\n',
  });
  built = await buildClean(folder);
});

const pageOf = (path: string): Document => documentOf(built[`${path}.html`]);
const links = (path: string, selector: string): string[] =>
  [...pageOf(path).querySelectorAll(selector)].map(
    (a) => `${a.textContent!.replace(/\s+/g, ' ').trim()} ${a.getAttribute('href')}`,
  );
const texts = (path: string, selector: string): (string | null)[] =>
  [...pageOf(path).querySelectorAll(selector)].map(({ textContent }) => textContent);

describe('"nav": the author’s header links, in the language of each page', () => {
  it.each([
    ['about', ['Features /features', 'Quick start /docs/quick-start', 'About /about', 'Sign up https://app.example/en']],
    [
      'de/about',
      [
        'Features /features',
        'Quick start /docs/quick-start',
        'Über uns /de/about',
        'Impressum /de/impressum',
        'Anmelden https://app.example/de',
      ],
    ],
  ])('/%s', (path, expected) => {
    expect(links(path, 'header nav > ul:first-of-type a')).toEqual(expected);
    expect(pageOf(path).querySelector('header .menu b')?.textContent).toBe(path === 'about' ? 'Learn' : 'Lernen');
    expect(pageOf(path).querySelector('header a.button')?.textContent).toBe(path === 'about' ? 'Sign up' : 'Anmelden');
  });

  it('the header links of documentation are also in the menu for phones', () => {
    expect(links('docs/quick-start', '#page\\:pages > .narrow-only > ul:first-of-type a')).toEqual(
      links('docs/quick-start', 'header nav > ul:first-of-type a'),
    );
    expect(pageOf('docs/quick-start').querySelectorAll('.opener')).toHaveLength(1);
    for (const [path, menu] of [
      ['docs/quick-start', 'page:pages'],
      ['about', 'page:menu'],
    ]) {
      const sheet = pageOf(path!).getElementById(menu!)!;
      expect(pageOf(path!).querySelector('.opener')?.getAttribute('popovertarget')).toBe(menu);
      expect(pageOf(path!).querySelector('.tools a.search')?.getAttribute('href')).toBe('/search');
      expect(sheet.querySelector('.sheet-top button[popovertargetaction=hide]')?.getAttribute('aria-label')).toBe('Close');
    }
  });
});

it.each([
  ['about', 'Company', 'Imprint /about', 'Made by us.'],
  ['de/about', 'Firma', 'Impressum /de/impressum', 'Von uns gemacht.'],
])('/%s: the footer has the columns, links elsewhere and the imprint of the author, each once', (path, title, imprint, line) => {
  expect(texts(path, '.columns p')).toEqual([title]);
  expect(links(path, '.columns a')).toEqual([path === 'about' ? 'About /about' : 'About /de/about']);
  expect(links(path, '.imprint a')).toEqual([imprint, ' https://social.example/@us']);
  expect(pageOf(path).querySelector('.imprint a.social')?.getAttribute('aria-label')).toBe('Mastodon');
  expect(pageOf(path).querySelector('.imprint p')?.textContent).toBe(line);
  expect(texts(path, '.machines a')).toEqual([]);
});

describe('the sidebar', () => {
  it('nests groups that pages declare, and opens the groups of the current page', () => {
    const sidebar = (path: string): string[] =>
      [...pageOf(path).querySelectorAll('nav[aria-label=Pages] > details[open] details')].map(
        (each) => `${each.querySelector('summary')?.textContent}${each.hasAttribute('open') ? ' open' : ''}`,
      );
    expect(sidebar('docs/nginx')).toEqual(['Servers open', 'Unix open']);
    expect(sidebar('docs/caddy')).toEqual(['Servers open', 'Unix']);
    expect(links('docs/nginx', 'nav[aria-label=Pages] details details details a')).toEqual(['nginx /docs/nginx']);
  });

  it('shows section names in the language of the page', () => {
    expect(texts('de/docs/a', 'nav[aria-label=Seiten] > details > summary')).toEqual(['Anleitung']);
    expect(texts('docs/caddy', 'nav[aria-label=Pages] > details > summary')).toEqual(['Docs']);
  });
});

it.each([
  ['docs/caddy', ['Previous nginx /docs/nginx']],
  ['de/docs/a', ['Weiter Zweitens /de/docs/b']],
  ['de/docs/b', ['Zurück Erstens /de/docs/a']],
  ['about', []],
  ['blog', []],
  ['blog/second-post', ['Older The first post /blog/first-post']],
  ['blog/first-post', ['Newer The second post /blog/second-post']],
])('/%s leads on in its section and language: %j', (path, expected) => {
  expect(links(path, '.pager a')).toEqual(expected);
});

it.each([
  ['docs/quick-start', true],
  ['blog/first-post', true],
  ['index', false],
  ['pricing', false],
  ['blog', false],
  ['paired', true],
])('/%s: a menu for its twin: %s, a link in its head always', (path, has) => {
  expect(pageOf(path).querySelectorAll('main details.twin-links')).toHaveLength(has ? 1 : 0);
  expect(pageOf(path).querySelector('link[rel=alternate][type="text/markdown"]')?.getAttribute('href')).toBe(`/${path}.md`);
  expect(built[`${path}.md`]).not.toContain('View Markdown');
});

describe('on the right of the hero', () => {
  it.each([
    ['index', 'figure.code[data-language=js] figcaption', 'first.js', '**first.js**'],
    ['pictured', 'img[src="/favicon.svg"][alt="Our sign"]', '', '![Our sign](https://www.example.com/favicon.svg)'],
    ['drawn', '.illustration > svg > path[stroke=currentColor]', '', 'Drawn.'],
    ['paired', '.panel', 'Accept: text/markdown', 'Two panels.'],
  ])('/%s: %s, and its content in the twin', (path, selector, text, inTwin) => {
    expect(pageOf(path).querySelector(`.hero ${selector}`)?.textContent).toContain(text);
    expect(built[`${path}.md`]).toContain(inTwin);
    expect(built[`${path}.md`]).not.toMatch(/currentColor|Accept:/);
    expect(pageOf(path).querySelectorAll('.hero .panel')).toHaveLength(path === 'paired' ? 1 : 0);
  });
});

it('the header shows the author’s logo, light and dark, without a site name', () => {
  const wordmark = pageOf('about').querySelector('.wordmark')!;
  expect(wordmark.textContent!.trim()).toBe('');
  expect(wordmark.querySelectorAll('svg')).toHaveLength(0);
  const shown = [...wordmark.querySelectorAll('img')].map((img) =>
    ['class', 'src', 'width', 'height'].map((name) => img.getAttribute(name)),
  );
  expect(shown).toEqual([
    ['for-light', '/sign.svg', '64', '32'],
    ['for-dark', '/sign-dark.svg', '64', '32'],
  ]);
  expect(pageOf('pictured').querySelector('.hero img')?.getAttribute('loading')).toBe(null);
});

it('the index of a language shows section names in that language', () => {
  expect(built['de/llms.txt']!.match(/^## .*$/gm)).toEqual(['## Anleitung', '## Seiten', '## Rechtliches', '## Optional']);
});

it('icons of cards and logos are SVG in the page, emoji stay, the twin has neither; a plan is highlighted', () => {
  expect(pageOf('pictured').querySelectorAll('.card svg.icon path')).not.toHaveLength(0);
  expect(texts('pictured', '.card span.icon')).toEqual(['🌱']);
  expect(links('pictured', '.logos a:has(svg)')).toEqual(['Fox /about']);
  expect(texts('pictured', '.quote figcaption')).toEqual(['A', 'B']);
  expect(built['pictured.md']).not.toMatch(/🌱|<svg|rocket/);
  expect(texts('pricing', '.plan.best h3, .plan.best .badge')).toEqual(['Recommended', 'Team']);
  expect(Object.keys(built).filter((path) => /rocket|tabler/.test(path))).toEqual([]);
});

it('the 404 page is in all languages of the site', () => {
  const page = pageOf('404');
  expect(texts('404', 'main h1')).toEqual(['Nothing is published here']);
  const german = page.querySelector('section[data-not-found=de]')!;
  expect([german.getAttribute('lang'), german.querySelector('h2')?.textContent]).toEqual(['de', 'Seite nicht gefunden']);
  const own = pageOf('de/404').documentElement;
  expect([own.getAttribute('lang'), own.querySelector('main h1')?.textContent]).toEqual(['de', 'Seite nicht gefunden']);
  expect(links('de/404', 'header nav a.button')).toEqual(['Anmelden https://app.example/de']);
  expect(built['de/404.md']).toBe(undefined);
});

it('without "nav" no section is dropped: a menu has those that do not fit', async () => {
  const sections = Array.from({ length: 9 }, (_, at) => `S${at}`);
  const files = await buildNewSite(temporaryFolder(), {
    ...Object.fromEntries(
      sections.map((name) => [`site/${name}.md`, `---\nsection: ${name}\n---\n# ${name}\n\nText of ${name}.\n`]),
    ),
    'site/de/de.json': '{ "language": "de" }',
    'site/de/eigen.md': '---\nsection: Eigenes\n---\n# Eigenes\n\nText auf Deutsch.\n',
  });
  const header = (path: string, selector: string): (string | null)[] =>
    [...documentOf(files[path]).querySelectorAll(selector)].map((a) => a.textContent);
  expect(header('S1.html', 'header nav > ul:first-of-type li a')).toEqual(expect.arrayContaining(sections));
  expect(header('S1.html', 'header .menu summary')).toEqual(['More']);
  expect(header('de/eigen.html', 'header nav > ul:first-of-type > li > a').at(0)).toBe('Eigenes');
});
