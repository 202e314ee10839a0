import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { pluginConfig, pluginSite, readTree, runWarm, sharedFolder, temporaryFolder, writeFiles } from '../support/cli.ts';
import { cliOf } from '../support/package-folder.ts';
import { writeSmallSite } from '../support/small-site.ts';

type Tree = Readonly<Record<string, string>>;

const cli = cliOf('build');
const build = (cwd: string) => runWarm(['build'], { cwd });
const treeOf = (folder: string): Tree => readTree(join(folder, 'dist'));
/** Files that a build may leave in its project. */
const lasting = ['dist', 'node_modules', 'site'];
const leftoversIn = (folder: string): string[] => readdirSync(folder).filter((name) => !lasting.includes(name));

/** Builds the small site with a page that contains a word. */
async function published(word: string, at = temporaryFolder()): Promise<{ folder: string; tree: Tree }> {
  const folder = writeSmallSite(at);
  // Otherwise pages have the dates of their files, which a copy changes.
  writeFiles(folder, { 'site/site.json': '{"date":"2026-11-21"}' });
  writeWord(folder, word);
  expect(await build(folder)).toMatchObject({ code: 0, stderr: '' });
  return { folder, tree: treeOf(folder) };
}

const writeWord = (folder: string, word: string): void => writeFiles(folder, { 'site/about.md': `# About\n\nSays ${word}.\n` });

describe('killed', () => {
  const base = sharedFolder();
  let tree: Tree;
  let fresh: Tree;
  beforeAll(async () => {
    ({ tree } = await published('before', join(base, 'old')));
    cpSync(join(base, 'old'), join(base, 'new'), { recursive: true });
    writeWord(join(base, 'new'), 'after');
    expect(await build(join(base, 'new'))).toMatchObject({ code: 0, stderr: '' });
    fresh = treeOf(join(base, 'new'));
    expect(fresh['about.md']).toContain('Says after.');
  });
  /** The published site, then changed. */
  function changed(): string {
    const folder = temporaryFolder();
    cpSync(join(base, 'old'), folder, { recursive: true });
    writeWord(folder, 'after');
    return folder;
  }

  it('after any step: the published site is the old or the new one, always complete', async () => {
    const folder = changed();
    const log = join(temporaryFolder(), 'states');
    const options = ['--import', resolve('test/publish/each-step.mjs'), cli, 'build'];
    execFileSync(process.execPath, options, { cwd: folder, stdio: 'ignore', env: { ...process.env, FOLLOW: log } });
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([tree, fresh].map(digestOf));
  });

  /** What a killed build leaves in the folder of the project. */
  const states: Readonly<Record<string, (folder: string) => void>> = {
    'while it wrote': (folder) => {
      cpSync(join(base, 'new/dist'), join(folder, '.dist.next'), { recursive: true });
      rmSync(join(folder, '.dist.next/index.html'));
    },
    'between both renames': (folder) => {
      renameSync(join(folder, 'dist'), join(folder, '.dist.previous'));
      cpSync(join(base, 'new/dist'), join(folder, '.dist.next'), { recursive: true });
    },
    'after both renames': (folder) => {
      renameSync(join(folder, 'dist'), join(folder, '.dist.previous'));
      cpSync(join(base, 'new/dist'), join(folder, 'dist'), { recursive: true });
    },
  };
  it.each(Object.keys(states))('%s: the next build, even a failed one, leaves one complete site', async (state) => {
    for (const fails of [true, false]) {
      const folder = changed();
      states[state]!(folder);
      writeFileSync(join(folder, '.dist.lock'), '999999 1');
      if (fails) writeFiles(folder, { 'site/about.md': '---\ntemplateEngineOverride: njk,md\n---\n{% nope %}\n' });
      expect((await build(folder)).code).toBe(fails ? 1 : 0);
      expect(treeOf(folder)).toEqual(fails && state !== 'after both renames' ? tree : fresh);
      expect(leftoversIn(folder)).toEqual([]);
    }
  });
});

/** A digest, as ./each-step.mjs makes it. */
function digestOf(tree: Tree): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of Object.entries(tree)) hash.update(`/${path}`).update(bytes, 'latin1');
  return hash.digest('hex');
}

