import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ask } from '../proxy/fixtures/client.ts';
import { type RealServer, startNginx, startServer } from '../proxy/fixtures/real-server.ts';
import { writeSite } from '../proxy/fixtures/site.ts';
import { startExported } from './server.ts';

/* Caches in front of the exported nginx: a browser never gets Markdown, in any order of requests, with or without support of `Vary`. */

const folder = mkdtempSync(join(tmpdir(), 'diptych-caches-'));
chmodSync(folder, 0o755);
writeSite(join(folder, 'dist'));
const origin = await startExported('nginx', join(folder, 'dist'));
afterAll(async () => {
  await origin.close();
  rmSync(folder, { recursive: true, force: true });
});

const nginx = (directives: string) => (): Promise<RealServer> =>
  startNginx(
    `location / { proxy_pass ${origin.url}; proxy_cache z; proxy_cache_key $request_uri; add_header X-Cache $upstream_cache_status always; ${directives} }`,
    (work) => `proxy_cache_path ${work}/cache keys_zone=z:1m;`,
  );
const varnish = (received: string) => (): Promise<RealServer> =>
  startServer((port, work) => {
    writeFileSync(
      join(work, 'cache.vcl'),
      `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${origin.port}"; }
       sub vcl_backend_response { ${received} }
       sub vcl_deliver { if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } }`,
    );
    const place = ['-a', `127.0.0.1:${port}`, '-f', join(work, 'cache.vcl'), '-n', join(work, 'varnish')];
    return ['varnishd', '-F', ...place, '-s', 'malloc,16m', '-j', 'none'];
  });

const accepts = {
  browser: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  agent: 'text/markdown, text/html;q=0.9, */*;q=0.8',
  picky: 'text/markdown;q=0.7, text/html;q=0.3',
  curl: '*/*',
};
type Client = keyof typeof accepts;
const orders: Client[][] = [
  ['agent', 'browser'],
  ['browser', 'agent', 'browser'],
  ['agent', 'agent', 'picky', 'browser', 'curl'],
  ['curl', 'picky', 'curl', 'agent', 'browser'],
];

describe.each([
  ['nginx proxy_cache', nginx(''), true],
  ['nginx proxy_cache that ignores Vary', nginx('proxy_ignore_headers Vary;'), false],
  ['Varnish', varnish(''), true],
  ['Varnish that ignores Vary', varnish('unset beresp.http.Vary;'), false],
] as const)('exported nginx behind %s', async (_name, start, honoursVary) => {
  const cache = await start();
  afterAll(() => cache.close());
  let query = 0;

  it.each(orders.map((order) => [order.join(', '), order] as const))('%s', async (_title, order) => {
    for (const coding of ['', 'gzip, deflate, br'])
      for (const page of ['/', '/pricing', '/docs/']) {
        const path = `${page}?order=${query++}`;
        for (const client of order) {
          const headers = { accept: accepts[client], 'accept-encoding': coding };
          const { status, headers: sent } = await ask(cache.port, path, headers);
          const markdown = (client === 'agent' || client === 'picky') && honoursVary;
          expect([client, status]).toEqual([client, 200]);
          if (client === 'browser' || client === 'curl') expect(sent['content-type']).toBe('text/html; charset=utf-8');
          else if (markdown) expect(sent['content-type']).toBe('text/markdown; charset=utf-8');
        }
      }
  });

  it('keeps the twin at its own URL', async () => {
    await ask(cache.port, '/pricing.md', { accept: accepts.browser });
    expect((await ask(cache.port, '/pricing.md', { accept: accepts.browser })).headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-cache': 'HIT',
    });
  });
});
