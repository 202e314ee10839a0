import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startExported } from '../hosts/server.ts';
import { type Answer, ask, startProxy } from './fixtures/client.ts';
import { type RealServer, startNginx, startServer } from './fixtures/real-server.ts';
import { writeSite } from './fixtures/site.ts';

/* Shared caches in front of the proxy and of an exported server, also caches that ignore Vary: a browser never gets Markdown. */

const folder = mkdtempSync(join(tmpdir(), 'diptych-caches-'));
chmodSync(folder, 0o755);
writeSite(join(folder, 'dist'));
const exported = await startExported('nginx', join(folder, 'dist'));
const proxy = await startProxy();
afterAll(async () => {
  await exported.close();
  await proxy.stop();
  rmSync(folder, { recursive: true });
});

const nginx = (directives: string) => (port: number) =>
  startNginx(
    `location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_cache z; proxy_cache_key $uri; proxy_cache_revalidate on; add_header X-Cache $upstream_cache_status always; ${directives} }`,
    (work) => `proxy_cache_path ${work}/cache keys_zone=z:1m;`,
  );
const varnish = (received: string) => (port: number) =>
  startServer((own, work) => {
    writeFileSync(
      join(work, 'cache.vcl'),
      `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${port}"; }
       sub vcl_backend_response { ${received} }
       sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } }`,
    );
    const place = ['-a', `127.0.0.1:${own}`, '-f', join(work, 'cache.vcl'), '-n', join(work, 'varnish')];
    return ['varnishd', '-F', ...place, '-s', 'malloc,16m', '-j', 'none'];
  });

const caches: readonly [name: string, start: (port: number) => Promise<RealServer>, honoursVary: boolean][] = [
  ['nginx proxy_cache', nginx(''), true],
  ['nginx proxy_cache that ignores Vary', nginx('proxy_ignore_headers Vary;'), false],
  [
    'nginx proxy_cache that ignores Vary and serves while it asks',
    nginx(
      'proxy_ignore_headers Vary; proxy_cache_use_stale error timeout updating http_500 http_502 http_503; proxy_cache_background_update on; proxy_cache_valid 200 301 404 10m;',
    ),
    false,
  ],
  ['Varnish', varnish(''), true],
  ['Varnish that ignores Vary', varnish('unset beresp.http.Vary;'), false],
  [
    'Varnish that ignores Vary and stores cacheable answers for a minute',
    varnish(
      'unset beresp.http.Vary; if (beresp.http.Cache-Control !~ "private|no-store") { set beresp.ttl = 60s; set beresp.uncacheable = false; return (deliver); }',
    ),
    false,
  ],
];

const clients = {
  browser: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  agent: 'text/markdown, text/html;q=0.9, */*;q=0.8',
  picky: 'text/markdown;q=0.7, text/html;q=0.3',
  curl: '*/*',
};
type Client = keyof typeof clients;

/** Orders in which clients send requests. */
const orders: Client[][] = [
  ['agent', 'browser'],
  ['browser', 'agent', 'browser', 'agent', 'browser'],
  ['agent', 'agent', 'picky', 'browser', 'curl'],
  ['curl', 'picky', 'curl', 'agent', 'browser'],
];

const origins = { 'the proxy': proxy.port, 'an exported nginx': exported.port };

describe.each(Object.entries(origins).flatMap(([origin, port]) => caches.map(([...row]) => [origin, ...row, port] as const)))(
  '%s behind %s',
  (_origin, _name, start, honoursVary, port) => {
    let cache: RealServer;
    beforeAll(async () => {
      cache = await start(port);
    });
    afterAll(() => cache?.close());

    const get = (path: string, who: Client, headers: Record<string, string> = {}, method?: string): Promise<Answer> =>
      ask(cache.port, path, { accept: clients[who], ...headers }, method);

    function expectRight(who: Client, { status, headers, text }: Answer): void {
      const isMarkdown = headers['content-type'] === 'text/markdown; charset=utf-8';
      expect([who, status, text.startsWith('# ')]).toEqual([who, 200, isMarkdown]);
      if (who === 'browser' || who === 'curl') expect([who, headers['content-type']]).toEqual([who, 'text/html; charset=utf-8']);
      else if (honoursVary) expect(isMarkdown).toBe(true);
    }

    test.each(orders.map((order) => [order.join(', '), order] as const))('%s', async (_title, order) => {
      for (const page of ['/', '/pricing', '/docs/', '/docs/install'])
        for (const who of order) expectRight(who, await get(page, who));
    });

    test('a browser gets no 304 for the tag of Markdown', async () => {
      const agents = await get('/developers', 'agent');
      const isMarkdown = agents.headers['content-type'] === 'text/markdown; charset=utf-8';
      const { status } = await get('/developers', 'browser', { 'if-none-match': agents.headers.etag! });
      if (isMarkdown) expect(status).toBe(200);
    });

    test('HEAD of one and GET of the other', async () => {
      expect((await get('/auth', 'agent', {}, 'HEAD')).status).toBe(200);
      expectRight('browser', await get('/auth', 'browser'));
      expect((await get('/auth', 'browser', {}, 'HEAD')).headers['content-type']).toBe('text/html; charset=utf-8');
      expectRight('agent', await get('/auth', 'agent'));
      expectRight('browser', await get('/auth', 'browser'));
    });

    test('406 and 404 are not stored for other clients', async () => {
      expect((await ask(cache.port, '/problems', { accept: 'application/pdf' })).status).toBe(406);
      expectRight('browser', await get('/problems', 'browser'));
      for (const who of ['agent', 'browser', 'agent'] as const)
        expect((await get('/nope', who)).headers['content-type']).toBe(
          who === 'browser' ? 'text/html; charset=utf-8' : 'application/problem+json',
        );
    });

    test('the twin at its own URL is stored, and is Markdown for every client', async () => {
      for (const who of ['browser', 'agent', 'browser'] as const)
        expect((await get('/pricing.md', who)).headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect((await get('/pricing.md', 'agent')).headers['x-cache']).toBe('HIT');
      expectRight('browser', await get('/pricing', 'browser'));
    });
  },
);
