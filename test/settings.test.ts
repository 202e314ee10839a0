import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolveSettings, settingsJsonSchema } from '../build/settings.ts';
import { readTree, runWarm, temporaryFolder } from './support/cli.ts';
import { packageFolder } from './support/package-folder.ts';
import { smallSite, writeSmallSite } from './support/small-site.ts';

const url = 'https://www.example.com';
const health = { path: '/api/health', deprecated: '2027-01-01' };

/** A key with an invalid value, what the message says after the key, and a valid value. */
const rows: readonly (readonly [key: string, wrong: unknown, message: RegExp, right: unknown])[] = [
  ['name', 3, /^name: expected a string, got 3: quote it, "3"$/, '3'],
  ['name', '', /^name: expected at least 1 character/, 'x'],
  ['url', 'example.com', /^url: .*, got "example\.com"; write "https:\/\/example\.com"$/, 'https://example.com'],
  ['url', 'https://example.com/a/../docs', /^url: expected an http\(s\) URL/, 'https://example.com/docs'],
  ['url', 'https://example.com?a', /^url: expected .* without query/, url],
  ['url', 'https://example.com#a', /^url: expected .* fragment/, url],
  ['url', 'https://münchen.example', /^url: .*; write "https:\/\/xn--mnchen-3ya\.example"$/, 'https://xn--mnchen-3ya.example'],
  ['url', 'https://Example.com/docs/', /^url: .*; write "https:\/\/example\.com\/docs"$/, 'https://example.com/docs'],
  ['url', 'ftp://example.com', /^url: expected an http\(s\) URL/, 'http://example.com'],
  ['accent', 'red;', /^accent: expected a CSS colour/, 'rebeccapurple'],
  ['language', 'x_y', /^language: expected a language tag/, 'pt-BR'],
  ['organization', { name: 'A', url: 'a' }, /^organization\.url: /, { name: 'A', url }],
  [
    'organization',
    { name: 'A', site: 'y' },
    /^unknown key "organization\.site"; expected one of name, url, logo/,
    { name: 'A', url },
  ],
  ['image', { path: '/style.css' }, /^image\.alt: expected a string, got nothing$/, { path: '/style.css', alt: 'A' }],
  ['logo', '/logo.svg', /^logo: expected an object/, { path: '/logo.svg' }],
  ['editUrl', 'https://x', /^editUrl: expected a URL with \{path\}/, 'https://x/{path}'],
  [
    'contentSecurityPolicy',
    { add: { 'frame-src': 'https://x' } },
    /^contentSecurityPolicy: expected "strict", additions/,
    { add: { 'frame-src': ['https://x'] } },
  ],
  ['agentLinks', 'no', /^agentLinks: expected true or false/, false],
  ['search', 'false', /^search: expected true or false, got "false": remove the quotes, false$/, false],
  ['repository', 'github', /^repository: expected an http\(s\) URL/, url],
  [
    'assistants',
    [{ name: 'x', url: 'https://x' }],
    /^assistants\[0\]\.url: expected a URL with \{url\}/,
    [{ name: 'x', url: 'https://x/{url}' }],
  ],
  ['contact', { email: 'x' }, /^contact\.email: expected an e-mail address/, { email: 'x@example.com' }],
  [
    'versions',
    ['/docs', '/old'].map((path) => ({ name: '1', path })),
    /^versions\[1\]\.name: expected a name that no other version has, got "1"$/,
    ['/docs', '/old'].map((path) => ({ name: path, path })),
  ],
  ['versions', [{ name: '1', path: '/v1/' }], /^versions\[0\]\.path: expected a path like/, [{ name: '1', path: '/v1' }]],
  [
    'versions',
    ['1', '0'].map((name) => ({ name, path: '/docs' })),
    /^versions\[1\]\.path: expected a path that no other version has, got "\/docs"$/,
    [{ name: '1', path: '/' }],
  ],
  ['rateLimit', { limit: 0 }, /^rateLimit\.limit: expected at least 1/, { limit: 1 }],
  ['rateLimit', { window: '60' }, /^rateLimit\.window: expected a number, got "60": remove the quotes, 60$/, { window: 60 }],
  ['whenToUse', 7, /^whenToUse: expected a sentence or a list of sentences/, ['You look for it.']],
  ['license', {}, /^license\.name: expected a string, got nothing$/, { name: 'CC BY 4.0' }],
  ['contentSignals', { serach: true }, /^unknown key "contentSignals\.serach"; did you mean "search"\?$/, { search: true }],
  ['contentSignals', { search: 'yes' }, /^contentSignals\.search: expected true or false/, { search: false }],
  ['crawlers', { GPTBot: 'no' }, /^crawlers\.GPTBot: expected true or false/, { GPTBot: false }],
  // 89 and 90 days.
  [
    'deprecations',
    [{ ...health, sunset: '2027-03-31' }],
    /^deprecations\[0\]\.sunset: expected a date at least 90 days after "deprecated", got "2027-03-31"$/,
    [{ ...health, sunset: '2027-04-01' }],
  ],
  [
    'deprecations',
    [{ ...health, deprecated: 'soon', sunset: '2027-04-01' }],
    /^deprecations\[0\]\.deprecated: expected a date/,
    [],
  ],
  ['content', '', /^content/, 'p'],
  ['content', { '': 'p' }, /^content/, { '*': 'p' }],
  ['content', { '*': '' }, /^content/, 'p'],
  ['sections', 'a', /^sections: expected a list/, ['a']],
  ['exclude', 'a', /^exclude: expected a list/, ['a']],
  ['checks', { 'dead-lnk': 'off' }, /^unknown key "checks\.dead-lnk"; did you mean "dead-link"\?$/, { 'dead-link': 'off' }],
  ['checks', { 'dead-link': 'loud' }, /^checks\.dead-link: expected "error" or "warning" or "off"/, { 'dead-link': 'warning' }],
  ['markdown', { math: 'yes' }, /^markdown\.math: expected true or false/, { math: false }],
  [
    'nav',
    [{ label: 'A' }],
    /^nav\[0\]\.url: expected "url", or "items" with links, got nothing$/,
    [{ label: 'A', url: '/about' }],
  ],
  ['nav', [{ label: 'A', url: 'about' }], /^nav\[0\]\.url: expected a path like/, [{ label: 'A', url: 'https://a.example' }]],
  ['nav', [{ label: 7, url: '/' }], /^nav\[0\]\.label: expected a text, or texts by language/, [{ label: '7', url: '/' }]],
  ['footer', { text: 7 }, /^footer\.text: expected a text, or texts by language/, { text: '7' }],
  ['footer', { colums: [] }, /^unknown key "footer\.colums"; did you mean "columns"\?$/, { columns: [] }],
  ['nmae', 'x', /^unknown key "nmae"; did you mean "name"\?$/, undefined],
  ['colour', 'red', /^unknown key "colour"; expected one of .*\bname\b/, undefined],
];

