import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { interfaceWords } from '../../build/starter/interface-words.ts';
import { readTree, runWarm, sharedFolder, writeFiles } from '../support/cli.ts';
import { buildNewSite, documentOf } from './built-site.ts';

const folder = sharedFolder();
const url = 'https://www.example.com';
let built: Record<string, string>;

const callouts = '> [!NOTE]\n> One.\n\n> [!WARNING]\n> Two.\n\n::: tip\nThree.\n:::\n\n::: caution Own\nFour.\n:::\n';
/** A page with all elements that layouts print; its content has words of no language. */
const wordy = '---\nlayout: doc\nsection: §\nlastmod: 2026-11-22\n---\n# 0\n\n1\n\n## 2\n\n## 3\n\n| 4 |\n|---|\n| 5 |\n';
/** A language of a region, and one without texts. */
const titles = [
  ['de', 'Hinweis'],
  ['pt-BR', 'Nota'],
  ['sv', 'Note'],
] as const;

beforeAll(async () => {
  const page = (title: string, more = ''): string =>
    `---\nlayout: doc\nsection: Guide\n---\n# ${title}\n\nThe text of ${title}. ${more}\n`;
  built = await buildNewSite(folder, {
    'site/_data/site.json': JSON.stringify({
      name: 'Site',
      url,
      search: true,
      sections: ['Guide', 'Docs'],
      repository: 'https://codeberg.org/you/site',
      editUrl: 'https://codeberg.org/you/site/_edit/main/{path}',
      assistants: [
        { name: 'One', url: 'https://one.example/?q=Read+{url}' },
        { name: 'Two', url: 'https://two.example/#{url}' },
      ],
      versions: [
        { name: '2.0', path: '/v2' },
        { name: '1.0', path: '/v1' },
        { name: '0.9', path: '/v1/beta' },
      ],
    }),
    'site/v2/install.md': page('Install', 'See [use](use.md).'),
    'site/v2/use.md': page('Use'),
    // Where version 1 has a page of version 0.9.
    'site/v2/beta/install.md': page('Try'),
    'site/v1/install.md': page('Install', 'See [gone](gone.md) and [the current one](/v2/install).'),
    'site/v1/gone.md': page('Gone'),
    'site/v1/beta/install.md': page('Install'),
    'site/de/de.json': '{ "language": "de" }',
    'site/de/v2/install.md': page('Installieren'),
    'site/de/v1/install.md': page('Installieren (1)'),
    'site/ar/ar.json': '{ "language": "ar" }',
    'site/sv/sv.json': '{ "language": "sv" }',
    ...Object.fromEntries(['', 'ar/', 'de/', 'sv/'].map((path) => [`site/${path}v1/words.md`, wordy])),
    'site/_data/words.json': '{ "sv": { "menu": "Meny" }, "ar": { "openIn": "افتح بواسطة" } }',
    ...Object.fromEntries(
      titles.map(([language]) => [
        `site/callouts/${language}.md`,
        `---\nlanguage: ${language}\nlayout: doc\n---\n# Callouts ${language}\n\n${callouts}`,
      ]),
    ),
  });
});

const pageOf = (path: string): Document => documentOf(built[`${path}.html`]);
const links = (document: Document, selector: string): (string | null)[][] =>
  [...document.querySelectorAll(selector)].map((a) => [a.textContent, a.getAttribute('href')]);

