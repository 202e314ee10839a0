import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli, sharedFolder, writeFiles } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { cliOf, packageFolder } from '../support/package-folder.ts';
import { printedBlocks } from '../support/printed.ts';

/* Every command that the documentation prints runs as it is printed, but for ports and the names of hosts. */

/** Commands that do not run here, and where they do. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': '.ci/start.mjs',
  'npm test': '.ci/run',
  varnishadm: 'test/proxy/shared-age.servers.test.ts, as the purge of a cache',
  'find /var/cache/nginx': 'nowhere: it clears the cache of a machine',
  'caddy run': 'test/hosts/server.ts',
  'hugo --watch': 'nowhere: Hugo is no package of npm',
  'npx nodemon': 'nowhere: it watches for ever',
  'npx @11ty/eleventy --serve': 'test/eleventy/eleventy-serve.test.ts',
  'pnpm add': 'nowhere: the other tab of npm install',
  'curl {{': 'test/conformance/unsupported.ts, as requests',
};

/** What a command that serves or watches prints when it is ready; other commands end. */
const ready: readonly (readonly [command: RegExp, line: RegExp])[] = [
  [/^npx diptych-proxy/, / serves /],
  [/^(?:npm run dev|npx diptych dev)/, /http:\/\/localhost:\d+/],
];

const blocks = [...new Set(printedBlocks.filter(({ language }) => language === 'sh').map(({ text }) => text))].map((text) =>
  text.replaceAll('\\\n', '').trim().split('\n'),
);
const startOf = (command: string): string | undefined => Object.keys(elsewhere).find((start) => command.startsWith(start));

const root = sharedFolder();
const bin = join(root, 'bin');
const made = join(root, 'made');
let folder: string;
let site: ChildProcess;
let live: string;

/** A command of a shell as a user has it after `npm install`, which installs nothing here. */
function shim(name: string, script: string): void {
  writeFiles(bin, { [name]: `#!/bin/sh\n${script}\n` });
  chmodSync(join(bin, name), 0o755);
}

beforeAll(async () => {
  const npm = join(dirname(process.execPath), 'npm');
  shim('diptych', `exec ${process.execPath} ${cliOf('build')} "$@"`);
  shim('diptych-proxy', `exec ${process.execPath} ${cliOf('proxy')} "$@"`);
  shim('npx', 'exec "$@"');
  shim('npm', `case "$1" in install|ci) ;; *) exec ${npm} "$@";; esac`);
  await runCli('build', ['init', made], { cwd: root });
  expect((await runCli('build', ['build'], { cwd: made, env: { SITE_URL: 'https://www.example.com' } })).code).toBe(0);
  // The folder of another generator has pages, and then their twins.
  cpSync(join(made, 'dist'), join(made, 'public'), { recursive: true });
  rmSync(join(made, 'public/.well-known'), { recursive: true });
  for (const file of readdirSync(join(made, 'public'), { recursive: true, encoding: 'utf8' }))
    if (/\.(?:md|txt|br|gz|json|xml|bin)$/.test(file)) rmSync(join(made, 'public', file));
  expect((await runCli('build', ['twin', 'public', '--url', 'https://www.example.com'], { cwd: made })).code).toBe(0);
  cpSync(join(made, 'dist'), join(made, 'dist.new'), { recursive: true });
  cpSync(join(made, 'dist'), join(made, 'served'), { recursive: true });
  writeFiles(made, { 'site/winter.md': '---\ndescription: What a bicycle needs in winter.\n---\n# Winter\n\nOil the chain.\n' });
  mkdirSync(join(made, 'node_modules'));
  symlinkSync(packageFolder, join(made, 'node_modules/diptych'));
  expect((await runCli('build', ['build'], { cwd: made, env: { SITE_URL: 'https://www.example.com' } })).code).toBe(0);
  const port = await freePort();
  live = `http://localhost:${port}`;
  site = spawn(process.execPath, [cliOf('proxy'), 'dist', '--port', `${port}`], { cwd: made });
  await new Promise((done) => site.stdout!.once('data', done));
});

afterAll(() => {
  site?.kill();
});

beforeEach(() => {
  folder = mkdtempSync(join(root, 'run-'));
  cpSync(made, folder, { recursive: true, verbatimSymlinks: true });
});

/** Runs a line of a shell until it ends, or until it prints what it prints when it is ready. */
function run(line: string, until: RegExp | undefined): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', line], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', PATH: `${bin}:${process.env.PATH}` },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += bytes;
        if (until?.test(output)) process.kill(-child.pid!, 'SIGTERM');
      });
    child.on('close', (code) => done({ code, output }));
  });
}

/** A command as it is printed, but for ports and for hosts that are not here. */
const here = (command: string, port: number): string =>
  command
    .replace(/(check|curl.*?) https:\/\/www\.example\.com/, `$1 ${live}`)
    .replace(/localhost:8080/, live.replace('http://', ''))
    .replace('https://static.example.com', live)
    .replace('--port 8080', `--port ${port}`);

describe('printed commands', () => {
  it.each(blocks.filter((lines) => lines.some((line) => !startOf(line))).map((lines) => [lines.join(' ; '), lines] as const))(
    '%s',
    async (_, lines) => {
      for (const command of lines.filter((line) => !startOf(line))) {
        if (command.startsWith('cd ')) {
          folder = join(folder, command.slice(3));
          continue;
        }
        const port = await freePort();
        const line = here(command, port);
        const until = ready.find(([pattern]) => pattern.test(command))?.[1];
        const { code, output } = await run(until && !line.includes('--port') ? `PORT=${port} ${line}` : line, until);
        expect(output).not.toMatch(/^error|Error:/m);
        if (until) expect(output).toMatch(until);
        else expect([code, output]).toEqual([0, output]);
      }
    },
  );
});

it('each command that runs elsewhere is printed', () => {
  const starts = blocks.flat().map(startOf);
  expect(Object.keys(elsewhere).filter((start) => !starts.includes(start))).toEqual([]);
});