const read = (settings: unknown) => resolveSettings(settings, 'site.json');

describe('each key has a message for an invalid value', () => {
  it.each(rows)('%s: %j', (key, wrong, message, right) => {
    expect(() => read({ [key]: wrong })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(message.source.replace('^', '^site\\.json: '))) }),
    );
    if (right !== undefined) expect(() => read({ [key]: right })).not.toThrow();
  });
});

/** Builds the small site with a text as site.json. */
async function build(text: string, env: Record<string, string> = {}) {
  const folder = writeSmallSite(temporaryFolder());
  writeFileSync(join(folder, 'site/_data/site.json'), text);
  const { code, stderr } = await runWarm(['build'], { cwd: folder, env });
  return { code, stderr, tree: existsSync(join(folder, 'dist')) ? readTree(join(folder, 'dist')) : {} };
}
const small = smallSite['site/_data/site.json']!;

it.each<[what: string, text: string, lines: readonly string[], env?: Record<string, string>]>([
  [
    'two invalid keys',
    '{\n "name": 3,\n "nmae": 1\n}',
    ['site/_data/site.json:2: name: ', 'site/_data/site.json:3: unknown key "nmae"'],
  ],
  ['invalid JSON', '{\n "name": "x",\n}', ['site/_data/site.json:3: not valid JSON']],
  ['a list', '[]', ['site/_data/site.json: expected an object']],
  [
    'a version without pages',
    JSON.stringify({ url, versions: [{ name: '2', path: '/v2' }] }),
    ['site/_data/site.json: versions[0].path: no page lies below /v2'],
  ],
  ['SITE_URL with a query', small, ['SITE_URL: expected an http(s) URL'], { SITE_URL: 'https://example.com/x?y' }],
])('%s: one line each with its place, and nothing is published', async (_, text, lines, env) => {
  const { code, stderr, tree } = await build(text, env);
  expect([code, stderr.trim().split('\n')]).toEqual([1, lines.map((line) => expect.stringContaining(`diptych: ${line}`))]);
  expect(tree).toEqual({});
});

it.each(['https://example.org', 'https://example.org/'])('SITE_URL=%s overrides the url in every document', async (own) => {
  const { code, stderr, tree } = await build(small, { SITE_URL: own });
  expect([code, stderr]).toEqual([0, '']);
  expect(tree['llms.txt']).toContain('https://example.org/index.md');
  expect(tree['index.md']).toContain('canonical_url: https://example.org/');
  expect(Object.keys(tree).filter((path) => tree[path]!.includes('www.example.com'))).toEqual([]);
});

it('a deprecation is in openapi.json and the manifest', async () => {
  const deprecations = [{ ...health, sunset: '2027-04-01' }];
  const { code, tree } = await build(JSON.stringify({ ...JSON.parse(small), deprecations }));
  expect(code).toBe(0);
  const { paths } = JSON.parse(tree['.well-known/openapi.json']!);
  expect(paths['/api/health'].get.deprecated).toBe(true);
  expect(paths['/api/v1/health'].get.deprecated).toBeUndefined();
  expect(JSON.parse(tree['.well-known/diptych.json']!).site.deprecations).toEqual(deprecations);
});

it('the JSON Schema is lib/site.schema.json in the package, which site.json names', () => {
  expect(JSON.parse(readFileSync('site/_data/site.json', 'utf8')).$schema).toBe('../../lib/site.schema.json');
  expect(JSON.parse(readFileSync(join(packageFolder, 'lib/site.schema.json'), 'utf8'))).toEqual(
    JSON.parse(JSON.stringify(settingsJsonSchema())),
  );
});
