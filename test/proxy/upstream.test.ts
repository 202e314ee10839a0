import { afterEach, describe, expect, test } from 'vitest';
import { surfaces } from '../../build/contract/surfaces.ts';
import { filesOf, manifestOf, type SiteOptions, siteUrl } from './fixtures/site.ts';
import { type FrontingProxy, startFileUpstream, startFronting, type Upstream } from './fixtures/upstream.ts';

let upstream: Upstream | undefined;
let proxy: FrontingProxy | undefined;

afterEach(async () => {
  await proxy?.stop();
  await upstream?.close();
});

type Also = Parameters<typeof startFileUpstream>[1];

/** A site described by its manifest, by its openapi.json, or not at all. */
const kinds = ['manifest', 'openapi'] as const;
type Kind = (typeof kinds)[number] | 'nothing';

function siteAs(kind: Kind, options: SiteOptions = {}): Map<string, Buffer> {
  const files = filesOf({ siblings: false, ...options });
  if (kind === 'manifest') files.set('.well-known/diptych.json', Buffer.from(manifestOf(files, options.build ?? 'a1')));
  if (kind === 'nothing') for (const file of [...files.keys()]) if (file.startsWith('.well-known/')) files.delete(file);
  if (kind === 'openapi') {
    const openApi = JSON.parse(files.get('.well-known/openapi.json')!.toString());
    const get = (id: string): object => ({ get: { operationId: id } });
    const pages = [...files.keys()].filter((file) => file.endsWith('.html') && !['404.html', 'hidden.html'].includes(file));
    const urls = pages.map(
      (file) =>
        `/${encodeURI(file)
          .replace(/(^|\/)index\.html$/, '$1')
          .replace(options.htmlUrls ? /$/ : /\.html$/, '')}`,
    );
    openApi.paths = Object.fromEntries([
      ...urls.map((url) => [url, get(`getPage:${url}`)]),
      ...urls.map((url) => [`${url === '/' ? '/index' : url.replace(/\/$|\.html$/, '')}.md`, get('getPageMarkdown:')]),
      ...Object.entries(surfaces)
        .filter(([, { kind }]) => kind === 'artifact')
        .filter(([, { path }]) => !path.includes('{'))
        .map(([id, { path }]) => [path, get(id)]),
    ]);
    files.set('.well-known/openapi.json', Buffer.from(JSON.stringify(openApi)));
  }
  return files;
}

async function front(
  kind: Kind,
  options: Parameters<typeof startFronting>[1] = {},
  also?: Also,
  site: SiteOptions = {},
): Promise<FrontingProxy> {
  upstream = await startFileUpstream(siteAs(kind, site), also);
  proxy = await startFronting(upstream.url, options);
  upstream.heads.length = 0;
  return proxy;
}

const markdown = { accept: 'text/markdown' };

