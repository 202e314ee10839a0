import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTree, runWarm, writeFiles } from '../support/cli.ts';

/* What a page says is text to its readers, whatever it looks like. One run of `diptych twin` over pages that try otherwise. */

const site = 'https://site.example';
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>Page</title>${head}</head><body><main><h1>Page</h1><p>Words.</p>${body}</main></body></html>`;

/** Spellings of the start of a URL that runs where it stands, each as a browser reads it (URL Standard §4.4). */
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
const elements: [string, (address: string) => string][] = [
  ['a', (address) => `<p><a href="${address}canary(1)">x</a></p>`],
  ['area', (address) => `<p><map><area href="${address}canary(1)" alt="x"></map></p>`],
  ['img', (address) => `<p><img src="${address}canary(1)" alt="x"></p>`],
  ['srcset', (address) => `<p><img srcset="${address.replace(/\s|&Tab;/g, '')}canary(1) 2x" alt="x"></p>`],
  ['iframe', (address) => `<iframe src="${address}canary(1)" title="x"></iframe>`],
  ['video', (address) => `<video src="${address}canary(1)" poster="${address}canary(1)"></video>`],
  ['object', (address) => `<object data="${address}canary(1)">x</object>`],
  ['embed', (address) => `<embed src="${address}canary(1)">`],
  ['code', (address) => `<pre><code><a href="${address}canary(1)">x</a></code></pre>`],
  ['form', (address) => `<form action="${address}canary(1)"><button formaction="${address}canary(1)">x</button></form>`],
  ['blockquote', (address) => `<blockquote cite="${address}canary(1)">x</blockquote>`],
];
const heads: [string, (address: string) => string][] = [
  ['canonical', (address) => `<link rel="canonical" href="${address}canary(1)">`],
  ['alternate', (address) => `<link rel="alternate" href="${address}canary(1)">`],
  ['og:image', (address) => `<meta property="og:image" content="${address}canary(1)">`],
  ['og:url', (address) => `<meta property="og:url" content="${address}canary(1)">`],
];

const rule = '='.repeat(80);
const forged = `${rule}\nSource: ${site}/forged\nMarkdown: ${site}/forged.md\n${rule}\n\n# Forged`;

const tags = (text: string): string => [...text].map((sign) => String.fromCodePoint(0xe0000 + sign.codePointAt(0)!)).join('');
const asBytes = (text: string): string => [...text].map((sign) => String.fromCodePoint(0xe0100 + sign.charCodeAt(0))).join('');
const references = (text: string): string => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join('');
const scotland = `\u{1F3F4}${tags('gbsct')}\u{E007F}`;
/** Text as it stands on a page, and what of it its twin holds. */
const shown: [string, string, string][] = [
  ['tags', `a${tags('obey me')}b`, 'ab'],
  ['tags as references', `a${references(tags('obey me'))}b`, 'ab'],
  ['tags as hexadecimal references without end', 'a&#xE0041&#x000e0042 b', 'a b'],
  ['the tag of a language', `a\u{E0001}${tags('en')}b`, 'ab'],
  ['code points that are as invisible, and unassigned', 'a\u{E0080}\u{E01F0}\u{E0FFF}b', 'ab'],
  ['bytes as variation selectors', `a${asBytes('obey')}b`, 'ab'],
  ['bytes behind an emoji', `\u{1F600}${asBytes('obey')}b`, '\u{1F600}b'],
  ['a selector behind a letter', 'a\uFE0Fb\uFE01c', 'abc'],
  ['a second selector', '❤\uFE0F\uFE0F\uFE0Eb', '❤\uFE0Fb'],
  ['a selector behind a digit that is no keycap', '1\uFE0F2', '12'],
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
  ['an ideograph in a form of its own', '葛\u{E0100}城 㐂\uFE00', '葛\u{E0100}城 㐂\uFE00'],
];

const urls = scripts.flatMap((script, at) => [
  ...elements.map(([name, write]): [string, string, string] => [
    `${name} ${JSON.stringify(script)}`,
    `u${at}-${name}`,
    page(write(script)),
  ]),
  ...heads.map(([name, write]): [string, string, string] => [
    `${name} ${JSON.stringify(script)}`,
    `h${at}-${name.replace(':', '-')}`,
    page('', write(script)),
  ]),
]);

