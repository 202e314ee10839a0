import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTree, runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

/** Changes to the site before the second build: files or symbolic links. */
type Change = Readonly<Record<string, string | Uint8Array | { readonly link: string }>>;

const page = (frontMatter: string, content = '# A\n\nText.\n'): string => `---\n${frontMatter}\n---\n${content}`;
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const outside = mkdtempSync(join(tmpdir(), 'diptych-outside-'));
const base = mkdtempSync(join(tmpdir(), 'diptych-small-'));

beforeAll(async () => {
  writeFiles(outside, { 'page.md': '# Secret\n', 'data.json': '{}\n' });
  writeSmallSite(base);
  const { code, stderr } = await runWarm(['build'], { cwd: base });
  expect({ code, stderr }).toMatchObject({ code: 0 });
});

afterAll(() => {
  rmSync(outside, { recursive: true });
  rmSync(base, { recursive: true });
});

/** The published small site, then changed. */
function changed(change: Change): string {
  const folder = temporaryFolder();
  cpSync(base, folder, { recursive: true });
  for (const [path, content] of Object.entries(change)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (typeof content === 'object' && 'link' in content) symlinkSync(content.link, join(folder, path));
    else writeFileSync(join(folder, path), content as string | Uint8Array);
  }
  return folder;
}

const yaml = 'quote a value that holds a colon, close quotes and brackets, indent with spaces';
const asText = 'to show braces as text, mark them as code, between {% raw %} and {% endraw %}';
const spelling = 'check its spelling, or add it in the configuration';
const both = 'rename one or change its permalink';
const day = 'expected a day like 2026-11-21';
const comma = 'look for a missing or extra comma or quote';
const oldPath = 'expected a path that starts with a slash and is percent-encoded, or a list of such paths';
const linkOut = (path: string, to: string): string =>
  `${path}: a symbolic link that leaves site (to ${to}); copy the file instead`;

