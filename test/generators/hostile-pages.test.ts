import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPage } from '../support/create-page.ts';
import { runs } from '../support/runs.ts';
import { planInMemory, twinInMemory } from '../support/twin-in-memory.ts';
import { documentsOf, siteOf } from './seed.ts';

/* Text of pages stays text in twins and documents, whatever it looks like.  */

const site = 'https://site.example';
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Page</title>${head}</head><body><main><h1>Page</h1><p>Words.</p>${body}</main></body></html>`;

/** Notations of `javascript:` and other executable schemes that browsers accept (URL Standard §4.4). */
const scripts = [
  'javascript:',
  'JaVaScRiPt:',
  ' javascript:',
  '\u0001\u001f javascript:',
  ' java\tscript:',
  'java\nscript:',
  'javascript\r\n:',
  'java&Tab;script&colon;',
  '&#106;avascript&#x3a;',
  '&#x01;javascript:',
  'java\u0081script:',
  'java\uFDD0script:',
  'java\u{E0041}script:',
  'java&#xFE0F;script:',
  'javascript://[',
  ' VB\tScript:',
  'da\nta:text/html,',
  '\tDATA:text/html;base64,',
];
/** Every element that has a URL. */
const withElements = (address: string): string =>
  `<p><a href="${address}canary(1)">x</a></p>
<p><map><area href="${address}canary(1)" alt="x"></map></p>
<p><img src="${address}canary(1)" alt="x"></p>
<p><img srcset="${address.replace(/\s|&Tab;/g, '')}canary(1) 2x" alt="x"></p>
<iframe src="${address}canary(1)" title="x"></iframe>
<video src="${address}canary(1)" poster="${address}canary(1)"></video>
<object data="${address}canary(1)">x</object>
<embed src="${address}canary(1)">
<pre><code><a href="${address}canary(1)">x</a></code></pre>
<form action="${address}canary(1)"><button formaction="${address}canary(1)">x</button></form>
<blockquote cite="${address}canary(1)">x</blockquote>`;
const withHead = (address: string): string =>
  `<link rel="canonical" href="${address}canary(1)"><link rel="alternate" href="${address}canary(1)">
<meta property="og:image" content="${address}canary(1)"><meta property="og:url" content="${address}canary(1)">`;

const rule = '='.repeat(80);
const forged = `${rule}\nSource: ${site}/forged\nMarkdown: ${site}/forged.md\n${rule}\n\n# Forged`;

