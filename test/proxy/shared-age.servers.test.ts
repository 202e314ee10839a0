import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { preferenceOf } from '../../proxy/http/negotiate.ts';
import { startExported } from '../hosts/server.ts';
import { agents } from '../support/agents.ts';
import { type Answer, ask, startProxy } from './fixtures/client.ts';
import { type RealServer, startServer } from './fixtures/real-server.ts';
import { writeSite } from './fixtures/site.ts';

/* The cache configurations of the documentation, in front of the proxy and of servers that were told --shared-age. */

const sharedAge = 600;
const pages = ['/', '/pricing', '/docs/', '/docs/install', '/developers'];
const folder = mkdtempSync(join(tmpdir(), 'diptych-shared-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The printed block of a language, with the ports of the test. */
const printed = (language: string, ports: Record<number, number>): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm')
    .exec(readFileSync(join(inject('service').dist, 'docs/cdn.md'), 'utf8'))![1]!
    .replace(/\b(?:8080|80)\b/g, (port) => `${ports[Number(port)] ?? port}`);

interface Cache extends RealServer {
  readonly objects: () => number;
  readonly isHit: (answer: Answer) => boolean;
  readonly empty: () => unknown;
}

const startVarnish = async (behind: number): Promise<Cache> => {
  const host = await startServer((port, work) => {
    writeFileSync(join(work, 'site.vcl'), printed('vcl', { 8080: behind }));
    const place = ['-a', `127.0.0.1:${port}`, '-f', join(work, 'site.vcl'), '-n', join(work, 'varnish')];
    return ['varnishd', '-F', ...place, '-s', 'malloc,16m', '-j', 'none'];
  });
  const name = join(host.work, 'varnish');
  const count = (): number =>
    JSON.parse(execFileSync('varnishstat', ['-n', name, '-j', '-f', 'MAIN.n_object'], { encoding: 'utf8' })).counters[
      'MAIN.n_object'
    ].value;
  return {
    ...host,
    objects: count,
    isHit: ({ headers }) => / /.test(headers['x-varnish']!),
    empty: () => execFileSync('varnishadm', ['-n', name, 'ban req.url ~ .']),
  };
};

const startNginx = async (behind: number): Promise<Cache> => {
  const host = await startServer((port, work) => {
    const site = printed('nginx', { 8080: behind, 80: port })
      .replace('/var/cache/nginx/site', join(work, 'cache'))
      .replace('server {', 'server { add_header X-Cache $upstream_cache_status;');
    writeFileSync(
      join(work, 'nginx.conf'),
      `daemon off; user root; worker_processes 1; pid ${work}/pid; events {}
       http { access_log off; client_body_temp_path ${work}/b; proxy_temp_path ${work}/p; fastcgi_temp_path ${work}/f;
         uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s; ${site} }`,
    );
    return ['nginx', '-c', join(work, 'nginx.conf'), '-p', work, '-e', join(work, 'error.log')];
  });
  const cache = join(host.work, 'cache');
  const files = () => readdirSync(cache, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    ...host,
    objects: () => files().length,
    isHit: ({ headers }) => headers['x-cache'] === 'HIT',
    empty: () => files().map((file) => rmSync(join(file.parentPath, file.name))),
  };
};

const startSite = async (what: 'proxy' | 'nginx' | 'caddy' | 'apache'): Promise<{ port: number; stop: () => Promise<void> }> => {
  if (what === 'proxy') return startProxy({}, { rateLimitLimit: 1_000_000, sharedAge });
  const dist = join(folder, what, 'dist');
  writeSite(dist);
  const server = await startExported(what, dist, ['--shared-age', `${sharedAge}`]);
  return { port: server.port, stop: () => server.close() };
};

const of = (accept: string): Record<string, string> => (accept === '' ? {} : { accept });
/** The kind of an answer: problem, HTML or Markdown. */
const kindOf = ({ status, headers }: Answer): string => `${status} ${headers['content-type']}`;

it.each(Object.entries(agents))('the function for CloudFront, %s', (_, accept) => {
  const handler = new Function(`${printed('js', {})}return handler;`)() as (event: object) => {
    headers: { accept?: { value: string } };
  };
  const { headers } = handler({ request: { headers: accept === '' ? {} : { accept: { value: accept } } } });
  expect(preferenceOf(headers.accept?.value)).toEqual(preferenceOf(accept));
  if (accept === '') expect(headers.accept?.value).toBe('*/*');
});

describe.each([
  ['proxy', 'Varnish', startVarnish, { hits: 0.9, keepsMarkdown: true }],
  ['nginx', 'Varnish', startVarnish, { hits: 0.9, keepsMarkdown: true }],
  ['caddy', 'Varnish', startVarnish, { hits: 0.9, keepsMarkdown: true }],
  ['apache', 'Varnish', startVarnish, { hits: 0.9, keepsMarkdown: true }],
  ['proxy', 'nginx', startNginx, { hits: 0.7, keepsMarkdown: false }],
] as const)('%s behind %s, configured as the documentation has it', (what, _, start, { hits, keepsMarkdown }) => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let cache: Cache;
  beforeAll(async () => {
    site = await startSite(what);
    cache = await start(site.port);
  });
  afterAll(async () => {
    await cache?.close();
    await site?.stop();
  });

  it(`${Object.keys(agents).length} agents, ${pages.length} pages: few copies, few requests, no wrong variant`, async () => {
    let answered = 0;
    const wrong: string[] = [];
    for (const [name, accept] of Object.entries(agents))
      for (const page of pages) {
        const [own, cached] = [await ask(site.port, page, of(accept)), await ask(cache.port, page, of(accept))];
        if (cache.isHit(cached)) answered++;
        if (kindOf(own) !== kindOf(cached) || own.headers['content-location'] !== cached.headers['content-location'])
          wrong.push(`${name}: ${page} is ${kindOf(cached)}, not ${kindOf(own)}`);
      }
    expect(wrong).toEqual([]);
    expect(cache.objects()).toBeLessThanOrEqual(15);
    expect(answered / (Object.keys(agents).length * pages.length)).toBeGreaterThanOrEqual(hits);
  });

  it.each([
    'application/pdf',
    'text/html;q=0, text/markdown',
    'text/markdown;q=0, */*',
    'text/html;q=0',
    '*/*;q=0',
    'text/markdown;q=0.2, text/html;q=0.3',
    'text/markdown, text/html, text/markdown',
    'text/html;a="text/markdown"',
  ])('Accept: %s is forwarded each time', async (accept) => {
    for (let round = 0; round < 2; round++) {
      const cached = await ask(cache.port, '/pricing', { accept });
      expect([kindOf(cached), cache.isHit(cached)]).toEqual([kindOf(await ask(site.port, '/pricing', { accept })), false]);
    }
  });

  it.each([
    ['a page', '/pricing', 'text/html', true],
    ['its twin', '/pricing.md', '*/*', true],
    ['Markdown at its URL', '/pricing', 'text/markdown', keepsMarkdown],
    ['a missing page', '/not-there', 'text/html', false],
    ['health', '/api/v1/health', '*/*', false],
  ])('%s: %s with %s from the cache: %s', async (_what, path, accept, isKept) => {
    await ask(cache.port, path, { accept });
    const again = await ask(cache.port, path, { accept });
    expect([cache.isHit(again), kindOf(again)]).toEqual([isKept, kindOf(await ask(site.port, path, { accept }))]);
    expect(again.headers['ratelimit-remaining']).toBeUndefined();
  });

  it('sends private to clients, and answers 304 itself', async () => {
    const { headers } = await ask(cache.port, '/pricing', { accept: 'text/markdown' });
    expect(headers['cache-control']).toBe('private, no-cache');
    const { headers: html } = await ask(cache.port, '/pricing', { accept: 'text/html' });
    const again = await ask(cache.port, '/pricing', { accept: 'text/html', 'if-none-match': html.etag! });
    expect([again.status, cache.isHit(again)]).toEqual([304, true]);
  });

  it('is empty after a deployment', async () => {
    await ask(cache.port, '/pricing', { accept: 'text/html' });
    cache.empty();
    expect(cache.isHit(await ask(cache.port, '/pricing', { accept: 'text/html' }))).toBe(false);
  });
});
