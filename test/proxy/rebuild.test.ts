import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Log } from '../../proxy/observe/log.ts';
import { until } from '../support/until.ts';
import { type Answer, ask, type RunningProxy, startProxy } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { startReader } from './fixtures/reader.ts';
import { filesOf, manifestOf, type SiteOptions, swapSite, temporarySite, writeSite } from './fixtures/site.ts';

const buildOf = (text: string): string => /build (\w+)/.exec(text)![1]!;
function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return { lines, debug: () => {}, info: at('info'), warn: at('warn'), error: at('error') };
}

function emptied(dir: string): void {
  rmSync(dir, { recursive: true });
  mkdirSync(dir);
}

describe('a new build', () => {
  test('3 of them under load: no answer dropped, empty, cut or mixed; each goes live', { timeout: 300_000 }, async () => {
    const proxy = await startProxy({ build: 'b0' }, { watch: true, rateLimitLimit: 10_000_000 });
    const readers = Array.from({ length: 4 }, () => startReader(proxy.port));
    for (let build = 1; build <= 3; build++) {
      swapSite(proxy.dir, { build: `b${build}` });
      await until(async () => buildOf((await proxy.get('/')).text) === `b${build}`);
    }
    for (const { count, faults } of await Promise.all(readers.map((each) => each.stop()))) {
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(100);
    }
    await proxy.stop();
  });

  test('changes the ETags of changed files only', async () => {
    const proxy = await startProxy({ build: 'b0' }, { watch: true });
    const before = [await proxy.get('/'), await proxy.get('/robots.txt')];
    swapSite(proxy.dir, { build: 'b1' });
    await until(async () => buildOf((await proxy.get('/')).text) === 'b1');
    const after = [await proxy.get('/'), await proxy.get('/robots.txt')];
    expect(after[0]!.headers.etag).not.toBe(before[0]!.headers.etag);
    expect(after[1]!.headers.etag).toBe(before[1]!.headers.etag);
    expect((await proxy.get('/', { 'if-none-match': before[0]!.headers.etag! })).status).toBe(200);
    await proxy.stop();
  });

  test('has its own settings: name, quota, deprecations', async () => {
    const proxy = await startProxy({ rateLimit: { limit: 50, window: 60 } }, { watch: true });
    expect((await proxy.get('/')).headers['ratelimit-policy']).toBe('50;w=60');
    swapSite(proxy.dir, {
      build: 'b1',
      rateLimit: { limit: 70, window: 30 },
      deprecations: [{ path: '/pricing', deprecated: '2027-01-01', sunset: '2027-04-01' }],
    });
    await until(async () => (await proxy.get('/')).headers['ratelimit-policy'] === '70;w=30');
    expect((await proxy.get('/pricing')).headers.deprecation).toBe('@1798761600');
    await proxy.stop();
  });

  test('is found if the folder is a symbolic link that changes its target', async () => {
    const proxy = await startProxy({ build: 'b0' });
    const parent = dirname(proxy.dir);
    writeSite(join(parent, 'releases/1'), { build: 'r1' });
    writeSite(join(parent, 'releases/2'), { build: 'r2' });
    symlinkSync('releases/1', join(parent, 'current'));
    const linked = await startProxy({}, { dir: join(parent, 'current'), watch: true });
    expect(buildOf((await linked.get('/')).text)).toBe('r1');
    symlinkSync('releases/2', join(parent, 'next'));
    renameSync(join(parent, 'next'), join(parent, 'current'));
    await until(async () => buildOf((await linked.get('/')).text) === 'r2');
    await linked.stop();
    await proxy.stop();
  });

  test('without manifest: pages written in place are found when writing has stopped', async () => {
    const proxy = await startProxy({ manifest: false }, { watch: true });
    writeFileSync(join(proxy.dir, 'docs/install.html'), '<h1>build c3</h1>');
    await until(async () => (await proxy.get('/docs/install')).text.includes('build c3'));
    writeFileSync(join(proxy.dir, 'new.html'), '<h1>build c4</h1>');
    await until(async () => (await proxy.get('/new')).status === 200);
    await proxy.stop();
  });

  test('unwatched: only on reload', async () => {
    const proxy = await startProxy({ build: 'b0' });
    swapSite(proxy.dir, { build: 'b1' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    await proxy.proxy.reload();
    expect(buildOf((await proxy.get('/')).text)).toBe('b1');
    await proxy.stop();
  });

  test('while the first one is still being read from disk', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`many/${i}.html`, `<h1>build b0 ${i}</h1>`]));
    const proxy = await startProxy({ build: 'b0', files });
    swapSite(proxy.dir, { build: 'b1' });
    // Not reloaded yet: the proxy reads files that the build has moved.
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => proxy.get(`/many/${i * 8}`)));
    for (const answer of answers) {
      checkInvariants(answer);
      expect([200, 404]).toContain(answer.status);
      if (answer.status === 200) expect(answer.text).toContain('build b0');
    }
    await proxy.stop();
  });
});

