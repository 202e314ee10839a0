import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../build/commands/report/count-requests.ts';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { type PrintedBlock, printedBlocks } from '../support/printed.ts';

const page = (title: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>Some words about ${title}.</p></main></html>`;

async function reportOf(lines: readonly string[], more: readonly string[] = [], cwd = temporaryFolder()): Promise<Report> {
  writeFileSync(join(cwd, 'access.log'), lines.map((line) => `${line}\n`).join(''));
  const { code, stdout, stderr } = await runWarm(['report', 'access.log', '--as', 'json', ...more], { cwd });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as Report;
}

const combined = (target: string, status = 200, agent = 'curl/8.5.0', end = ''): string =>
  `203.0.113.9 - - [24/Nov/2026:06:01:27 +0000] "GET ${target} HTTP/1.1" ${status} 512 "-" "${agent}"${end}`;

const cloudFront = `#Version: 1.0
#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent)
2026-11-24\t06:01:27\tFRA2\t512\t203.0.113.9\tGET\tx.cloudfront.net\t/about.md\t200\t-\tcurl/8.5.0%20(x)`;
const iis = `#Fields: date time cs-method cs-uri-stem cs(User-Agent) sc-status
2026-11-24 06:01:27 GET /about.md curl/8.5.0+(x) 200`;

describe('one request of curl for /about.md on 24 November 2026, as written by', () => {
  it.each([
    ['nginx and Apache, combined', combined('/about.md')],
    ['the same behind a virtual host', `example.com:443 ${combined('/about.md')}`],
    ['the same with a query', combined('/about.md?utm=x&token=secret')],
    [
      'diptych-proxy',
      '{"level":30,"time":"2026-11-24T06:01:27.000Z","method":"GET","path":"/about.md","status":200,"variant":"markdown","agent":"curl/8.5.0"}',
    ],
    [
      'a log drain of Netlify',
      '{"log_type":"traffic","timestamp":"2026-11-24T06:01:27Z","url":"https://example.com/about.md?a=1","status_code":200,"user_agent":"curl/8.5.0","client_ip":"203.0.113.9"}',
    ],
    [
      'the same, two entries in an array',
      '[{"timestamp":1795500087000,"url":"https://example.com/about.md","status_code":200,"user_agent":"curl/8.5.0"}]',
    ],
    [
      'Caddy',
      '{"ts":1795500087.5,"request":{"remote_ip":"203.0.113.9","method":"GET","uri":"/about.md","headers":{"User-Agent":["curl/8.5.0"]}},"status":200}',
    ],
    [
      'Vercel',
      '{"proxy":{"timestamp":1795500087000,"path":"/about.md?x","statusCode":200,"userAgent":["curl/8.5.0"]},"message":"x"}',
    ],
    [
      'Cloudflare',
      '{"ClientRequestURI":"/about.md","EdgeResponseStatus":200,"EdgeStartTimestamp":1795500087000000000,"ClientRequestUserAgent":"curl/8.5.0"}',
    ],
    ['CloudFront', cloudFront],
    ['IIS', iis],
  ])('%s', async (_, text) => {
    const report = await reportOf(text.split('\n'));
    const forms = { html: 0, markdown: 1, document: 0, asset: 0, redirect: 0, problem: 0 };
    expect(report).toEqual({
      ...{ requests: 1, unread: 0, forms, missed: [], redirects: [] },
      days: [{ day: '2026-11-24', forms }],
      agents: [{ agent: 'curl', requests: 1, forms }],
      pages: [{ path: '/about', html: 0, markdown: 1 }],
    });
  });

  it('every log format: no address, query or referrer is in the report', async () => {
    const report = await reportOf([combined('/a?token=secret', 404)]);
    expect(JSON.stringify(report)).not.toMatch(/203\.0\.113\.9|secret/);
  });
});

describe('the name of', () => {
  const agents = [
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ClaudeBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot', 'ChatGPT-User'],
    [
      'Mozilla/5.0 (X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605 (Applebot/0.1; +http://a.example)',
      'Applebot',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/119.0 Mobile/15E148 Safari/604.1',
      'Browsers',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0',
      'Browsers',
    ],
    ['Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)', 'Browsers'],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Browsers'],
    [
      'Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko) Cursor/1.2 Chrome/128.0 Electron/32 Safari/537.36',
      'Cursor',
    ],
    ['claude-code/2.0.1 (cli)', 'claude-code'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'facebookexternalhit'],
    ['node', 'node'],
    ['-', ''],
  ] as const;
  it.each(agents)('%s is %s', async (agent, name) => {
    expect((await reportOf([combined('/', 200, agent)])).agents.map(({ agent }) => agent)).toEqual([name]);
  });
});

describe('an answer is', () => {
  it.each([
    ['/about', 200, '', 'html'],
    ['/docs/', 304, '', 'html'],
    ['/v1.2/about.html', 200, '', 'html'],
    ['/about.md', 206, '', 'markdown'],
    ['/about', 200, ' "text/markdown; charset=utf-8"', 'markdown'],
    ['/api/llms.txt', 200, '', 'document'],
    ['/sitemap.md', 200, '', 'document'],
    ['/style.css', 200, '', 'asset'],
    ['/about/', 301, '', 'redirect'],
    ['/nothing.md', 404, '', 'problem'],
  ] as const)('%s, %i%s: %s', async (target, status, end, form) => {
    const { forms } = await reportOf([combined(target, status, 'curl/8', end)]);
    expect(Object.entries(forms).filter(([, count]) => count > 0)).toEqual([[form, 1]]);
  });
});

it('with the folder of the site, the report names similar paths, redirects and unread pages', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, {
    'site/index.html': page('Home'),
    'site/guide/start.html': page('Start'),
    'site/guide/settings.html': page('Settings'),
    'site/hidden.html': page('Hidden').replace('<title>', '<meta name="robots" content="noindex"><title>'),
  });
  await runWarm(['twin', 'site', '--url', 'https://example.com/project'], { cwd });
  const read = ['/project/', '/project/guide/start.html'];
  const missed = ['/project/guide/starts', '/project/guide/starts', '/project/guide/setings.md', '/wp-login.php'];
  const lines = [...read.map((path) => combined(path)), ...missed.map((path) => combined(path, 404))];
  // A path that now exists, and one with escape codes for terminals.
  lines.push(combined('/project/guide/settings', 404), combined('/\u001b[31mred', 404));
  const report = await reportOf(lines, ['--site', 'site'], cwd);
  expect(report.missed).toEqual([
    { path: '/project/guide/starts', requests: 2, near: '/project/guide/start' },
    { path: '/%1B%5B31mred', requests: 1 },
    { path: '/project/guide/setings.md', requests: 1, near: '/project/guide/settings.md' },
    { path: '/wp-login.php', requests: 1 },
  ]);
  expect(report.redirects).toEqual([
    '/project/guide/starts /project/guide/start 301',
    '/project/guide/setings.md /project/guide/settings.md 301',
  ]);
  expect(report.unseen).toEqual(['/project/guide/settings']);
});

it('the documentation prints what the command prints', async () => {
  const cwd = temporaryFolder();
  const pages = { index: 'Home', 'docs/quick-start': 'Quick start', 'docs/settings': 'Settings', about: 'About' };
  writeFiles(cwd, Object.fromEntries(Object.entries(pages).map(([path, title]) => [`dist/${path}.html`, page(title)])));
  await runWarm(['twin', 'dist', '--url', 'https://example.com'], { cwd });
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
  const lines = [
    ...['/', '/', '/docs/quick-start', '/about', '/style.css'].map((path) => combined(path, 200, firefox)),
    ...['/llms.txt', '/index.md', '/docs/quick-start.md'].map((path) => combined(path, 200, 'Claude-User/1.0')),
    ...['/docs/quickstart', '/docs/quickstart.md', '/wp-login.php'].map((path) => combined(path, 404, 'Claude-User/1.0')),
  ];
  writeFileSync(join(cwd, 'access.log'), lines.map((line) => `${line}\n`).join(''));
  const { stdout } = await runWarm(['report', 'access.log', '--site', 'dist'], { cwd });
  const [{ text }] = printedBlocks.filter((block) => block.page.endsWith('access-logs.md') && block.language === 'text') as [
    PrintedBlock,
  ];
  expect(stdout).toBe(text);
});

describe('logs that', () => {
  it('are compressed or come from standard input are read', async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'a.log'), `${combined('/a')}\n`);
    await pipeline(createReadStream(join(cwd, 'a.log')), createGzip(), createWriteStream(join(cwd, 'a.log.gz')));
    const args = [cliOf('build'), 'report', 'a.log', 'a.log.gz', '-', '--as', 'json'];
    const stdout = execFileSync(process.execPath, args, { cwd, input: combined('/b'), encoding: 'utf8' });
    expect((JSON.parse(stdout) as Report).requests).toBe(3);
  });

  it.each([
    ['are missing', ['none.log'], 'none.log: cannot be read (ENOENT)'],
    ['are not logs', ['notes.txt'], 'notes.txt: holds no request in Common or Combined Log Format'],
    ['are named .gz, but not compressed', ['notes.gz'], 'notes.gz: cannot be read (Z_DATA_ERROR)'],
    ['belong to no site', ['a.log', '--site', '.'], '.: not built by Diptych'],
  ])('%s: %j', async (_, args, message) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      'notes.txt': 'one\ntwo\n',
      'notes.gz': 'no gzip',
      'a.log': `${combined('/a')}\n`,
      'index.html': page('A'),
    });
    const { code, stderr } = await runWarm(['report', ...args], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain(`diptych: ${message}`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('contain other lines are read, and these lines counted', async () => {
    const report = await reportOf([combined('/a'), '2026/11/24 [error] 7#7: open() failed', '{"level":30,"msg":"listening"}']);
    expect([report.requests, report.unread]).toEqual([1, 2]);
  });
});

it('the page with plots loads nothing and shows data of clients as text', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'access.log'), `${combined('/<script>alert(1)</script>', 404, '<img src=x>')}\n`);
  const { stdout } = await runCli('build', ['report', 'access.log', '--as', 'html'], { cwd });
  expect(stdout).toContain('<svg ');
  expect(stdout).not.toMatch(/<script|<img|<link|url\(|src=/);
});
