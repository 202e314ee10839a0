import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProxy, type ProxyOptions, UserError } from '../../proxy/index.ts';
import { timePasses } from '../support/time-passes.ts';
import { until } from '../support/until.ts';
import { type FrontingProxy, type Host, hostedFiles, startFronting, startHost } from './fixtures/host.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { startReader } from './fixtures/reader.ts';
import { manifestOf } from './fixtures/site.ts';

/* A static host behind the proxy. What it answers for the files of its manifest is in the table of promises. */

const manifest = '.well-known/diptych.json';
const MiB = 1024 * 1024;
async function hosting(...[files, behaviour]: Parameters<typeof startHost>): Promise<Host> {
  const host = await startHost(files, behaviour);
  onTestFinished(() => host.close());
  return host;
}
async function fronting(url: string, options?: ProxyOptions): Promise<FrontingProxy> {
  const proxy = await startFronting(url, options);
  onTestFinished(() => proxy.stop());
  return proxy;
}
const healthOf = async (proxy: FrontingProxy): Promise<string> => JSON.parse((await proxy.get('/api/v1/health')).text).status;
/** Makes the manifest of a host list its files. */
const relist = ({ files }: Host, build: string): void => {
  const others = new Map([...files].filter(([file]) => file !== manifest));
  files.set(manifest, Buffer.from(manifestOf(others, build)));
};

describe('the start', () => {
  test.each([
    ['without manifest', undefined],
    ['with a manifest that is no JSON', '<h1>Not found</h1>'],
    ['with a manifest of another version', '{"version":7}'],
  ])('a host %s: ready rejects, with the URL and what to deploy', async (_, content) => {
    const files = hostedFiles();
    files.delete(manifest);
    if (content !== undefined) files.set(manifest, Buffer.from(content));
    const host = await hosting(files);
    const proxy = createProxy({ origin: host.url, watch: false });
    const error = await proxy.ready.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toContain(`${host.url}/${manifest}`);
    expect(error.message).toContain('deploy the whole output');
    await proxy.close();
  });

  test.each(['ftp://a.example', 'http://user:word@a.example', 'http://a.example/?x', 'nonsense'])('%s is no host', (origin) => {
    expect(() => createProxy({ origin })).toThrow(/^origin: found/);
  });

  test('a host that is away: 502 until it is there, and health is degraded', async () => {
    const host = await startHost(hostedFiles());
    await host.close();
    const proxy = await fronting(host.url);
    const answer = await proxy.get('/pricing');
    checkInvariants(answer, 'GET', 'http://localhost:8080');
    expect([answer.status, await healthOf(proxy)]).toEqual([502, 'degraded']);
    expect(proxy.log.filter((line) => line.startsWith('nothing is served'))).toHaveLength(1);
  });

  test('the site lies below a path of the host', async () => {
    const below = new Map([...hostedFiles()].map(([file, content]) => [`project/${file}`, content]));
    const host = await hosting(below);
    const proxy = await fronting(`${host.url}/project/`);
    expect((await proxy.get('/pricing', { accept: 'text/markdown' })).text).toContain('# Pricing');
  });
});