const health = async (proxy: RunningProxy): Promise<unknown> => JSON.parse((await proxy.get('/api/v1/health')).text).status;

describe('a build that the deployment changed is served as it is, and reported in one line', () => {
  const minified = '<!doctype html><title>Pricing</title><p>build b1 minified</p>'.padEnd(1500, ' a word');
  const sameSize = (dir: string): string => readFileSync(join(dir, 'pricing.html'), 'utf8').replace('build b1', 'build zz');
  const deployments: [name: string, deploy: (dir: string) => void, line: string, path: string, holds: (dir: string) => Buffer][] =
    [
      [
        'minified HTML',
        (dir) => writeFileSync(join(dir, 'pricing.html'), minified),
        'pricing.html changed',
        '/pricing',
        () => Buffer.from(minified),
      ],
      [
        'HTML of the same size',
        (dir) => writeFileSync(join(dir, 'pricing.html'), sameSize(dir)),
        'pricing.html changed',
        '/pricing',
        (dir) => readFileSync(join(dir, 'pricing.html')),
      ],
      [
        'one more line in robots.txt',
        (dir) => writeFileSync(join(dir, 'robots.txt'), 'Disallow: /x\n', { flag: 'a' }),
        'robots.txt changed',
        '/robots.txt',
        (dir) => readFileSync(join(dir, 'robots.txt')),
      ],
      [
        'no .br',
        (dir) => rmSync(join(dir, 'pricing.html.br')),
        'pricing.html.br is missing',
        '/pricing',
        (dir) => readFileSync(join(dir, 'pricing.html')),
      ],
      [
        'a .br of something else',
        (dir) => writeFileSync(join(dir, 'pricing.html.br'), readFileSync(join(dir, 'index.html.br'))),
        'pricing.html.br changed',
        '/pricing',
        (dir) => readFileSync(join(dir, 'pricing.html')),
      ],
      [
        'one more file',
        (dir) => writeFileSync(join(dir, 'ads.txt'), 'none'),
        'ads.txt was added',
        '/ads.txt',
        () => Buffer.from('none'),
      ],
    ];
  const decoded = ({ headers, body }: Answer): Buffer =>
    headers['content-encoding'] === 'br'
      ? brotliDecompressSync(body)
      : headers['content-encoding'] === 'gzip'
        ? gunzipSync(body)
        : body;

  async function isServed(proxy: RunningProxy, path: string, content: Buffer): Promise<void> {
    for (const coding of ['identity', 'gzip', 'br']) {
      const answer = await proxy.get(path, { 'accept-encoding': coding });
      checkInvariants(answer);
      expect([answer.status, String(decoded(answer))]).toEqual([200, String(content)]);
    }
    const { headers } = await proxy.get(path);
    expect((await proxy.get(path, { 'if-none-match': headers.etag! })).status).toBe(304);
  }

  test.each(deployments)('%s, before the start', async (_name, deploy, line, path, holds) => {
    const { dir, remove } = temporarySite({ build: 'b1' });
    deploy(dir);
    const log = recordingLog();
    const proxy = await startProxy({}, { dir, log });
    await isServed(proxy, path, holds(dir));
    await until(async () => log.lines.length > 0);
    await isServed(proxy, path, holds(dir));
    expect(log.lines).toEqual([`warn: served as it is, though not what .well-known/diptych.json lists: ${line}`]);
    expect(await health(proxy)).toBe('ok');
    await proxy.stop();
    remove();
  });

  test.each(deployments)('%s, before a swap', async (_name, deploy, line, path, holds) => {
    const log = recordingLog();
    const proxy = await startProxy({ build: 'b0' }, { log });
    swapSite(proxy.dir, { build: 'b1' });
    deploy(proxy.dir);
    await proxy.proxy.reload();
    await isServed(proxy, path, holds(proxy.dir));
    expect(log.lines).toEqual([
      'info: a new build is live',
      `warn: served as it is, though not what .well-known/diptych.json lists: ${line}`,
    ]);
    expect(await health(proxy)).toBe('ok');
    await proxy.stop();
  });

  test('also a later change, with the same build, after a reload', async () => {
    const proxy = await startProxy({ build: 'b1' });
    await proxy.get('/pricing');
    writeFileSync(join(proxy.dir, 'pricing.html'), minified);
    await proxy.proxy.reload();
    await isServed(proxy, '/pricing', Buffer.from(minified));
    await proxy.stop();
  });
});

