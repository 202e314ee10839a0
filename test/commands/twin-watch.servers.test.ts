import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { printedBlock, withoutFigures } from '../support/printed.ts';

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

it('diptych twin --watch: a line per run about changes; continues after an error; Ctrl-C ends it cleanly', {
  timeout: 150_000,
}, async () => {
  const folder = temporaryFolder();
  const public_ = join(folder, 'public');
  const twinOf = (name: string): string => readFileSync(join(folder, 'served', `${name}.md`), 'utf8');
  const args = ['twin', 'public', '--url', 'https://a.test', '--out', 'served', '--watch'];
  const child = spawn(process.execPath, [cliOf('build'), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', TMPDIR: folder },
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (written += part));
  const says = (line: RegExp): Promise<unknown> => expect.poll(() => written, { timeout: 40_000, interval: 50 }).toMatch(line);

  await says(/^diptych: public: not a folder; name the folder of a built site\n$/);

  writeFiles(public_, { 'index.html': page('Home', 'One.'), 'guide/index.html': page('Guide', 'First.') });
  await says(/\nWrote served in [\d.]+ s: 2 pages, 2 changed files \(guide\/index\.html, index\.html\); no defects\n$/);
  expect(twinOf('guide')).toContain('First.');

  writeFiles(public_, { 'guide/index.html': page('Guide', 'Second.') });
  await says(/: 2 pages, 1 changed file \(guide\/index\.html\); no defects\n$/);
  expect(twinOf('guide')).toContain('Second.');
  expect(withoutFigures(written.split('\n')[2]!)).toBe(withoutFigures(printedBlock('other-generators', 'Wrote served')));

  const hidden = '<!doctype html><meta name="robots" content="noindex">';
  writeFiles(public_, { 'index.html': hidden, 'guide/index.html': hidden });
  await says(/^diptych: public: no page has a twin: guide\/index\.html \(noindex\), index\.html \(noindex\)\n$/m);
  expect(twinOf('guide')).toContain('Second.');

  expect(written.trim().split('\n')).toHaveLength(4);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['public', 'served']);
});

it('diptych twin --watch: continues when the generator removes a folder during the scan', {
  timeout: 150_000,
}, async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'public/index.html': page('Home', 'One.'),
    'public/old/index.html': page('Old', 'Two.'),
    // Simulates the generator: removes the folder between the listing of its parent and its own listing.
    'generator.mjs': `import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { readdirSync } = fs;
      fs.readdirSync = (path, ...more) => {
        if (/public.old.$/.test(path) && fs.existsSync(path)) fs.renameSync(path, 'gone');
        return readdirSync(path, ...more);
      };
      syncBuiltinESMExports();`,
  });
  const args = ['twin', 'public', '--url', 'https://a.test', '--out', 'served', '--watch'];
  const child = spawn(process.execPath, ['--import', './generator.mjs', cliOf('build'), ...args], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1', TMPDIR: folder },
  });
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  for (const output of [child.stdout, child.stderr]) output.setEncoding('utf8').on('data', (part: string) => (written += part));
  await expect.poll(() => written, { timeout: 40_000, interval: 50 }).toMatch(/\n/);
  expect(written).toMatch(/^Wrote served in [\d.]+ s: 1 page, 1 changed file \(index\.html\); no defects\n$/);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});
