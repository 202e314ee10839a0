import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surfaceList, surfacesOf } from '../../build/contract/surfaces.ts';
import { type RunningProxy, startProxy } from './fixtures/client.ts';
import { type RealServer, startNginx, startPython } from './fixtures/real-server.ts';
import { filesOf } from './fixtures/site.ts';
import { type FrontingProxy, startFronting } from './fixtures/upstream.ts';

/** Real servers as upstream, on the folder that another proxy serves directly: both proxies must answer alike. */
const hosts: [name: string, start: (dir: string) => Promise<RealServer>, traits: { strongTags: boolean; ranges: boolean }][] = [
  ['nginx, files by their names', (dir) => startNginx(`root ${dir};`), { strongTags: true, ranges: true }],
  [
    'nginx, pretty URLs',
    (dir) =>
      startNginx(
        `root ${dir}; location ~ ^/(.*)\\.html$ { if ($request_uri ~ "\\.html") { return 301 /$1; } } location / { try_files $uri $uri.html $uri/ =404; }`,
      ),
    { strongTags: true, ranges: true },
  ],
  [
    'nginx, a page for everything',
    (dir) => startNginx(`root ${dir}; location / { try_files $uri /index.html; }`),
    { strongTags: true, ranges: true },
  ],
  [
    'nginx, whose answers may be stored for a day',
    (dir) => startNginx(`root ${dir}; expires 1d;`),
    { strongTags: true, ranges: true },
  ],
  ['python3 -m http.server', startPython, { strongTags: false, ranges: false }],
];

const pages = ['/', '/pricing', '/docs/', '/docs/install', '/developers', '/auth', '/caf%C3%A9%20menu', '/hidden', '/problems'];
const twins = ['/index.md', '/pricing.md', '/docs.md', '/docs/install.md', '/caf%C3%A9%20menu.md'];
const documents = surfacesOf({ agentRegistration: true })
  .filter(({ kind, path }) => kind === 'artifact' && !path.includes('{'))
  .map(({ path }) => path);
const assets = ['/assets/site.css', '/assets/pixel.png', '/assets/empty.txt'];
const others = [
  '/pricing/',
  '/pricing.html',
  '/docs',
  '/index.html',
  '/docs/index.html',
  '/pricing/index.md',
  '/pricing.html.md',
  '/old-prices',
  '/old-prices.md',
  '/away',
  '/away2',
];
const absent = [
  '/nope',
  '/nope.md',
  '/nope/',
  '/hidden.md',
  '/404.html',
  '/_redirects',
  '/.diptych.json',
  '/assets/',
  '/assets',
  '/LLMS.TXT',
  '/llms.txt/',
  '/pricing.html.br',
  '/%2e%2e/etc/passwd',
  '/a\\b',
  '/%zz',
  '//pricing',
  '/.well-known/nope',
];
const own = surfaceList.filter(({ kind }) => kind === 'live' || kind === 'stub').map(({ path }) => path);
const accepts = [
  undefined,
  '*/*',
  'text/markdown',
  'text/markdown, text/html, */*',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'application/json',
  'text/markdown;q=0',
  'text/html;q=0, */*',
];

describe.each(hosts)('in front of %s as in front of the folder', (_name, start, traits) => {
  let folder: RunningProxy;
  let host: RealServer;
  let fronting: FrontingProxy;

  beforeAll(async () => {
    folder = await startProxy();
    host = await start(folder.dir);
    fronting = await startFronting(host.url);
  });
  afterAll(async () => {
    await fronting?.stop();
    await host?.close();
    await folder?.stop();
  });

  /** Fields that may differ: validators and codings of the upstream. */
  const differing = new Set([
    'age',
    'date',
    'etag',
    'last-modified',
    'connection',
    'keep-alive',
    'transfer-encoding',
    'accept-ranges',
    'content-encoding',
    'ratelimit-remaining',
    'ratelimit-reset',
  ]);

  async function expectSame(path: string, headers: Record<string, string>, method = 'GET'): Promise<void> {
    const [a, b] = [await folder.get(path, headers, method), await fronting.get(path, headers, method)];
    const comparable = ({ headers: fields }: typeof a) =>
      Object.fromEntries(
        Object.entries(fields)
          .filter(([name]) => !differing.has(name))
          // The folder has compressed files; the upstream may not.
          .map(([name, value]) => [name, name === 'vary' ? value.replace(/,? ?Accept-Encoding/, '') : value])
          .filter(([, value]) => value !== ''),
      );
    expect({ path, method, status: b.status, headers: comparable(b), text: b.text }).toEqual({
      path,
      method,
      status: a.status,
      headers: comparable(a),
      text: a.text,
    });
    for (const name of ['limit', 'remaining', 'reset', 'policy']) expect(b.headers[`ratelimit-${name}`]).toMatch(/^\d/);
    if (a.headers.etag !== undefined) expect(b.headers.etag).toMatch(traits.strongTags ? /^"[^"]+"$/ : /^(?:W\/)?"[^"]+"$/);
  }

  test.each([...pages, ...twins, ...documents, ...assets, ...others, ...absent, ...own])('%s', async (path) => {
    for (const accept of accepts) await expectSame(path, accept === undefined ? {} : { accept });
    for (const method of ['HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND']) await expectSame(path, {}, method);
    await expectSame(`${path}?q=1`, {});
  });

  test.each([...pages, ...twins, ...documents])('%s is not sent again', async (path) => {
    for (const accept of ['text/html', 'text/markdown']) {
      const { etag } = (await fronting.get(path, { accept })).headers;
      expect(etag).toBeDefined();
      const again = await fronting.get(path, { accept, 'if-none-match': etag! });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
      const other = accept === 'text/html' ? 'text/markdown' : 'text/html';
      const crossed = await fronting.get(path, { accept: other, 'if-none-match': etag! });
      const negotiated = pages.includes(path) && path !== '/hidden';
      expect([path, other, crossed.status]).toEqual([path, other, negotiated ? 200 : 304]);
    }
  });

  test.skipIf(!traits.ranges)('ranges', async () => {
    const whole = filesOf().get('assets/site.css')!;
    const got = await fronting.get('/assets/site.css', { range: 'bytes=5-14' });
    expect([got.status, got.headers['content-range'], got.text]).toEqual([
      206,
      `bytes 5-14/${whole.length}`,
      whole.toString().slice(5, 15),
    ]);
    const beyond = await fronting.get('/assets/site.css', { range: `bytes=${whole.length}-` });
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['content-type']]).toEqual([
      416,
      `bytes */${whole.length}`,
      'application/problem+json',
    ]);
    expect((await fronting.get('/assets/site.css', { range: 'bytes=0-1,3-4' })).status).toBe(200);
  });

  test.skipIf(!traits.strongTags)('If-Match of another build', async () => {
    expect((await fronting.get('/pricing', { 'if-match': '"html-other"' })).status).toBe(412);
    expect((await fronting.get('/pricing', { 'if-match': '"other"' })).status).toBe(412);
    const { etag } = (await fronting.get('/pricing')).headers;
    expect((await fronting.get('/pricing', { 'if-match': etag! })).status).toBe(200);
  });
});