describe.concurrent('a folder without manifest', () => {
  test('a file that changes constantly does not delay others', async () => {
    const proxy = await startProxy({ manifest: false }, { watch: true });
    const busy = setInterval(() => writeFileSync(join(proxy.dir, 'visits.txt'), String(performance.now())), 20);
    try {
      writeFileSync(join(proxy.dir, 'new.html'), '<h1>new</h1>');
      await until(async () => (await proxy.get('/new')).status === 200);
      expect(await health(proxy)).toBe('ok');
    } finally {
      clearInterval(busy);
      await proxy.stop();
    }
  });

  test('a large file that changes constantly is not served and is reported in health and log; all others are served', {
    timeout: 40_000,
  }, async () => {
    const log = recordingLog();
    const proxy = await startProxy({ manifest: false }, { watch: true, log });
    const file = join(proxy.dir, 'growing.bin');
    writeFileSync(file, Buffer.alloc(24 * 1024 * 1024));
    const busy = setInterval(() => writeFileSync(file, 'more', { flag: 'a' }), 1);
    try {
      writeFileSync(join(proxy.dir, 'new.html'), '<h1>new</h1>');
      await until(async () => (await proxy.get('/new')).status === 200);
      expect(await health(proxy)).toBe('degraded');
      expect(log.lines).toContain('error: not all is served: growing.bin: cannot be read, or changes all the time');
    } finally {
      clearInterval(busy);
    }
    await until(async () => (await health(proxy)) === 'ok');
    expect((await proxy.get('/growing.bin', { range: 'bytes=0-0' })).status).toBe(206);
    await proxy.stop();
  });

  test('a removed page is 404 a little later', async () => {
    const proxy = await startProxy({ manifest: false }, { watch: true });
    rmSync(join(proxy.dir, 'docs/install.html'));
    await until(async () => (await proxy.get('/docs/install')).status === 404);
    await proxy.stop();
  });
});

