import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProxy, UserError } from '../../proxy/index.ts';
import { ask, startProxy } from './fixtures/client.ts';
import { checkInvariants } from './fixtures/invariants.ts';
import { filesOf, siteUrl, temporarySite } from './fixtures/site.ts';

const MiB = 1024 * 1024;
/** Bytes without repetition, so that a wrong offset shows. */
const large = Buffer.alloc(3 * MiB + 17);
for (let i = 0; i + 4 <= large.length; i += 4) large.writeUInt32BE(i, i);

describe('a folder of any origin', () => {
  test('dot files and links out of the folder are 404; links inside are served', async () => {
    const { dir, remove } = temporarySite({ manifest: false });
    mkdirSync(join(dir, '.git'));
    writeFileSync(join(dir, '.git/config'), 'secret');
    writeFileSync(join(dir, '.env'), 'secret');
    writeFileSync(join(dir, 'docs/.hidden.html'), 'secret');
    writeFileSync(join(dir, '../outside.txt'), 'secret');
    symlinkSync('/etc/passwd', join(dir, 'passwd.txt'));
    symlinkSync('..', join(dir, 'up'));
    symlinkSync('../outside.txt', join(dir, 'outside.txt'));
    symlinkSync('.', join(dir, 'loop'));
    symlinkSync('.', join(dir, 'docs/loop'));
    symlinkSync('nowhere', join(dir, 'dangling.txt'));
    symlinkSync('llms.txt', join(dir, 'inside.txt'));
    execFileSync('mkfifo', [join(dir, 'pipe.txt')]);
    const proxy = await startAt(dir);
    for (const path of [
      '/.git/config',
      '/.env',
      '/docs/.hidden',
      '/passwd.txt',
      '/up/outside.txt',
      '/outside.txt',
      '/loop/llms.txt',
      '/docs/loop/install',
      '/dangling.txt',
      '/pipe.txt',
      '/.diptych.json',
    ]) {
      const answer = await ask(proxy.port, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain('secret');
    }
    expect((await ask(proxy.port, '/inside.txt')).text).toContain('# Example');
    await proxy.stop();
    remove();
  });

  test('an unreadable file and an unreadable folder: 404, one line in the log, the rest is served', async () => {
    const files = { 'secret.txt': 'secret', 'closed/page.html': '<h1>closed</h1>', 'open.txt': 'open' };
    const { dir, remove } = temporarySite({ manifest: false, files });
    chmodSync(dirname(dir), 0o755);
    chmodSync(join(dir, 'secret.txt'), 0);
    chmodSync(join(dir, 'closed'), 0);
    const lines: string[] = [];
    const note = (message: string): void => void lines.push(message);
    // root can read every file.
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    const proxy = await startProxy({}, { dir, log: { debug() {}, info: note, warn: note, error: note } });
    try {
      for (const path of ['/secret.txt', '/closed/page', '/closed/page.html']) expect((await proxy.get(path)).status).toBe(404);
      expect((await proxy.get('/open.txt')).text).toBe('open');
      // Longer than the interval after which all files are read again.
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(JSON.parse((await proxy.get('/api/v1/health')).text).status).toBe('ok');
      expect(lines.filter((line) => line.startsWith('not served'))).toEqual([
        'not served, for they may not be read: closed, secret.txt',
      ]);
    } finally {
      if (root) process.seteuid?.(0);
      chmodSync(join(dir, 'closed'), 0o755);
      await proxy.stop();
      remove();
    }
  });

  test('a file that becomes a link out of the folder after the start is not followed', async () => {
    const { dir, remove } = temporarySite({ manifest: false });
    const { length } = filesOf().get('llms.txt')!;
    writeFileSync(join(dir, '../outside.txt'), 'secret'.padEnd(length));
    const proxy = await startAt(dir, { url: siteUrl, maxMemory: 0 });
    rmSync(join(dir, 'llms.txt'));
    symlinkSync('../outside.txt', join(dir, 'llms.txt'));
    const answer = await ask(proxy.port, '/llms.txt');
    checkInvariants(answer);
    expect(answer.status).toBe(503);
    await proxy.stop();
    remove();
  });

  test('pages work without strict policies; a site of the build gets them', async () => {
    const foreign = await startProxy({ manifest: false });
    expect((await foreign.get('/pricing')).headers['content-security-policy']).toBe(
      "object-src 'none'; base-uri 'self'; frame-ancestors 'self'",
    );
    expect(JSON.parse((await foreign.get('/api/v1/health')).text)).toEqual({ status: 'ok', service: 'localhost:8080' });
    await foreign.stop();
  });

  test('links only to existing files', async () => {
    const { dir, remove } = temporarySite({ manifest: false });
    for (const file of ['llms.txt', 'sitemap.md', '.well-known', 'developers.html', 'developers.md', 'auth.md', 'auth.html'])
      rmSync(join(dir, file), { recursive: true });
    const proxy = await startAt(dir, { url: 'https://example.test' });
    expect((await ask(proxy.port, '/pricing')).headers.link).toBe(
      '<https://example.test/pricing>; rel="canonical", </pricing.md>; rel="alternate"; type="text/markdown"',
    );
    expect((await ask(proxy.port, '/hidden')).headers.link).toBe('<https://example.test/hidden>; rel="canonical"');
    expect((await ask(proxy.port, '/nope')).headers.link).toBeUndefined();
    await proxy.stop();
    remove();
  });
});

describe('a file changes under the snapshot', () => {
  test('truncated, overwritten, removed while it is in memory: the answer stays complete', async () => {
    const proxy = await startProxy();
    // Requested once, so that they are in memory.
    for (const path of ['/pricing.md', '/llms.txt']) await proxy.get(path);
    const before = await proxy.get('/pricing');
    truncateSync(join(proxy.dir, 'pricing.html'), 3);
    writeFileSync(join(proxy.dir, 'pricing.md'), 'other');
    rmSync(join(proxy.dir, 'llms.txt'));
    expect((await proxy.get('/pricing')).text).toBe(before.text);
    expect((await proxy.get('/pricing.md')).text).toContain('# Pricing');
    expect((await proxy.get('/llms.txt')).status).toBe(200);
    await proxy.stop();
  });

  test('a small file on disk: never a mixed answer, and the next one reports the fault', async () => {
    const proxy = await startProxy({}, { maxMemory: 0 });
    expect((await proxy.get('/pricing')).status).toBe(200);
    for (const change of [
      () => truncateSync(join(proxy.dir, 'pricing.html'), 3),
      () => writeFileSync(join(proxy.dir, 'pricing.html'), ''),
      () => rmSync(join(proxy.dir, 'pricing.html')),
    ]) {
      change();
      const answer = await proxy.get('/pricing');
      checkInvariants(answer);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    }
    await proxy.stop();
  });

  test.each([true, false])(
    'a file that grows before it is first read (manifest: %s): whole, never its beginning alone',
    async (manifest) => {
      const proxy = await startProxy({ manifest }, { maxMemory: 0 });
      writeFileSync(join(proxy.dir, 'llms.txt'), 'more', { flag: 'a' });
      const answer = await proxy.get('/llms.txt');
      checkInvariants(answer);
      expect([answer.status, answer.text.endsWith('more')]).toEqual([200, true]);
      await proxy.stop();
    },
  );

  const sameAgain: [name: string, change: (file: string) => void][] = [
    ['touched', (file) => utimesSync(file, 1, 1)],
    ['written again', (file) => writeFileSync(file, large)],
    ['replaced by a copy', (file) => replaced(file, () => writeFileSync(file, large))],
  ];
  test.each(sameAgain)('a large file with the same bytes, %s: sent completely, with the same ETag', async (_name, change) => {
    const proxy = await startProxy({ files: { 'large.bin': large } });
    const { headers } = await proxy.get('/large.bin');
    for (let i = 0; i < 2; i++) {
      change(join(proxy.dir, 'large.bin'));
      const answer = await proxy.get('/large.bin');
      checkInvariants(answer);
      expect([answer.status, answer.headers.etag, answer.body.equals(large)]).toEqual([200, headers.etag, true]);
    }
    await proxy.stop();
  });

  test('a large file with other bytes and the same build: refused once, then served as it is', async () => {
    const proxy = await startProxy({ files: { 'large.bin': large } });
    const { headers } = await proxy.get('/large.bin');
    writeFileSync(join(proxy.dir, 'large.bin'), large.subarray(17));
    expect((await proxy.get('/large.bin')).status).toBe(503);
    await proxy.proxy.reload();
    const answer = await proxy.get('/large.bin');
    expect([answer.status, answer.body.equals(large.subarray(17))]).toEqual([200, true]);
    expect(answer.headers.etag).not.toBe(headers.etag);
    await proxy.stop();
  });

  test('a large file that changes while it is sent: the connection is cut, never ended normally', async () => {
    const proxy = await startProxy({ files: { 'large.bin': Buffer.alloc(24 * MiB, 'a') } });
    await proxy.get('/large.bin', { range: 'bytes=0-0' });
    const answer = fetch(`http://127.0.0.1:${proxy.port}/large.bin`);
    const { body } = await answer;
    const reader = body!.getReader();
    await reader.read();
    writeFileSync(join(proxy.dir, 'large.bin'), Buffer.alloc(24 * MiB, 'b'));
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow();
    expect((await proxy.get('/large.bin')).status).toBe(503);
    expect((await proxy.get('/pricing')).status).toBe(200);
    await proxy.stop();
  });

  test('an empty file that grows does not desynchronise the connection', async () => {
    const proxy = await startProxy({}, { maxMemory: 0 });
    expect((await proxy.get('/assets/empty.txt')).body.length).toBe(0);
    writeFileSync(join(proxy.dir, 'assets/empty.txt'), 'GROWN');
    const stream = await proxy.raw(
      'GET /assets/empty.txt HTTP/1.1\r\nHost: a\r\n\r\nGET /assets/pixel.png HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(stream).not.toContain('GROWN');
    expect(stream.match(/HTTP\/1\.1 /g)).toHaveLength(2);
    await proxy.stop();
  });
});

describe('the start', () => {
  const starts: [name: string, prepare: (dir: string) => void, message: RegExp][] = [
    ['no folder', (dir) => rmSync(dir, { recursive: true }), /there is no such folder; run "diptych build" first/],
    ['a file', (dir) => replaced(dir, () => writeFileSync(dir, '')), /it is not a folder/],
    ['an empty folder', (dir) => replaced(dir, () => mkdirSync(dir)), /it is empty/],
    [
      'a manifest that is no JSON',
      (dir) => writeFileSync(join(dir, '.well-known/diptych.json'), '{'),
      /diptych\.json is broken: it is not JSON/,
    ],
    [
      'a manifest of another version',
      (dir) => writeFileSync(join(dir, '.well-known/diptych.json'), '{"version":2}'),
      /its version is not 1/,
    ],
    [
      'a manifest without files',
      (dir) => writeFileSync(join(dir, '.well-known/diptych.json'), '{"version":1,"build":"x"}'),
      /it lists no files/,
    ],
    [
      'a manifest that leaves the folder',
      (dir) =>
        writeFileSync(
          join(dir, '.well-known/diptych.json'),
          JSON.stringify({ version: 1, build: 'x', files: { '../x': { size: 1, hash: 'a'.repeat(43) } } }),
        ),
      /entry "\.\.\/x"/,
    ],
  ];
  test.each(starts)('%s: one line', async (_name, prepare, message) => {
    const { dir, remove } = temporarySite();
    prepare(dir);
    const proxy = createProxy({ dir, watch: false });
    const error = await proxy.ready.catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('\n');
    await proxy.close();
    remove();
  });

  test('an unreadable folder: one line', async () => {
    const { dir, remove } = temporarySite();
    chmodSync(dirname(dir), 0o755);
    chmodSync(dir, 0);
    // root can read every file.
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      await expect(createProxy({ dir, watch: false }).ready).rejects.toThrow(/cannot serve .*: it may not be read$/);
    } finally {
      if (root) process.seteuid?.(0);
      chmodSync(dir, 0o755);
    }
    remove();
  });

  test('a build interrupted between its two renames: names the folder of the old one', async () => {
    const { dir, remove } = temporarySite();
    execFileSync('mv', [dir, join(dir, '../.dist.previous')]);
    await expect(createProxy({ dir, watch: false }).ready).rejects.toThrow(/an interrupted build left .*\.dist\.previous/);
    remove();
  });

  test('file names that are unsafe in URLs are left out', async () => {
    const odd = {
      'a\\b.html': 'x',
      'c%2fd.html': 'x',
      'tab\there.html': 'x',
      'ok é.html': 'fine',
      'plus+and&=;.html': 'fine',
      "quote'(1)!.html": 'fine',
    };
    const proxy = await startProxy({ files: odd });
    expect((await proxy.get('/ok%20%C3%A9')).text).toBe('fine');
    expect((await proxy.get('/plus+and&=;')).text).toBe('fine');
    expect((await proxy.get("/quote'(1)!")).text).toBe('fine');
    for (const path of ['/a%5cb', '/a%5Cb', '/c%2fd', '/tab%09here'])
      expect([400, 404]).toContain((await proxy.get(path)).status);
    await proxy.stop();
  });
});

async function startAt(
  dir: string,
  options: Parameters<typeof startProxy>[1] = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  return startProxy({}, { ...options, dir } as Parameters<typeof startProxy>[1]);
}

function replaced(dir: string, make: () => void): void {
  rmSync(dir, { recursive: true });
  make();
}