describe('files of the manifest', () => {
  test('are asked for once, by their own names; conditions and ranges are answered here', async () => {
    const host = await hosting(hostedFiles());
    const proxy = await fronting(host.url);
    host.asked.length = 0;
    const [first] = await Promise.all([proxy.get('/pricing'), proxy.get('/pricing')]);
    for (const headers of [{}, { 'if-none-match': first.headers.etag! }, { range: 'bytes=0-9' }, { 'if-none-match': '"other"' }])
      expect((await proxy.get('/pricing', headers)).status).toBeLessThan(400);
    expect(host.asked).toEqual(['GET /pricing.html']);
  });

  test('a host that redirects about.html to about', async () => {
    const host = await hosting(hostedFiles(), { isPretty: true });
    const proxy = await fronting(host.url);
    for (const path of ['/', '/pricing', '/docs/']) expect((await proxy.get(path)).status).toBe(200);
  });

  test('a coding that the host decodes is not used', async () => {
    const files = hostedFiles();
    files.set('pricing.html.br', files.get('pricing.html')!);
    const proxy = await fronting((await hosting(files)).url);
    const answer = await proxy.get('/pricing', { 'accept-encoding': 'br' });
    expect([answer.status, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      200,
      undefined,
      'Accept, Accept-Encoding',
    ]);
  });

  test('other bytes than listed are served with their own tag, said once, and asked for again at the next look', async () => {
    const host = await hosting(hostedFiles());
    const other = await fronting(host.url);
    const listed = (await other.get('/pricing')).headers.etag;
    host.files.set('pricing.html', Buffer.from('<h1>edited</h1>'));
    const proxy = await fronting(host.url);
    const edited = await proxy.get('/pricing', { 'accept-encoding': 'br' });
    expect([edited.text, edited.headers.etag === listed]).toEqual(['<h1>edited</h1>', false]);
    host.files.set('pricing.html', Buffer.from('<h1>edited again</h1>'));
    await proxy.proxy.reload();
    expect((await proxy.get('/pricing')).text).toBe('<h1>edited again</h1>');
    expect(proxy.log).toEqual([`pricing.html: not the bytes that ${manifest} lists; they are served as they are`]);
  });

  test('other bytes than at the first reading: 503, and after the next look as they are', async () => {
    const host = await hosting(hostedFiles());
    const proxy = await fronting(host.url, { maxMemory: 0 });
    await proxy.get('/pricing');
    host.files.set('pricing.html', Buffer.from('<h1>edited</h1>'));
    const answer = await proxy.get('/pricing');
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    relist(host, 'b2');
    await proxy.proxy.reload();
    expect((await proxy.get('/pricing')).text).toBe('<h1>edited</h1>');
  });

  test('a listed file that the host does not have: 502, and others are served', async () => {
    const host = await hosting(hostedFiles());
    const proxy = await fronting(host.url);
    host.files.delete('pricing.html');
    const answer = await proxy.get('/pricing');
    checkInvariants(answer);
    expect(answer.status).toBe(502);
    expect((await proxy.get('/docs/')).status).toBe(200);
  });

  test.each([true, false])('a large file: streamed, verified, in ranges; the host has ranges: %s', async (hasRanges) => {
    const large = Buffer.alloc(3 * MiB + 5);
    for (let i = 0; i + 4 <= large.length; i += 4) large.writeUInt32BE(i, i);
    const host = await hosting(hostedFiles({ files: { 'large.bin': large } }), { hasRanges });
    const proxy = await fronting(host.url);
    expect((await proxy.get('/large.bin')).body.equals(large)).toBe(true);
    const part = await proxy.get('/large.bin', { range: 'bytes=1000000-1000099' });
    expect([part.status, part.body.equals(large.subarray(1_000_000, 1_000_100))]).toEqual([206, true]);
    host.files.set('large.bin', Buffer.concat([large.subarray(4), large.subarray(0, 4)]));
    await expect(proxy.get('/large.bin')).rejects.toThrow();
  });
});

