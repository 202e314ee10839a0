import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostNames } from '../../build/hosts/names.ts';
import { writeSite } from '../proxy/fixtures/site.ts';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';

const servers = ['nginx', 'caddy'] as const;

/** A built site in `dist`, and its parent folder. */
function built(options: Parameters<typeof writeSite>[1] = {}): string {
  const folder = temporaryFolder();
  writeSite(join(folder, 'dist'), options);
  return folder;
}

describe.each(servers)('diptych export %s', (name) => {
  it('prints the configuration; --out writes the same', async () => {
    const cwd = built();
    const printed = await runWarm(['export', name, 'dist', '--port', '8123'], { cwd });
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(printed.stdout).toMatch(/^# .* for https:\/\/example\.test\. Made by Diptych \d/);
    expect(printed.stdout).toContain('8123');
    const written = await runWarm(['export', name, 'dist', '--port', '8123', '--out', 'made/site.conf'], { cwd });
    expect(written).toEqual({ code: 0, stdout: 'Wrote made/site.conf\n', stderr: '' });
    expect(readFileSync(join(cwd, 'made/site.conf'), 'utf8')).toBe(printed.stdout);
    // An existing file of its own is overwritten.
    expect(await runWarm(['export', name, 'dist', '--port', '8123', '--out', 'made/site.conf'], { cwd })).toMatchObject({
      code: 0,
    });
  });

  it('does not depend on pages: the server looks up files', async () => {
    const cwd = built();
    const export_ = () => runWarm(['export', name, 'dist', '--port', '8123'], { cwd });
    const before = await export_();
    writeFiles(cwd, { 'dist/new.html': '<h1>New</h1>', 'dist/new.md': '# New\n' });
    expect(await export_()).toEqual(before);
  });
});

it.each([
  ['nginx', /^geo \$site_\w+_dollar/m, /^(?:events|http|pcre_jit|map_hash_bucket_size)\b/m],
  ['caddy', /^\(site-[\w-]*send-file\)|send-file\) \{$/m, /^\{$/m],
] as const)('diptych export %s --include: only the part for a server that is there', async (name, holds, lacks) => {
  const cwd = built();
  const { code, stdout } = await runWarm(['export', name, 'dist', '--include'], { cwd });
  expect([code, holds.test(stdout), lacks.test(stdout)]).toEqual([0, true, false]);
  expect(stdout).toMatch(/^# .* Made by Diptych \d/);
  expect(stdout).not.toContain('# ---- ');
});

describe('diptych export apache', () => {
  it('writes .htaccess to the folder, and with --out elsewhere', async () => {
    const cwd = built();
    expect(await runWarm(['export', 'apache', 'dist'], { cwd })).toEqual({
      code: 0,
      stdout: 'Wrote dist/.htaccess\n',
      stderr: '',
    });
    expect(await runWarm(['export', 'apache', 'dist', '--out', 'made'], { cwd })).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, 'dist/.htaccess'), 'utf8');
    expect(text).toMatch(/^# Apache 2\.4\.13 or newer, for https:\/\/example\.test\. Made by Diptych \d/);
    expect(readFileSync(join(cwd, 'made/.htaccess'), 'utf8')).toBe(text);
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1/docs'])(
    'refuses %s: redirects would lead where a client says',
    async (url) => {
      const cwd = built({ site: { url } });
      expect(await runWarm(['export', 'apache', 'dist'], { cwd })).toEqual({
        code: 1,
        stdout: '',
        stderr: `diptych: the site URL is ${url}; its redirects would lead to whatever host a client names. Set "url" or SITE_URL, and build again\n`,
      });
    },
  );
});

it.each([
  ['nginx', 'made'],
  ['caddy', 'made'],
  ['apache', 'made/.htaccess'],
  ['fetch', 'made/diptych-site.json'],
])('diptych export %s --shared-age: only with it may shared caches keep answers', async (name, file) => {
  const cwd = built();
  const exported = async (...flags: string[]): Promise<string[]> => {
    expect(await runWarm(['export', name, 'dist', '--out', 'made', ...flags], { cwd })).toMatchObject({ code: 0 });
    return readFileSync(join(cwd, file), 'utf8').match(/s-maxage=\d+|diptych-cache-control|"sharedAge":\d+/gi) ?? [];
  };
  expect(await exported()).toEqual([]);
  const found = new Set((await exported('--shared-age', '600')).map((text) => text.toLowerCase()));
  expect([...found].sort()).toEqual(name === 'fetch' ? ['"sharedage":600'] : ['diptych-cache-control', 's-maxage=600']);
});

describe('diptych export, invalid input: one line, and nothing is written', () => {
  const rows: [what: string, args: string[], code: number, line: RegExp, files?: Record<string, string>][] = [
    ['no target', ['export'], 2, /^export needs HOST: diptych export nginx/],
    ['an unknown target', ['export', 'iis', 'dist'], 2, new RegExp(`^unknown host "iis".*expected ${hostNames[0]}`)],
    ['a misspelt target', ['export', 'ngnix', 'dist'], 2, /^unknown host "ngnix"; did you mean "?nginx/],
    ['no folder', ['export', 'nginx', 'nowhere'], 1, /^nowhere: not a folder; name the folder of a built site/],
    [
      'a folder without a build',
      ['export', 'nginx', 'plain'],
      1,
      /^plain: not built by Diptych .*diptych twin plain/,
      { 'plain/a.html': '<p>' },
    ],
    [
      'an invalid port',
      ['export', 'nginx', 'dist', '--port', '99999'],
      2,
      /^--port: found "99999", expected a whole number from 1 to 65535/,
    ],
    [
      'an existing file at the path',
      ['export', 'nginx', 'dist', '--out', 'mine.conf'],
      1,
      /^--out mine\.conf is there and was not made by Diptych; name a new file/,
      { 'mine.conf': 'server {}\n' },
    ],
    [
      'a port for a host without configuration',
      ['export', 'apache', 'dist', '--port', '80'],
      2,
      /^--port: Apache has no configuration of a server/,
    ],
    ['--include for a host without configuration', ['export', 'netlify', 'dist', '--include'], 2, /^--include: Netlify has no/],
    ['an existing folder at the path', ['export', 'nginx', 'dist', '--out', 'dist'], 1, /^--out dist: is a folder; name a file/],
    [
      'a file at the path of the output folder',
      ['export', 'netlify', 'dist', '--out', 'mine.conf'],
      1,
      /^--out mine\.conf: is a file; name a folder/,
      { 'mine.conf': 'server {}\n' },
    ],
    [
      'an existing .htaccess',
      ['export', 'apache', 'dist'],
      1,
      /^dist\/\.htaccess is there and was not made by Diptych; move it away/,
      { 'dist/.htaccess': 'Deny from all\n' },
    ],
    [
      'an existing Worker of the owner',
      ['export', 'cloudflare', 'dist'],
      1,
      /^dist\/_worker\.js is there and was not made by Diptych; move it away/,
      { 'dist/_worker.js': 'export default {}\n' },
    ],
    [
      'an existing Vercel output of the owner',
      ['export', 'vercel', 'dist'],
      1,
      /^\.vercel\/output is there and was not made by Diptych; move it away/,
      { '.vercel/output/config.json': '{}\n' },
    ],
  ];
  it.each(rows)('%s', async (_, args, code, line, files = {}) => {
    const cwd = built();
    writeFiles(cwd, files);
    const before = readTree(cwd);
    const run = await runWarm(args, { cwd });
    expect([run.code, run.stdout]).toEqual([code, '']);
    expect(run.stderr.replace(/^diptych: /, '')).toMatch(line);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(readTree(cwd)).toEqual(before);
  });
});

describe('an existing file of the owner that the target reads', () => {
  it.each([
    [
      'netlify',
      'netlify.toml',
      '[build]\ncommand = "hugo"\n',
      /^diptych: netlify\.toml is yours .*\n\n[\s\S]*from = "\/_diptych\/\*"/,
    ],
    ['netlify', 'netlify.toml', '[[redirects]]\nfrom = "/_diptych/*"\nto = "/:splat"\n', /^$/],
    [
      'cloudflare',
      'wrangler.jsonc',
      '{ "name": "mine" }\n',
      /^diptych: wrangler\.jsonc is yours .*\n\n[\s\S]*"main": "dist\/_worker\.js"/,
    ],
    ['cloudflare', 'wrangler.jsonc', '{ "main": "dist/_worker.js" }\n', /^$/],
  ])('%s: %s with %j stays, and missing lines are printed', async (host, file, text, printed) => {
    const cwd = built();
    writeFiles(cwd, { [file]: text });
    const { code, stderr } = await runWarm(['export', host, 'dist'], { cwd });
    expect([code, readFileSync(join(cwd, file), 'utf8')]).toEqual([0, text]);
    expect(stderr).toMatch(printed);
  });
});

it.each(['nginx', 'caddy', 'apache'])('%s: a name with a control character is in no configuration', async (host) => {
  const cwd = built();
  writeFiles(cwd, {
    'dist/_redirects': '/old%0ALoadModule%20x /pricing 301\n',
    'dist/a\nLoadModule y.html': '<p>',
    'dist/a\nLoadModule y/index.html': '<p>',
  });
  const { code, stdout } = await runWarm(['export', host, 'dist'], { cwd });
  expect(code).toBe(0);
  expect(stdout + (readTree(cwd)['dist/.htaccess'] ?? '')).not.toMatch(/LoadModule [xy]/);
});