describe('links from settings', () => {
  it('the repository, under the name of its host', () => {
    expect(links(pageOf('about'), 'header a[href^="https:"]')).toEqual([['Codeberg', 'https://codeberg.org/you/site']]);
  });

  it.each([
    ['about', 'site/about.md'],
    ['v1/gone', 'site/v1/gone.md'],
  ])('/%s: "Edit this page" leads to its file, and is not in its twin', (path, file) => {
    expect(links(pageOf(path), 'main a').filter(([text]) => text === 'Edit this page')).toEqual([
      ['Edit this page', `https://codeberg.org/you/site/_edit/main/${file}`],
    ]);
    expect(built[`${path}.md`]).not.toContain('Edit this page');
  });

  it.each([
    ['docs/first-page', 'https%3A%2F%2Fwww.example.com%2Fdocs%2Ffirst-page.md'],
    ['blog/first-post', 'https%3A%2F%2Fwww.example.com%2Fblog%2Ffirst-post.md'],
  ])('/%s: the menu of assistants links to its twin, and is not in it', (path, twin) => {
    expect(links(pageOf(path), 'main .menu li a')).toEqual([
      ['One', `https://one.example/?q=Read+${twin}`],
      ['Two', `https://two.example/#${twin}`],
    ]);
    expect(built[`${path}.md`]).not.toContain('one.example');
  });
});

describe('a company site', () => {
  let run: Awaited<ReturnType<typeof runWarm>>;
  let tree: Record<string, string>;
  const film = '<iframe src="https://film.example/x" title="Film"></iframe>';
  const place = sharedFolder();
  beforeAll(async () => {
    await runWarm(['init', '.'], { cwd: place });
    expect(JSON.parse(readFileSync(join(place, 'site/_data/site.json'), 'utf8')).agentLinks).toBe(false);
    writeFiles(place, {
      'site/_data/site.json': JSON.stringify({
        url,
        name: 'Company',
        agentLinks: false,
        editUrl: 'https://edit.example/{path}',
        contentSecurityPolicy: { add: { 'frame-src': ['https://film.example'], 'script-src': ['https://stats.example'] } },
      }),
      'site/_includes/head.njk': '<script src="https://stats.example/s.js" defer></script>\n',
      'site/_includes/foot.njk': '<p id="foot">Foot</p>\n',
      'site/film.md': `---\nedit: false\n---\n# Film\n\n${film}\n\n<video src="https://other.example/v.webm"></video>\n\n<script>a()</script>\n`,
      'site/de/de.json': '{ "language": "de" }',
      'site/de/index.md': '# Start\n\nDer Anfang.\n',
      'site/de/seite.md': '# Seite\n\nEine Seite.\n',
    });
    run = await runWarm(['build'], { cwd: place });
    tree = readTree(join(place, 'dist'));
  });

  it('what its policy blocks is named, with the line to write', () => {
    expect([run.code, run.stderr]).toEqual([
      0,
      'diptych: site/film.md:8: the policy blocks <video> from https://other.example; allow it in site/_data/site.json: "contentSecurityPolicy": { "add": { "media-src": ["https://other.example"] } }\n' +
        'diptych: site/film.md:10: the policy blocks an inline script; move it into a file in site/_public/\n',
    ]);
    const { contentSecurityPolicy } = JSON.parse(tree['.well-known/diptych.json']!).site;
    expect(contentSecurityPolicy).toMatch(
      /^default-src 'none'; script-src 'self' https:\/\/stats\.example; .*; frame-src https:\/\/film\.example$/,
    );
  });

  it('its hooks stand in every page, and links for agents in the head alone', () => {
    for (const file of ['film', 'de/seite', '404']) {
      const document = documentOf(tree[`${file}.html`]);
      expect(document.querySelector('head script[src="https://stats.example/s.js"]'), file).not.toBeNull();
      expect(document.querySelector('#foot'), file).not.toBeNull();
      expect([...document.querySelectorAll('body > aside, .machines')], file).toEqual([]);
    }
    expect(tree['film.html']).toContain('href="/llms.txt"');
  });

  it('`edit: false` leaves the link out', () => {
    expect(tree['film.html']).not.toContain('edit.example');
    expect(tree['about.html']).toContain('https://edit.example/site/about.md');
  });
});

it('the line for agents stands after the skip link, and names the index in the language of the page', () => {
  const aside = pageOf('de/v2/install').querySelector('body > aside')!;
  expect(aside.previousElementSibling?.className).toBe('skip');
  expect(aside.textContent).toContain(`${url}/de/llms.txt`);
  expect(links(pageOf('de/v2/install'), '.machines a')[0]).toEqual(['/de/llms.txt', '/de/llms.txt']);
  expect(pageOf('v2/install').querySelector('body > aside')?.textContent).toContain(`${url}/llms.txt`);
});

