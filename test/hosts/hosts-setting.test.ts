import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite } from '../support/small-site.ts';

/** The small site with settings and additional files. */
function site(hosts: unknown, files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const settings = { url: 'https://www.example.com', name: 'Small', hosts };
  writeFiles(folder, { ...smallSite, 'site/_data/site.json': JSON.stringify(settings), ...files });
  return folder;
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'dist/.well-known/diptych.json'), 'utf8'));

describe('the setting hosts', () => {
  it('apache: .htaccess is part of the build, the same each time, and in no document', async () => {
    const folder = site(['apache']);
    const build = () => runWarm(['build'], { cwd: folder });
    expect(await build()).toMatchObject({ code: 0, stderr: '' });
    const first = readFileSync(join(folder, 'dist/.htaccess'), 'utf8');
    expect(first).toMatch(/^# Apache 2\.4\.13 or newer, for https:\/\/www\.example\.com\. Made by Diptych \d+\.\d+\.\d+ /);
    expect(manifestOf(folder).artifacts).toContain('.htaccess');
    expect(await build()).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'dist/.htaccess'), 'utf8')).toBe(first);
    expect(readFileSync(join(folder, 'dist/.well-known/openapi.json'), 'utf8')).not.toContain('htaccess');
  });

  it.each([
    ['cloudflare', '_worker.js'],
    ['github-pages', '.nojekyll'],
  ])('%s: %s is part of the build', async (host, file) => {
    const folder = site([host]);
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    expect(manifestOf(folder).artifacts).toContain(file);
    expect(readFileSync(join(folder, 'dist', file), 'utf8')).toContain('Made by Diptych');
  });

  it('setting removed: .htaccess is removed', async () => {
    const folder = site(['apache']);
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0 });
    writeFiles(folder, { 'site/_data/site.json': '{"url":"https://www.example.com","name":"Small"}' });
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0 });
    expect(Object.keys(manifestOf(folder).files)).not.toContain('.htaccess');
    expect(() => readFileSync(join(folder, 'dist/.htaccess'))).toThrow('ENOENT');
  });

  it.each<[what: string, hosts: unknown, files: Record<string, string>, line: string]>([
    [
      'an existing file of the owner',
      ['apache'],
      { 'site/_public/.htaccess': 'Deny from all\n' },
      'diptych: site/_public/.htaccess: the host apache writes .htaccess, too; remove the file, or apache from "hosts"\n',
    ],
    ['an unknown target', ['iis'], {}, 'diptych: site/_data/site.json:1: hosts[0]: expected '],
  ])('%s: one line, and nothing is written', async (_, hosts, files, line) => {
    const folder = site(hosts, files);
    const { code, stderr } = await runWarm(['build'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain(line);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(() => readFileSync(join(folder, 'dist/index.html'))).toThrow('ENOENT');
  });
});