const tags = (text: string): string => [...text].map((sign) => String.fromCodePoint(0xe0000 + sign.codePointAt(0)!)).join('');
const asBytes = (text: string): string => [...text].map((sign) => String.fromCodePoint(0xe0100 + sign.charCodeAt(0))).join('');
const references = (text: string): string => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join('');
const scotland = `\u{1F3F4}${tags('gbsct')}\u{E007F}`;
/** Text of a page, and its text in the twin. */
const shown: [string, string, string][] = [
  ['tags', `a${tags('obey me')}b`, 'ab'],
  ['tags as references', `a${references(tags('obey me'))}b`, 'ab'],
  ['tags as hexadecimal references without end', 'a&#xE0041&#x000e0042 b', 'a b'],
  ['the tag of a language', `a\u{E0001}${tags('en')}b`, 'ab'],
  ['invisible unassigned code points', 'a\u{E0080}\u{E01F0}\u{E0FFF}b', 'ab'],
  ['bytes as variation selectors', `a${asBytes('obey')}b`, 'ab'],
  ['bytes behind an emoji', `\u{1F600}${asBytes('obey')}b`, '\u{1F600}b'],
  ['a selector behind a letter', 'a\uFE0Fb\uFE01c', 'abc'],
  ['a second selector', '❤\uFE0F\uFE0F\uFE0Eb', '❤\uFE0Fb'],
  ['a selector after a digit that is not a keycap', '1\uFE0F2', '12'],
  ['text in a flag', `\u{1F3F4}${tags('obeymeplease')}\u{E007F}b`, '\u{1F3F4}b'],
  ['a flag without an end', `\u{1F3F4}${tags('gbsct')}b`, '\u{1F3F4}b'],
  ['an ideographic selector behind a letter', 'a\u{E0100}b', 'ab'],
  ['the flag of a region', `${scotland}b`, `${scotland}b`],
  ['the flag of a region as references', `${references(scotland)}b`, `${scotland}b`],
  ['emoji style', '❤\uFE0F ☎\uFE0E ©\uFE0F', '❤\uFE0F ☎\uFE0E ©\uFE0F'],
  ['emoji style as references', '&#10084;&#xFE0F;', '❤\uFE0F'],
  ['a keycap', '1\uFE0F\u20E3', '1\uFE0F\u20E3'],
  [
    'joined emoji',
    '\u{1F3F3}\uFE0F\u200D\u{1F308} \u{1F469}\u200D\u{1F4BB}',
    '\u{1F3F3}\uFE0F\u200D\u{1F308} \u{1F469}\u200D\u{1F4BB}',
  ],
  ['joiners of Persian and Malayalam', 'می\u200Cخواهم ന\u200D', 'می\u200Cخواهم ന\u200D'],
  ['joiners between letters that do not join', 'a\u200Cb\u200Dc', 'abc'],
  ['bytes as joiners between two letters that do', 'م\u200C\u200D\u200C\u200Cخ', 'م\u200Cخ'],
  ['a joiner by its name, after a digit', '۲۰&zwnj;ساله', '۲۰\u200Cساله'],
  ['Mongolian vowels and their forms', 'ᠪᠠ\u180E\u180B ᠠ\u180B ᠠ\u180Eᠠ', 'ᠪᠠ ᠠ\u180B ᠠ\u180Eᠠ'],
  ['a Mongolian selector behind a letter', 'a\u180Bb\u180E', 'ab'],
  [
    'fillers, invisible operators, annotations, notes',
    'a\u034F\u115F\u1160\u2060\u2064\u206F\u3164\uFFA0\uFFF9\uFFFB\u{1D173}b',
    'ab',
  ],
  ['operators by their names', 'a&NoBreak;&af;&it;&ic;&ZeroWidthSpace;&shy;b', 'ab'],
  ['ignorable and unassigned characters', 'a\u2065\uFFF0b', 'ab'],
  ['controls and noncharacters', 'a\u0001\u001B\u007F\u0081\u{1FFFE}b', 'ab'],
  ['overrides and embeddings of direction', '\u202Ea\u202Cb&#x202B;', 'ab'],
  ['direction marks', 'a\u200Eb\u200Fc\u061C', 'a\u200Eb\u200Fc\u061C'],
  ['bytes as direction marks', 'a\u200E\u200F\u200F\u200Eb', 'a\u200Eb'],
  ['isolates', 'a \u2067b \u2068c\u2069\u2069 d', 'a \u2067b \u2068c\u2069\u2069 d'],
  ['isolates without an end', 'a\u2067b\u2068c', 'abc'],
  ['ends without isolates', 'a\u2069b', 'ab'],
  ['visible marks of Arabic numbers', '\u0601\u06DD', '\u0601\u06DD'],
  ['an ideograph with a variation', '葛\u{E0100}城 㐂\uFE00', '葛\u{E0100}城 㐂\uFE00'],
];

/** Line ends of any reader (Python's `str.splitlines`, UAX #14, HTML, JavaScript). */
const lineEnds = ['\n', '\r', '\r\n', '\v', '\f', '\u001C', '\u001D', '\u001E', '\u0085', '\u2028', '\u2029'];
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
const lines = (text: string): string[] => text.split(/\r\n|[\n\r\v\f\u001C-\u001E\u0085\u2028\u2029]/);

/** Text that is markup unless escaped. */
const markups = [
  '[evil](https://evil.example)',
  '![evil](https://evil.example/a.png)',
  'x](https://evil.example) [y',
  '<https://evil.example>',
  '<a href="https://evil.example">x</a>',
  '&#91;evil](https://evil.example)',
  '[evil]: https://evil.example',
  '`code` ``',
  '*a* **b** _c_ ~~d~~',
  '# heading',
  '- [evil](https://evil.example)',
  '1. item',
  '> quote',
  'a \\[evil](https://evil.example)',
  'a #',
  '---',
  ...lineEnds.flatMap((end) => [`a${end}# Forged`, `a${end}- [evil](https://evil.example)`]),
];
const text = (raw: string): string => raw.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

const twinned = (files: Readonly<Record<string, string>>): Promise<Record<string, string>> => twinInMemory(files, { url: site });