describe('versions', () => {
  const switchOf = (path: string): (string | null)[][] => links(pageOf(path), 'header .versions a');

  it.each([
    ['v2/install', ['/v2/install', '/v1/install', '/v1/beta/install']],
    ['v1/install', ['/v2/install', '/v1/install', '/v1/beta/install']],
    ['v1/gone', ['/v2/beta/install', '/v1/gone', '/v1/beta/install']],
    ['v1/beta/install', ['/v2/install', '/v1/install', '/v1/beta/install']],
    ['v2/use', ['/v2/use', '/v1/gone', '/v1/beta/install']],
    ['v2/beta/install', ['/v2/beta/install', '/v1/gone', '/v1/beta/install']],
    ['de/v1/install', ['/de/v2/install', '/de/v1/install', '/v1/beta/install']],
    ['about', []],
  ])('/%s links to its page in each version, or to the first page', (path, targets) => {
    expect(switchOf(path)).toEqual(targets.map((target, at) => [['2.0', '1.0', '0.9'][at], target]));
  });

  it.each([
    ['v2/install', '/v2/install', undefined, undefined],
    ['v1/install', '/v2/install', '1.0', '/v2/install'],
    ['v1/gone', '/v1/gone', '1.0', '/v2/beta/install'],
    ['v1/beta/install', '/v2/install', '0.9', '/v2/install'],
    ['de/v1/install', '/de/v2/install', '1.0', '/de/v2/install'],
  ])('/%s: canonical %s, a notice on page and twin', (path, canonical, version, target) => {
    const page = pageOf(path);
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(url + canonical);
    expect(built[`${path}.md`]).toContain(`canonical_url: ${url}${canonical}\n`);
    expect(links(page, 'main .callout a').map(([, href]) => href)).toEqual(target ? [target] : []);
    const words = path.startsWith('de/')
      ? `Dies ist Version ${version}. Die aktuelle Version ist 2.0:`
      : `This is version ${version}. The current version is 2.0:`;
    const notice = `> [!WARNING]\n> ${words}`;
    expect(built[`${path}.md`]!.includes(notice)).toBe(version !== undefined);
    if (target) expect(built[`${path}.md`]).toContain(`](${url}${target}.md).\n`);
  });

  it('links between pages of an older version lead to twins of that version', () => {
    expect(built['v1/install.md']).toContain(`See [gone](${url}/v1/gone.md) and [the current one](${url}/v2/install.md).`);
  });

  it.each([
    ['llms.txt', '/v2/install'],
    ['llms-full.txt', '/v2/install'],
    ['sitemap.md', '/v2/install'],
    ['sitemap.xml', '/v2/install'],
    ['de/llms.txt', '/de/v2/install'],
    ['search.html', '/v2/install'],
    ['feed.xml', ''],
    ['rss.xml', ''],
    ['.well-known/api-catalog', ''],
  ])('%s contains only the current version', (file, current) => {
    expect(built[file]).toContain(current);
    const pages = built[file]!.replace(/^Indexes of older versions: .*$/m, '');
    expect(pages.replace(/\/api\/v1\/|\/v1(?:\/beta)?\/llms\.txt/g, '')).not.toContain('/v1/');
  });

  it('older pages are not in the search, and their sidebar shows their version', () => {
    expect([pageOf('v2/use'), pageOf('v1/gone')].map((page) => page.querySelectorAll('[data-pagefind-body]').length)).toEqual([
      1, 0,
    ]);
    const guide = (path: string): (string | null)[] =>
      links(pageOf(path), '[aria-label=Pages] details[open] a, [aria-label=Seiten] details[open] a').map(([, href]) => href!);
    expect(guide('v1/gone')).toEqual(['/v1/gone', '/v1/install']);
    expect(guide('v2/use')).toEqual(['/v2/beta/install', '/v2/install', '/v2/use']);
    // In German: translated pages, and the others until they are translated.
    expect(guide('de/v2/install')).toEqual(['/de/v2/install', '/v2/beta/install', '/v2/use']);
  });

  it('only pages of the current version link to translations', () => {
    const named = (path: string): number => pageOf(path).querySelectorAll('link[hreflang]').length;
    expect([named('v2/install'), named('v1/install')]).toEqual([2, 0]);
    expect(links(pageOf('v1/install'), 'header a[hreflang]')).toEqual([
      ['Deutsch', '/de/v1/install'],
      ['English', '/v1/install'],
    ]);
  });

  it('diptych check has no findings in the built site', async () => {
    const { code, stdout } = await runWarm(['check', 'dist'], { cwd: folder });
    expect([code, stdout]).toEqual([0, expect.stringContaining('no defects')]);
  });
});

