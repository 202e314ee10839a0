import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { writeSmallSite } from '../support/small-site.ts';

const cli = cliOf('build');
const esc = String.fromCharCode(27);

/** A site with four mistakes, three of them errors. */
function brokenSite(checks: object = {}): string {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, {
    'site/_data/site.json': JSON.stringify({ url: 'https://www.example.com', name: 'Small', checks }),
    'site/about.md': '# About\n\nSee [nothing](/nowhere) and [no part](/docs/first#none).\n\n# Deep\n',
    'site/docs/first.md': '# First\n\n![A leek](/leek.png)\n',
  });
  return folder;
}

/** Findings as `severity file:line check`, in the order of the report. */
const found = [
  'warning site/about.md:5 h1',
  'error site/about.md:3 dead-link',
  'error site/about.md:3 missing-anchor',
  'error site/docs/first.md:3 missing-image',
].sort();

const inText = (text: string): string[] =>
  [...text.matchAll(/^(error|warning) +(\S+) {2}(\S+) {2}\S.* {2}Fix: \S.*$/gm)].map(([, ...parts]) => parts.join(' ')).sort();

interface Report {
  readonly errors: number;
  readonly findings: {
    readonly severity: string;
    readonly file: string;
    readonly line: number;
    readonly check: string;
    readonly fix: string;
  }[];
}

const inJson = (text: string): string[] =>
  (JSON.parse(text) as Report).findings.map(({ severity, file, line, check }) => `${severity} ${file}:${line} ${check}`).sort();

describe('a build reports the findings of its checks', () => {
  it('as text: one line each, grouped by file, counted; nothing is published, and the exit code is 1', async () => {
    const folder = brokenSite();
    const { code, stdout, stderr } = await runWarm(['build'], { cwd: folder });
    expect([code, stderr]).toEqual([1, 'diptych: 3 errors found by the checks; nothing was published\n']);
    expect(inText(stdout)).toEqual(found);
    expect(stdout).toMatch(/\n\n3 errors and 1 warning in 2 files\n$/);
    expect(stdout).not.toContain(esc);
    expect(Object.keys(readTree(folder)).filter((path) => path.startsWith('dist'))).toEqual([]);
  });

  it('as JSON, the only text on standard output', async () => {
    const { code, stdout } = await runWarm(['build', '--format', 'json'], { cwd: brokenSite() });
    expect(code).toBe(1);
    expect(inJson(stdout)).toEqual(found);
    expect((JSON.parse(stdout) as Report).findings.every(({ fix }) => fix.length > 0)).toBe(true);
  });

  it.each<[string, string[], Record<string, string>]>([
    ['on GitHub', [], { GITHUB_ACTIONS: 'true' }],
    ['with --format github', ['--format', 'github'], {}],
  ])('as annotations %s', async (_, options, env) => {
    const { code, stdout } = await runWarm(['build', ...options], { cwd: brokenSite(), env });
    expect(code).toBe(1);
    const lines = [...stdout.matchAll(/^::(error|warning) file=([^,]+),line=(\d+),title=([\w-]+)::\S.* {2}Fix: \S/gm)];
    expect(lines.map(([, severity, file, line, check]) => `${severity} ${file}:${line} ${check}`).sort()).toEqual(found);
  });

  it.each<[what: string, args: string[], env: Record<string, string>, code: number, stdout: string, stderr: string]>([
    [
      'a wrong folder, on GitHub',
      ['check', 'nowhere'],
      { GITHUB_ACTIONS: 'true' },
      1,
      '::error title=diptych::nowhere: not a folder; name the folder of a built site\n',
      '',
    ],
    [
      'a wrong URL, on GitHub',
      ['twin', 'x', '--url', 'x'],
      { GITHUB_ACTIONS: 'true' },
      2,
      '::error title=diptych::--url: found "x"; expected an http(s) URL without query or fragment, like "https://example.com" or "https://example.com/docs"\n',
      '',
    ],
    [
      'a wrong folder, on GitHub with --format text',
      ['check', 'nowhere', '--format', 'text'],
      { GITHUB_ACTIONS: 'true' },
      1,
      '',
      'diptych: nowhere: not a folder; name the folder of a built site\n',
    ],
    [
      'a wrong folder, elsewhere',
      ['check', 'nowhere'],
      {},
      1,
      '',
      'diptych: nowhere: not a folder; name the folder of a built site\n',
    ],
  ])('an error that stops the command: %s', async (_, args, env, code, stdout, stderr) => {
    expect(await runWarm(args, { cwd: temporaryFolder(), env })).toEqual({ code, stdout, stderr });
  });

  it('an error with a place is an annotation of its line on GitHub', async () => {
    const folder = brokenSite();
    writeFiles(folder, { 'site/a.md': '---\ntitle: 5\n---\n# A\n' });
    const { code, stdout } = await runWarm(['build'], { cwd: folder, env: { GITHUB_ACTIONS: 'true' } });
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/^::error file=site\/a\.md,line=2,title=diptych::site\/a\.md:2: front matter "title"/),
    ]);
  });

  it('with the severities of site.json: warnings do not stop the build, checks that are off report nothing', async () => {
    const folder = brokenSite({ 'dead-link': 'warning', 'missing-anchor': 'warning', 'missing-image': 'off', h1: 'warning' });
    const { code, stdout } = await runWarm(['build'], { cwd: folder });
    expect(code).toBe(0);
    expect(inText(stdout)).toEqual(
      found
        .filter((line) => !line.includes('missing-image'))
        .map((line) => line.replace('error', 'warning'))
        .sort(),
    );
    expect(stdout).toContain('3 warnings in 1 file');
    expect(readFileSync(join(folder, 'dist/about.html'), 'utf8')).toContain('/nowhere');
  });

  it('an unknown format', async () => {
    const { code, stderr } = await runWarm(['build', '--format', 'xml'], { cwd: brokenSite() });
    expect([code, stderr]).toEqual([2, 'diptych: --format: found "xml", expected text or json or github\n']);
  });
});

