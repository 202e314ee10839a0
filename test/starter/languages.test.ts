import { beforeAll, expect, it } from 'vitest';
import { sharedFolder } from '../support/cli.ts';
import { buildNewSite, documentOf } from './built-site.ts';

const folder = sharedFolder();
let built: Record<string, string>;

beforeAll(async () => {
  built = await buildNewSite(folder, {
    'site/index.md': '# Home\n\nThe home page. See [start](/start), [many](/many), [Deutsch](/de/) and [Arabic](/arabic).\n',
    'site/start.md': '# Start\n\nHow to start.\n',
    'site/arabic.md': '---\nlanguage: ar\n---\n# Arabic\n\nA page of its own.\n',
    'site/de/de.json': '{"language":"de"}\n',
    'site/de/index.md': '# Willkommen\n\nDie erste Seite. Hier geht es [los](/de/start).\n',
    'site/de/start.md': '# Anfang\n\nSo geht es los.\n',
    'site/fr/fr.json': '{"language":"fr-CA"}\n',
    'site/fr/start.md': '# Commencer\n\nPour commencer.\n',
    'site/_data/words.json': '{"fr":{"skip":"Au texte"}}',
    ...Object.fromEntries(
      ['it', 'nl', 'pl'].map((language) => [`site/${language}/${language}.json`, JSON.stringify({ language })]),
    ),
    ...Object.fromEntries(
      ['', 'it/', 'nl/', 'pl/'].map((place) => [`site/${place}many.md`, `# Many ${place}\n\nIn ${place} as well.\n`]),
    ),
  });
});

it.each([
  ['start.html', 'en', null],
  ['arabic.html', 'ar', 'rtl'],
  ['de/start.html', 'de', null],
  ['fr/start.html', 'fr-CA', null],
])('%s: lang %s, dir %s', (file, language, direction) => {
  const { documentElement: html } = documentOf(built[file]);
  expect([html.getAttribute('lang'), html.getAttribute('dir')]).toEqual([language, direction]);
  expect(built[file]).toContain(`"inLanguage":"${language}"`);
});

it('a language of a region has the words of the language, and those of the author', () => {
  const page = documentOf(built['fr/start.html']);
  const texts = ['.skip', 'a.search span'].map((selector) => page.querySelector(selector)?.textContent);
  expect(texts).toEqual(['Au texte', 'Rechercher']);
});

const start = [
  ['de', 'https://www.example.com/de/start'],
  ['en', 'https://www.example.com/start'],
  ['fr-CA', 'https://www.example.com/fr/start'],
] as const;
const home = [
  ['de', 'https://www.example.com/de/'],
  ['en', 'https://www.example.com/'],
] as const;

it.each([
  ['start', start],
  ['de/start', start],
  ['fr/start', start],
  ['', home],
  ['de/', home],
  ['arabic', []],
])('/%s names its translations and itself, in its head and in sitemap.xml', (path, languages) => {
  const file = `${path}.html`.replace(/(^|\/)\.html$/, '$1index.html');
  const links = [...documentOf(built[file]).querySelectorAll('link[rel=alternate][hreflang]')];
  expect(links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')])).toEqual(languages);
  const entry = built['sitemap.xml']!.split('<url>').find((part) => part.includes(`<loc>https://www.example.com/${path}</loc>`))!;
  const listed = [...entry.matchAll(/<xhtml:link rel="alternate" hreflang="([^"]+)" href="([^"]+)"\/>/g)];
  expect(listed.map(([, language, url]) => [language, url])).toEqual(languages);
});

it.each([
  ['start.html', 'English', ['de /de/start', 'en /start', 'fr-CA /fr/start']],
  ['many.html', 'English', ['de /de/', 'en /many', 'it /it/many', 'nl /nl/many', 'pl /pl/many']],
  ['nl/many.html', 'Nederlands', ['de /de/', 'en /many', 'it /it/many', 'nl /nl/many', 'pl /pl/many']],
  ['de/index.html', '', ['de /de/', 'en /']],
])('%s: the header leads to each language: to the translation, else to the nearest page', (file, menu, languages) => {
  const document = documentOf(built[file]);
  const links = [...document.querySelectorAll('.masthead a[hreflang]')];
  expect(links.map((link) => `${link.getAttribute('hreflang')} ${link.getAttribute('href')}`)).toEqual(languages);
  const isMenu = languages.length > 3;
  expect(document.querySelector('.masthead nav > details summary')?.textContent ?? '').toBe(isMenu ? menu : '');
});

it('each language folder has its own llms.txt, linked from the root one', () => {
  const twins = (text: string): string[] =>
    [...text.matchAll(/\]\(https:\/\/www\.example\.com(\/[^)]+\.md)\)/g)].map(([, path]) => path!);
  expect(twins(built['de/llms.txt']!)).toEqual(['/de.md', '/de/start.md', '/de/search.md']);
  expect(built['de/llms.txt']).toMatch(
    /^# [^\n]*: Deutsch\n\n> Die Seiten dieser Website auf Deutsch\. Das Verzeichnis der ganzen Website ist \[llms\.txt\]\(https:\/\/www\.example\.com\/llms\.txt\)\.\n\n## Seiten\n[^#]*\n## Optional\n\n- \[Alle Seiten\]/,
  );
  expect(twins(built['fr/llms.txt']!)).toEqual(['/fr/start.md', '/fr/search.md']);
  expect(built['llms.txt']).toContain(
    '## Languages\n\n- [German](https://www.example.com/de/llms.txt): 2 pages: Willkommen, Anfang\n- [French](https://www.example.com/fr/llms.txt): 1 page: Commencer\n',
  );
  expect(twins(built['llms.txt']!)).toEqual(expect.arrayContaining(['/start.md', '/de/start.md', '/fr/start.md']));
  expect(built['sitemap.xml']).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
});

it('the list of all pages exists in each language, and the search form leads to that in the language of the page', () => {
  const list = (file: string): string[] => {
    const document = documentOf(built[file]);
    const main = document.querySelector('main')!;
    const links = [...main.querySelectorAll('dt a')].map((link) => String(link.getAttribute('href')));
    const search = [...document.querySelectorAll('a.search')].map((link) => String(link.getAttribute('href')));
    return [
      String(main.querySelector('h1')?.textContent),
      ...new Set(search),
      ...links.filter((link) => /(?<!docs.*)(?:start|many)$/.test(link)),
    ];
  };
  expect(list('search.html')).toEqual(['Every page', '/search', '/many', '/start']);
  expect(list('de/search.html')).toEqual(['Alle Seiten', '/de/search', '/de/start', '/many']);
  expect(list('pl/search.html')).toEqual(['Wszystkie strony', '/pl/search', '/pl/many', '/start']);
  const document = documentOf(built['de/search.html']);
  expect(document.querySelector('dt:has(a[href="/many"])')?.getAttribute('lang')).toBe('en');
  expect(document.querySelector('dt:has(a[href="/de/start"])')?.getAttribute('lang')).toBe(null);
});
