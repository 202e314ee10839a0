import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createProxy, type ProxyOptions, UserError } from '../../proxy/index.ts';
import { timePasses } from '../support/time-passes.ts';
import { until } from '../support/until.ts';
import { type Answer, ask, proxyOfTest, type RunningProxy } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { startReader } from './fixtures/reader.ts';
import { filesOf, manifestOf, type SiteOptions, siteUrl, swapSite, temporarySite, writeSite } from './fixtures/site.ts';

/* A folder on a disk on which others write. What is answered for its files is in the table of promises. */

const MiB = 1024 * 1024;
const manifestFile = '.well-known/diptych.json';
/** Bytes without repetition, so that a wrong offset shows. */
const large = Buffer.alloc(3 * MiB + 17);
for (let i = 0; i + 4 <= large.length; i += 4) large.writeUInt32BE(i, i);

interface LoggedProxy extends RunningProxy {
  readonly lines: string[];
}

async function started(site: SiteOptions = {}, options: ProxyOptions = {}): Promise<LoggedProxy> {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const log = { debug() {}, info: at('info'), warn: at('warn'), error: at('error') };
  const proxy = await proxyOfTest(site, { ...options, log } as ProxyOptions);
  return { ...proxy, lines };
}

function folder(options?: SiteOptions): string {
  const { dir, remove } = temporarySite(options);
  onTestFinished(remove);
  return dir;
}

function replaced(path: string, make: () => void): void {
  rmSync(path, { recursive: true });
  make();
}

/** Runs as a user who may not read every file, unlike root. */
async function unprivileged(run: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  await run().finally(() => isRoot && process.seteuid?.(0));
}

const healthOf = async (proxy: RunningProxy): Promise<string> => JSON.parse((await proxy.get('/api/v1/health')).text).status;
const buildOf = (text: string): string => /build (\w+)/.exec(text)![1]!;

describe('a folder of any origin', () => {
  test('dot files and links out of the folder are 404; links inside are served', async () => {
    const dir = folder({ manifest: false });
    mkdirSync(join(dir, '.git'));
    for (const file of ['.git/config', '.env', 'docs/.hidden.html', '../outside.txt']) writeFileSync(join(dir, file), 'secret');
    for (const [target, link] of [
      ['/etc/passwd', 'passwd.txt'],
      ['..', 'up'],
      ['../outside.txt', 'outside.txt'],
      ['.', 'loop'],
      ['.', 'docs/loop'],
      ['nowhere', 'dangling.txt'],
      ['llms.txt', 'inside.txt'],
    ] as const)
      symlinkSync(target, join(dir, link));
    execFileSync('mkfifo', [join(dir, 'pipe.txt')]);
    const proxy = await started({}, { dir });
    for (const path of [
      ...['/.git/config', '/.env', '/docs/.hidden', '/passwd.txt', '/up/outside.txt', '/outside.txt', '/loop/llms.txt'],
      ...['/docs/loop/install', '/dangling.txt', '/pipe.txt', '/.diptych.json'],
    ]) {
      const answer = await proxy.get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain('secret');
    }
    expect((await proxy.get('/inside.txt')).text).toContain('# Example');
  });

  test('an unreadable file and an unreadable folder: 404, one line in the log, the rest is served', async () => {
    const dir = folder({ manifest: false, files: { 'secret.txt': 'secret', 'closed/page.html': 'closed', 'open.txt': 'open' } });
    chmodSync(dirname(dir), 0o755);
    chmodSync(join(dir, 'secret.txt'), 0);
    chmodSync(join(dir, 'closed'), 0);
    await unprivileged(async () => {
      const proxy = await started({}, { dir });
      for (const path of ['/secret.txt', '/closed/page', '/closed/page.html']) expect((await proxy.get(path)).status).toBe(404);
      expect([(await proxy.get('/open.txt')).text, await healthOf(proxy)]).toEqual(['open', 'ok']);
      expect(proxy.lines.filter((line) => line.startsWith('warn'))).toEqual([
        'warn: not served, for they may not be read: closed, secret.txt',
      ]);
    });
    chmodSync(join(dir, 'closed'), 0o755);
  });

  test('pages work without strict policies; a site of the build gets them', async () => {
    const foreign = await started({ manifest: false });
    expect((await foreign.get('/pricing')).headers['content-security-policy']).toBe(
      "object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
    );
    expect(JSON.parse((await foreign.get('/api/v1/health')).text)).toEqual({ status: 'ok', service: 'localhost:8080' });
    expect(foreign.lines).toEqual([`info: there is no ${manifestFile}: if Diptych built this folder, copy .well-known/, too`]);
  });

  test('links only to existing files', async () => {
    const dir = folder({ manifest: false });
    for (const file of ['llms.txt', 'sitemap.md', '.well-known', 'developers.html', 'developers.md', 'auth.md', 'auth.html'])
      rmSync(join(dir, file), { recursive: true });
    const proxy = await started({}, { dir, url: siteUrl });
    expect((await proxy.get('/pricing')).headers.link).toBe(
      `<${siteUrl}/pricing>; rel="canonical", </pricing.md>; rel="alternate"; type="text/markdown"`,
    );
    expect((await proxy.get('/hidden')).headers.link).toBe(`<${siteUrl}/hidden>; rel="canonical"`);
    expect((await proxy.get('/nope')).headers.link).toBeUndefined();
  });

  test('file names that are unsafe in URLs are left out', async () => {
    const names = ['a\\b.html', 'c%2fd.html', 'tab\there.html', 'ok é.html', 'plus+and&=;.html', "quote'(1)!.html"];
    const proxy = await started({ files: Object.fromEntries(names.map((name) => [name, 'fine'])) });
    for (const path of ['/ok%20%C3%A9', '/plus+and&=;', "/quote'(1)!"]) expect((await proxy.get(path)).text).toBe('fine');
    for (const path of ['/a%5cb', '/a%5Cb', '/c%2fd', '/tab%09here'])
      expect([400, 404]).toContain((await proxy.get(path)).status);
  });
});