describe('a file that a later step of the package scripts writes', () => {
  const site = (script: string): string => {
    const folder = writeSmallSite(temporaryFolder());
    writeFiles(folder, {
      'site/about.md': '# About\n\n<link rel="stylesheet" href="/tailwind.css">\n',
      'package.json': JSON.stringify({ scripts: { build: `diptych build && ${script}` } }),
    });
    return folder;
  };

  it.each([
    ['tailwindcss -i a.css -o dist/tailwind.css', 0],
    ['tailwindcss -i a.css --output=./dist/tailwind.css --minify', 0],
    ['cat a.css >dist/tailwind.css', 0],
    ['tailwindcss -o public/tailwind.css', 1],
    ['tailwindcss -o dist/other.css', 1],
  ])('%s: build and check find %d dead links', async (script, count) => {
    const cwd = site(script);
    const built = await runWarm(['build'], { cwd });
    expect([built.code, built.stdout.match(/dead-link {2}/g)?.length ?? 0]).toEqual([count, count]);
    if (count > 0) return;
    expect(await runWarm(['check', 'dist'], { cwd })).toMatchObject({ code: 0, stdout: expect.stringContaining('no defects') });
  });
});

it('diptych check DIR has the same findings in the built folder, with the severities of the build and the same output', async () => {
  const folder = brokenSite({ 'dead-link': 'warning', 'missing-anchor': 'warning', 'missing-image': 'warning' });
  expect((await runWarm(['build'], { cwd: folder })).code).toBe(0);
  const { code, stdout } = await runWarm(['check', 'dist'], { cwd: folder });
  expect(code).toBe(0);
  // Locations are files of the folder, because it does not record its sources.
  const places = (lines: string[]): string[] => lines.map((line) => line.replace(/(?:site|dist)\/|\.(md|html):\d+/g, ''));
  const warned = places(found).map((line) => line.replace('error', 'warning'));
  expect(places(inText(stdout)).sort()).toEqual(warned.sort());
  const json = await runWarm(['check', 'dist', '--format', 'json', '--strict'], { cwd: folder });
  expect([json.code, places(inJson(json.stdout)).sort()]).toEqual([1, warned]);
});

/** Runs a command in a terminal. @returns its output */
async function onTerminal(command: string, cwd: string): Promise<string> {
  const { NO_COLOR, CI, ...env } = process.env;
  const run = promisify(execFile)('script', ['-qec', command, '/dev/null'], { cwd, env: { ...env, TERM: 'xterm-256color' } });
  return (await run.catch((error: { stdout: string }) => error)).stdout;
}

it('on a terminal, colours findings by severity, shows progress after one second, and removes it', async () => {
  const folder = brokenSite();
  writeFiles(folder, {
    'site/_data/slow.js': 'export default () => new Promise((done) => setTimeout(() => done(1), 1500));\n',
  });
  const text = await onTerminal(`"${process.execPath}" "${cli}" build`, folder);
  expect(text).toContain(`${esc}[31merror`);
  expect(text).toContain(`${esc}[33mwarning`);
  expect(text).toMatch(/\r.\[2KRendering pages: 1\b[\s\S]*\r.\[2KReading pages: 3 of 3\r.\[2K/);
});
