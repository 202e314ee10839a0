import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFolder } from '../support/package-folder.ts';
import { bunProgram, denoProgram } from '../support/runtimes.ts';
import { ask } from './fixtures/client.ts';
import { edgeSite } from './fixtures/edge.ts';
import { filesOf, siteUrl } from './fixtures/site.ts';

/* `import { createHandler } from 'diptych/edge'` in the runtimes that have fetch: one file each, as users would write it. */

const modules = resolve('node_modules');
const runtimes: readonly [name: string, file: string, command: string, args: string[]][] = [
  [
    'Deno',
    'deno.js',
    denoProgram,
    // All of it: temporary folders may lie in /dev, of which Deno allows nothing less.
    ['run', '--allow-all', '--no-prompt', '--cached-only', '--node-modules-dir=manual'],
  ],
  ['Bun', 'bun.js', bunProgram, ['run', '--no-install']],
  ['Hono, on Bun', 'hono.js', bunProgram, ['run', '--no-install']],
  ['Node, by an adapter', 'node.js', process.execPath, []],
];

const files = filesOf({ siblings: false });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-runtimes-'));
  for (const [file, content] of files) {
    mkdirSync(dirname(join(folder, 'dist', file)), { recursive: true });
    writeFileSync(join(folder, 'dist', file), content);
  }
  writeFileSync(join(folder, 'dist/site.json'), JSON.stringify(edgeSite()));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  cpSync('test/proxy/runtimes', folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const [name, target] of [
    ['diptych', packageFolder],
    ['hono', join(modules, 'hono')],
    ['fastest-levenshtein', join(modules, 'fastest-levenshtein')],
  ] as const)
    symlinkSync(target, join(folder, 'node_modules', name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(runtimes)('%s', (_, file, command, args) => {
  let child: ChildProcess;
  let port: number;
  beforeAll(async () => {
    child = spawn(command, [...args, file, join(folder, 'dist')], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    port = await new Promise((done, fail) => {
      child.stdout!.on('data', (chunk) => done(Number(/listening on (\d+)/.exec(String(chunk))?.[1])));
      child.once('error', fail).once('exit', (code) => fail(new Error(`${command} exited with ${code}`)));
    });
  }, 60_000);
  afterAll(() => void child.kill('SIGKILL'));

  it.each([
    ['/pricing', {}, 200, 'text/html; charset=utf-8', 'pricing.html'],
    ['/pricing', { accept: 'text/markdown' }, 200, 'text/markdown; charset=utf-8', 'pricing.md'],
    ['/docs/', { accept: 'text/markdown, text/html;q=0.9' }, 200, 'text/markdown; charset=utf-8', 'docs.md'],
    ['/caf%C3%A9%20menu.md', {}, 200, 'text/markdown; charset=utf-8', 'café menu.md'],
    ['/assets/pixel.png', {}, 200, 'image/png', 'assets/pixel.png'],
    ['/nope', { accept: 'text/html' }, 404, 'text/html; charset=utf-8', '404.html'],
  ] as const)('GET %s %j → %i %s', async (path, headers, status, type, sent) => {
    const got = await ask(port, path, headers);
    expect([got.status, got.headers['content-type'], got.body.equals(files.get(sent)!)]).toEqual([status, type, true]);
    expect(got.headers['content-length']).toBe(`${got.body.length}`);
    expect(got.headers).toMatchObject({ 'ratelimit-policy': '120;w=60', 'x-content-type-options': 'nosniff' });
  });

  it.each([
    '//evil.example/x',
    '//evil.example/pricing/',
    '/\\evil.example/x/',
    '/%2F%2Fevil.example/x',
    '/%5C%5Cevil.example/x.html',
    '/.//evil.example/x/',
    '/docs/..//evil.example/index.html',
  ])('GET %s: nothing is there, and nobody is led elsewhere', async (path) => {
    const { status, headers, text } = await ask(port, path);
    expect([status, headers.location]).toEqual([/%(?:2F|5C)/.test(path) ? 400 : 404, undefined]);
    expect(JSON.parse(text).instance).toMatch(/^\/(?!\/)/);
  });

  it('HEAD, a condition, a part, a redirect and problems', async () => {
    const whole = await ask(port, '/pricing');
    expect(whole.headers.vary).toMatch(/\bAccept\b/);
    expect((await ask(port, '/pricing', {}, 'HEAD')).headers.etag).toBe(whole.headers.etag);
    expect((await ask(port, '/pricing', { 'if-none-match': whole.headers.etag! })).status).toBe(304);
    const part = await ask(port, '/pricing', { range: 'bytes=2-9' });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(2, 10)]);
    const moved = await ask(port, '/old-prices?a=b');
    expect([moved.status, moved.headers.location]).toEqual([301, '/pricing?a=b']);
    expect(JSON.parse((await ask(port, '/pricng')).text)).toMatchObject({
      status: 404,
      hint: `Did you mean ${siteUrl}/pricing?`,
    });
    expect((await ask(port, '/pricing', {}, 'DELETE')).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await ask(port, '/pricing', { accept: 'image/png' })).status).toBe(406);
  });
});