const faults: readonly (readonly [title: string, change: Change, ...lines: string[]])[] = [
  // Front matter
  [
    'an unclosed list',
    { 'site/a.md': page('tags: [x') },
    `site/a.md:3: bad front matter: unexpected end of the stream within a flow collection; ${yaml}`,
  ],
  [
    'a colon in a value',
    { 'site/a.md': page('title: A: b') },
    `site/a.md:2: bad front matter: bad indentation of a mapping entry; ${yaml}`,
  ],
  [
    'an unclosed quotation mark',
    { 'site/a.md': page('title: "A') },
    `site/a.md:3: bad front matter: unexpected end of the stream within a double quoted scalar; ${yaml}`,
  ],
  [
    'tags that are not text',
    { 'site/a.md': page('title: A\ntags: 5') },
    'site/a.md:3: String or Array expected for `tags` in template: ./site/a.md. Received: 5',
  ],
  [
    'a tab as indentation',
    { 'site/a.md': page('title: A\n\tx: b') },
    `site/a.md:3: bad front matter: tab characters must not be used in indentation; ${yaml}`,
  ],
  [
    'a repeated key',
    { 'site/a.md': page('title: A\ntitle: B') },
    `site/a.md:3: bad front matter: duplicated mapping key; ${yaml}`,
  ],
  [
    'unclosed front matter',
    { 'site/a.md': '---\ntitle: A\n\n# A\n' },
    'site/a.md:1: front matter opens here and never closes; add a line of three hyphens after it',
  ],
  [
    'front matter without end, then prose',
    { 'site/a.md': '---\ntitle: A\n\nText: a *page*.\n\n- [x\n' },
    'site/a.md:1: front matter opens here and never closes; add a line of three hyphens after it',
  ],
  [
    'only a first line of hyphens',
    { 'site/a.md': '---\n\n# A\n' },
    'site/a.md:1: front matter opens here and never closes; add a line of three hyphens after it',
  ],
  [
    '---js',
    { 'site/a.md': '---js\n{ title: console.log("RAN") }\n---\n# A\n' },
    'site/a.md:1: front matter that runs code (---js) is refused; write it as YAML',
  ],
  [
    '---javascript',
    { 'site/a.md': '---javascript\n{ title: console.log("RAN") }\n---\n# A\n' },
    'site/a.md:1: front matter that runs code (---js) is refused; write it as YAML',
  ],
  [
    '--- node',
    { 'site/a.md': '--- node\n{ title: console.log("RAN") }\n---\n# A\n' },
    'site/a.md:1: front matter that runs code (---js) is refused; write it as YAML',
  ],
  ['---toml', { 'site/a.md': '---toml\ntitle = "A"\n---\n# A\n' }, 'site/a.md: gray-matter engine "toml" is not registered'],
  [
    'title: 5',
    { 'site/a.md': page('draft: false\ntitle: 5') },
    'site/a.md:3: front matter "title" is 5, expected a string: quote it, "5"',
  ],
  [
    'title: 2024-01-02 # a day',
    { 'site/a.md': page('title: 2024-01-02 # a day') },
    'site/a.md:2: front matter "title" is "2024-01-02T00:00:00.000Z", expected a string: quote it, "2024-01-02"',
  ],
  [
    'order: "3"',
    { 'site/a.md': page('order: "3"') },
    'site/a.md:2: front matter "order" is "3", expected a number: remove the quotes, 3',
  ],
  [
    'draft: "true"',
    { 'site/a.md': page('draft: "true"') },
    'site/a.md:2: front matter "draft" is "true", expected true or false: remove the quotes, true',
  ],
  ['draft: maybe', { 'site/a.md': page('draft: maybe') }, 'site/a.md:2: front matter "draft" is "maybe", expected true or false'],
  ['order: first', { 'site/a.md': page('order: first') }, 'site/a.md:2: front matter "order" is "first", expected a number'],
  [
    'permalink: [a]',
    { 'site/a.md': page('permalink: [a]') },
    'site/a.md:2: front matter "permalink" is ["a"], expected a path like guides/start.html, or false',
  ],
  [
    'date: soon',
    { 'site/a.md': page('title: A\ndate: soon') },
    'site/a.md:3: front matter "date" is "soon", expected a day like 2026-11-21',
  ],
  ['date: 2026-13-45', { 'site/a.md': page('date: 2026-13-45') }, `site/a.md:2: front matter "date" is 2026-13-45, ${day}`],
  [
    'lastmod: 2026-02-30',
    { 'site/a.md': page('lastmod: 2026-02-30') },
    `site/a.md:2: front matter "lastmod" is 2026-02-30, ${day}`,
  ],

  // Templates
  [
    'a missing layout',
    { 'site/a.md': page('layout: nope.njk') },
    'site/a.md:2: there is no layout "nope.njk"; name one that exists (layouts/page.njk), or add site/_includes/nope.njk',
  ],
  [
    'a missing filter, below two rules that are not front matter',
    { 'site/a.njk': '# A\n\n---\n\nconstructor: b\n\n---\n\n{{ page.url | nope }}\n' },
    `site/a.njk:9: there is no filter "nope"; ${spelling}`,
  ],
  [
    'a missing filter',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{{ title | nope }}\n') },
    `site/a.md:6: there is no filter "nope"; ${spelling}`,
  ],
  [
    'a missing include',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{% include "nope.njk" %}\n') },
    'site/a.md:6: there is no include "nope.njk"; write its path below the folder of includes',
  ],
  [
    'an unknown tag',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{% nope %}\n') },
    `site/a.md:6: unknown block tag: nope; correct it; ${asText}`,
  ],
  [
    'an unclosed block',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{% if x %}\n') },
    `site/a.md:6: a tag, or {{, opens here and is never closed; close it; ${asText}`,
  ],
  [
    'an unclosed loop',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{% for x in y %}\n\nText.\n') },
    `site/a.md:6: a tag, or {{, opens here and is never closed; close it; ${asText}`,
  ],
  ...['{{ "title }}', "{{ title | default('x) }}"].map(
    (text) =>
      [
        `${text} that is never closed`,
        { 'site/a.md': page('templateEngineOverride: njk,md', `# A\n\n{{ title }}\n\n${text}\n\nText.\n`) },
        `site/a.md:8: a tag, or {{, opens here and is never closed; close it; ${asText}`,
      ] as const,
  ),
  [
    'braces that the next line does not close',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{{ title\nText.\n') },
    `site/a.md:7: expected variable end; correct it; ${asText}`,
  ],
  [
    'a call of an undefined function',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{{ x.y() }}\n') },
    'site/a.md:6: Unable to call `x["y"]`, which is undefined or falsey; correct the name, or call it only where there is one',
  ],
  [
    '{{ }} in a code block',
    { 'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n```\n{{ .Values.x }}\n```\n') },
    `site/a.md:7: unexpected token: .; correct it; ${asText}`,
  ],
  [
    'a layout with an error',
    { 'site/_includes/layouts/bad.njk': '<p>\n{{ content | nope }}\n', 'site/a.md': page('layout: layouts/bad.njk') },
    `site/_includes/layouts/bad.njk:2: there is no filter "nope"; ${spelling}`,
  ],
  [
    'an include with an error',
    {
      'site/_includes/bad.njk': '<p>\n{% nope %}\n',
      'site/a.md': page('templateEngineOverride: njk,md', '# A\n\n{% include "bad.njk" %}\n'),
    },
    `site/_includes/bad.njk:2: unknown block tag: nope; correct it; ${asText}`,
  ],
  [
    'a JavaScript template that throws',
    { 'site/a.11ty.js': 'export default class {\n  data() { return { title: "A" }; }\n  render() { return nope.x; }\n}\n' },
    'site/a.11ty.js:3: nope is not defined',
  ],
  [
    'an invalid JavaScript template',
    { 'site/a.11ty.js': 'export default class {\n  data() { return { title: "A"; }\n}\n' },
    "site/a.11ty.js: Unexpected token ';'",
  ],

  // Data
  [
    'site.json with a comma too many',
    { 'site/_data/site.json': '{\n  "name": "x",\n}\n' },
    `site/_data/site.json:3: not valid JSON (Expected double-quoted property name); ${comma}`,
  ],
  [
    'a data file with a trailing comma',
    { 'site/_data/x.json': '{\n  "name": "x",\n}\n' },
    `site/_data/x.json:3: not valid JSON: Expected double-quoted property name; ${comma}`,
  ],
  [
    'a folder’s data file with a comma too many',
    { 'site/docs/docs.json': '{\n  "a": 1,\n}\n' },
    `site/docs/docs.json:3: not valid JSON: Expected double-quoted property name; ${comma}`,
  ],
  [
    'a data script that throws',
    { 'site/_data/x.js': 'export default () => {\n  throw new Error("no network");\n};\n' },
    'site/_data/x.js:2: no network',
  ],

  ...(
    [
      ['a page', 'site/a.md', page('title: A\n__proto__:\n  x: 1'), '__proto__', 3],
      ['a page, deep and escaped', 'site/a.md', page('title: A\nb:\n  c:\n    - "con\\x73tructor": 1'), 'constructor', 5],
      ['a page, to override', 'site/a.md', page('"override:__proto__": { x: 1 }'), '__proto__', 2],
      ['front matter in JSON', 'site/a.md', '---json\n{\n "prototype": 1 }\n---\n# A\n', 'prototype', 3],
      ['a layout', 'site/_includes/layouts/b.njk', '---\nx: 1\nconstructor: 2\n---\n{{ content | safe }}', 'constructor', 3],
      ['data', 'site/_data/x.json', '{\n "a": [{\n  "\\u005f_proto__": {} }] }\n', '__proto__', 3],
      ['data of a folder', 'site/docs/docs.json', '{ "constructor": {} }\n', 'constructor', 1],
      ['data of a page', 'site/about.json', '{\n "prototype": {} }\n', 'prototype', 2],
      ['data of a page, by its long name', 'site/about.11tydata.json', '{ "__proto__": {} }\n', '__proto__', 1],
    ] as const
  ).map(
    ([title, file, content, key, line]) =>
      [
        `a key that changes every object: ${key} in ${title}`,
        { [file]: content },
        `${file}:${line}: the key "${key}" is refused, for it would change every object; rename it`,
      ] as const,
  ),

  // Conflicting outputs
  [
    'two pages on one URL',
    { 'site/a.md': '# A\n', 'site/b.md': page('permalink: a.html') },
    `site/a.md and site/b.md both write "a.html"; ${both}`,
  ],
  [
    'a page on a twin',
    { 'site/a.njk': page('permalink: about.md\nlayout: false') },
    `site/a.njk and the twin of site/about.md both write "about.md"; ${both}`,
  ],
  [
    'a copied file on a page',
    { 'site/_public/index.html': 'x' },
    `site/index.md and site/_public/index.html both write "index.html"; ${both}`,
  ],
  [
    'a copied file on the manifest',
    { 'site/_public/.well-known/diptych.json': 'x' },
    `site/_public/.well-known/diptych.json and the generated manifest both write ".well-known/diptych.json"; ${both}`,
  ],
  [
    'names that differ in case',
    { 'site/Guide.md': '# A\n', 'site/guide.md': '# B\n' },
    'site/Guide.md writes "Guide.html" and site/guide.md writes "guide.html", which differ only in case or Unicode form and are one file on many systems; rename one',
  ],
  [
    'names that differ in Unicode form',
    { 'site/caf\u00e9.md': '# A\n', 'site/cafe\u0301.md': '# B\n' },
    'site/cafe\u0301.md writes "cafe\u0301.html" and site/caf\u00e9.md writes "caf\u00e9.html", which differ only in case or Unicode form and are one file on many systems; rename one',
  ],
  [
    'a permalink without extension',
    { 'site/a.md': page('permalink: a') },
    'site/a.md:2: the permalink a names no file; write a.html, or a/',
  ],
  [
    'permalink: ../x.html',
    { 'site/a.md': page('permalink: ../x.html') },
    'site/a.md:2: its output x.html lies outside the output folder; change its permalink',
  ],
  [
    'permalink: ../../../x.html',
    { 'site/a.md': page('permalink: ../../../x.html') },
    'site/a.md:2: its output ../../x.html lies outside the output folder; change its permalink',
  ],
  [
    'a name with a backslash',
    { 'site/a\\b.md': '# A\n' },
    '"site/a\\\\b.md": a name with a control character or a backslash, which no URL may hold; rename it',
  ],
  [
    'a name with a line break',
    { 'site/a\nb.md': '# A\n' },
    '"site/a\\nb.md": a name with a control character or a backslash, which no URL may hold; rename it',
  ],

  // Encodings
  ['a page in latin1', { 'site/a.md': latin1('# A\n\nCaf\xe9\n') }, 'site/a.md:3: not UTF-8 text; save the file as UTF-8'],
  [
    'a page in UTF-16',
    { 'site/a.md': Buffer.from('\ufeff# A\n', 'utf16le') },
    'site/a.md:1: not UTF-8 text; save the file as UTF-8',
  ],
  ['a page with NUL', { 'site/a.md': '# A\n\nx\0y\n' }, 'site/a.md:3: not UTF-8 text; save the file as UTF-8'],
  [
    'an include in latin1',
    { 'site/_includes/x.njk': latin1('Caf\xe9\n') },
    'site/_includes/x.njk:1: not UTF-8 text; save the file as UTF-8',
  ],
  [
    'data in latin1',
    { 'site/_data/x.json': latin1('{"a":"Caf\xe9"}\n') },
    'site/_data/x.json:1: not UTF-8 text; save the file as UTF-8',
  ],

  // Symbolic links
  ['a linked page', { 'site/a.md': { link: join(outside, 'page.md') } }, linkOut('site/a.md', join(outside, 'page.md'))],
  ['a linked folder of pages', { 'site/etc': { link: outside } }, linkOut('site/etc', outside)],
  ['a linked copied file', { 'site/_public/x.txt': { link: '/etc/hostname' } }, linkOut('site/_public/x.txt', '/etc/hostname')],
  ['a linked copied folder', { 'site/_public/x': { link: outside } }, linkOut('site/_public/x', outside)],
  ['a linked include', { 'site/_includes/x.njk': { link: '/etc/hostname' } }, linkOut('site/_includes/x.njk', '/etc/hostname')],
  [
    'linked data',
    { 'site/_data/x.json': { link: join(outside, 'data.json') } },
    linkOut('site/_data/x.json', join(outside, 'data.json')),
  ],
  [
    'a link to its parent folder',
    { 'site/docs/loop': { link: '..' } },
    'site/docs/loop: a symbolic link to a folder that it lies in, which never ends; remove it',
  ],

  // Redirects
  [
    'redirect_from the page itself',
    { 'site/a.md': page('title: A\nredirect_from: /a') },
    'site/a.md:3: redirect_from /a is the page itself, a loop; remove it',
  ],
  [
    'redirect_from another page',
    { 'site/a.md': page('redirect_from: /about') },
    'site/a.md:2: redirect_from /about: that path is published, so the redirect would be ignored or create a chain; remove it',
  ],
  [
    'redirect_from a document',
    { 'site/a.md': page('redirect_from: [/old, /llms.txt]') },
    'site/a.md:2: redirect_from /llms.txt: that path is published, so the redirect would be ignored or create a chain; remove it',
  ],
  [
    'redirect_from each other',
    { 'site/a.md': page('redirect_from: /b'), 'site/b.md': page('redirect_from: /a') },
    'site/a.md:2: redirect_from /b: that path is published, so the redirect would be ignored or create a chain; remove it',
    'site/b.md:2: redirect_from /a: that path is published, so the redirect would be ignored or create a chain; remove it',
  ],
  [
    'redirect_from twice',
    { 'site/a.md': page('redirect_from: /old'), 'site/b.md': page('redirect_from: /old') },
    'site/b.md:2: redirect_from /old is claimed by site/a.md too; keep one',
  ],
  [
    'redirect_from: old',
    { 'site/a.md': page('redirect_from: old') },
    `site/a.md:2: front matter "redirect_from" is "old", ${oldPath}`,
  ],
  [
    'redirect_from: /a%zz',
    { 'site/a.md': page('redirect_from: /a%zz') },
    `site/a.md:2: front matter "redirect_from" is "/a%zz", ${oldPath}`,
  ],
];

describe('a fault ends the build: one line each with its location, and the published files stay', () => {
  it.each(faults.map(([title, change, ...lines]) => ({ title, change, lines })))('$title', async ({ change, lines }) => {
    const folder = changed(change);
    const before = readTree(join(folder, 'dist'));
    const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
    expect(stderr.trimEnd().split('\n')).toEqual(lines.map((line) => `diptych: ${line}`));
    expect(code).toBe(1);
    expect(stdout).not.toContain('RAN');
    expect(readTree(join(folder, 'dist'))).toEqual(before);
    expect(readdirSync(folder).filter((name) => !['site', 'node_modules', 'dist'].includes(name))).toEqual([]);
  });
});

// In a new process, because only a first build writes pages after it copies files.
it('a file for a folder', async () => {
  const folder = changed({ 'site/a.md': page('permalink: style.css/index.html') });
  const { code, stderr } = await runCli('build', ['build'], { cwd: folder });
  expect([code, stderr]).toEqual([
    1,
    'diptych: site/a.md: its output "style.css/index.html" and another page or file need the same name, once for a file and once for a folder; change its permalink\n',
  ]);
});

const harmless: readonly (readonly [title: string, change: Change, file: string, holds: RegExp])[] = [
  [
    'a byte order mark and CRLF',
    { 'site/a.md': '\ufeff---\r\ntitle: A page\r\n---\r\n# A page\r\n\r\nText.\r\n' },
    'dist/a.md',
    /^---\ntitle: A page\n/,
  ],
  [
    'aliases of aliases of aliases',
    {
      'site/a.md': page(
        `a: &a [${'1,'.repeat(9)}]\n${['b', 'c', 'd', 'e', 'f', 'g'].map((key, at) => `${key}: &${key} [${`*${'abcdef'[at]},`.repeat(9)}]`).join('\n')}`,
      ),
    },
    'dist/a.md',
    /^# A$/m,
  ],
  ['unclosed HTML', { 'site/a.html': '<h1>A</h1><p>x <b>y <div>z' }, 'dist/a.md', /x \*\*y/],
  ['a link that stays inside', { 'site/_public/b.css': { link: 'style.css' } }, 'dist/b.css', /^p \{ margin: 0 \}\n$/],
  ['a dangling link, as editors leave it', { 'site/.#a.md': { link: 'someone@somewhere.1234' } }, 'dist/about.md', /# About/],
  ['a JSON file that is not data', { 'site/_public/schema.json': '{"prototype":1}\n' }, 'dist/schema.json', /prototype/],
  [
    '/guide beside /guide/',
    { 'site/guide.md': '# A\n\nText.\n', 'site/guide/index.md': '# B\n\nText.\n' },
    'dist/guide/index.md',
    /^# B$/m,
  ],
  ['a page on llms.txt', { 'site/a.njk': page('permalink: llms.txt\nlayout: false', 'Mine\n') }, 'dist/llms.txt', /^Mine$/m],
  ['a copied file on llms.txt', { 'site/_public/llms.txt': 'Mine\n' }, 'dist/llms.txt', /^Mine\n$/],
  [
    'a copied file on a well-known document',
    { 'site/_public/.well-known/api-catalog': '{}' },
    'dist/.well-known/api-catalog',
    /^\{\}$/,
  ],
  ['a copied file on a twin', { 'site/_public/index.md': '# Mine\n' }, 'dist/index.md', /^# Mine\n$/],
  ['a copied sidecar of a file', { 'site/_public/style.css.br': 'x' }, 'dist/style.css', /^p \{ margin: 0 \}\n$/],
  ['a folder of one letter', { 'site/a/index.md': '# Letter\n\nText.\n' }, 'dist/a/index.html', /Letter/],
];

describe('not a fault', () => {
  it.each(harmless.map(([title, change, file, holds]) => ({ title, change, file, holds })))(
    '$title',
    async ({ change, file, holds }) => {
      const folder = changed(change);
      const { code, stderr } = await runWarm(['build'], { cwd: folder });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(readTree(folder)[file]).toMatch(holds);
    },
  );
});
