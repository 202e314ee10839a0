import type { IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { redirectLimits } from '../../build/contract/redirects.ts';
import type { ProxyOptions } from '../../proxy/index.ts';
import { spellings } from './fixtures/requests.ts';
import { filesOf, manifestOf } from './fixtures/site.ts';
import { type FrontingProxy, startFileUpstream, startFronting, type Upstream } from './fixtures/upstream.ts';

let upstream: Upstream | undefined;
let proxy: FrontingProxy | undefined;

afterEach(async () => {
  await proxy?.stop();
  await upstream?.close();
});

/** Fields of the upstream. */
type UpstreamFields = Readonly<Record<string, string | string[]>>;

const kinds = ['manifest', 'nothing'] as const;
type Kind = (typeof kinds)[number];

function siteAs(kind: Kind, more: Record<string, string> = {}): Map<string, Buffer> {
  const files = filesOf({ siblings: false });
  for (const [file, text] of Object.entries(more)) files.set(file, Buffer.from(text));
  if (kind === 'manifest') files.set('.well-known/diptych.json', Buffer.from(manifestOf(files, 'a1')));
  else for (const file of [...files.keys()]) if (file.startsWith('.well-known/')) files.delete(file);
  return files;
}

/** Starts a proxy whose upstream adds fields to some answers, by path. */
async function front(
  kind: Kind,
  fields: Readonly<Record<string, UpstreamFields>>,
  files = siteAs(kind),
  options: ProxyOptions = {},
): Promise<FrontingProxy> {
  upstream = await startFileUpstream(files, ({ url }: IncomingMessage, response) => {
    const added = fields[url!];
    if (added?.location !== undefined) {
      response.writeHead(Number(added.status ?? 301), { ...added, 'content-length': 0 }).end();
      return true;
    }
    for (const [name, value] of Object.entries(added ?? {})) response.setHeader(name, value);
    return false;
  });
  proxy = await startFronting(upstream.url, options);
  return proxy;
}

const ours = "object-src 'none'; frame-ancestors https://partner.example";
const markdown = { accept: 'text/markdown' };
const page = '/pricing.html';
const twin = '/pricing.md';

describe('restrictions of the upstream on caches', () => {
  const kind = 'manifest';
  test.each<[fields: UpstreamFields, html: string, negotiated: string, twin: string]>([
    [{}, 'public, max-age=0, must-revalidate', 'private, no-cache', 'public, max-age=300, must-revalidate'],
    [
      { 'cache-control': 'public, max-age=86400, immutable' },
      'public, max-age=0, must-revalidate',
      'private, no-cache',
      'public, max-age=300, must-revalidate',
    ],
    [{ 'cache-control': 'no-store' }, 'no-store', 'no-store', 'no-store'],
    [{ 'cache-control': 'No-Store, Private, max-age=0' }, 'private, no-store', 'private, no-store', 'private, no-store'],
    [
      { 'cache-control': 'private' },
      'private, max-age=0, must-revalidate',
      'private, no-cache',
      'private, max-age=300, must-revalidate',
    ],
    [
      { 'cache-control': 'private="x-a, no-store"' },
      'private, max-age=0, must-revalidate',
      'private, no-cache',
      'private, max-age=300, must-revalidate',
    ],
    [
      { 'cache-control': 'no-cache' },
      'no-cache, public, max-age=0, must-revalidate',
      'no-cache, private',
      'no-cache, public, max-age=300, must-revalidate',
    ],
    [
      { 'cache-control': 'max-age=60' },
      'public, max-age=0, must-revalidate',
      'private, no-cache',
      'public, max-age=60, must-revalidate',
    ],
    [
      { 'cache-control': 's-maxage=5, max-age=60' },
      'public, max-age=0, must-revalidate',
      'private, no-cache',
      'public, max-age=5, must-revalidate',
    ],
    [
      { 'cache-control': 'community="private"' },
      'public, max-age=0, must-revalidate',
      'private, no-cache',
      'public, max-age=300, must-revalidate',
    ],
    [{ expires: '-1' }, 'public, max-age=0, must-revalidate', 'private, no-cache', 'public, max-age=0, must-revalidate'],
  ])('%j', async (fields, html, negotiated, own) => {
    const { get } = await front(kind, { [page]: fields, [twin]: fields });
    const seen = async (path: string, headers: Record<string, string>): Promise<unknown[]> => {
      const got = await get(path, headers);
      const again = await get(path, { ...headers, 'if-none-match': got.headers.etag! });
      return [got.status, got.headers['cache-control'], again.status, again.headers['cache-control']];
    };
    expect(await seen('/pricing', {})).toEqual([200, html, 304, html]);
    expect(await seen('/pricing', markdown)).toEqual([200, negotiated, 304, negotiated]);
    expect(await seen('/pricing.md', {})).toEqual([200, own, 304, own]);
  });

  test.each<[fields: UpstreamFields, html: string, negotiated: string | undefined]>([
    [{}, 'public, max-age=0, s-maxage=600, must-revalidate', 'max-age=600'],
    [{ 'cache-control': 'max-age=60' }, 'public, max-age=0, s-maxage=60, must-revalidate', 'max-age=60'],
    [{ 'cache-control': 'private' }, 'private, max-age=0, must-revalidate', 'private, max-age=600'],
    [{ 'cache-control': 'no-store' }, 'no-store', 'no-store'],
  ])('%j, with a shared age of 600 seconds', async (fields, html, negotiated) => {
    const { get } = await front(kind, { [page]: fields, [twin]: fields }, undefined, { sharedAge: 600 });
    const [shown, read] = [await get('/pricing'), await get('/pricing', markdown)];
    expect([shown.headers['cache-control'], read.headers['diptych-cache-control']]).toEqual([html, negotiated]);
    expect(read.headers['cache-control']).toMatch(/^(?:private, no-cache|no-store)$/);
    expect(shown.headers['diptych-cache-control']).toBeUndefined();
  });

  test('a 304 without fields: the restrictions of the full answer apply', async () => {
    upstream = await startFileUpstream(siteAs(kind), ({ url, headers }, response) => {
      if (url !== page) return false;
      const known = headers['if-none-match'] === '"a"';
      response.writeHead(known ? 304 : 200, {
        etag: '"a"',
        ...(!known && { 'content-type': 'text/html', 'cache-control': 'private', 'content-security-policy': "img-src 'none'" }),
      });
      response.end(known ? undefined : '<h1>Pricing</h1>');
      return true;
    });
    proxy = await startFronting(upstream.url);
    const whole = await proxy.get('/pricing');
    expect(whole.headers['content-security-policy']).toBe("img-src 'none'");
    const again = await proxy.get('/pricing', { 'if-none-match': whole.headers.etag! });
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, max-age=0, must-revalidate']);
    // Ours would replace those of the upstream in the stored answer of the client.
    expect(again.headers['content-security-policy']).toBeUndefined();
  });

  test('of the page only: they apply to the twin, which has the same content', async () => {
    const { get } = await front(kind, { [page]: { 'cache-control': 'private, no-store' } });
    await get('/pricing');
    expect((await get('/pricing', markdown)).headers['cache-control']).toBe('private, no-store');
    expect((await get('/pricing.md')).headers['cache-control']).toBe('private, no-store');
    expect((await get('/docs.md')).headers['cache-control']).toBe('public, max-age=300, must-revalidate');
  });

  test.each<[path: string, fields: UpstreamFields, policy: string | undefined, framing: string | undefined]>([
    [page, { 'content-security-policy': "default-src 'self'" }, "default-src 'self'", undefined],
    [
      page,
      { 'content-security-policy': ["default-src 'self'", 'frame-ancestors https://a.example'] },
      "default-src 'self', frame-ancestors https://a.example",
      undefined,
    ],
    [page, { 'content-security-policy': "img-src 'none'", 'x-frame-options': 'DENY' }, "img-src 'none'", 'DENY'],
    [page, { 'x-frame-options': 'DENY' }, `${ours}, frame-ancestors 'none'`, 'DENY'],
    [page, { 'x-frame-options': 'SAMEORIGIN' }, `${ours}, frame-ancestors 'self'`, 'SAMEORIGIN'],
    [page, {}, ours, undefined],
    [
      twin,
      { 'content-security-policy': 'sandbox', 'x-frame-options': 'DENY' },
      "default-src 'none'; frame-ancestors 'none', sandbox",
      'DENY',
    ],
    ['/assets/site.css', { 'content-security-policy': 'sandbox' }, 'sandbox', undefined],
    ['/404.html', { 'content-security-policy': "script-src 'none'" }, "script-src 'none'", undefined],
  ])('%s with %j', async (path, fields, policy, framing) => {
    const { get } = await front(kind, { [path]: fields }, siteAs(kind), { contentSecurityPolicy: ours });
    const got = await get(
      path === page ? '/pricing' : path === '/404.html' ? '/nope' : path,
      path === twin ? {} : { accept: 'text/html' },
    );
    expect([got.headers['content-security-policy'], got.headers['x-frame-options']]).toEqual([policy, framing]);
  });
});

describe('redirects of the upstream apply to twins', () => {
  test.each<[asked: string, from: string, to: string, status: number, location: string | undefined]>([
    ['/old', '/old', '/new?x#y', 301, '/new?x#y'],
    ['/old.md', '/old', '/new?x#y', 301, '/new.md?x#y'],
    ['/old.md?a=b', '/old', '/new?x#y', 301, '/new.md?x#y'],
    ['/old?a=b', '/old', '/new#y', 301, '/new?a=b#y'],
    ['/old.md?a=b', '/old', '/new#y', 301, '/new.md?a=b#y'],
    ['/old.md', '/old', 'OWN/docs/', 301, '/docs.md'],
    ['/old.md', '/old', '/', 301, '/index.md'],
    ['/old.md', '/old', '/new.html', 301, '/new.md'],
    ['/old.md', '/old', '/docs/index.html?a', 301, '/docs.md?a'],
    ['/old.md', '/old.html', '/new.html', 301, '/new.md'],
    ['/old.md', '/old/', '/new/', 301, '/new.md'],
    ['/a/old.md', '/a/old', '../new', 301, '/new.md'],
    ['/old.md', '/old', '/guide.md', 301, '/guide.md'],
    ['/old.md', '/old.md', '/else.md?x', 301, '/else.md?x'],
    ['/old.md', '/old', '/old/', 404, undefined],
    ['/old.md', '/old', '/file.pdf', 404, undefined],
    ['/other.md', '/old', '/new', 404, undefined],
  ])('%s, while %s leads to %s: %i %s', async (asked, from, to, status, location) => {
    const files = siteAs('nothing');
    upstream = await startFileUpstream(files, ({ url }, response) => {
      if (url !== from) return false;
      response.writeHead(301, { location: to.replace('OWN', upstream!.url), 'content-length': 0 }).end();
      return true;
    });
    proxy = await startFronting(upstream.url);
    for (let i = 0; i < 2; i++) {
      const got = await proxy.get(asked);
      expect([got.status, got.headers.location]).toEqual([status, location]);
    }
  });

  test.each<[asked: string, line: string, status: number, location: string | undefined]>([
    ['/old', '/old /pricing?x#y 302', 302, '/pricing?x#y'],
    ['/old.md', '/old /pricing?x#y 302', 302, '/pricing.md?x#y'],
    ['/old.md?a=b', '/old /pricing', 301, '/pricing.md?a=b'],
    ['/old.md', '/old /pricing\n/old.md /docs.md', 301, '/docs.md'],
    ['/old.md', '/old //evil.example', 404, undefined],
    ['/old.md', '/old /a\\b', 404, undefined],
    ['/old?x', '/old?x /pricing', 404, undefined],
    ...spellings.map(([asked, line, location]): [string, string, number, string] => [asked, line, 301, location]),
  ])('%s by _redirects %j: %i %s', async (asked, line, status, location) => {
    for (const kind of kinds) {
      await proxy?.stop();
      await upstream?.close();
      const { get } = await front(kind, {}, siteAs(kind, { _redirects: line }));
      const got = await get(asked);
      expect([kind, got.status, got.headers.location]).toEqual([kind, status, location]);
    }
  });

  test('an answer that may not be stored is requested again, and declares it', async () => {
    const fields = { '/old': { location: '/one', 'cache-control': 'no-store' } as UpstreamFields };
    const { get } = await front('nothing', fields);
    const got = await get('/old');
    expect([got.headers.location, got.headers['cache-control']]).toEqual(['/one', 'no-store']);
    fields['/old'] = { location: '/two', 'cache-control': 'no-store' };
    expect((await get('/old')).headers.location).toBe('/two');
    expect((await get('/old.md')).headers).toMatchObject({ location: '/two.md', 'cache-control': 'no-store' });
  });
});

describe('an endless _redirects file at the upstream', () => {
  test.each(kinds)('%s: the site is served, the log names the limit, the rest is not read', async (kind) => {
    const files = siteAs(kind);
    let sent = 0;
    upstream = await startFileUpstream(files, ({ url }, response) => {
      if (url !== '/_redirects') return false;
      response.writeHead(200, { 'content-type': 'text/plain' });
      const line = Buffer.from(`/${'a'.repeat(500)} /pricing\n`.repeat(1000));
      const write = (): void => {
        if (response.destroyed) return;
        sent += line.length;
        response.write(line, () => setImmediate(write));
      };
      write();
      return true;
    });
    proxy = await startFronting(upstream.url);
    expect(proxy.log.join('\n')).toContain(`_redirects is longer than ${redirectLimits.bytes} bytes`);
    expect(sent).toBeLessThan(redirectLimits.bytes * 2);
    expect((await proxy.get('/pricing')).status).toBe(200);
    expect(JSON.parse((await proxy.get('/api/v1/health')).text).status).toBe('degraded');
  });
});
