import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTree } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { packageFolder } from '../support/package-folder.ts';

/** A folder of sites that others wrote, which no repository of ours holds. */
const sites = process.env.DIPTYCH_SITES;
const tarball = sites && resolve(sites, 'eleventy-base-blog.tgz');
const isThere = tarball !== undefined && existsSync(tarball);
if (!isThere) console.log('Real sites: not built, for DIPTYCH_SITES names no folder that holds eleventy-base-blog.tgz.');

/** At most so long, in ms, a registry is waited for. */
const patience = 45_000;
let folder: string;
let isInstalled = false;
let plain: Record<string, string>;
const eleventy = (...args: string[]) => [join(folder, 'node_modules/@11ty/eleventy/cmd.cjs'), ...args];

function build(): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, eleventy(), { cwd: folder, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

/** What differs from one build of the site to the next. */
const withoutTime = (text: string): string => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
/** Without the links that the head of a page gets, and the white space before its end, where they stand. */
const withoutLinks = (text: string): string =>
  text.replace(
    /(?:<link rel="(?:alternate|describedby|api-catalog|service-desc)" type="[^"]*" href="\/(?:[^"]*\.md|llms\.txt|\.well-known\/[^"]*)">\s*)+(?=<\/head>)/,
    '',
  );

beforeAll(() => {
  if (!isThere) return;
  folder = mkdtempSync(join(tmpdir(), 'diptych-real-'));
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  isInstalled = spawnSync('npm', args, { cwd: folder, timeout: patience, killSignal: 'SIGKILL' }).status === 0;
  if (!isInstalled) return console.log('Real sites: not built, for npm cannot install what they need in time.');
  expect(build()).toMatchObject({ code: 0 });
  plain = readTree(join(folder, '_site'));
  rmSync(join(folder, '_site'), { recursive: true });
  symlinkSync(packageFolder, join(folder, 'node_modules/diptych'));
  const file = join(folder, 'eleventy.config.js');
  const own = readFileSync(file, 'utf8');
  const line = "\n\televentyConfig.addPlugin((await import('diptych')).default, { url: 'https://example.com' });";
  writeFileSync(
    file,
    own.replace('export default async function(eleventyConfig) {', (opening) => opening + line),
  );
}, 120_000);

afterAll(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

describe.runIf(isThere)('eleventy-base-blog with one line more in its configuration', () => {
  it('has the same files, and the same bytes but for the links in heads', ({ skip }) => {
    if (!isInstalled) skip();
    const { code, said } = build();
    expect([code, said]).toEqual([0, expect.stringContaining('sitemap.xml of the site stays')]);
    const built = readTree(join(folder, '_site'));
    expect(Object.keys(plain).filter((file) => file.endsWith('.html'))).toHaveLength(13);
    expect(Object.keys(built).filter((file) => file.endsWith('.html'))).toEqual(
      Object.keys(plain).filter((file) => file.endsWith('.html')),
    );
    for (const [file, text] of Object.entries(plain)) {
      const before = withoutTime(text).replace(/\s*<\/head>/, '</head>');
      expect([file, withoutLinks(withoutTime(built[file] ?? 'gone')).replace(/\s*<\/head>/, '</head>')]).toEqual([file, before]);
    }
    expect(built['about.md']).toContain('# About');
    expect(built['about/index.html']).toContain('href="/about.md"');
  });

  it('--serve --incremental shows a saved page, as HTML and as Markdown', async ({ skip }) => {
    if (!isInstalled) skip();
    const port = await freePort();
    const child = spawn(process.execPath, eleventy('--serve', '--incremental', '--quiet', `--port=${port}`), {
      cwd: folder,
      stdio: 'ignore',
    });
    try {
      const get = (accept: string): Promise<string> =>
        fetch(`http://localhost:${port}/about/`, { headers: { accept } }).then(
          (response) => response.text(),
          () => '',
        );
      await expect.poll(() => get('text/markdown'), { timeout: 60_000 }).toContain('# About');
      const file = join(folder, 'content/about.md');
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nSaved just now.\n`);
      await expect.poll(() => get('text/html'), { timeout: 30_000 }).toContain('Saved just now.');
      await expect.poll(() => get('text/markdown'), { timeout: 30_000 }).toContain('Saved just now.');
    } finally {
      await stopped(child);
    }
  }, 150_000);
});

/** So that a suite without sites is no empty suite. */
it.runIf(!isThere)('real sites are not there', () => expect(isThere).toBe(false));

const stopped = (child: ChildProcess): Promise<unknown> =>
  new Promise((done) => {
    child.once('exit', done);
    child.kill('SIGKILL');
  });
