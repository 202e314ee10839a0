import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTree, runWarm, temporaryFolder, writeFiles } from '../support/cli.ts';
import { writeSmallSite } from '../support/small-site.ts';

const page = (title: string): string =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>One, two, three, four, five, six, seven.</p></main>`;

const output = 'out';
const run = (cwd: string) => runWarm(['twin', 'in', '--url', 'https://x.example', '--out', output], { cwd });
function project(): string {
  const folder = temporaryFolder();
  writeFiles(folder, { 'in/index.html': page('Home'), 'in/docs/a.html': page('A') });
  return folder;
}

describe('twin --out', () => {
  it.each<[what: string, files: Readonly<Record<string, string>>, names: string]>([
    ['a repository', { '.git/HEAD': 'ref', 'README.md': 'mine' }, '.git, README.md'],
    [
      'a site of another program',
      { 'index.html': page('Other'), 'a.css': '', 'b.css': '', 'c.css': '', 'd.css': '' },
      'a.css, b.css, c.css and 2 more',
    ],
    ['a manifest of another program', { '.well-known/diptych.json': '[]' }, '.well-known'],
  ])('refuses an output folder that holds %s, and leaves it as it is', async (_, files, names) => {
    const folder = project();
    writeFiles(join(folder, output), files);
    expect(await run(folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `diptych: ${output}: holds what no build of Diptych wrote (${names}), and would be replaced. Remove it, or name another folder; a step that writes there runs after the build\n`,
    });
    expect(readTree(join(folder, output))).toEqual(files);
  });

  it.each(['is new', 'is empty', 'was removed'])('publishes to an output folder that %s', async (state) => {
    const folder = project();
    if (state === 'is empty') mkdirSync(join(folder, output));
    if (state === 'was removed') {
      expect((await run(folder)).code).toBe(0);
      rmSync(join(folder, output), { recursive: true });
    }
    expect(await run(folder)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder, output, 'index.md'))).toBe(true);
  });

  it('keeps and names what no build wrote, and removes what the last build wrote', async () => {
    const folder = project();
    const at = (path: string): string => join(folder, output, path);
    writeFiles(folder, { 'in/b.html': page('B') });
    expect(await run(folder)).toMatchObject({ code: 0, stderr: '' });
    writeFiles(join(folder, output), { '.git/objects/a': 'x', 'docs/mine.txt': 'mine', 'own/deep/file.txt': 'own' });
    symlinkSync('/nowhere', at('link'));
    mkdirSync(at('empty'));
    chmodSync(at('own'), 0o700);
    for (const round of [1, 2]) {
      rmSync(join(folder, 'in/b.html'), { force: true });
      writeFiles(folder, { 'in/c.html': page(`C ${round}`) });
      expect(await run(folder)).toMatchObject({
        code: 0,
        stderr: `diptych: ${output}: kept what is not of the build: .git, docs/mine.txt, empty and 2 more\n`,
      });
      const tree = readTree(join(folder, output));
      expect(tree).toMatchObject({ '.git/objects/a': 'x', 'docs/mine.txt': 'mine', 'own/deep/file.txt': 'own' });
      expect([readlinkSync(at('link')), readdirSync(at('empty'))]).toEqual(['/nowhere', []]);
      expect(lstatSync(at('own')).mode & 0o777).toBe(0o700);
      expect(Object.keys(tree).filter((path) => /^b\./.test(path))).toEqual([]);
      expect(tree['c.md']).toContain(`# C ${round}`);
    }
  });

  it('keeps a file whose name is not UTF-8', async () => {
    const folder = project();
    expect((await run(folder)).code).toBe(0);
    const odd = Buffer.from(`${folder}/${output}/docs/\xe9.txt`, 'latin1');
    writeFileSync(odd, 'odd');
    writeFiles(folder, { 'in/b.html': page('B') });
    expect(await run(folder)).toMatchObject({
      code: 0,
      stderr: `diptych: ${output}: kept what is not of the build: docs/\uFFFD.txt\n`,
    });
    expect(existsSync(odd)).toBe(true);
  });

  it.each<[what: string, files: Readonly<Record<string, string>>, name: string]>([
    ['a file', { 'c.md': 'mine' }, 'c.md'],
    ['a file in place of a folder', { c: 'mine' }, 'c'],
    ['a folder in place of a file', { 'c/d.html/mine.txt': 'mine' }, 'c/d.html'],
  ])('refuses to overwrite %s that no build wrote', async (_, files, name) => {
    const folder = project();
    expect((await run(folder)).code).toBe(0);
    writeFiles(join(folder, output), files);
    const before = readTree(join(folder, output));
    writeFiles(folder, { 'in/c.html': page('C'), 'in/c/d.html': page('D') });
    expect(await run(folder)).toMatchObject({
      code: 1,
      stderr: `diptych: ${output}: no build wrote ${name}, and this one has another file of that name; move yours to the sources of the site, or away\n`,
    });
    expect(readTree(join(folder, output))).toEqual(before);
  });
});

it('build refuses an output folder that no build wrote, too', async () => {
  const folder = writeSmallSite(temporaryFolder());
  writeFiles(folder, { 'dist/README.md': 'mine' });
  expect(await runWarm(['build'], { cwd: folder })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('diptych: dist: holds what no build of Diptych wrote (README.md)'),
  });
  expect(readTree(join(folder, 'dist'))).toEqual({ 'README.md': 'mine' });
});