describe('a file changes under the snapshot', () => {
  test('truncated, overwritten, removed while it is in memory: the answer stays complete', async () => {
    const proxy = await started();
    // Requested once, so that they are in memory.
    for (const path of ['/pricing.md', '/llms.txt']) await proxy.get(path);
    const before = await proxy.get('/pricing');
    truncateSync(join(proxy.dir, 'pricing.html'), 3);
    writeFileSync(join(proxy.dir, 'pricing.md'), 'other');
    rmSync(join(proxy.dir, 'llms.txt'));
    expect((await proxy.get('/pricing')).text).toBe(before.text);
    expect((await proxy.get('/pricing.md')).text).toContain('# Pricing');
    expect((await proxy.get('/llms.txt')).status).toBe(200);
  });

  const changes: [name: string, change: (file: string) => void, later: number][] = [
    ['shorter', (file) => truncateSync(file, 3), 200],
    ['empty', (file) => writeFileSync(file, ''), 503],
    ['longer', (file) => writeFileSync(file, 'more', { flag: 'a' }), 200],
    ['touched', (file) => utimesSync(file, 1, 1), 200],
    ['removed', (file) => rmSync(file), 503],
    ['a link out of the folder', (file) => replaced(file, () => symlinkSync('/etc/passwd', file)), 503],
  ];
  test.each(changes.flatMap(([...row]) => [true, false].map((isKnown) => [isKnown, ...row] as const)))(
    'asked for before: %s, %s: 503, never a mixed answer, and after the next look as it is (%i)',
    async (isKnown, _name, change, later) => {
      const proxy = await started({}, { maxMemory: 0 });
      if (isKnown) await proxy.get('/pricing');
      change(join(proxy.dir, 'pricing.html'));
      const answer = await proxy.get('/pricing');
      checkInvariants(answer);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
      await proxy.proxy.reload();
      expect((await proxy.get('/pricing')).status).toBe(later);
    },
  );

  test('a large file with other bytes and the same build: refused once, then served as it is', async () => {
    const proxy = await started({ files: { 'large.bin': large } });
    const { headers } = await proxy.get('/large.bin');
    writeFileSync(join(proxy.dir, 'large.bin'), large.subarray(17));
    expect((await proxy.get('/large.bin')).status).toBe(503);
    await proxy.proxy.reload();
    const answer = await proxy.get('/large.bin');
    expect([answer.status, answer.body.equals(large.subarray(17))]).toEqual([200, true]);
    expect(answer.headers.etag).not.toBe(headers.etag);
  });

  const sizeOfSent = 24 * MiB;
  const sent: [name: string, change: (file: string) => void, isComplete: boolean][] = [
    ['overwritten', (file) => writeFileSync(file, Buffer.alloc(sizeOfSent, 'b')), false],
    ['removed', (file) => rmSync(file), true],
    ['replaced', (file) => replaced(file, () => writeFileSync(file, Buffer.alloc(sizeOfSent, 'b'))), true],
  ];
  test.each(sent)(
    'a large file is %s while it is sent: it arrives completely, or the connection is cut',
    async (_name, change, isComplete) => {
      const content = Buffer.alloc(sizeOfSent, 'a');
      const proxy = await started({ files: { 'large.bin': content } });
      const { body } = await fetch(`http://127.0.0.1:${proxy.port}/large.bin`);
      const reader = body!.getReader();
      const chunks = [(await reader.read()).value!];
      change(join(proxy.dir, 'large.bin'));
      const rest = async (): Promise<boolean> => {
        for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) chunks.push(chunk.value);
        return Buffer.concat(chunks).equals(content);
      };
      expect(await rest().catch(() => false)).toBe(isComplete);
      expect((await proxy.get('/pricing')).status).toBe(200);
    },
  );

  test('an empty file that grows does not desynchronise the connection', async () => {
    const proxy = await started({}, { maxMemory: 0 });
    expect((await proxy.get('/assets/empty.txt')).body.length).toBe(0);
    writeFileSync(join(proxy.dir, 'assets/empty.txt'), 'GROWN');
    const stream = await proxy.raw(
      'GET /assets/empty.txt HTTP/1.1\r\nHost: a\r\n\r\nGET /assets/pixel.png HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(stream).not.toContain('GROWN');
    expect(stream.match(/HTTP\/1\.1 /g)).toHaveLength(2);
  });
});

