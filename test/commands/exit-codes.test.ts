import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serve } from '../proxy/fixtures/command.ts';
import { runCli, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { smallSite } from '../support/small-site.ts';

type Files = Readonly<Record<string, string>>;

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title><meta name="description" content="What the page is about, at length."></head><body>${body}</body></html>`;
const prose = '<h1>A page</h1><p>A paragraph that is long enough to be taken for the content of a page.</p>';
const clean = page(`<main>${prose}</main>`);
const dead = page(`<main>${prose}<a href="/nothing">nothing</a></main>`);
const warned = page(`<main>${prose}<h1>Again</h1></main>`);
const built = async (folder: string): Promise<void> => {
  writeFiles(folder, { 'dist/index.html': clean });
  await runWarm(['twin', 'dist', '--url', 'https://www.example.com'], { cwd: folder });
};

/** Prepares the current folder for each situation of the table. */
const situations: Readonly<Record<string, Files | ((folder: string) => Promise<void>)>> = {
  'the folder is new, or empty': {},
  'the folder holds files': { 'my-site/a.txt': 'a' },
  'the site is built, with or without warnings': smallSite,
  'a page has an error': { ...smallSite, 'site/about.md': '# About\n\n[Nothing](/nothing)\n' },
  'there is no site in the current folder': {},
  'no such option': smallSite,
  'no defect, or only warnings': { 'dist/index.html': warned, 'dist/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  'a warning': { 'dist/index.html': warned, 'dist/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  'an error': { 'dist/index.html': dead },
  'no such folder': {},
  'neither a folder nor a URL': {},
  'every page has a twin': { 'public/index.html': clean },
  'a warning; nothing was written': { 'public/index.html': clean, 'public/deep.html': page('<p>'.concat('<i>'.repeat(5_001))) },
  'not a URL': { 'public/index.html': clean },
  'no URL, and none in `diptych.json`': { 'public/index.html': clean },
  'a key in `diptych.json` that is no setting': { 'public/index.html': clean, 'diptych.json': '{"contents":"main"}' },
  'the configuration is printed': built,
  'the folder was not built by Diptych': { 'dist/index.html': clean },
  'no such host': built,
  'stopped by a signal': built,
  'not a number': built,
};

const rows = [
  ...readFileSync('site/docs/command-line.md', 'utf8').matchAll(/^\| `(diptych\S*) ?(.*?)` \| (.+) \| (\d) \|$/gm),
].map(
  ([, program, args, situation, code]) =>
    [`${program} ${args}: ${situation}`, program!, args!.split(' '), situation!, Number(code)] as const,
);

it('the documented table has rows for both programs and all exit codes', () => {
  expect(new Set(rows.map(([, program, , , code]) => `${program} ${code}`)).size).toBe(6);
});

it.each(rows)('%s', async (_, program, args, situation, code) => {
  const folder = temporaryFolder();
  const prepare = situations[situation]!;
  if (typeof prepare === 'function') await prepare(folder);
  else writeFiles(folder, prepare);
  if (program === 'diptych') expect(await runWarm(args, { cwd: folder })).toMatchObject({ code });
  else if (code !== 0) expect(await runCli('proxy', args, { cwd: folder })).toMatchObject({ code });
  else {
    const { child, ended } = await serve([join(folder, args[0]!)]);
    child.kill('SIGTERM');
    expect(await ended).toBe(code);
  }
});