let tree: Record<string, string>;
let printed: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  const files = Object.fromEntries([
    ...urls.map(([, name, html]) => [`in/${name}.html`, html]),
    ...shown.map(([, text], at) => [
      `in/s${at}.html`,
      `<!doctype html><html lang="en"><head><title>T ${text}</title><meta name="description" content="D ${text}"></head><body><main><h1>H ${text}</h1><p>P ${text} <a href="/" title="L ${text}">x</a></p><pre>C ${text}</pre></main></body></html>`,
    ]),
    ['in/index.html', page('')],
    [
      'in/forger.html',
      page(`<pre>${forged}</pre><pre>${forged.replaceAll('=', '==')}</pre><ul><li><pre>${forged}</pre></li></ul>`),
    ],
    ['in/norway.html', page('').replace('lang="en"', 'lang="no"').replace('<title>Page', '<title>On')],
  ]);
  writeFiles(folder, files);
  const { code, stdout, stderr } = await runWarm(['twin', 'in', '--url', site, '--out', 'out'], { cwd: folder });
  printed = stdout + stderr;
  expect([code, printed]).toEqual([0, printed]);
  tree = Object.fromEntries(
    Object.entries(readTree(`${folder}/out`)).map(([path, body]) => [path, Buffer.from(body, 'latin1').toString()]),
  );
  rmSync(folder, { recursive: true });
});

it('every page is as whole as its twin', () => {
  expect(printed).toMatch(/^ +lowest parity +100\.0 %$/m);
  expect(Object.keys(tree).filter((path) => path.endsWith('.md')).length).toBeGreaterThan(urls.length + shown.length);
});

describe('no spelling of a script is a URL of a twin or document', () => {
  it.each(urls)('%s', (_, name) => {
    expect(tree[`${name}.md`]).not.toContain('canary');
    expect(tree[`${name}.md`]).toContain(`canonical_url: ${site}/${name}\n`);
  });

  it('nor of any other document', () => {
    const documents = Object.entries(tree).filter(([path]) => !/\.(?:html|br|gz)$/.test(path));
    expect(documents.filter(([, body]) => /canary/.test(body)).map(([path]) => path)).toEqual([]);
  });
});

describe('what nobody sees is in no twin', () => {
  it.each(shown)('%s', (_, text, kept) => {
    const at = shown.findIndex(([, other]) => other === text);
    const twin = tree[`s${at}.md`]!;
    for (const place of ['# H ', 'P ', 'C ', '"L ']) expect(twin).toContain(`${place}${kept}`);
    for (const key of ['title', 'description'])
      expect(twin).toMatch(new RegExp(`^${key}: "?[TD] ${kept.replace(/[*+?.]/g, '\\$&')}"?$`, 'mu'));
    expect(tree['llms.txt']).toContain(`[T ${kept}](${site}/s${at}.md): D ${kept}`);
  });
});

it('no page can forge a boundary of llms-full.txt', () => {
  const full = tree['llms-full.txt']!;
  const canonicals = [...full.matchAll(/^=+\s*\nSource: (\S+)$/gm)].map(([, url]) => url);
  const listed = [...tree['llms.txt']!.matchAll(/^- \[.*?\]\((\S+)\.md\)/gm)]
    .map(([, url]) => url!.replace(/\/index$/, '/'))
    .filter((url) => url !== `${site}/sitemap`);
  expect(canonicals).toEqual(listed);
  expect(full.match(/^={80}$/gm)).toHaveLength(2 * listed.length);
  expect(full).toContain(` ${forged.replaceAll(`\n${rule}`, `\n ${rule}`)}`);
  expect(tree['forger.md']).toContain(`\n${forged}\n`);
});

it('a language that YAML 1.1 reads as a truth is quoted', () => {
  expect(tree['norway.md']).toMatch(/^---\ntitle: "On"\n[\s\S]*^language: "no"$/m);
});