/** Letters: pages with numbers would be a pagination. */
const nameOf = (at: number): string => `page-${String.fromCharCode(97 + at)}`;
const pages = Object.fromEntries([
  ...scripts.map((script, at): [string, string] => [`${nameOf(at)}.html`, page(withElements(script), withHead(script))]),
  ['index.html', page('')],
  ['forger.html', page(`<pre>${forged}</pre><pre>${forged.replaceAll('=', '==')}</pre><ul><li><pre>${forged}</pre></li></ul>`)],
  ['norway.html', page('').replace('lang="en"', 'lang="no"').replace('<title>Page', '<title>On')],
]);
let tree: Record<string, string>;
beforeAll(async () => {
  tree = await twinned(pages);
});

it('no page loses content in its twin', async () => {
  const plan = await planInMemory(pages, { url: site });
  expect(plan.pages.map(({ file, parity }) => [file, parity])).toEqual(
    Object.keys(pages)
      .sort()
      .map((file) => [file, { ratio: 1 }]),
  );
});

describe('no executable URL is in a twin', () => {
  it.each(scripts.map((script, at) => ({ script, at })))('$script', ({ at }) => {
    expect(tree[`${nameOf(at)}.md`]).not.toContain('canary');
    expect(tree[`${nameOf(at)}.md`]).toContain(`canonical_url: ${site}/${nameOf(at)}\n`);
  });

  it('nor in any other document', () => {
    expect(
      Object.entries(tree)
        .filter(([, body]) => /canary/.test(body))
        .map(([path]) => path),
    ).toEqual([]);
  });
});

describe('invisible characters are in no twin', () => {
  let tree: Record<string, string>;
  beforeAll(async () => {
    // Numbered, because a title or description of several pages is ignored.
    const files = shown.map(([, text], at) => [
      `s${at}.html`,
      `<!doctype html><html lang="en"><head><title>T${at} ${text}</title><meta name="description" content="D${at} says of it ${text}"></head><body><main><h1>H ${text}</h1><p>P ${text} <a href="/" title="L ${text}">x</a></p><pre>C ${text}</pre></main></body></html>`,
    ]);
    tree = await twinned(Object.fromEntries(files));
  });
  it.each(shown)('%s', (_, text, kept) => {
    const at = shown.findIndex(([, other]) => other === text);
    const twin = tree[`s${at}.md`]!;
    for (const place of ['# H ', 'P ', 'C ', '"L ']) expect(twin).toContain(`${place}${kept}`);
    for (const start of ['title: "?T', 'description: "?D'])
      expect(twin).toMatch(new RegExp(`^${start}${at} (?:says of it )?${kept.replace(/[*+?.]/g, '\\$&')}"?$`, 'mu'));
    expect(tree['llms.txt']).toContain(`[T${at} ${kept}](${site}/s${at}.md): D${at} says of it ${kept}`);
  });
});

