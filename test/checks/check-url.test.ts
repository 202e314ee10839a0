import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type AuditOptions, auditSite } from '../../build/checks/audit/audit.ts';
import { createProxy } from '../../proxy/index.ts';
import { manifestOf } from '../proxy/fixtures/site.ts';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { clean, content, filesOf, html, lineOf, matching, origin, rewrite, type Seed } from './seed.ts';

/** Starts a server on a free port of 127.0.0.1. @returns its URL and its requests */
async function serve(listener: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    listener(req, res);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Serves the site of a seed, with the URL https://example.com, by the proxy. */
async function proxied(seed: Seed): Promise<{ url: string; requests: string[] }> {
  const folder = temporaryFolder();
  const files = filesOf(seed);
  const buffers = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  writeFiles(folder, { ...files, '.well-known/diptych.json': manifestOf(buffers, 'a1', { site: { url: origin } }) });
  const proxy = createProxy({ dir: folder, watch: false });
  onTestFinished(() => proxy.close());
  return serve(proxy);
}

async function check(url: string, options?: AuditOptions): Promise<{ lines: string[]; pages: number; notes: readonly string[] }> {
  const { findings, pages, notes } = await auditSite(url, options);
  return { lines: findings.map((finding) => lineOf({ ...finding, file: finding.file.replace(url, '') })), pages, notes };
}

describe('a site behind the proxy', () => {
  it('has no findings', async () => {
    const { url, requests } = await proxied({});
    expect(await check(url)).toEqual({ lines: [], pages: 3, notes: [] });
    expect(requests.filter((request) => /^(?!GET|HEAD)/.test(request))).toEqual([]);
  });

  it.each<[what: string, seed: Seed, expected: readonly (string | RegExp)[]]>([
    [
      'a dead link',
      { pages: { 'a.html': content('Page a', '<a href="/nope">x</a>') } },
      ['error /a:11 link to /nope: nothing is published there'],
    ],
    [
      'an unlisted page is found by its link',
      {
        pages: {
          'a.html': content('Page a', '<a href="/c">x</a>'),
          'c.html': html('C', content('C'), '<meta name="robots" content="noindex">'),
        },
      },
      [],
    ],
    [
      'a twin that lost a link',
      { artifacts: rewrite('index.md', (body) => body.replace(`[B](${origin}/b.md)`, 'B')) },
      [/^error \/:1 the twin of \/ holds 75\.0 %/],
    ],
    [
      'a sitemap with a missing page',
      { artifacts: rewrite('sitemap.xml', (body) => body.replace('</urlset>', `<url><loc>${origin}/nope</loc></url></urlset>`)) },
      [/^error \/sitemap\.xml:\d+ link to https:\/\/example\.com\/nope: nothing is published there$/],
    ],
  ])('%s', async (_, seed, expected) => {
    const { url } = await proxied(seed);
    expect((await check(url)).lines).toEqual(matching(expected));
  });

  it('requests no more than --max-pages, and reports it', async () => {
    const { url, requests } = await proxied({});
    const { pages, notes } = await check(url, { maxPages: 2 });
    expect(pages).toBe(2);
    expect(notes).toContain('Only 2 of 3 pages were checked.');
    expect(requests.filter((request) => request === 'GET /b/')).toEqual([]);
  });

  it('reports nothing about listed pages that it did not request', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`p${at}.html`, content(`Page ${at}`, '<a href="/">Home</a>')]),
    );
    const { url } = await proxied({ pages });
    expect((await check(url, { maxPages: 2 })).lines.filter((line) => line.includes('sitemap.xml'))).toEqual([]);
  });
});

/** The file that a static server sends for a path. */
const fileAt = (path: string, files: Readonly<Record<string, string>>): string | undefined =>
  [path, `${path}.html`, `${path}index.html`].find((name) => files[name] !== undefined);

type Handler = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Serves the clean site like a static server with negotiation; `first` may answer before it. */
async function hosted(
  first: Handler,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ url: string; requests: string[] }> {
  const files = filesOf({});
  const all = {
    'RateLimit-Limit': '1',
    'RateLimit-Remaining': '1',
    'RateLimit-Reset': '1',
    'RateLimit-Policy': '1;w=1',
    ...headers,
  };
  return serve((req, res) => {
    for (const [name, value] of Object.entries(all)) if (value) res.setHeader(name, value);
    if (first(req, res)) return;
    const path = decodeURI(req.url ?? '/').slice(1);
    const file = fileAt(path, files);
    if (file === undefined) {
      res
        .writeHead(404, { 'content-type': 'application/problem+json' })
        .end('{"type":"about:blank","title":"Not found","status":404}');
    } else if (file.endsWith('.html')) {
      const twin = file === 'index.html' ? 'index.md' : `${file.replace(/(\/index)?\.html$/, '')}.md`;
      const markdown = req.headers.accept === 'text/markdown';
      if (!res.hasHeader('vary')) res.setHeader('vary', 'Accept');
      res
        .writeHead(200, { 'content-type': markdown ? 'text/markdown; charset=utf-8' : 'text/html' })
        .end(files[markdown ? twin : file]);
    } else {
      const type = /\.md$/.test(file) ? 'text/markdown' : /\.xml$/.test(file) ? 'application/xml' : 'text/plain';
      res.writeHead(200, { 'content-type': type }).end(files[file]);
    }
  });
}

