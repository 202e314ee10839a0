import { execFile } from 'node:child_process';
import { cpSync, renameSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, type Run, readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title></head><body><main><h1>A page</h1><p>Fine.</p>${body}</main></body></html>`;

/** Runs `diptych twin` with another worker, which may import the real one as `./real-worker.js`. */
async function twinWith(worker: string, more: Record<string, string> = {}): Promise<Run & { readonly twins: string[] }> {
  const folder = temporaryFolder();
  cpSync(join(packageFolder, 'lib'), join(folder, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  renameSync(join(folder, 'lib/build/page/worker.js'), join(folder, 'lib/build/page/real-worker.js'));
  writeFiles(folder, {
    'package.json': '{"type":"module"}',
    'lib/build/page/worker.js': worker,
    // Intervals run only when a thread hangs: then every 5 ms, at most 60 times.
    'clock.js': `import { existsSync } from 'node:fs';
      const real = setInterval;
      let seconds = 0;
      globalThis.setInterval = (work) => real(() => existsSync('hangs') && ++seconds <= 60 && work(), 5);`,
    'out/a.html': page(''),
    'out/odd.html': page('<p>Odd.</p>'),
    'out/z.html': page(''),
    ...more,
  });
  const args = ['--import', './clock.js', 'lib/build/cli.js', 'twin', 'out', '--url', 'https://x.example'];
  const run = await new Promise<Run>((done) =>
    execFile(
      process.execPath,
      args,
      { cwd: folder, timeout: 50_000, env: { ...process.env, NO_COLOR: '1' } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    ),
  );
  return { ...run, twins: Object.keys(readTree(join(folder, 'out'))).filter((file) => /^(a|odd|z)\.md$/.test(file)) };
}

const atOdd = (does: string): string =>
  `import { writeFileSync } from 'node:fs';
   import { parentPort } from 'node:worker_threads';
   const on = parentPort.on.bind(parentPort);
   parentPort.on = (name, listener) => on(name, (request) => { if (request.file.file === 'odd.html') ${does}; listener(request); });
   await import('./real-worker.js');`;

describe('a thread that', () => {
  it('cannot start: the command ends with the reason', async () => {
    const { code, stderr, twins } = await twinWith('throw new Error("broken")');
    expect({ code, stderr, twins }).toEqual({ code: 1, stderr: 'diptych: pages cannot be read: broken\n', twins: [] });
  });

  it('dies at a page: only that page has no twin', async () => {
    const { code, stdout, twins } = await twinWith(atOdd('throw new Error("broken")'));
    expect({ code, twins }).toEqual({ code: 0, twins: ['a.md', 'z.md'] });
    expect(stdout).toMatch(/^warning +odd\.html +no-twin +no twin: conversion failed: broken/m);
  });

  it('hangs at a page: only that page has no twin; the message names it and how to exclude it', async () => {
    const { code, stdout, twins } = await twinWith(atOdd("for (writeFileSync('hangs', ''); ; )"));
    expect({ code, twins }).toEqual({ code: 0, twins: ['a.md', 'z.md'] });
    expect(stdout).toMatch(
      /^warning +odd\.html +no-twin +no twin: still being read after 60 s in which no page was finished\. .*add "odd\.html" to "exclude"/m,
    );
  });
});

describe('a page of a site that cannot become a twin', () => {
  const site = {
    'src/index.html': page(''),
    'src/deep.html': page('<div>'.repeat(5_001)),
  };
  const options = {
    url: 'https://x.example',
  };
  const folderOf = (more: object): string => pluginSite(temporaryFolder(), { ...options, ...more }, site);

  it('is a warning that names the page, the reason and `exclude`; the rest is published', async () => {
    const folder = folderOf({});
    const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^warning +src\/deep\.html +no-twin +no twin: has elements nested more than 5,000 deep\. .*"exclude"/m,
    );
    expect(Object.keys(readTree(join(folder, '_site')))).toContain('index.md');
  });

  it('is published without a twin if it is excluded', async () => {
    const folder = folderOf({ exclude: ['deep/**'] });
    expect(await runWarm(['build'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    const files = Object.keys(readTree(join(folder, '_site')));
    expect(files).toContain('deep/index.html');
    expect(files).not.toContain('deep.md');
  });
});