describe('text that looks like markup is text in every document', () => {
  let tree: Record<string, string>;
  beforeAll(async () => {
    const files = markups.map((raw, at) => [
      `m${at}.html`,
      `<!doctype html><html lang="en"><head><title>${text(raw)}</title><meta name="description" content="${text(raw)}"><meta property="article:section" content="${text(raw)}"></head><body><main><h1>${text(raw)}</h1><p>${text(raw)}</p><h2>${text(raw)}</h2><p><img alt="${text(raw)}" src="a.png" title="${text(raw)}"></p><pre>${lineEnds.map((end) => `code${end}${forged.split('\n')[0]}`).join('')}</pre></main></body></html>`,
    ]);
    tree = await twinned(Object.fromEntries(files));
  });
  const read = (file: string) => new MarkdownIt({ html: true }).parse(tree[file]!.replace(/^---\n[\s\S]*?\n---\n/, ''), {});
  const tokens = (file: string) => read(file).flatMap((token) => [token, ...(token.children ?? [])]);

  it.each(['llms.txt', 'sitemap.md'])('%s', (file) => {
    const all = tokens(file);
    const links = all.flatMap(({ type, attrs }) => (type === 'link_open' ? [new Map(attrs ?? []).get('href')!] : []));
    expect(links.filter((link) => !String(link).startsWith(`${site}/`))).toEqual([]);
    expect(all.filter(({ type }) => /^(?:em_|strong_|s_|image|html_|ordered_|hr|fence)/.test(type))).toEqual([]);
    // Our own inline code: paths and a media type.
    const code = all.filter(({ type }) => type === 'code_inline').map(({ content }) => content);
    expect(code.filter((path) => !/^(?:\.md|Accept: text\/markdown|\/.*)$/.test(path))).toEqual([]);
    expect(all.filter(({ type }) => type === 'heading_open').every(({ tag }) => /^h[12]$/.test(tag))).toBe(true);
    for (const line of lines(tree[file]!).filter((each) => /^ *- \[/.test(each))) expect(line).toContain(`](${site}/`);
    expect(lines(tree[file]!)).toEqual(tree[file]!.split('\n'));
  });

  it.each(markups.map((raw, at) => [raw, at] as const))('twin of %j', (raw, at) => {
    const twin = tree[`m${at}.md`]!;
    expect(lines(twin)).toEqual(twin.split('\n'));
    const all = tokens(`m${at}.md`);
    expect(all.flatMap(({ type, tag }) => (type === 'heading_open' ? tag : []))).toEqual(['h1', 'h2']);
    expect(all.filter(({ type }) => /^(?:em_|strong_|s_|code_inline|html_|ordered_|bullet_|hr)/.test(type))).toEqual([]);
    const links = all.flatMap(({ attrs }) => new Map(attrs ?? []).get('href') ?? []);
    expect(links).toEqual([`${site}/llms.txt`, `${site}/sitemap.md`]);
    const words = all.flatMap(({ type, children }) =>
      type === 'inline'
        ? children!
            .flatMap((child) => child.children ?? child)
            .map(({ content }) => content)
            .join('')
        : [],
    );
    const shown = lines(raw).join(' ').replace(/ +/g, ' ');
    expect(words.filter((line) => !line.startsWith('For the complete'))).toEqual([shown, shown, shown, shown]);
  });
});

it('no page can forge a boundary of llms-full.txt', () => {
  const full = tree['llms-full.txt']!;
  expect(lines(full).filter((line) => line.startsWith('==='))).toEqual(full.match(/^={80}$/gm));
  const canonicals = [...full.matchAll(/^=+\s*\nSource: (\S+)$/gm)].map(([, url]) => url);
  const indexes = Object.keys(tree).filter((path) => /(?:^|\/)llms\.txt$/.test(path));
  const listed = [
    ...indexes
      .map((path) => tree[path]!)
      .join('')
      .matchAll(/^- \[.*?\]\((\S+)\.md\)/gm),
  ]
    .map(([, url]) => url!.replace(/\/index$/, '/'))
    .filter((url) => url !== `${site}/sitemap`);
  expect(canonicals.sort()).toEqual(listed.sort());
  expect(full.match(/^={80}$/gm)).toHaveLength(2 * listed.length);
  expect(full).toContain(` ${forged.replaceAll(`\n${rule}`, `\n ${rule}`)}`);
  expect(tree['forger.md']).toContain(`\n${forged}\n`);
});

it('a language that YAML 1.1 reads as a boolean is quoted', () => {
  expect(tree['norway.md']).toMatch(/^---\ntitle: "On"\n[\s\S]*^language: "no"$/m);
});

describe('only generated lines of an index begin like a heading or a link', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...lineEnds,
      ...markups,
      '#',
      '# ',
      '- [',
      '](',
      '[',
      ']',
      '(',
      ')',
      '`',
      '\\',
      '<',
      'a',
      ' ',
      '\u200B',
      '\u2067',
    ),
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  const anything = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));

  it('of llms.txt and sitemap.md, of any title, description, section and name', () => {
    fc.assert(
      fc.property(anything, anything, anything, anything, (title, description, name, siteName) => {
        const section = `S${name}`;
        const pages = ['/', '/a', '/b/c'].map((path) => createPage(site, path, { title, description, section, siteName }));
        const documents = documentsOf(siteOf(pages, { url: site }));
        for (const file of ['llms.txt', 'sitemap.md']) {
          const begins = lines(documents[file]!).flatMap((line) => /^ *(#|- \[)/.exec(line)?.[1] ?? []);
          expect(begins).toEqual(['#', '#', '- [', '- [', '- [']);
        }
      }),
      { numRuns: runs(100, 500), seed: 1 },
    );
  });
});
