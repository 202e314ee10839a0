import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  builtPluginSite,
  pluginConfig,
  pluginSite,
  readTree,
  runWarm,
  sharedFolder,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';
import { packageFolder } from '../support/package-folder.ts';

const cache = 'node_modules/.cache/diptych';
const layout = (note: string): string =>
  `<!doctype html><html lang="en"><head><title>{{ title }}</title></head><body><p>${note}</p><main>{{ content }}</main></body></html>\n`;
const page = (title: string, text: string): string =>
  `---\nlayout: base.liquid\ntitle: ${title}\n---\n# ${title}\n\n${text} [Home](/) [A](/a/) [B](/b/)\n`;
const site = {
  'src/_includes/base.liquid': layout('Old.'),
  'src/index.md': page('Home', 'Where it begins.'),
  'src/a.md': page('A', 'First.'),
  'src/b.md': page('B', 'Second.'),
};
const options = { url: 'https://x.example' };

async function built(folder: string, file?: string): Promise<Record<string, string>> {
  const { code, stderr, stdout } = await runWarm(['build'], { cwd: folder, ...(file && { file }) });
  expect({ code, stderr, stdout: code ? stdout : '' }).toEqual({ code: 0, stderr: '', stdout: '' });
  return readTree(join(folder, '_site'));
}

const shardsIn = (folder: string): string[] => readdirSync(join(folder, cache)).filter((file) => file.endsWith('.bin'));

/** Appends "Kept" to every cached conversion, so that twins from the cache show it. */
function mark(folder: string): void {
  for (const file of shardsIn(folder)) {
    const path = join(folder, cache, file);
    const shard = deserialize(readFileSync(path));
    for (const [, { page }] of shard.pages) page.body = Buffer.from(`${Buffer.from(page.body)} Kept`);
    writeFileSync(path, serialize(shard));
  }
}

describe('pages that a second build takes from the cache', () => {
  const base = sharedFolder();
  let first: Record<string, string>;
  beforeAll(async () => {
    first = await builtPluginSite(options, site, base);
  });
  const copyOfBuilt = (): string => {
    const folder = temporaryFolder();
    cpSync(base, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    return folder;
  };

  it.each<[string, (folder: string) => void, string[]]>([
    ['nothing changed', () => {}, ['a.md', 'b.md', 'index.md']],
    ['a page changed', (folder) => writeFiles(folder, { 'src/a.md': page('A', 'Now third.') }), ['b.md', 'index.md']],
    [
      'the layout changed',
      (folder) => writeFiles(folder, { 'src/_includes/base.liquid': layout('New.') }),
      ['a.md', 'b.md', 'index.md'],
    ],
    [
      'the settings changed',
      (folder) => writeFiles(folder, { 'eleventy.config.js': pluginConfig({ ...options, content: 'main' }) }),
      [],
    ],
    ['a damaged cache file', (folder) => truncate(folder), []],
    ['no cache', (folder) => rmSync(join(folder, cache), { recursive: true }), []],
  ])('%s', async (_, change, kept) => {
    const folder = copyOfBuilt();
    mark(folder);
    change(folder);
    rmSync(join(folder, '_site'), { recursive: true });
    const tree = await built(folder);
    const twins = ['a.md', 'b.md', 'index.md'];
    expect(twins.filter((twin) => tree[twin]!.includes('Kept'))).toEqual(kept);
    // The name of the search index depends on its content, marks included.
    const names = (files: object): string[] => Object.keys(files).filter((file) => !file.startsWith('search-'));
    expect(names(tree)).toEqual(names(first));
    for (const twin of twins.filter((each) => !kept.includes(each)))
      expect(tree[twin]).toEqual(kept.length > 0 ? expect.stringContaining('Now third.') : first[twin]);
  });

  it('without a writable cache the build succeeds', async () => {
    const folder = copyOfBuilt();
    rmSync(join(folder, cache), { recursive: true });
    writeFiles(folder, { 'node_modules/.cache/diptych': 'a file where the folder should be' });
    expect(await built(folder)).toEqual(first);
  });
});

describe('a change of anything that conversion depends on: every page is converted again', () => {
  const libraries = ['linkedom', 'css-select'];
  const folder = sharedFolder();
  const command = join(folder, 'package/lib/build/cli.js');
  /** Twins of the last build that came from the cache. */
  function kept(): string[] {
    const tree = readTree(join(folder, 'site/_site'));
    return ['a.md', 'b.md', 'index.md'].filter((twin) => tree[twin]!.includes('Kept'));
  }
  /** Changes a file of the code, and repeats the last step of compilation. */
  function touch(file: string): void {
    appendFileSync(join(folder, 'package/lib/build', file), '// changed\n');
    execFileSync(process.execPath, ['.ci/code-digest.mjs', join(folder, 'package/lib')]);
  }
  function raise(library: string): void {
    const file = join(folder, 'package/node_modules', library, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": ?"/, '$&9'));
  }

  beforeAll(async () => {
    pluginSite(join(folder, 'site'), options, site);
    rmSync(join(folder, 'site/node_modules/diptych'));
    symlinkSync(join(folder, 'package'), join(folder, 'site/node_modules/diptych'));
    mkdirSync(join(folder, 'package/node_modules'), { recursive: true });
    cpSync(join(packageFolder, 'lib'), join(folder, 'package/lib'), { recursive: true });
    cpSync('package.json', join(folder, 'package/package.json'));
    for (const name of readdirSync('node_modules')) {
      const [source, target] = [resolve('node_modules', name), join(folder, 'package/node_modules', name)];
      if (libraries.includes(name)) cpSync(source, target, { recursive: true });
      else symlinkSync(source, target);
    }
    await built(join(folder, 'site'), command);
  });

  it.each<[string, () => void, string[]]>([
    [
      'code of the generators, which does not affect conversion',
      () => touch('generators/index.js'),
      ['a.md', 'b.md', 'index.md'],
    ],
    ['code of contract/', () => touch('contract/permalinks.js'), []],
    ['code of page/', () => touch('page/read-page.js'), []],
    ['code of twin/', () => touch('twin/rules/lists.js'), []],
    ...libraries.map((name): [string, () => void, string[]] => [`version of ${name}`, () => raise(name), []]),
  ])('%s', async (_, change, expected) => {
    mark(join(folder, 'site'));
    change();
    await built(join(folder, 'site'), command);
    expect(kept()).toEqual(expected);
  });

  it('the version of Node', () => {
    const preload = join(folder, 'node.js');
    writeFileSync(preload, "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '99.0.0' } });\n");
    mark(join(folder, 'site'));
    execFileSync(process.execPath, ['--import', preload, command, 'build'], { cwd: join(folder, 'site'), stdio: 'ignore' });
    expect(kept()).toEqual([]);
  });
});

function truncate(folder: string): void {
  for (const file of shardsIn(folder)) {
    const path = join(folder, cache, file);
    writeFileSync(path, readFileSync(path).subarray(0, -20));
  }
}