describe.each(kinds)('an upstream with a site, described by %s', (kind) => {
  test.each([
    ['/', 'Home', '/index.md'],
    ['/pricing', 'Pricing', '/pricing.md'],
    ['/docs/', 'Docs', '/docs.md'],
    ['/docs/install', 'Install', '/docs/install.md'],
    ['/caf%C3%A9%20menu', 'Menu', '/caf%C3%A9%20menu.md'],
  ])('%s is negotiated', async (path, title, twin) => {
    const { get } = await front(kind);
    const html = await get(path);
    expect(html).toMatchObject({ status: 200, text: expect.stringContaining(`<h1>${title}</h1>`) });
    expect(html.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept',
      'content-location': path,
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    expect(html.headers.link).toContain(`<${twin}>; rel="alternate"; type="text/markdown"`);
    const md = await get(path, markdown);
    expect(md).toMatchObject({ status: 200, text: expect.stringContaining(`# ${title}`) });
    expect(md.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      vary: 'Accept',
      'content-location': twin,
      'cache-control': 'private, no-cache',
    });
    const own = await get(twin);
    expect(own.body.equals(md.body)).toBe(true);
    expect(own.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8', etag: md.headers.etag });
    expect(own.headers.vary).toBeUndefined();
    expect(own.headers.link).toContain('rel="canonical"');
    expect(md.headers.etag).not.toBe(html.headers.etag);
  });

  test('HEAD of a page has the fields of GET', async () => {
    const { get } = await front(kind);
    for (const headers of [{}, markdown]) {
      const [a, b] = [await get('/pricing', headers), await get('/pricing', headers, 'HEAD')];
      expect(b.text).toBe('');
      for (const name of ['etag', 'content-type', 'content-length', 'vary', 'link', 'content-location', 'cache-control'])
        expect([name, b.headers[name]]).toEqual([name, a.headers[name]]);
    }
  });

  test('conditions reach the upstream, and a tag of one variant does not match the other', async () => {
    const { get } = await front(kind);
    const [html, md] = [await get('/pricing'), await get('/pricing', markdown)];
    const ask = (tag: string, headers = {}) => get('/pricing', { ...headers, 'if-none-match': tag });
    expect((await ask(html.headers.etag!)).status).toBe(304);
    expect((await ask(`"other", W/${html.headers.etag}`)).status).toBe(304);
    expect((await ask(md.headers.etag!, markdown)).status).toBe(304);
    expect((await ask(md.headers.etag!)).status).toBe(200);
    expect((await ask(html.headers.etag!, markdown)).status).toBe(200);
    const same = await ask(html.headers.etag!);
    expect(same.headers).toMatchObject({
      etag: html.headers.etag,
      vary: 'Accept',
      'content-location': '/pricing',
      'cache-control': html.headers['cache-control'],
    });
    expect(same.headers['content-type']).toBeUndefined();
  });

  test.each([
    ['/assets/site.css', 'text/css; charset=utf-8|text/css', 'asset'],
    ['/assets/pixel.png', 'image/png', 'asset'],
    ['/llms.txt', 'text/plain; charset=utf-8', 'document'],
    ['/sitemap.xml', 'application/xml; charset=utf-8', 'document'],
    ['/sitemap.md', 'text/markdown; charset=utf-8', 'document'],
  ])('%s is a document of type %s', async (path, types) => {
    const { get } = await front(kind);
    const got = await get(path, { accept: 'application/json' });
    expect(got.status).toBe(200);
    expect(types.split('|')).toContain(got.headers['content-type']);
    expect(got.headers.vary).toBeUndefined();
  });

  test.each([
    '/nope',
    '/nope.md',
    '/nope/',
    '/nope.css',
    '/hidden.md',
    '/404.html',
    '/_redirects',
    '/.diptych.json',
    '/LLMS.TXT',
  ])('%s is 404', async (path) => {
    const { get } = await front(kind);
    const got = await get(path);
    expect(got.status).toBe(404);
    expect(got.headers['content-type']).toBe('application/problem+json');
    expect(got.text).not.toContain('host 404');
  });

  test('a browser gets the 404 page of the site', async () => {
    const { get } = await front(kind);
    const got = await get('/nope', { accept: 'text/html,*/*;q=0.8' });
    expect([got.status, got.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(got.text).toContain('Not here');
  });

  test('a page without twin is HTML for every Accept', async () => {
    const { get } = await front(kind);
    const got = await get('/hidden', markdown);
    expect([got.status, got.headers['content-type']?.split(';')[0]]).toEqual([200, 'text/html']);
    expect(got.headers.link).not.toContain('text/markdown');
  });

  test('old URLs redirect by _redirects', async () => {
    const { get } = await front(kind);
    const got = await get('/old-prices?a=b');
    expect([got.status, got.headers.location]).toEqual([301, '/pricing?a=b']);
    expect((await get('/away')).status).toBe(404);
  });

  test('no field that identifies the upstream reaches the client', async () => {
    const { get } = await front(kind, {}, (_request, response) => {
      response.setHeader('Server', 'somebody');
      return false;
    });
    for (const path of ['/', '/pricing.md', '/nope']) {
      const { headers, text } = await get(path);
      expect(headers.server).toBeUndefined();
      expect(JSON.stringify(headers) + text).not.toContain(String(upstream!.port));
    }
  });
});

describe('the description of the site', () => {
  test.each([['manifest'], ['openapi']] as const)('%s: URL, name, quota, aliases', async (kind) => {
    const { get } = await front(kind, {}, undefined, { rateLimit: { limit: 7, window: 30 } });
    expect(JSON.parse((await get('/api/v1/health')).text)).toEqual({ status: 'ok', service: 'Example' });
    const got = await get('/');
    expect(got.headers['ratelimit-policy']).toBe('7;w=30');
    expect(got.headers.link).toContain(`<${siteUrl}/>; rel="canonical"`);
    expect(got.headers.link).toContain('rel="api-catalog"');
    for (const [path, location] of Object.entries({
      '/pricing/': '/pricing',
      '/pricing.html': '/pricing',
      '/docs': '/docs/',
      '/index.html': '/',
      '/pricing/index.md': '/pricing.md',
    })) {
      const { status, headers } = await get(path);
      expect([path, status, headers.location]).toEqual([path, 301, location]);
    }
    expect(JSON.parse((await get('/pricng')).text).hint).toContain('/pricing');
  });

  test('manifest: only listed files are requested, one upstream request per request', async () => {
    const { get } = await front('manifest');
    await get('/nope');
    await get('/wp-login.php');
    expect(upstream!.heads).toEqual([]);
    await get('/pricing', markdown);
    expect(upstream!.heads).toEqual(['GET /pricing.md']);
  });

  test('nothing: pages pass through without twins, with defaults, and the log names the missing files', async () => {
    const { get, log } = await front('nothing', { url: 'https://front.test' });
    const got = await get('/pricing', markdown);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/html']);
    expect(got.headers['ratelimit-policy']).toBe('120;w=60');
    expect(got.headers.link).toContain('<https://front.test/pricing>; rel="canonical"');
    expect(got.headers.link).not.toMatch(/text\/markdown|api-catalog|describedby/);
    expect((await get('/pricing.md')).headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(JSON.parse((await get('/api/v1/health')).text)).toEqual({ status: 'ok', service: 'front.test' });
    expect(log.filter((line) => line.includes('lists no pages'))).toHaveLength(1);
  });

  test('nothing: a file without extension and media type is not a page', async () => {
    const { get } = await front('nothing', {}, (request, response) => {
      if (request.url !== '/LICENSE') return false;
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('MIT');
      return true;
    });
    const got = await get('/LICENSE');
    expect([got.status, got.headers['content-type'], got.text]).toEqual([200, 'application/octet-stream', 'MIT']);
  });

  test.each([
    ['an openapi.json that is HTML', '.well-known/openapi.json', '<h1>hi</h1>'],
    ['an openapi.json of another shape', '.well-known/openapi.json', '{"paths":7,"x-diptych":[],"servers":"x"}'],
    ['an openapi.json that is null', '.well-known/openapi.json', 'null'],
  ])('%s: served without it', async (_name, file, content) => {
    const { get } = await front('nothing', {}, undefined, {});
    await proxy!.stop();
    await upstream!.close();
    const files = siteAs('nothing');
    files.set(file, Buffer.from(content));
    upstream = await startFileUpstream(files);
    proxy = await startFronting(upstream.url);
    expect((await proxy.get('/pricing')).status).toBe(200);
    expect(get).toBeDefined();
  });
});

describe('a new build at the upstream', () => {
  test('goes live at the next check; a broken one does not, and health reports it', async () => {
    const files = siteAs('manifest');
    upstream = await startFileUpstream(files);
    proxy = await startFronting(upstream.url);
    const { get, log } = proxy;
    expect((await get('/new')).status).toBe(404);

    files.set('new.html', Buffer.from('<h1>New</h1>')).set('new.md', Buffer.from('# New'));
    files.set(
      '.well-known/diptych.json',
      Buffer.from(manifestOf(new Map([...files].filter(([file]) => file !== '.well-known/diptych.json')), 'b2')),
    );
    await proxy.proxy.reload();
    expect((await get('/new', markdown)).text).toBe('# New');

    const good = files.get('.well-known/diptych.json')!;
    files.set('.well-known/diptych.json', Buffer.from('{"version":1,"bui'));
    await proxy.proxy.reload();
    await proxy.proxy.reload();
    expect((await get('/new', markdown)).text).toBe('# New');
    expect(JSON.parse((await get('/api/v1/health')).text).status).toBe('degraded');
    expect(log.filter((line) => line.includes('cannot be read'))).toHaveLength(1);

    files.set('.well-known/diptych.json', good);
    await proxy.proxy.reload();
    expect(JSON.parse((await get('/api/v1/health')).text).status).toBe('ok');
  });

  test('is noticed after the first request for a new file', async () => {
    const files = siteAs('manifest');
    upstream = await startFileUpstream(files);
    proxy = await startFronting(upstream.url);
    files.set('new.html', Buffer.from('<h1>New</h1>'));
    files.set(
      '.well-known/diptych.json',
      Buffer.from(manifestOf(new Map([...files].filter(([file]) => file !== '.well-known/diptych.json')), 'b2')),
    );
    const end = performance.now() + 20_000;
    let status = 404;
    while (status === 404 && performance.now() < end) {
      ({ status } = await proxy.get('/new'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(status).toBe(200);
  });

  test('without some twins: their pages are HTML, and the twins are 404', async () => {
    const files = siteAs('manifest');
    upstream = await startFileUpstream(files);
    proxy = await startFronting(upstream.url);
    files.delete('pricing.md');
    const got = await proxy.get('/pricing', markdown);
    expect([got.status, got.headers['content-type'], got.headers.vary]).toEqual([200, 'text/html; charset=utf-8', 'Accept']);
    expect((await proxy.get('/pricing.md')).status).toBe(404);
  });
});

describe('differences between upstreams', () => {
  test('a page instead of 404 (soft 404): missing twins and documents are 404', async () => {
    const { get } = await front('nothing', {}, (request, response) => {
      const known = ['/pricing.html', '/', '/pricing'].includes(request.url!);
      if (known) return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>app</h1>');
      return true;
    });
    const got = await get('/pricing', markdown);
    expect([got.status, got.headers['content-type']?.split(';')[0]]).toEqual([200, 'text/html']);
    expect(got.headers.link ?? '').not.toContain('text/markdown');
    expect(JSON.parse((await get('/api/v1/health')).text).status).toBe('ok');
    for (const path of ['/pricing.md', '/llms.txt', '/sitemap.xml', '/data.json'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test.each([
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['text/x-markdown; charset=UTF-8', 'text/markdown; charset=utf-8'],
    ['text/plain', 'text/markdown; charset=utf-8'],
    ['text/plain; charset=iso-8859-1', 'text/markdown; charset=iso-8859-1'],
    ['application/octet-stream', 'text/markdown; charset=utf-8'],
    ['binary/octet-stream', 'text/markdown; charset=utf-8'],
    ['application/markdown', 'text/markdown; charset=utf-8'],
    ['', 'text/markdown; charset=utf-8'],
    ['nonsense', 'text/markdown; charset=utf-8'],
    ['application/pdf', undefined],
    ['image/png', undefined],
    ['text/html', undefined],
  ])('a twin as "%s" → %s', async (type, expected) => {
    const { get } = await front('manifest', {}, (request, response) => {
      if (request.url !== '/pricing.md') return false;
      response.writeHead(200, type ? { 'content-type': type } : {}).end('# Pricing');
      return true;
    });
    const own = await get('/pricing.md');
    expect([own.status, own.status === 200 ? own.headers['content-type'] : undefined]).toEqual(
      expected ? [200, expected] : [404, undefined],
    );
    const negotiated = await get('/pricing', markdown);
    expect([negotiated.status, negotiated.headers['content-type']]).toEqual([200, expected ?? 'text/html; charset=utf-8']);
  });

  test.each(['manifest', 'nothing'] as const)(
    'only pages without extension, with redirects from file names (%s)',
    async (kind) => {
      const { get } = await front(kind, {}, (request, response) => {
        const url = request.url!;
        if (/\.html$/.test(url) && url !== '/404.html') {
          response.writeHead(308, { location: url.replace(/(?:\/index)?\.html$/, '') || '/' }).end();
          return true;
        }
        if (url === '/pricing' || url === '/docs') {
          request.url = url === '/docs' ? '/docs/index.html' : '/pricing.html';
        }
        return false;
      });
      for (let i = 0; i < 3; i++) expect((await get('/pricing')).text).toContain('<h1>Pricing</h1>');
      const before = upstream!.heads.length;
      await get('/pricing');
      expect(upstream!.heads.slice(before)).toEqual(['GET /pricing']);
    },
  );

  test('HEAD unsupported: uses GET', async () => {
    const { get } = await front('openapi', {}, (request, response) => {
      if (request.method === 'GET') return false;
      response.writeHead(501, { 'content-length': 0 }).end();
      return true;
    });
    expect((await get('/pricing', markdown)).text).toContain('# Pricing');
    const head = await get('/pricing', {}, 'HEAD');
    expect([head.status, head.text, Number(head.headers['content-length'])]).toEqual([
      200,
      '',
      (await get('/pricing')).body.length,
    ]);
  });

  test('dates only: weak tags of ours, evaluated by its dates', async () => {
    const modified = 'Tue, 03 Feb 2026 04:05:06 GMT';
    const { get } = await front('manifest', {}, (request, response) => {
      const path = { '/pricing.html': 'html', '/pricing.md': 'markd' }[request.url!];
      if (path === undefined) return false;
      if (request.headers['if-none-match'])
        response.writeHead(200, { 'last-modified': modified, 'content-length': path.length }).end(path);
      else if (request.headers['if-modified-since'] === modified) response.writeHead(304, { 'last-modified': modified }).end();
      else response.writeHead(200, { 'last-modified': modified, 'content-length': path.length }).end(path);
      return true;
    });
    const [html, md] = [await get('/pricing'), await get('/pricing', markdown)];
    expect(html.headers.etag).toMatch(/^W\/"html-/);
    expect(md.headers.etag).toMatch(/^W\/"md-/);
    expect((await get('/pricing', { 'if-none-match': html.headers.etag! })).status).toBe(304);
    expect((await get('/pricing', { 'if-none-match': html.headers.etag! })).headers.etag).toBe(html.headers.etag);
    expect((await get('/pricing', { 'if-none-match': html.headers.etag!, ...markdown })).text).toBe('markd');
    expect((await get('/pricing', { 'if-modified-since': modified, ...markdown })).text).toBe('markd');
  });

  test('one tag for both variants of a page: we send different ones', async () => {
    const { get } = await front('manifest', {}, (request, response) => {
      if (!/^\/pricing\.(html|md)$/.test(request.url!)) return false;
      const same = request.headers['if-none-match'] === '"same"';
      response.writeHead(same ? 304 : 200, { etag: '"same"' }).end(same ? undefined : request.url);
      return true;
    });
    const html = await get('/pricing');
    expect((await get('/pricing', { 'if-none-match': html.headers.etag! })).status).toBe(304);
    expect((await get('/pricing', { 'if-none-match': html.headers.etag!, ...markdown })).text).toBe('/pricing.md');
  });

  test('the site is in a folder', async () => {
    const files = new Map([...siteAs('manifest')].map(([file, content]) => [`bucket/v1/${file}`, content]));
    upstream = await startFileUpstream(files, (request, response) => {
      if (request.url === '/bucket/v1/moved') response.writeHead(302, { location: '/bucket/v1/pricing' }).end();
      else if (request.url === '/bucket/v1/out') response.writeHead(302, { location: '/other/x' }).end();
      else return false;
      return true;
    });
    proxy = await startFronting(`${upstream.url}/bucket/v1/`);
    expect((await proxy.get('/pricing', markdown)).text).toContain('# Pricing');
    expect((await proxy.get('/bucket/v1/pricing')).status).toBe(404);
  });

  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=-99', 200, undefined, '0123456789'],
    ['bytes=0-1,3-4', 200, undefined, '0123456789'],
    ['bytes=5-2', 200, undefined, '0123456789'],
    ['lines=1-2', 200, undefined, '0123456789'],
    ['bytes=99-', 416, 'bytes */10', undefined],
  ])('Range: %s → %i', async (range, status, contentRange, text) => {
    const { get } = await front('manifest', {}, (request, response) => {
      if (request.url !== '/assets/site.css') return false;
      const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
      const start = first === '' ? Math.max(0, 10 - Number(last)) : Number(first);
      const end = first === '' || last === '' ? 9 : Math.min(9, Number(last));
      if (request.headers.range === undefined)
        response.writeHead(200, { 'content-type': 'text/css', 'accept-ranges': 'bytes' }).end('0123456789');
      else if (start > 9) response.writeHead(416, { 'content-range': 'bytes */10' }).end('host 416');
      else
        response
          .writeHead(206, { 'content-type': 'text/css', 'content-range': `bytes ${start}-${end}/10` })
          .end('0123456789'.slice(start, end + 1));
      return true;
    });
    const got = await get('/assets/site.css', { range });
    expect([got.status, got.headers['content-range']]).toEqual([status, contentRange]);
    if (text !== undefined) expect(got.text).toBe(text);
    else expect(got.headers['content-type']).toBe('application/problem+json');
  });

  test.each([
    ['the tag', 'same', 206],
    ['another tag', '"other"', 200],
    ['a date', 'Tue, 03 Feb 2026 04:05:06 GMT', 200],
  ])('If-Range by %s', async (_name, ifRange, status) => {
    const { get } = await front('manifest', {}, (request, response) => {
      if (request.url !== '/pricing.html') return false;
      const part = request.headers.range && (request.headers['if-range'] ?? '"x"') === '"x"';
      response.writeHead(part ? 206 : 200, {
        etag: '"x"',
        'content-type': 'text/html',
        ...(part ? { 'content-range': 'bytes 0-1/5' } : {}),
      });
      response.end(part ? 'he' : 'hello');
      return true;
    });
    const tag = (await get('/pricing')).headers.etag!;
    expect((await get('/pricing', { range: 'bytes=0-1', 'if-range': ifRange === 'same' ? tag : ifRange })).status).toBe(status);
  });
});

describe('an invalid origin', () => {
  test.each([
    '',
    'static.example',
    'ftp://static.example',
    'http://user:secret@static.example',
    'http://static.example/?a=b',
    'http://static.example/#x',
    'javascript:alert(1)',
  ])('%s', async (origin) => {
    const { createProxy } = await import('../../proxy/index.ts');
    expect(() => createProxy({ origin })).toThrow(/^option origin: found .*, expected the http\(s\) URL of a static host/);
  });
});