/** Whether this process may mount file systems. */
const mayMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'diptych', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();

it.each([0, 8, 100])('a disk that is full, as after %i blocks: one line, and the published files stay', async (blocks) => {
  const { folder, tree } = await published('before');
  writeFiles(folder, { 'site/_public/large.txt': 'x'.repeat(200_000) });
  const command = `ulimit -f ${blocks}; exec "${process.execPath}" "${cli}" build`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^diptych: .*file too large[^\n]*\n$/i)]);
  expect(treeOf(folder)).toEqual(tree);
  expect(leftoversIn(folder)).toEqual([]);
});

it('two builds at once: the second reports the process with the lock, and the first is published', async () => {
  const { folder } = await published('before');
  writeFiles(folder, {
    'site/_data/slow.js':
      "import { existsSync } from 'node:fs';\nexport default async () => { while (!existsSync('go')) await new Promise((done) => setTimeout(done, 20)); return 1; };\n",
  });
  writeWord(folder, 'after');
  const first = spawn(process.execPath, [cli, 'build'], { cwd: folder, stdio: 'ignore' });
  const ended = new Promise((done) => first.once('exit', done));
  while (!existsSync(join(folder, '.dist.lock'))) await new Promise((done) => setTimeout(done, 20));
  const second = await build(folder);
  expect(second).toEqual({
    code: 1,
    stdout: '',
    stderr: `diptych: dist: another build (process ${first.pid}) is writing it; wait for it, or stop it and build again\n`,
  });
  writeFiles(folder, { go: '' });
  expect(await ended).toBe(0);
  rmSync(join(folder, 'go'));
  expect(treeOf(folder)['about.md']).toContain('Says after.');
  expect(leftoversIn(folder)).toEqual([]);
});

describe('an output folder that is a symbolic link', () => {
  const isNew = (folder: string): void =>
    expect(Object.keys(readTree(folder))).toEqual(
      expect.arrayContaining(['.well-known/diptych.json', 'about.html', 'about.md', 'docs/first.md']),
    );

  it.each([
    ['to a folder', 'www/site'],
    ['to nothing yet', 'www/later'],
  ])('%s stays, and its target is published', async (_, target) => {
    const folder = writeSmallSite(temporaryFolder());
    mkdirSync(join(folder, 'www'));
    if (target === 'www/site') mkdirSync(join(folder, target));
    symlinkSync(target, join(folder, 'dist'));
    for (let round = 0; round < 2; round++) {
      writeFiles(folder, { 'site/about.md': `# About\n\nRound ${round}.\n` });
      expect(await build(folder)).toMatchObject({
        code: 0,
        stderr: `diptych: dist is a symbolic link; what it leads to, ${target}, was replaced\n`,
      });
      expect(readlinkSync(join(folder, 'dist'))).toBe(target);
      isNew(join(folder, target));
      expect(readdirSync(join(folder, 'www'))).toEqual([target.slice('www/'.length)]);
    }
    writeFiles(folder, { 'site/about.md': '---\ntemplateEngineOverride: njk,md\n---\n{% nope %}\n' });
    expect((await build(folder)).code).toBe(1);
    isNew(join(folder, target));
    expect(readdirSync(join(folder, 'www'))).toEqual([target.slice('www/'.length)]);
  });
});

describe('an output folder that cannot be renamed is one error, and stays', () => {
  const page = '<!doctype html><title>A</title><main><h1>A</h1><p>One, two, three, four, five, six, seven.</p></main>';
  it('the current folder', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'index.html': page });
    expect(await runWarm(['twin', '.', '--url', 'https://x.example'], { cwd: folder })).toMatchObject({
      code: 1,
      stderr: 'diptych: .: is the current folder, which cannot be replaced; run the command in the folder above it\n',
    });
    expect(readTree(folder)).toEqual({ 'index.html': page });
  });

  it.skipIf(!mayMount).each([
    ['a mount point of another file system', (at: string) => ['-t', 'tmpfs', '-o', 'size=20m', 'diptych', at]],
    ['a mount point of a folder of the same', (at: string) => ['--bind', temporaryFolder(), at]],
  ])('%s', async (_, mountOf) => {
    const folder = writeSmallSite(temporaryFolder());
    const dist = join(folder, 'dist');
    mkdirSync(dist);
    execFileSync('mount', mountOf(dist));
    onTestFinished(() => void execFileSync('umount', ['--lazy', dist]));
    expect(await build(folder)).toMatchObject({
      code: 1,
      stderr: 'diptych: dist: is a mount point, which cannot be replaced; publish into a folder in it, such as dist/site\n',
    });
    expect(treeOf(folder)).toEqual({});
    expect(leftoversIn(folder)).toEqual([]);
  });
});