describe('the start', () => {
  const withManifest = (text: string) => (dir: string) => writeFileSync(join(dir, manifestFile), text);
  const outside = { version: 1, build: 'x', files: { '../x': { size: 1, hash: 'a'.repeat(43) } } };
  const starts: [name: string, prepare: (dir: string) => void, message: RegExp][] = [
    ['no folder', (dir) => rmSync(dir, { recursive: true }), /there is no such folder; run "diptych build" first/],
    ['a file', (dir) => replaced(dir, () => writeFileSync(dir, '')), /it is not a folder/],
    ['an empty folder', (dir) => replaced(dir, () => mkdirSync(dir)), /it is empty/],
    ['a manifest that is no JSON', withManifest('{'), /diptych\.json is broken: it is not JSON/],
    ['a manifest of another version', withManifest('{"version":2}'), /its version is not 1/],
    ['a manifest without files', withManifest('{"version":1,"build":"x"}'), /it lists no files/],
    ['a manifest that leaves the folder', withManifest(JSON.stringify(outside)), /entry "\.\.\/x"/],
    [
      'a build interrupted between its two renames',
      (dir) => renameSync(dir, join(dir, '../.dist.previous')),
      /an interrupted build left .*\.dist\.previous/,
    ],
  ];
  test.each(starts)('%s: one line', async (_name, prepare, message) => {
    const dir = folder();
    prepare(dir);
    const proxy = createProxy({ dir, watch: false });
    const error = await proxy.ready.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
    await proxy.close();
  });

  test('an unreadable folder: one line', async () => {
    const dir = folder();
    chmodSync(dirname(dir), 0o755);
    chmodSync(dir, 0);
    await unprivileged(async () => {
      await expect(createProxy({ dir, watch: false }).ready).rejects.toThrow(/cannot serve .*: it may not be read$/);
    });
    chmodSync(dir, 0o755);
  });

  test('listed files that are not there: 404, one line, and the rest is served', async () => {
    const lost = ['index.md', 'docs.md', 'docs/install.md', 'developers.md', 'auth.md', 'llms-full.txt'];
    const proxy = await started({ lost });
    expect([(await proxy.get('/docs.md')).status, (await proxy.get('/pricing')).status]).toEqual([404, 200]);
    const names = `${lost.slice(0, 5).join(', ')} and 1 more`;
    expect(proxy.lines).toEqual([expect.stringContaining(`warn: ${names}: in ${manifestFile}`)]);
  });
});

