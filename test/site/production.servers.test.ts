import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../proxy/fixtures/command.ts';
import { temporarySite } from '../proxy/fixtures/site.ts';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';
import { printedBlock } from '../support/printed.ts';

const run = promisify(execFile);
const page = 'proxy';

/** A site folder with the package installed. */
function place(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const { dir, remove } = temporarySite();
  onTestFinished(remove);
  symlinkSync(dir, join(folder, 'dist'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  symlinkSync('../diptych/lib/proxy/cli.js', join(folder, 'node_modules/.bin/diptych-proxy'));
  chmodSync(join(packageFolder, 'lib/proxy/cli.js'), 0o755);
  writeFiles(folder, files);
  return folder;
}

describe('printed files, validated by their tools', () => {
  it('the unit, by systemd-analyze', async () => {
    const folder = place();
    const unit = printedBlock(page, '[Unit]').replaceAll('/srv/site', folder);
    writeFiles(folder, { 'diptych.service': unit });
    const { stdout, stderr } = await run('systemd-analyze', ['verify', join(folder, 'diptych.service')]);
    expect([stdout, stderr.split('\n').filter((line) => line.includes('diptych.service'))]).toEqual(['', []]);
  });

  it('a unit with an unknown key fails', async () => {
    const folder = place();
    const unit = printedBlock(page, '[Unit]').replaceAll('/srv/site', folder).replace('MemoryMax=512M', 'MemoryMost=512M');
    writeFiles(folder, { 'diptych.service': unit });
    const { stderr } = await run('systemd-analyze', ['verify', join(folder, 'diptych.service')]).catch((error) => error);
    expect(stderr).toContain('MemoryMost');
  });
});

describe('the request log', () => {
  it('the documented table has exactly the fields of a line', async () => {
    const { dir, remove } = temporarySite({ files: { 'big.bin': Buffer.alloc(30_000_000) } });
    const proxy = await serve([dir, '--log-requests']);
    await fetch(`http://127.0.0.1:${proxy.port}/`);
    await run('bash', [
      '-c',
      `exec 3<>/dev/tcp/127.0.0.1/${proxy.port}; printf 'GET / HTTP/9\\r\\n\\r\\n' >&3; cat <&3 >/dev/null`,
    ]);
    await run('bash', ['-c', `curl -s http://127.0.0.1:${proxy.port}/big.bin | head -c 10 >/dev/null`]);
    proxy.child.kill('SIGTERM');
    await proxy.ended;
    remove();
    const lines = proxy
      .out()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const fields = new Set(lines.flatMap((line) => Object.keys(JSON.parse(line) as object)));
    const table = readFileSync('site/docs/production.md', 'utf8').matchAll(/^\| `((?!diptych_)\w+)` \| /gm);
    expect([...fields].sort()).toEqual([...table].map(([, name]) => name).sort());
  });
});
