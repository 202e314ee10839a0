import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  eleventyCommand,
  pluginConfig,
  pluginSite,
  type Run,
  readTree,
  runWarm,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';

const checks = { 'dead-link': 'error', 'missing-image': 'error' };
const options = { url: 'https://www.example.com', name: 'Own', checks };
const about = plainPage('About', 'First.');
const kill = "eleventyConfig.addShortcode('kill', () => process.kill(process.pid, 'SIGKILL'));";

const authorsSite = (): string =>
  pluginSite(temporaryFolder(), options, {
    ...plainLayout,
    'src/index.md': plainPage('Home', '[About](/about/)'),
    'src/about.md': about,
    'eleventy.config.js': pluginConfig(options, kill),
  });

/** `npx @11ty/eleventy` in a folder. */
const eleventy = (cwd: string, ...args: string[]): Promise<Run> => runWarm(args, { cwd, file: eleventyCommand });

/** The same in a new process, for output at its end. If a signal ends it, `code` is the signal. */
const eleventyProcess = (cwd: string): Promise<Run> =>
  new Promise((done) => {
    execFile(process.execPath, [eleventyCommand], { cwd, env: { ...process.env, NO_COLOR: '1' } }, (error, stdout, stderr) =>
      done({ code: error ? ((error.signal ?? error.code) as number) : 0, stdout, stderr }),
    );
  });

const output = (folder: string): Record<string, string> => readTree(join(folder, '_site'));

it.each<[what: string, source: string, code: number | string, message: RegExp | string]>([
  ['a check that fails', about.replace('First.', '[x](/nope/)'), 1, /1 error found by the checks(?!; nothing)/],
  ['a template that fails', `${about}\n{% nope %}\n`, 1, /nope/],
  ['SIGKILL while pages are written', `${about}\n{% kill %}\n`, 'SIGKILL', ''],
])(
  'after %s no twin or document of the previous build remains, and the next build is complete',
  async (_, source, code, message) => {
    const folder = authorsSite();
    expect((await eleventy(folder)).code).toBe(0);
    const whole = output(folder);
    expect(Object.keys(whole)).toEqual(expect.arrayContaining(['about.md', 'llms.txt', 'problems.md.br']));

    writeFiles(folder, { 'src/about.md': source });
    const { code: ended, stderr } = await eleventyProcess(folder);
    expect([ended, stderr]).toEqual([code, message ? expect.stringMatching(message) : '']);
    expect(stderr).not.toContain('nothing was published');
    expect(Object.keys(output(folder)).filter((file) => !file.endsWith('.html'))).toEqual(['.well-known/diptych.json']);

    writeFiles(folder, { 'src/about.md': about });
    const last = await eleventy(folder);
    expect([last.code, last.stderr]).toEqual([0, '']);
    expect(output(folder)).toEqual(whole);
  },
);

it('a link to a removed file is an error in the next build, too', async () => {
  const folder = authorsSite();
  writeFiles(folder, { 'public/a.png': 'png', 'src/about.md': `${about}\n![A](/a.png)\n` });
  expect((await eleventy(folder)).code).toBe(0);
  rmSync(join(folder, 'public/a.png'));
  for (const time of ['first', 'second']) {
    const { code, stderr } = await eleventy(folder);
    expect([time, code, stderr]).toEqual([time, 1, expect.stringContaining('image /a.png: no such file is published')]);
  }
});

it.each([['--dryrun'], ['--to=json']])('%s writes and removes nothing', async (argument) => {
  const folder = authorsSite();
  expect((await eleventy(folder, argument)).code).toBe(0);
  expect(() => output(folder)).toThrow('ENOENT');
  await eleventy(folder);
  const before = output(folder);
  writeFiles(folder, { 'src/about.md': `${about}\nMore.\n`, 'src/new.md': about });
  const { code, stderr } = await eleventy(folder, argument);
  expect([code, stderr]).toEqual([0, '']);
  expect(output(folder)).toEqual(before);
});

it.each([
  [1, 2, ''],
  [2, 3, '[diptych] 2 of 3 pages have no twin, because they are marked noindex\n'],
])('of a site with %i of %i pages marked noindex a build says %j', async (hidden, all, note) => {
  const folder = authorsSite();
  const robots = '<meta name="robots" content="noindex">';
  const pageOf = (at: number): string =>
    `<!doctype html><html lang="en"><head><title>Page ${at}</title>${at <= hidden ? robots : ''}</head><body><main><h1>Page ${at}</h1>Text.</main></body></html>`;
  rmSync(join(folder, 'src'), { recursive: true });
  for (let at = 1; at <= all; at++) writeFiles(folder, { [`src/page-${at}.html`]: pageOf(at) });
  for (const build of ['first', 'unchanged']) expect([build, (await eleventy(folder)).stderr]).toEqual([build, note]);
});
