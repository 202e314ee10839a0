import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { printedBlocks } from '../support/printed.ts';

const url = 'https://www.example.com';
const page = (name: string, more = ''): string =>
  `<!doctype html><html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1><p>What ${name} is about.</p>${more}</main></body></html>`;

/** Runs `diptych` in a terminal (`script` of util-linux). @returns its output */
const onTerminal = (args: readonly string[], cwd: string): Promise<string> =>
  new Promise((done) => {
    const command = [process.execPath, cliOf('build'), ...args].join(' ');
    execFile('script', ['-qec', command, '/dev/null'], { cwd, maxBuffer: 1 << 26 }, (_, out) => done(out));
  });

describe('progress after one second: in a terminal, not with -q, not in a pipe', () => {
  async function twin(): Promise<[string, string]> {
    const folder = temporaryFolder();
    writeFiles(folder, Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`site/p${at}.html`, page(`Page ${at}`)])));
    return [folder, `twin site --url ${url} --out out`];
  }

  async function exportVercel(): Promise<[string, string]> {
    const folder = temporaryFolder();
    writeFiles(folder, { 'site/index.html': page('Home') });
    await runWarm(['twin', 'site', '--url', url, '--out', 'out'], { cwd: folder });
    writeFiles(folder, Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`out/a${at}.txt`, `${at}`])));
    return [folder, 'export vercel out --out vercel'];
  }

  async function checkUrl(): Promise<[string, string]> {
    const links = Array.from({ length: 20 }, (_, at) => `<a href="/p${at}">${at}</a>`).join(' ');
    const server = createServer((_, res) => {
      setTimeout(() => res.setHeader('Content-Type', 'text/html').end(page('Home', links)), 100);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return [temporaryFolder(), `check http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  }

  it.each([
    ['twin', 'Reading pages: ', twin],
    ['export', 'Writing files: ', exportVercel],
    ['check URL', 'Checking pages: ', checkUrl],
  ])('%s: %s', async (_, words, prepare) => {
    const [cwd, line] = await prepare();
    const args = line.split(' ');
    expect(await onTerminal(args, cwd)).toMatch(new RegExp(`${words}\\d`));
    expect(await onTerminal([...args, '-q'], cwd)).not.toContain(words);
    const { stdout, stderr } = await runCli('build', args, { cwd });
    expect(stdout + stderr).not.toContain(words);
  });
});

it('Ctrl-C in the terminal of the proxy does not wait for a balancer', async () => {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'dist/index.html': page('Home') });
  await runWarm(['twin', 'dist', '--url', url], { cwd });
  // Without `exec`, some shells would receive the signal.
  const command = `exec "${process.execPath}" "${cliOf('proxy')}" dist --port 0 --drain-delay 600000`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd });
  const ended = new Promise((done) => child.on('exit', done));
  await new Promise<void>((done) => child.stdout.on('data', (chunk) => `${chunk}`.includes('serves dist') && done()));
  child.stdin.write('\x03');
  expect(await ended).toBe(0);
});

describe('completion, by the lines that the documentation prints', () => {
  const lines = printedBlocks
    .find(({ text }) => text.includes('diptych completion'))!
    .text.trim()
    .split('\n');
  const lineFor = (shell: string): string => lines.find((line) => line.includes(`completion ${shell}`))!;
  const typed = [
    ['diptych rep', 'diptych report '],
    ['diptych build --format gi', 'diptych build --format github '],
    ['diptych export cloudfr', 'diptych export cloudfront '],
    ['diptych check --off dead', 'diptych check --off dead-link '],
    ['diptych twin pub', 'diptych twin public/'],
    ['diptych-proxy --origin-id', 'diptych-proxy --origin-idle-timeout '],
  ] as const;

  /** A folder with both commands in its PATH, and a folder to complete. */
  function place(): { cwd: string; env: NodeJS.ProcessEnv } {
    const cwd = temporaryFolder();
    for (const folder of ['bin', 'public', '.config/fish/completions']) mkdirSync(join(cwd, folder), { recursive: true });
    for (const [half, name] of [
      ['build', 'diptych'],
      ['proxy', 'diptych-proxy'],
    ] as const)
      writeFileSync(
        join(cwd, 'bin', name),
        `#!/bin/sh
exec "${process.execPath}" "${cliOf(half)}" "$@"
`,
        { mode: 0o755 },
      );
    return {
      cwd,
      env: { ...process.env, HOME: cwd, XDG_CONFIG_HOME: join(cwd, '.config'), PATH: `${join(cwd, 'bin')}:${process.env.PATH}` },
    };
  }

  /** Types each line and a tab into a shell in a terminal. @returns its output without colours */
  function typeInto(shell: string, prepare: string): string {
    const { cwd, env } = place();
    const lines = [`${prepare}; echo re""ady\n`, ...typed.map(([line]) => `${line}\t`)];
    const out = execFileSync('python3', ['test/support/type-into.py', cwd, shell, ...lines], { env, encoding: 'utf8' });
    return stripVTControlCharacters(out);
  }

  it.each([
    ['bash', 'bash --norc -i'],
    ['zsh', 'zsh -f -i'],
  ])('%s', (name, shell) => {
    const shown = typeInto(shell, lineFor(name));
    expect(typed.filter(([, whole]) => !shown.includes(whole.trimEnd())).map(([line]) => [line, shown])).toEqual([]);
  });

  it('fish', () => {
    const { cwd, env } = place();
    execFileSync('fish', ['-c', lineFor('fish')], { cwd, env });
    const complete = typed.map(([line]) => `complete -C ${JSON.stringify(line)}`).join('; echo =;');
    const out = execFileSync('fish', ['-c', complete], { cwd, env, encoding: 'utf8' });
    const words = out.split('=\n').map((text) => text.split(/\t|\n/, 1)[0]);
    expect(words).toEqual(typed.map(([, whole]) => whole.trim().split(' ').at(-1)));
  });
});
