import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Log } from '../../proxy/log.ts';
import { ask, type RunningProxy, startProxy } from './fixtures/client.ts';
import { keepsPromises } from './fixtures/promises.ts';
import { filesOf, manifestOf, type SiteOptions, swapSite, writeSite } from './fixtures/site.ts';

const buildOf = (text: string): string => /build (\w+)/.exec(text)![1]!;
const until = async (what: () => Promise<boolean>, deadline = 5_000): Promise<number> => {
  const start = performance.now();
  while (!(await what())) {
    if (performance.now() - start > deadline) throw new Error('it did not come');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return performance.now() - start;
};

function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return { lines, debug: () => {}, info: at('info'), warn: at('warn'), error: at('error') };
}

const contents = new Map<string, Map<string, Buffer>>();

function contentOf(build: string, file: string): string {
  if (!contents.has(build)) contents.set(build, filesOf({ build, siblings: false }));
  return String(contents.get(build)!.get(file));
}

function emptied(dir: string): void {
  rmSync(dir, { recursive: true });
  mkdirSync(dir);
}

/** One client that reads page, twin and index in turn on one connection, and compares every byte with what a build holds. */
function reader(port: number): { stop(): Promise<{ count: number; faults: string[] }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const faults: string[] = [];
  let count = 0;
  let stopped = false;
  let newest = 0;
  const urls = [
    ['/', 'index.html'],
    ['/index.md', 'index.md'],
    ['/llms.txt', 'llms.txt'],
  ] as const;
  const running = (async () => {
    while (!stopped)
      for (const [path, file] of urls) {
        const text = await new Promise<string>((resolve) => {
          const req = request({ port, host: '127.0.0.1', path, agent }, (res) => {
            const chunks: Buffer[] = [];
            res.on('data', (chunk: Buffer) => chunks.push(chunk));
            res.on('end', () => resolve(`${res.statusCode} ${Buffer.concat(chunks)}`));
            res.on('error', (error) => resolve(`error ${error.message}`));
          });
          req.on('error', (error) => resolve(`error ${error.message}`));
          req.end();
        });
        count++;
        const build = /build b(\d+)/.exec(text)?.[1] ?? 'none';
        if (text !== `200 ${contentOf(`b${build}`, file)}`) faults.push(`${path}: ${text.slice(0, 200)}`);
        if (Number(build) < newest) faults.push(`${path}: build ${build} after ${newest}`);
        newest = Number(build);
      }
  })();
  return {
    async stop() {
      stopped = true;
      await running;
      agent.destroy();
      return { count, faults };
    },
  };
}

describe('a new build', () => {
  test('100 of them under load: nothing dropped, empty, torn or mixed; each live within a second', async () => {
    const proxy = await startProxy({ build: 'b0' }, { watch: true, rateLimitLimit: 10_000_000 });
    const readers = Array.from({ length: 4 }, () => reader(proxy.port));
    const delays: number[] = [];
    for (let build = 1; build <= 100; build++) {
      swapSite(proxy.dir, { build: `b${build}` });
      delays.push(await until(async () => buildOf((await proxy.get('/')).text) === `b${build}`));
    }
    for (const { count, faults } of await Promise.all(readers.map((each) => each.stop()))) {
      expect(faults).toEqual([]);
      expect(count).toBeGreaterThan(100);
    }
    expect(Math.max(...delays)).toBeLessThan(1000);
    await proxy.stop();
  });

  test('changes the ETag of what changed, and of nothing else', async () => {
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

  test('brings its own settings: name, quota, deprecations', async () => {
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

  test('is found when the folder is a symbolic link that is changed', async () => {
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

  test('without manifest: pages written in place are found when the folder is quiet', async () => {
    const proxy = await startProxy({ manifest: false }, { watch: true });
    writeFileSync(join(proxy.dir, 'docs/install.html'), '<h1>build c3</h1>');
    await until(async () => (await proxy.get('/docs/install')).text.includes('build c3'));
    writeFileSync(join(proxy.dir, 'new.html'), '<h1>build c4</h1>');
    await until(async () => (await proxy.get('/new')).status === 200);
    await proxy.stop();
  });

  test('unwatched: only when asked for', async () => {
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
    // Not reloaded yet: what is read now lies where the build moved it.
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => proxy.get(`/many/${i * 8}`)));
    for (const answer of answers) {
      keepsPromises(answer);
      expect([200, 404]).toContain(answer.status);
      if (answer.status === 200) expect(answer.text).toContain('build b0');
    }
    await proxy.stop();
  });
});

describe('a build that is broken never goes live', () => {
  const health = async (proxy: RunningProxy): Promise<unknown> => JSON.parse((await proxy.get('/api/v1/health')).text).status;

  const breaks: [name: string, site: SiteOptions | ((dir: string) => void), why: RegExp][] = [
    ['a file is missing', { lost: ['docs.md'] }, /docs\.md/],
    ['a compressed file is missing', { lost: ['index.html.br'] }, /index\.html\.br/],
    [
      'a file is not what the manifest says',
      (dir) => writeFileSync(join(dir, 'pricing.html'), 'x'.repeat(1205)),
      /pricing\.html/,
    ],
    ['a file is empty', (dir) => writeFileSync(join(dir, 'pricing.html'), ''), /pricing\.html/],
    [
      'the manifest is half written',
      (dir) => writeFileSync(join(dir, '.diptych.json'), manifestOf(filesOf(), 'x').slice(0, 999)),
      /not JSON/,
    ],
    [
      'the manifest lists no page',
      (dir) => writeFileSync(join(dir, '.diptych.json'), manifestOf(new Map([['llms.txt', filesOf().get('llms.txt')!]]), 'x')),
      /no page/,
    ],
    ['it is empty', emptied, /is empty/],
    ['it is gone', (dir) => rmSync(dir, { recursive: true }), /ENOENT/],
    ['openapi.json is broken', { files: { '.well-known/openapi.json': '{' } }, /openapi\.json is not JSON/],
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
      // It is gone: that is this row.
    }
    await until(async () => (await health(proxy)) === 'degraded');
    for (const path of ['/', '/index.md', '/llms.txt', '/pricing', '/docs.md', '/docs/install']) {
      const answer = await proxy.get(path, { 'accept-encoding': 'br' });
      keepsPromises(answer);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    expect((await ask(proxy.port, '/api/health')).status).toBe(200);
    await proxy.proxy.reload();
    const errors = log.lines.filter((line) => line.startsWith('error'));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(why);
    expect(errors[0]).not.toContain('\n');
    // The next sound build heals it.
    rmSync(proxy.dir, { recursive: true, force: true });
    writeSite(proxy.dir, { build: 'b2' });
    await until(async () => (await health(proxy)) === 'ok');
    expect(buildOf((await proxy.get('/')).text)).toBe('b2');
    await proxy.stop();
  });

  test('a copy that took its time is found whole later', async () => {
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

  test('at the start: served as far as it goes, degraded, said once', async () => {
    const log = recordingLog();
    const proxy = await startProxy({ lost: ['docs.md'] }, { log });
    await until(async () => (await health(proxy)) === 'degraded');
    expect((await proxy.get('/pricing')).status).toBe(200);
    const lost = await proxy.get('/docs.md');
    keepsPromises(lost);
    expect([lost.status, lost.headers['retry-after']]).toEqual([503, '1']);
    expect(log.lines.filter((line) => line.startsWith('error')).length).toBe(1);
    await proxy.stop();
  });
});
