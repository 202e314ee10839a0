import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, type RunningProxy, startProxy } from './fixtures/client.ts';
import { installed, startHost, startNginx } from './fixtures/real-host.ts';
import { simulatedCache } from './fixtures/simulated-cache.ts';

/** A shared cache in front of the proxy; `tells` says whether Markdown asked for at a page's URL is what comes. */
interface Cache {
  readonly port: number;
  close(): Promise<void>;
}

type Start = (port: number) => Promise<Cache>;

const caches: [name: string, start: Start, traits: { honoursVary: boolean; keepsTwins: string | undefined }][] = [
  [
    'honours Vary',
    (port) => simulatedCache(port, { vary: true, private: true, revalidates: 'when stale', forwards: true }),
    { honoursVary: true, keepsTwins: 'x-cache' },
  ],
  [
    'ignores Vary',
    (port) => simulatedCache(port, { vary: false, private: true, revalidates: 'when stale', forwards: true }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
  [
    'ignores Vary, asks again without the fields of the client',
    (port) => simulatedCache(port, { vary: false, private: true, revalidates: 'when stale', forwards: false }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
  [
    'keys on the URL, stores whatever is storable, never asks again',
    (port) => simulatedCache(port, { vary: false, private: true, revalidates: 'never', forwards: true }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
  [
    'keys on the URL, stores even what is private, and asks again',
    (port) => simulatedCache(port, { vary: false, private: false, revalidates: 'when stale', forwards: true }),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ],
];

const nginx = (directives: string) => (port: number) =>
  startNginx(
    `location / { proxy_pass http://127.0.0.1:${port}; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_cache z; proxy_cache_key $uri; proxy_cache_revalidate on; add_header X-Cache $upstream_cache_status always; ${directives} }`,
    (work) => `proxy_cache_path ${work}/cache keys_zone=z:1m;`,
  );
if (installed('nginx')) {
  caches.push(['nginx proxy_cache', nginx(''), { honoursVary: true, keepsTwins: 'x-cache' }]);
  caches.push([
    'nginx proxy_cache that ignores Vary',
    nginx('proxy_ignore_headers Vary;'),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ]);
  caches.push([
    'nginx proxy_cache that ignores Vary and serves while it asks',
    nginx(
      'proxy_ignore_headers Vary; proxy_cache_use_stale error timeout updating http_500 http_502 http_503; proxy_cache_background_update on; proxy_cache_valid 200 301 404 10m;',
    ),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ]);
}

const varnish = (received: string) => (port: number) =>
  startHost((own, work) => {
    writeFileSync(
      join(work, 'cache.vcl'),
      `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${port}"; }
       sub vcl_backend_response { ${received} }
       sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } else { set resp.http.X-Cache = "miss"; } }`,
    );
    return [
      'varnishd',
      '-F',
      '-a',
      `127.0.0.1:${own}`,
      '-f',
      join(work, 'cache.vcl'),
      '-n',
      join(work, 'varnish'),
      '-s',
      'malloc,16m',
      '-j',
      'none',
    ];
  });
if (installed('varnishd') && installed('gcc')) {
  caches.push(['Varnish', varnish(''), { honoursVary: true, keepsTwins: 'x-cache' }]);
  caches.push(['Varnish that ignores Vary', varnish('unset beresp.http.Vary;'), { honoursVary: false, keepsTwins: 'x-cache' }]);
  caches.push([
    'Varnish that ignores Vary and keeps what it may for a minute',
    varnish(
      'unset beresp.http.Vary; if (beresp.http.Cache-Control !~ "private|no-store") { set beresp.ttl = 60s; set beresp.uncacheable = false; return (deliver); }',
    ),
    { honoursVary: false, keepsTwins: 'x-cache' },
  ]);
}

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const agent = { accept: 'text/markdown, text/html;q=0.9, */*;q=0.8' };
const curl = { accept: '*/*' };
const clients = { browser, agent, curl };

/** Who asks in which order: of every two and three, the first in every place. */
const orders: (keyof typeof clients)[][] = [
  ['agent', 'browser'],
  ['browser', 'agent'],
  ['agent', 'agent', 'browser', 'browser'],
  ['browser', 'agent', 'browser', 'agent', 'browser'],
  ['agent', 'curl', 'browser'],
  ['curl', 'agent', 'curl'],
];

const pages = ['/', '/pricing', '/docs/', '/docs/install', '/developers', '/auth'];

describe.each(caches)('behind a cache that %s', (_name, start, { honoursVary, keepsTwins }) => {
  let proxy: RunningProxy;
  let cache: Cache;
  let query = 0;

  beforeAll(async () => {
    proxy = await startProxy({}, { rateLimitLimit: 1_000_000 });
    cache = await start(proxy.port);
  });
  afterAll(async () => {
    await cache?.close();
    await proxy?.stop();
  });

  const get = (path: string, headers: Record<string, string>, method?: string): Promise<Answer> =>
    ask(cache.port, path, headers, method);

  function expectRight(who: keyof typeof clients, { status, headers, text }: Answer): void {
    expect(status).toBe(200);
    const markdown = headers['content-type'] === 'text/markdown; charset=utf-8';
    expect(text).toMatch(markdown ? /^# / : /^<!doctype html>/);
    // Varnish decompresses, and weakens the tag.
    expect(headers.etag).toMatch(markdown ? /^(W\/)?"md-/ : /^(W\/)?"html-/);
    if (who !== 'agent') expect([who, headers['content-type']]).toEqual([who, 'text/html; charset=utf-8']);
    else if (honoursVary) expect(markdown).toBe(true);
  }

  test.each(orders.map((order) => [order.join(', '), order] as const))('%s', async (_title, order) => {
    for (const page of pages) {
      // Each order finds the cache empty: the key is another.
      const path = `${page}?order=${query++}`;
      for (const who of order) expectRight(who, await get(path, clients[who]));
    }
  });

  test('the same page for all, again and again', async () => {
    for (let round = 0; round < 3; round++)
      for (const order of orders) for (const who of order) expectRight(who, await get('/pricing', clients[who]));
  });

  test('with what each kept: nobody is told that the other’s variant has not changed', async () => {
    const kept: Record<string, Answer> = {};
    for (const who of ['agent', 'browser', 'agent', 'browser'] as const) {
      for (const from of ['agent', 'browser']) {
        const tag = kept[from]?.headers.etag;
        if (tag === undefined) continue;
        const got = await get('/docs/install', { ...clients[who], 'if-none-match': tag });
        if (got.status === 304 && who === 'browser') expect(tag).toMatch(/^(W\/)?"html-/);
        if (got.status === 200) expectRight(who, got);
      }
      kept[who] = await get('/docs/install', clients[who]);
      expectRight(who, kept[who]!);
    }
  });

  test('HEAD of one and GET of the other', async () => {
    const path = `/pricing?head=${query++}`;
    expect((await get(path, agent, 'HEAD')).status).toBe(200);
    expectRight('browser', await get(path, browser));
    expect((await get(path, browser, 'HEAD')).headers['content-type']).toBe('text/html; charset=utf-8');
    expectRight('agent', await get(path, agent));
    expectRight('browser', await get(path, browser));
  });

  test('what nobody accepts, and what is not there, is kept for nobody', async () => {
    const path = `/pricing?none=${query++}`;
    expect((await get(path, { accept: 'application/pdf' })).status).toBe(406);
    expectRight('browser', await get(path, browser));
    const absent = `/nope?none=${query++}`;
    expect((await get(absent, agent)).headers['content-type']).toBe('application/problem+json');
    expect((await get(absent, browser)).headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await get(absent, agent)).headers['content-type']).toBe('application/problem+json');
  });

  test('other spellings lead everyone to the page', async () => {
    for (const headers of [agent, browser, agent, browser]) {
      const got = await get('/pricing.html', headers);
      expect([got.status, got.headers.location]).toEqual([301, '/pricing']);
    }
  });

  test.skipIf(keepsTwins === undefined)('the twin at its own URL is kept, and is Markdown for everyone', async () => {
    for (const headers of [browser, agent, browser])
      expect((await get('/pricing.md', headers)).headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect((await get('/pricing.md', agent)).headers[keepsTwins!]).toMatch(/hit/i);
    expectRight('browser', await get('/pricing', browser));
  });
});
