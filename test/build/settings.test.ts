import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsJsonSchema } from '../../build/settings.ts';
import { readTree, runWarm, temporaryFolder } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { smallSite, writeSmallSite } from '../support/small-site.ts';

const settings = JSON.parse(readFileSync('site/_data/site.json', 'utf8')) as Record<string, unknown>;
const small = JSON.parse(smallSite['site/_data/site.json']!) as Record<string, unknown>;

describe('invalid site.json: one line with the key, the expected and the actual value', () => {
  it.each([
    ['{"nmae":"x"}', /unknown key "nmae"; did you mean "name"\?$/],
    ['{"colour":"red"}', /unknown key "colour"; expected one of .*\bname\b/],
    ['{"organization":{"name":"x","site":"y"}}', /unknown key "organization.site"; expected one of name, url, logo/],
    ['{"name":3}', /name: expected a string, got 3: quote it, "3"$/],
    ['{"search":"false"}', /search: expected true or false, got "false": remove the quotes, false$/],
    ['{"name":""}', /name: expected at least 1 character.*, got ""/],
    ['{"url":"https://example.com/a/../docs"}', /url: expected an http\(s\) URL.*, got "https:\/\/example.com\/a\/..\/docs"/],
    ['{"url":"https://example.com?a"}', /url: expected .* without query.*, got .*/],
    ['{"url":"https://example.com#a"}', /url: expected .* fragment.*, got .*/],
    ['{"url":"https://münchen.example"}', /url: expected an http\(s\) URL.*; write "https:\/\/xn--mnchen-3ya\.example"$/],
    ['{"url":"https://Example.com/docs/"}', /; write "https:\/\/example\.com\/docs"$/],
    ['{"url":"example.com"}', /url: expected an http\(s\) URL.*, got "example.com"/],
    ['{"url":"ftp://example.com"}', /url: expected an http\(s\) URL.*, got "ftp:\/\/example.com"/],
    ['{"rateLimit":{"limit":0}}', /rateLimit.limit: expected at least 1.*, got 0/],
    ['{"rateLimit":{"window":"60"}}', /rateLimit.window: expected a number, got "60": remove the quotes, 60$/],
    ['{"whenToUse":7}', /whenToUse: expected a sentence or a list of sentences.*, got 7/],
    ['{"contentSignals":{"search":"yes"}}', /contentSignals.search: expected true or false.*, got "yes"/],
    ['{"checks":{"dead-link":"loud"}}', /checks.dead-link: expected "error" or "warning" or "off".*, got "loud"/],
    [
      '{"deprecations":[{"path":"/api/health","deprecated":"2027-01-01","sunset":"2027-03-31"}]}',
      /deprecations\[0\].sunset: expected a date at least 90 days after "deprecated".*, got "2027-03-31"/,
    ],
    [
      '{"deprecations":[{"path":"/api/health","deprecated":"soon","sunset":"2027-04-01"}]}',
      /deprecations\[0\].deprecated: expected a date.*, got "soon"/,
    ],
    ['{"name": "x",}', /site.json:1: not valid JSON/],
    ['[]', /site.json: expected an object.*, got \[\]/],
  ])('%s', async (text, line) => {
    const folder = writeSmallSite(temporaryFolder());
    const own = text.startsWith('{') && text !== '{"name": "x",}' ? JSON.stringify({ ...small, ...JSON.parse(text) }) : text;
    writeFileSync(join(folder, 'site/_data/site.json'), own);
    mkdirSync(join(folder, 'dist'));
    writeFileSync(join(folder, 'dist/index.html'), 'old');
    const { code, stderr } = await runWarm(['build'], { cwd: folder });
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
    expect(lines[0]).toContain('site/_data/site.json');
    expect(code).toBe(1);
    expect(readTree(join(folder, 'dist'))).toEqual({ 'index.html': 'old' });
  });

  it('SITE_URL=https://example.com/x?y', async () => {
    const folder = writeSmallSite(temporaryFolder());
    const { code, stderr } = await runWarm(['build'], { cwd: folder, env: { SITE_URL: 'https://example.com/x?y' } });
    expect(stderr).toMatch(/SITE_URL: expected an http\(s\) URL.*, got "https:\/\/example.com\/x\?y"/);
    expect(code).toBe(1);
  });
});

describe('valid site.json', () => {
  it.each(['https://example.org', 'https://example.org/'])('SITE_URL=%s overrides the url in every artifact', async (url) => {
    const folder = writeSmallSite(temporaryFolder());
    const { code, stderr } = await runWarm(['build'], { cwd: folder, env: { SITE_URL: url } });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    const tree = readTree(join(folder, 'dist'));
    expect(tree['llms.txt']).toContain('https://example.org/index.md');
    expect(tree['index.md']).toContain('canonical_url: https://example.org/');
    expect(Object.keys(tree).filter((path) => tree[path]!.includes('www.example.com'))).toEqual([]);
  });

  it('a deprecation 90 days before its sunset is in openapi.json', async () => {
    const folder = writeSmallSite(temporaryFolder());
    const deprecations = [{ path: '/api/health', deprecated: '2027-01-01', sunset: '2027-04-01' }];
    writeFileSync(join(folder, 'site/_data/site.json'), JSON.stringify({ ...small, deprecations }));
    const { code } = await runWarm(['build'], { cwd: folder });
    expect(code).toBe(0);
    const openapi = JSON.parse(readFileSync(join(folder, 'dist/.well-known/openapi.json'), 'utf8'));
    expect(openapi.paths['/api/health'].get.deprecated).toBe(true);
    expect(openapi.paths['/api/v1/health'].get.deprecated).toBeUndefined();
    const { site } = JSON.parse(readFileSync(join(folder, 'dist/.well-known/diptych.json'), 'utf8'));
    expect(site.deprecations).toEqual(deprecations);
  });
});

describe('the JSON Schema of site.json', () => {
  it('is lib/site.schema.json in the package, which site.json names', () => {
    expect(settings.$schema).toBe('../../lib/site.schema.json');
    expect(JSON.parse(readFileSync(join(packageFolder, 'lib/site.schema.json'), 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(settingsJsonSchema())),
    );
  });
});
