import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from '../proxy/fixtures/twinned.ts';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';

const url = 'https://www.example.com';
/** Runs `diptych` in a terminal (`script` of util-linux). @returns its output */
const onTerminal = (args: readonly string[], cwd: string): Promise<string> =>
  new Promise((done) => {
    const command = [process.execPath, cliOf('build'), ...args].join(' ');
    execFile('script', ['-qec', command, '/dev/null'], { cwd, maxBuffer: 1 << 26 }, (_, out) => done(out));
  });

describe('progress after one second: in a terminal, not with -q, not in a pipe', () => {
  async function twin(): Promise<[string, string]> {
    const folder = temporaryFolder();
    writeFiles(
      folder,
      Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`site/p${at}.html`, page(`Page ${at}`, '<p>Text.</p>')])),
    );
    return [folder, `twin site --url ${url} --out out`];
  }

  async function exportVercel(): Promise<[string, string]> {
    const folder = temporaryFolder();
    writeFiles(folder, { 'site/index.html': page('Home', '<p>Text.</p>') });
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
  writeFiles(cwd, { 'dist/index.html': page('Home', '<p>Text.</p>') });
  await runWarm(['twin', 'dist', '--url', url], { cwd });
  // Without `exec`, some shells would receive the signal.
  const command = `exec "${process.execPath}" "${cliOf('proxy')}" dist --port 0 --drain-delay 600000`;
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd });
  const ended = new Promise((done) => child.on('exit', done));
  await new Promise<void>((done) => child.stdout.on('data', (chunk) => `${chunk}`.includes('serves dist') && done()));
  child.stdin.write('\x03');
  expect(await ended).toBe(0);
});