describe('a new build', () => {
  test('three under load, manifest last: no answer fails, and each goes live', async () => {
    const host = await hosting(hostedFiles({ build: 'b0' }));
    const proxy = await fronting(host.url, { rateLimitLimit: 1_000_000 });
    const readers = [startReader(proxy.port), startReader(proxy.port)];
    for (let build = 1; build <= 3; build++) {
      for (const [file, content] of hostedFiles({ build: `b${build}` })) if (file !== manifest) host.files.set(file, content);
      relist(host, `b${build}`);
      await proxy.proxy.reload();
      expect((await proxy.get('/')).text).toContain(`build b${build}`);
      await until(() => readers.every((reader) => reader.count() > 8 * build));
    }
    expect((await Promise.all(readers.map((reader) => reader.stop()))).flat()).toEqual([]);
  });

  test('that is there before reload is called is live when it resolves, also if an earlier look still waits', async () => {
    const answers: (() => void)[] = [];
    const host = await hosting(hostedFiles({ build: 'b0' }), {
      also(req, res) {
        if (!isHeld || req.url !== `/${manifest}`) return false;
        const found = host.files.get(manifest);
        answers.push(() => void res.writeHead(200).end(found));
        return true;
      },
    });
    let isHeld = false;
    const { proxy } = await fronting(host.url);
    isHeld = true;
    const earlier = proxy.reload();
    await until(() => answers.length === 1);
    for (const [file, content] of hostedFiles({ build: 'b1' })) host.files.set(file, content);
    const later = proxy.reload();
    answers[0]!();
    await earlier;
    setTimeout(() => until(() => answers.length === 2).then(() => answers[1]!()), 200);
    await later;
    expect(proxy.origin.build).toBe('b1');
  });

  test('is found without being asked', async () => {
    const pass = timePasses();
    const host = await hosting(hostedFiles({ build: 'b0' }));
    const proxy = await fronting(host.url, { watch: true });
    for (const [file, content] of hostedFiles({ build: 'b1' })) host.files.set(file, content);
    await pass(10_000);
    await until(async () => (await proxy.get('/')).text.includes('build b1'));
  });

  test.each([
    ['broken', (host: Host) => host.files.set(manifest, Buffer.from('{'))],
    ['gone', (host: Host) => host.files.delete(manifest)],
  ])('with a manifest that is %s: the old one stays, and health is degraded until it is whole', async (_, change) => {
    const host = await hosting(hostedFiles());
    const proxy = await fronting(host.url);
    change(host);
    await proxy.proxy.reload();
    expect([(await proxy.get('/pricing')).status, await healthOf(proxy)]).toEqual([200, 'degraded']);
    relist(host, 'b2');
    await proxy.proxy.reload();
    expect(await healthOf(proxy)).toBe('ok');
  });
});