const answer = (res: ServerResponse, status: number, type: string, body: string): boolean => {
  res.writeHead(status, { 'content-type': type, vary: 'Accept' }).end(body);
  return true;
};

describe('answers of a server', () => {
  const page = clean['a.html']!;

  it.each<[what: string, first: Handler, headers: Readonly<Record<string, string>>, expected: readonly (string | RegExp)[]]>([
    [
      'HTML for Accept: text/markdown',
      (req, res) => req.url === '/a' && answer(res, 200, 'text/html', page),
      {},
      ['error /a /a with Accept: text/markdown is answered with 200 text/html'],
    ],
    [
      '406 for Accept: text/markdown',
      (req, res) => req.url === '/a' && req.headers.accept === 'text/markdown' && answer(res, 406, 'text/plain', ''),
      {},
      ['error /a /a with Accept: text/markdown is answered with 406 text/plain'],
    ],
    [
      'Markdown that is not the twin',
      (req, res) => req.url === '/a' && req.headers.accept === 'text/markdown' && answer(res, 200, 'text/markdown', '# Other'),
      {},
      ['error /a /a with Accept: text/markdown and /a.md are not the same text'],
    ],
    [
      'a twin with another media type',
      (req, res) => req.url === '/a.md' && answer(res, 200, 'application/octet-stream', filesOf({})['a.md']!),
      {},
      ['error /a the twin /a.md is answered with 200 application/octet-stream'],
    ],
    [
      'no twin',
      (req, res) => req.url === '/a.md' && answer(res, 404, 'application/problem+json', '{}'),
      {},
      [
        /^error \/llms\.txt:\d+ link to https:\/\/example\.com\/a\.md: nothing is published there, and in 1 other file$/,
        'error /a the twin /a.md is answered with 404 application/problem+json',
      ],
    ],
    [
      'no Vary',
      () => false,
      { vary: 'Accept-Encoding' },
      [
        /^error \/a \/a with Accept: text\/html has no Vary: Accept$/,
        /^error \/b\/ /,
        /^error \/ /,
        /^error \/a \/a with Accept: text\/markdown has no Vary: Accept$/,
        /^error \/b\/ /,
        /^error \/ /,
      ],
    ],
    ['as they should be', () => false, {}, []],
    ['Vary among others', () => false, { vary: 'accept-encoding , ACCEPT' }, []],
    [
      'no RateLimit-Policy',
      () => false,
      { 'RateLimit-Policy': '' },
      [/^warning \/.* (\d+) of \1 answers lack RateLimit headers; \/a lacks RateLimit-Policy$/],
    ],
    [
      '404 as HTML for agents',
      (req, res) => /no-such-page$/.test(req.url!) && answer(res, 404, 'text/html', 'x'),
      {},
      ['error /diptych-check/no-such-page the 404 for /diptych-check/no-such-page with Accept: application/json is text/html'],
    ],
    [
      'an invalid problem document',
      (req, res) => /no-such-page$/.test(req.url!) && answer(res, 404, 'application/problem+json', '{"title":"x"}'),
      {},
      [
        'error /diptych-check/no-such-page the 404 for /diptych-check/no-such-page with Accept: application/json is not a problem document',
      ],
    ],
    [
      '200 for a missing page',
      (req, res) => /no-such-page/.test(req.url!) && answer(res, 200, 'text/html', 'x'),
      {},
      [
        'error /diptych-check/no-such-page /diptych-check/no-such-page with Accept: application/json, which does not exist, is answered with 200',
        'error /diptych-check/no-such-page /diptych-check/no-such-page with Accept: text/html, which does not exist, is answered with 200',
        'error /diptych-check/no-such-page.md /diptych-check/no-such-page.md with Accept: */*, which does not exist, is answered with 200',
      ],
    ],
    [
      'a page of the sitemap redirects',
      (req, res) => req.url === '/b/' && res.writeHead(301, { location: '/a' }).end().writableEnded,
      {},
      [],
    ],
    [
      'announced: health that openapi.json and the api-catalog announce',
      (req, res) => req.url === '/api/v1/health' && answer(res, 404, 'application/problem+json', '{}'),
      {},
      ['error /api/v1/health /.well-known/openapi.json leads to /api/v1/health, which is answered with 404'],
    ],
    [
      'announced: a Link header to a missing page',
      () => false,
      { link: '</nope>; rel="service-doc"' },
      ['error /nope Link of / leads to /nope, which is answered with 404'],
    ],
    [
      'announced: a problem type without documentation',
      (req, res) =>
        /no-such-page$/.test(req.url!) &&
        answer(res, 404, 'application/problem+json', `{"type":"${origin}/problems.md#lost","title":"Lost","status":404}`),
      {},
      [
        'error /problems.md type of the problem at /diptych-check/no-such-page leads to /problems.md#lost, and nothing there is called lost',
      ],
    ],
  ])('%s', async (_, first, headers, expected) => {
    const { url } = await hosted(first, headers);
    expect((await check(url)).lines).toEqual(matching(expected));
  });

  it('as files, without negotiation: one warning about the lost features, an error with --strict', async () => {
    const files = filesOf({});
    const { url } = await serve((req, res) => {
      const path = decodeURI(req.url!).slice(1);
      const file = fileAt(path, files);
      const type = /html$|^$/.test(file ?? '.html') ? 'text/html' : file!.endsWith('.md') ? 'text/markdown' : 'text/plain';
      res.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file === undefined ? 'Lost' : files[file]);
    });
    expect((await check(url)).lines).toEqual([
      'warning / this host does not negotiate: Accept: text/markdown gets HTML, the twins have their own addresses; lost: Markdown at the address of a page, RateLimit headers, problem documents, links to the indexes in headers',
    ]);
    expect((await runWarm(['check', url], { cwd: '.' })).code).toBe(0);
    expect((await runWarm(['check', url, '--strict'], { cwd: '.' })).code).toBe(1);
  });

  it('never sends requests to another host: no link, no image, no redirect', async () => {
    const other = await serve((_, res) => res.end('x'));
    const links = `<a href="${other.url}/x">x</a><img src="${other.url}/y.png" alt="y"><a href="/away">z</a>`;
    const main = await serve((req, res) =>
      req.url === '/'
        ? answer(res, 200, 'text/html', html('Home', `<h1>Home</h1>${links}`))
        : res.writeHead(302, { location: `${other.url}/` }).end(),
    );
    await auditSite(main.url);
    expect(other.requests).toEqual([]);
    expect(main.requests.filter((request) => /\/[xy]/.test(request))).toEqual([]);
  });

  it('without a sitemap it takes the pages of llms.txt', async () => {
    const { url } = await hosted((req, res) => req.url === '/sitemap.xml' && answer(res, 404, 'application/problem+json', '{}'));
    expect((await check(url)).pages).toBe(3);
  });

  it('a twin is requested at its URL, even if the page was first assumed to be another', async () => {
    const { url, requests } = await hosted((req, res) => {
      if (req.url === '/sitemap.xml') return answer(res, 404, 'application/problem+json', '{}');
      if (req.url !== '/b') return false;
      res.writeHead(308, { location: '/b/' }).end();
      return true;
    });
    await check(url);
    expect(requests.filter((request) => /\/b.*\.md/.test(request))).toEqual(['GET /b.md']);
  });

  it('checks of answers can be turned down or off by name', async () => {
    const { url } = await hosted(() => false, { 'RateLimit-Policy': '' });
    expect((await check(url, { settings: { checks: { 'rate-limit': 'off' } } })).lines).toEqual([]);
    expect((await check(url, { settings: { checks: { 'rate-limit': 'error' } } })).lines).toEqual([
      expect.stringMatching(/^error /),
    ]);
  });

  it('without a sitemap it follows links', async () => {
    const { url } = await serve((req, res) => {
      const page = { '/': 'index.html', '/a': 'a.html', '/b/': 'b/index.html' }[req.url!];
      answer(res, page ? 200 : 404, 'text/html', page ? clean[page]! : 'x');
    });
    const { pages, notes } = await check(url);
    expect(pages).toBe(3);
    expect(notes).toEqual(['There are no twins beside the pages: only the pages were checked.']);
  });

  it.each<[url: string, message: RegExp]>([
    ['http://', /^http:\/\/: not a URL like/],
    ['http://127.0.0.1:1', /http:\/\/127\.0\.0\.1:1 does not answer: /],
  ])('%s', async (url, message) => {
    await expect(auditSite(url)).rejects.toThrow(message);
  });

  it('a site that answers only with errors', async () => {
    const { url } = await serve((_, res) => answer(res, 500, 'text/plain', ''));
    await expect(auditSite(url)).rejects.toThrow(/has no page: \S+\/ is answered with 500/);
  });
});