describe('a new build', () => {
  test('3 of them under load: no answer dropped, empty, cut or mixed; each goes live', { timeout: 300_000 }, async () => {
    const proxy = await started({ build: 'b0' }, { rateLimitLimit: 1_000_000 });
    const readers = Array.from({ length: 4 }, () => startReader(proxy.port));
    for (let build = 1; build <= 3; build++) {
      swapSite(proxy.dir, { build: `b${build}` });
      await proxy.proxy.reload();
      expect(buildOf((await proxy.get('/')).text)).toBe(`b${build}`);
      await until(() => readers.every((reader) => reader.count() > 8 * build));
    }
    expect((await Promise.all(readers.map((reader) => reader.stop()))).flat()).toEqual([]);
  });

  test('is found without being asked, also a copy that was incomplete at first', async () => {
    const pass = timePasses();
    const proxy = await started({ build: 'b0' }, { watch: true });
    await proxy.get('/');
    rmSync(proxy.dir, { recursive: true });
    writeSite(proxy.dir, { build: 'b1', lost: ['docs.md'] });
    await pass(10_000);
    await until(async () => (await healthOf(proxy)) === 'degraded');
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    writeFileSync(join(proxy.dir, 'docs.md'), filesOf({ build: 'b1' }).get('docs.md')!);
    await pass(10_000);
    await until(async () => (await healthOf(proxy)) === 'ok');
    expect(buildOf((await proxy.get('/docs.md')).text)).toBe('b1');
  });

  test('has its own settings and ETags: of changed files only', async () => {
    const proxy = await started({ build: 'b0', rateLimit: { limit: 50, window: 60 } });
    const before = [await proxy.get('/'), await proxy.get('/robots.txt')];
    expect(before[0]!.headers['ratelimit-policy']).toBe('50;w=60');
    swapSite(proxy.dir, {
      build: 'b1',
      rateLimit: { limit: 70, window: 30 },
      deprecations: [{ path: '/pricing', deprecated: '2027-01-01', sunset: '2027-04-01' }],
    });
    // Not watched: only when asked to.
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    await proxy.proxy.reload();
    const after = [await proxy.get('/', { 'if-none-match': before[0]!.headers.etag! }), await proxy.get('/robots.txt')];
    expect([after[0]!.status, after[1]!.headers.etag]).toEqual([200, before[1]!.headers.etag]);
    expect(after[0]!.headers['ratelimit-policy']).toBe('70;w=30');
    expect((await proxy.get('/pricing')).headers.deprecation).toBe('@1798761600');
  });

  test('is found if the folder is a symbolic link that changes its target', async () => {
    const parent = dirname(folder());
    for (const name of ['r1', 'r2']) writeSite(join(parent, name), { build: name });
    symlinkSync('r1', join(parent, 'current'));
    const proxy = await started({}, { dir: join(parent, 'current') });
    expect(buildOf((await proxy.get('/')).text)).toBe('r1');
    symlinkSync('r2', join(parent, 'next'));
    renameSync(join(parent, 'next'), join(parent, 'current'));
    await proxy.proxy.reload();
    expect(buildOf((await proxy.get('/')).text)).toBe('r2');
  });

  test('without manifest: files are found when writing has stopped', async () => {
    const pass = timePasses();
    const proxy = await started({ manifest: false }, { watch: true });
    writeFileSync(join(proxy.dir, 'docs/install.html'), '<h1>build c3</h1>');
    rmSync(join(proxy.dir, 'pricing.html'));
    // Two equal looks.
    await pass(10_000);
    await until(async () => {
      await pass(10_000);
      return (await proxy.get('/docs/install')).text.includes('build c3');
    });
    expect((await proxy.get('/pricing')).status).toBe(404);
  });

  test('while the first one is still being read from disk', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`many/${i}.html`, `<h1>build b0 ${i}</h1>`]));
    const proxy = await started({ build: 'b0', files });
    swapSite(proxy.dir, { build: 'b1' });
    // Not reloaded yet: the proxy reads files that the build has moved.
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => proxy.get(`/many/${i * 8}`)));
    for (const answer of answers) {
      checkInvariants(answer);
      expect([answer.status, buildOf(answer.text)]).toEqual([200, 'b0']);
    }
  });
});