describe('a path that the manifest does not list', () => {
  const later = Buffer.from('added by hand');
  async function withLater(behaviour?: Parameters<typeof startHost>[1]): Promise<[Host, FrontingProxy]> {
    const host = await hosting(hostedFiles(), behaviour);
    host.files.set('later.txt', later).set('later.html', Buffer.from('<h1>later</h1>'));
    return [host, await fronting(host.url)];
  }

  test('is passed through as the host sends it, and never kept', async () => {
    const [host, proxy] = await withLater();
    for (let i = 0; i < 2; i++) {
      const answer = await proxy.get('/later.txt', { accept: 'text/markdown' });
      checkInvariants(answer);
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([200, 'added by hand', '"of-13"']);
      expect([answer.headers['content-type'], answer.headers['content-length']]).toEqual(['text/x-host', '13']);
      expect([answer.headers.vary, answer.headers['cache-control']]).toEqual([undefined, undefined]);
    }
    expect(host.asked.filter((line) => line === 'GET /later.txt')).toHaveLength(2);
    expect((await proxy.get('/later.txt', { 'if-none-match': '"of-13"' })).status).toBe(304);
    const part = await proxy.get('/later.txt', { range: 'bytes=0-4' });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'added', 'bytes 0-4/13']);
    const head = await proxy.get('/later.txt', {}, 'HEAD');
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '13', '']);
  });

  test.each<[type: string, policy: string | undefined]>([
    ['text/html; charset=utf-8', 'frame-ancestors'],
    ['TEXT/HTML', 'frame-ancestors'],
    ['image/svg+xml', "default-src 'none'"],
    ['text/css', undefined],
  ])('of the type %s gets the policy of that type, and the common fields', async (type, policy) => {
    const [, proxy] = await withLater({
      also(req, res) {
        if (req.url === '/typed') res.writeHead(200, { 'Content-Type': type, Link: '</other>; rel="x"' }).end('x');
        return req.url === '/typed';
      },
    });
    const { headers } = await proxy.get('/typed');
    expect([headers['content-security-policy']?.includes(policy!), headers.link]).toEqual([policy && true, undefined]);
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([type, 'nosniff']);
  });

  test.each<[path: string, method: string, status: number]>([
    ['/nope', 'GET', 404],
    ['/later.txt', 'POST', 404],
    ['/.git/config', 'GET', 404],
    ['/_redirects', 'GET', 404],
    ['/%2e%2e/later.txt', 'GET', 404],
  ])('%s by %s is %i', async (path, method, status) => {
    const [host, proxy] = await withLater();
    host.files.set('.git/config', Buffer.from('secret'));
    const answer = await proxy.get(path, {}, method);
    checkInvariants(answer);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('host’s own');
  });

  test.each<[status: number, location: string, answered: number, sent?: string]>([
    [301, '/pricing', 301, '/pricing'],
    [302, 'https://example.test/pricing?a=b#c', 302, '/pricing?a=b#c'],
    [307, 'https://evil.example/', 502],
    [308, '//evil.example/', 502],
    [301, '', 502],
    [403, '', 404],
    [410, '', 404],
    [500, '', 502],
    [503, '', 503],
    [429, '', 503],
    [504, '', 504],
  ])('a host that answers %i to %j: %i %s', async (status, location, answered, sent) => {
    const [, proxy] = await withLater({
      also(req, res) {
        if (req.url === '/strange') res.writeHead(status, location ? { Location: location } : {}).end('x');
        return req.url === '/strange';
      },
    });
    const answer = await proxy.get('/strange');
    checkInvariants(answer);
    expect([answer.status, answer.headers.location]).toEqual([answered, sent]);
  });

  test('bodies without length, and cut in the middle: the client sees it', async () => {
    const [, proxy] = await withLater({
      also(req, res) {
        if (req.url === '/chunks') res.writeHead(200).end('in chunks');
        if (req.url === '/cut') {
          res.writeHead(200, { 'Content-Length': '100' }).write('begun');
          setTimeout(() => res.destroy(), 20);
        }
        return /^\/(?:chunks|cut)$/.test(req.url!);
      },
    });
    expect((await proxy.get('/chunks')).text).toBe('in chunks');
    await expect(proxy.get('/cut')).rejects.toThrow();
    expect((await proxy.get('/pricing')).status).toBe(200);
  });

  test('a host that is slower than originTimeout: 504', async () => {
    const [host] = await withLater({ also: (req) => req.url === '/silent' });
    const proxy = await fronting(host.url, { originTimeout: 300 });
    expect((await proxy.get('/silent')).status).toBe(504);
  });

  test('codings of the host are not asked for', async () => {
    const seen: unknown[] = [];
    const [, proxy] = await withLater({
      also(req, res) {
        if (req.url !== '/coded.txt') return false;
        seen.push(req.headers['accept-encoding']);
        res.writeHead(200, { 'Content-Type': 'text/plain' }).end(gzipSync('x'));
        return true;
      },
    });
    await proxy.get('/coded.txt', { 'accept-encoding': 'gzip' });
    expect(seen).toEqual(['identity']);
  });

  test('a proxy that is its own host ends at once', async () => {
    const host = await hosting(hostedFiles());
    const proxy = await fronting(host.url);
    const inner = await hosting(hostedFiles(), {
      also(req, res) {
        if (req.url !== '/again') return false;
        // As if the origin led back to the proxy.
        void fetch(`http://127.0.0.1:${outer.port}/again`, { headers: { via: req.headers.via! } }).then((found) =>
          res.writeHead(found.status).end(),
        );
        return true;
      },
    });
    const outer = await fronting(inner.url);
    expect((await outer.get('/again')).status).toBe(502);
    expect((await proxy.get('/again')).status).toBe(404);
  });
});