it('a build that fails while it copies many files reports the reason, and leaves no files', async () => {
  const folder = writeSmallSite(temporaryFolder());
  const text = 'x'.repeat(20_000);
  writeFiles(folder, {
    ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`site/_public/many/${at}.txt`, text])),
    ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`site/docs/p${at}.md`, `# P ${at}\n`])),
    'site/z.md': '---\npermalink: ../../../z.html\n---\n# Z\n',
  });
  expect(await build(folder)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'diptych: site/z.md:2: its output ../../z.html lies outside the output folder; change its permalink\n',
  });
  expect(readdirSync(folder)).toEqual(['site']);
});

it('removed sources disappear: page, twin, compressed files, copied files', async () => {
  const { folder } = await published('before');
  writeFiles(folder, {
    'site/gone.md': `# Gone\n\nA page of a day. ${'It is long. '.repeat(400)}\n`,
    'site/_public/gone.txt': 'A file of a day. '.repeat(100),
  });
  expect((await build(folder)).code).toBe(0);
  const there = Object.keys(treeOf(folder)).filter((path) => path.startsWith('gone'));
  expect(there).toEqual(expect.arrayContaining(['gone.html', 'gone.html.br', 'gone.md', 'gone.txt', 'gone.txt.gz']));
  rmSync(join(folder, 'site/gone.md'));
  rmSync(join(folder, 'site/_public/gone.txt'));
  expect((await build(folder)).code).toBe(0);
  const { '.well-known/diptych.json': manifest, ...tree } = treeOf(folder);
  expect(Object.entries(tree).filter(([path, text]) => /gone/i.test(path) || /gone/i.test(text))).toEqual([]);
  expect(Object.keys(JSON.parse(manifest!).files).filter((path) => /gone/i.test(path))).toEqual([]);
});

it('a build that fails its checks keeps the published site', async () => {
  const { folder, tree } = await published('before');
  writeFiles(folder, { 'site/about.md': '# About\n\nSee [nothing](/nowhere).\n' });
  const { code, stderr } = await build(folder);
  expect([code, stderr]).toEqual([1, 'diptych: 1 error found by the checks; nothing was published\n']);
  expect(treeOf(folder)).toEqual(tree);
  expect(leftoversIn(folder)).toEqual([]);
});

describe('a promise that rejects while templates are rendered', () => {
  it.each<[what: string, page: string, work: string, error: string]>([
    [
      'unhandled, ends the build with one line',
      '# Home\n\nText.\n',
      "void Promise.reject(new Error('the copy failed'));",
      'eleventy.config.js:6: the copy failed',
    ],
    [
      'unhandled, is not the error of a template',
      '# Home\n\n{% nope %}\n',
      "void Promise.reject(new Error('the copy failed'));",
      'src/index.md:3: ',
    ],
    [
      'handled later, does not end the build',
      '# Home\n\nText.\n',
      "const failed = Promise.reject(new Error('looked at')); setTimeout(() => failed.catch(() => {}), 5);",
      '',
    ],
  ])('%s', async (_, page, work, error) => {
    const folder = pluginSite(
      temporaryFolder(),
      {},
      {
        'src/index.md': page,
        'src/_data/slow.js': 'export default () => new Promise((done) => setTimeout(() => done(1), 200));\n',
        'eleventy.config.js': pluginConfig(
          { url: 'https://www.example.com', name: 'Own' },
          `eleventyConfig.on('eleventy.before', () => { ${work} });`,
        ),
      },
    );
    const { code, stderr } = await build(folder);
    expect([code, stderr]).toEqual([error ? 1 : 0, error ? expect.stringMatching(`^diptych: ${error}[^\n]*\n$`) : '']);
    expect(existsSync(join(folder, '_site'))).toBe(error === '');
  });
});
