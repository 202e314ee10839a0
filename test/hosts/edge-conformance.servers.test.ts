import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { hosts } from '../../build/hosts/index.ts';
import type { HostName } from '../../build/hosts/names.ts';
import { dependentOnNames, describeCapabilities } from '../conformance/capabilities.ts';
import { unsupportedBy } from '../conformance/unsupported.ts';
import { ask } from '../proxy/fixtures/client.ts';
import { runCli, sharedFolder } from '../support/cli.ts';
import { denoProgram, requireTool } from '../support/tools.ts';
import { generateSite } from './generated-site.ts';

/* All capabilities, tested with exports for platforms that run code: in workerd, Deno, Node and a bare context. */

const { dist: built } = inject('service');
const project = sharedFolder();
const dist = join(project, 'dist');
cpSync(built, dist, { recursive: true });
for (const name of ['netlify', 'vercel', 'cloudflare'] satisfies HostName[]) {
  const { code, stderr } = await runCli('build', ['export', name, 'dist'], { cwd: project });
  if (code !== 0) throw new Error(stderr);
}

const configuration = JSON.parse(readFileSync(join(project, 'wrangler.jsonc'), 'utf8').replace(/^\/\/.*$/gm, ''));
const { run_worker_first: rules, html_handling, not_found_handling } = configuration.assets;
const { Miniflare } = requireTool('miniflare');
const worker = new Miniflare({
  modules: true,
  script: readFileSync(join(project, configuration.main), 'utf8'),
  compatibilityDate: configuration.compatibility_date,
  host: '127.0.0.1',
  port: 0,
  assets: {
    directory: dist,
    binding: 'ASSETS',
    assetConfig: { html_handling, not_found_handling },
    routerConfig: {
      has_user_worker: true,
      invoke_user_worker_ahead_of_assets: true,
      static_routing: {
        user_worker: rules.filter((rule: string) => !rule.startsWith('!')),
        asset_worker: rules.filter((rule: string) => rule.startsWith('!')).map((rule: string) => rule.slice(1)),
      },
    },
  },
});
const workerUrl = String(await worker.ready).replace(/\/$/, '');
afterAll(() => worker.dispose());
describeCapabilities({ name: 'Cloudflare, in workerd', base: workerUrl, dist, unsupported: unsupportedBy('cloudflare') });

/* The same for a site whose URLs end in .html, on platforms that map URLs to files themselves. */
const other = join(project, 'html');
mkdirSync(other);
const htmlUrls = await generateSite(other, { url: 'https://html.example', pages: 30, htmlUrls: true });
const ofOther = await runCli('build', ['export', 'vercel', 'dist'], { cwd: other });
if (ofOther.code !== 0) throw new Error(ofOther.stderr);
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts the platform of an edge function in a runtime. @returns its URL */
function start(command: string, args: readonly string[], cwd = project): Promise<string> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  return new Promise((done, fail) => {
    child.stdout!.on('data', (chunk) => done(`http://127.0.0.1:${/listening on (\d+)/.exec(String(chunk))?.[1]}`));
    child.once('error', fail).once('exit', (code) => fail(new Error(`${command} exited with ${code}`)));
  });
}

const bases: Record<string, string> = { cloudflare: workerUrl };
const script = resolve('test/hosts/edge-host.js');
// Full permissions: temporary folders may be in /dev, which Deno does not allow otherwise.
const inDeno = ['run', '--allow-all', '--no-prompt', '--no-config', script];
for (const name of ['netlify', 'vercel'] satisfies HostName[]) {
  const node = await start(process.execPath, [script, name, project]);
  describeCapabilities({ name: `${hosts[name].title}, in Node`, base: node, dist, unsupported: unsupportedBy(name) });
  if (name === 'netlify')
    it.each([
      ['GET', '/own/api', 200],
      ['POST', '/own/form', 200],
      ['GET', '/nope', 404],
      ['POST', '/nope', 404],
    ])("Netlify: %s %s is answered by the owner's code, or by our problem: %i", async (method, path, status) => {
      const answer = await fetch(node + path, { method });
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
        status,
        status === 200 ? 'text/plain' : 'application/problem+json',
      ]);
    });
  const deno = await start(denoProgram, [...inDeno, name, project]);
  Object.assign(bases, { [`${name} in Node`]: node, [`${name} in Deno`]: deno });
  describeCapabilities({
    name: `${hosts[name].title}, in Deno`,
    base: deno,
    dist,
    unsupported: unsupportedBy(name),
    only: dependentOnNames,
  });
}

const inNode = await start(process.execPath, [script, 'vercel', other], other);
describeCapabilities({
  name: `html URLs: ${hosts.vercel.title}, in Node`,
  base: inNode,
  dist: htmlUrls,
  unsupported: unsupportedBy('vercel'),
  only: dependentOnNames,
});

describe.each(Object.keys(bases))('%s', (name) => {
  it.each([
    '//evil.example/x',
    '//evil.example/x/',
    '//evil%2Eexample/',
    '/\\evil.example/x/',
    '/%2F%2Fevil.example/x/',
    '/%5Cevil.example/x.html',
    '/docs/..//evil.example/index.html',
  ])('GET %s redirects to no other host', async (path) => {
    const { status, headers } = await ask(Number(new URL(bases[name]!).port), path);
    expect(status).toBeGreaterThanOrEqual(300);
    expect(headers.location ?? '').not.toMatch(/^(?:[/\\]{2}|[a-z]+:)/);
  });
});

describe('private files are 404', () => {
  it.each(['/_worker.js', '/_routes.json', '/.assetsignore', '/_headers'])('%s at Cloudflare', async (path) => {
    expect(existsSync(join(dist, path))).toBe(true);
    expect((await fetch(workerUrl + path)).status).toBe(404);
  });
});