describe('a build that the deployment changed is served as it is, and a changed file is reported in one line', () => {
  const minified = '<!doctype html><title>Pricing</title><p>build b1 minified</p>'.padEnd(1500, ' a word');
  const contentOf = (dir: string, file: string): string => readFileSync(join(dir, file), 'utf8');
  const deployments: [name: string, deploy: (dir: string) => void, path: string, isReported: boolean][] = [
    ['minified HTML', (dir) => writeFileSync(join(dir, 'pricing.html'), minified), 'pricing.html', true],
    [
      'HTML of the same size',
      (dir) => writeFileSync(join(dir, 'pricing.html'), contentOf(dir, 'pricing.html').replace('build b1', 'build zz')),
      'pricing.html',
      true,
    ],
    ['one more line', (dir) => writeFileSync(join(dir, 'robots.txt'), '# x\n', { flag: 'a' }), 'robots.txt', true],
    ['no .br', (dir) => rmSync(join(dir, 'pricing.html.br')), 'pricing.html', false],
    [
      'a .br of something else',
      (dir) => writeFileSync(join(dir, 'pricing.html.br'), readFileSync(join(dir, 'index.html.br'))),
      'pricing.html',
      false,
    ],
    ['one more file', (dir) => writeFileSync(join(dir, 'ads.txt'), 'none'), 'ads.txt', false],
  ];
  const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
  const decoded = ({ headers, body }: Answer): string => String(decoders[headers['content-encoding'] ?? '']?.(body) ?? body);

  async function expectServed(proxy: LoggedProxy, file: string, content: string): Promise<void> {
    const path = `/${file.replace('.html', '')}`;
    for (const coding of ['identity', 'gzip', 'br']) {
      const answer = await proxy.get(path, { 'accept-encoding': coding });
      checkInvariants(answer);
      expect([answer.status, decoded(answer)]).toEqual([200, content]);
    }
    const { headers } = await proxy.get(path);
    expect((await proxy.get(path, { 'if-none-match': headers.etag! })).status).toBe(304);
  }
  const linesOf = (file: string, isReported: boolean): string[] =>
    isReported ? [`warn: ${file}: not the bytes that ${manifestFile} lists; they are served as they are`] : [];

  test.each(deployments)('%s, before the start and before a swap', async (_name, deploy, file, isReported) => {
    const dir = folder({ build: 'b1' });
    deploy(dir);
    const proxy = await started({}, { dir });
    await expectServed(proxy, file, contentOf(dir, file));
    expect([proxy.lines, await healthOf(proxy)]).toEqual([linesOf(file, isReported), 'ok']);
    const running = await started({ build: 'b0' });
    swapSite(running.dir, { build: 'b1' });
    deploy(running.dir);
    await running.proxy.reload();
    await expectServed(running, file, contentOf(running.dir, file));
    expect([running.lines.sort(), await healthOf(running)]).toEqual([
      ['info: a new build is live', ...linesOf(file, isReported)],
      'ok',
    ]);
  });
});

test('a broken build that is replaced by the old one: two lines', async () => {
  const proxy = await started({ build: 'b0' });
  const beside = (name: string): string => join(dirname(proxy.dir), name);
  swapSite(proxy.dir, { build: 'b1', lost: ['pricing.html'] });
  await proxy.proxy.reload();
  renameSync(proxy.dir, beside('bad'));
  renameSync(beside('.dist.previous'), proxy.dir);
  await proxy.proxy.reload();
  expect(proxy.lines).toEqual([expect.stringMatching(/^error: .*pricing/), 'info: what is served is there again']);
  expect(await healthOf(proxy)).toBe('ok');
});

describe('a build that is broken never goes live', () => {
  const breaks: [name: string, site: SiteOptions, breakIt: (dir: string) => void, why: RegExp][] = [
    ['a file is missing', { lost: ['docs.md'] }, () => {}, /docs\.md/],
    ['a file is empty', {}, (dir) => writeFileSync(join(dir, 'pricing.html'), ''), /pricing\.html/],
    [
      'the manifest is half written',
      {},
      (dir) => writeFileSync(join(dir, manifestFile), manifestOf(filesOf(), 'x').slice(0, 999)),
      /not JSON/,
    ],
    ['a copy left out the manifest', { manifest: false }, () => {}, /diptych\.json is gone/],
    ['it is empty', {}, (dir) => replaced(dir, () => mkdirSync(dir)), /is empty/],
    ['it is gone', {}, (dir) => rmSync(dir, { recursive: true }), /ENOENT/],
  ];

  test.each(breaks)('%s', async (_name, site, breakIt, why) => {
    const proxy = await started({ build: 'b0' });
    swapSite(proxy.dir, { build: 'b1', ...site });
    breakIt(proxy.dir);
    for (let i = 0; i < 2; i++) await proxy.proxy.reload();
    expect(await healthOf(proxy)).toBe('degraded');
    for (const path of ['/', '/index.md', '/llms.txt', '/pricing', '/docs.md', '/docs/install']) {
      const answer = await proxy.get(path, { 'accept-encoding': 'br' });
      checkInvariants(answer);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect(buildOf((await proxy.get('/')).text)).toBe('b0');
    expect((await ask(proxy.port, '/api/health')).status).toBe(200);
    const errors = proxy.lines.filter((line) => line.startsWith('error'));
    expect(errors).toEqual([expect.stringMatching(why)]);
    expect(errors[0]).not.toContain('\n');
    // The next valid build goes live.
    rmSync(proxy.dir, { recursive: true, force: true });
    writeSite(proxy.dir, { build: 'b2' });
    await proxy.proxy.reload();
    expect([await healthOf(proxy), buildOf((await proxy.get('/')).text)]).toEqual(['ok', 'b2']);
  });
});