describe.concurrent('a build that is broken never goes live', () => {
  const breaks: [name: string, site: SiteOptions | ((dir: string) => void), why: RegExp][] = [
    ['a file is missing', { lost: ['docs.md'] }, /docs\.md/],
    ['a file is empty', (dir) => writeFileSync(join(dir, 'pricing.html'), ''), /pricing\.html/],
    [
      'the manifest is half written',
      (dir) => writeFileSync(join(dir, '.well-known/diptych.json'), manifestOf(filesOf(), 'x').slice(0, 999)),
      /not JSON/,
    ],
    ['a copy left out the manifest', { manifest: false }, /diptych\.json is gone/],
    ['it is empty', emptied, /is empty/],
    ['it is gone', (dir) => rmSync(dir, { recursive: true }), /ENOENT/],
  ];

  test.each(breaks)('%s', async (_name, broken, why) => {
    const log = recordingLog();
    const proxy = await startProxy({ build: 'b0' }, { watch: true, log });
    const parent = dirname(proxy.dir);
    const next = join(parent, '.dist.next');
    if (typeof broken === 'function') {
      writeSite(next, { build: 'b1' });
      broken(next);
    } else writeSite(next, { build: 'b1', ...broken });
    renameSync(proxy.dir, join(parent, '.dist.previous'));
    try {
      renameSync(next, proxy.dir);
    } catch {
      // This row removes it.
    }
    await until(async () => (await health(proxy)) === 'degraded');
    for (const path of ['/', '/index.md', '/llms.txt', '/pricing', '/docs.md', '/docs/install']) {
      const answer = await proxy.get(path, { 'accept-encoding': 'br' });
      checkInvariants(answer);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    expect((await ask(proxy.port, '/api/health')).status).toBe(200);
    await proxy.proxy.reload();
    const errors = log.lines.filter((line) => line.startsWith('error'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(why);
    expect(errors[0]).not.toContain('\n');
    // The next valid build goes live.
    rmSync(proxy.dir, { recursive: true, force: true });
    writeSite(proxy.dir, { build: 'b2' });
    await until(async () => (await health(proxy)) === 'ok');
    expect(buildOf((await proxy.get('/')).text)).toBe('b2');
    await proxy.stop();
  });

  test('a slow copy is found when it is complete', async () => {
    const proxy = await startProxy({ build: 'b0' }, { watch: true });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    rmSync(proxy.dir, { recursive: true });
    writeSite(proxy.dir, { build: 'b1', lost: ['docs.md'] });
    await until(async () => (await health(proxy)) === 'degraded');
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    writeFileSync(join(proxy.dir, 'docs.md'), filesOf({ build: 'b1' }).get('docs.md')!);
    await until(async () => (await health(proxy)) === 'ok');
    expect(buildOf((await proxy.get('/docs.md')).text)).toBe('b1');
    await proxy.stop();
  });

  test.each([
    ['a folder with twins and without manifest', { manifest: false }, /there are twins and no \.well-known\/diptych\.json/],
    ['a whole build', {}, undefined],
  ] as const)('at the start, %s: %j, the line %s', async (_, site, line) => {
    const log = recordingLog();
    const proxy = await startProxy(site, { log });
    expect(log.lines.filter((each) => each.includes('no .well-known/diptych.json'))).toEqual(
      line ? [expect.stringMatching(line)] : [],
    );
    await proxy.stop();
  });

  test('at the start, a folder of HTML alone: the line says that there is no Markdown', async () => {
    const log = recordingLog();
    const { dir, remove } = temporarySite({ manifest: false });
    for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) if (file.endsWith('.md')) rmSync(join(dir, file));
    const proxy = await startProxy({}, { dir, log });
    expect(log.lines.filter((each) => each.includes('no .well-known/diptych.json'))).toEqual([
      expect.stringMatching(/plain static site, without Markdown/),
    ]);
    await proxy.stop();
    remove();
  });

  test('at the start: existing files are served, health is degraded, logged once', async () => {
    const log = recordingLog();
    const proxy = await startProxy({ lost: ['docs.md'] }, { log });
    await until(async () => (await health(proxy)) === 'degraded');
    expect((await proxy.get('/pricing')).status).toBe(200);
    const lost = await proxy.get('/docs.md');
    checkInvariants(lost);
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '1']);
    expect(log.lines.filter((line) => line.startsWith('error')).length).toBe(1);
    await proxy.stop();
  });
});