it.each(titles)('callouts in the language of the page, %s: %s', (language, title) => {
  const names = [...pageOf(`callouts/${language}`).querySelectorAll('.callout-title')].map(({ textContent }) => textContent);
  expect(names).toEqual([title, expect.anything(), expect.anything(), 'Own']);
  expect(built[`callouts/${language}.md`]).toMatch(
    /> \[!NOTE\]\n> One\.\n\n> \[!WARNING\]\n> Two\.\n\n> \[!TIP\]\n> Three\.\n\n> \[!CAUTION\]\n> \*\*Own\*\*\n>\n> Four\.\n$/,
  );
});

describe('interface text in the language of the page', () => {
  /** All texts of the interface: visible, for screen readers or for scripts, without names of pages and sections. */
  const textsOf = (path: string): string[] => {
    const document = pageOf(path);
    for (const named of document.querySelectorAll('script, title, li a, .section summary, .pager a')) named.remove();
    const found: (string | null)[] = [];
    const texts = document.createTreeWalker(document.documentElement, 4);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text.textContent);
    for (const element of document.querySelectorAll('body, body *, link[title]'))
      for (const { name, value } of element.attributes)
        if (/^(?:aria-label|title|placeholder|data-(?!theme|copy$|pagefind|markdown).*)$/.test(name)) found.push(value);
    return found.map((text) => text!.trim()).filter((text) => /\p{L}{2}/u.test(text));
  };
  /** Texts that are the same in all languages: the name of the site in header and footer, and a key. */
  const names = ['Site', 'Ctrl K', 'Site'];

  it.each([
    [
      'de',
      [...names, 'Version 1.0'],
      ['Menü', 'Auf dieser Seite', 'Tabelle: 4', 'Zuletzt geändert:', 'Öffnen in', 'Seiten', 'Kopieren'],
    ],
    ['ar', names, ['القائمة', 'على هذه الصفحة', 'جدول: 4', 'آخر تعديل:', 'افتح بواسطة', 'الصفحات', 'نسخ']],
  ])('%s: all texts differ from the English page, except %j', (language, same, some) => {
    const [english, texts] = [textsOf('v1/words'), textsOf(`${language}/v1/words`)];
    expect(texts.length).toBe(english.length);
    expect(texts.filter((text) => english.includes(text))).toEqual(same);
    expect(texts).toEqual(expect.arrayContaining(some));
  });

  it('an unknown language has the author’s texts, otherwise English ones', () => {
    expect(textsOf('sv/v1/words')).toEqual(expect.arrayContaining(['Meny', 'On this page']));
  });

  it.each(Object.entries(interfaceWords))('%s has all texts, with the same placeholders', (_, own) => {
    const blanks = (words: Readonly<Record<string, string>>): string[] =>
      Object.entries(words).map(([name, word]) => `${name} ${word?.match(/\{\w+\}/g)?.sort()}`);
    expect(blanks(own)).toEqual(blanks(interfaceWords.en));
    expect(Object.values(own)).not.toContain('');
  });
});
