import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pluginSite, readTree, runCli, temporaryFolder, writeFiles } from '../support/cli.ts';

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
const options = { url: 'https://x.example', checks: { description: 'off' } };

async function built(folder: string, args: readonly string[] = []): Promise<Record<string, string>> {
  const { code, stderr, stdout } = await runCli('build', ['build', ...args], { cwd: folder });
  expect({ code, stderr, stdout: code ? stdout : '' }).toEqual({ code: 0, stderr: '', stdout: '' });
  return readTree(join(folder, '_site'));
}

/** Makes every conversion of the cache say "Kept" at its end: a twin that says it came from the cache. */
function mark(folder: string): void {
  for (const file of readdirSync(join(folder, cache))) {
    const path = join(folder, cache, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"body":"((?:[^"\\]|\\.)*)"/g, '"body":"$1 Kept"'));
  }
}

describe('what a second build takes from the cache', () => {
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
      (folder) => writeFiles(folder, { 'eleventy.config.js': configured({ ...options, content: 'main' }) }),
      [],
    ],
    ['a file of it is damaged', (folder) => truncate(folder), []],
    ['it is gone', (folder) => rmSync(join(folder, cache), { recursive: true }), []],
  ])('%s', async (_, change, kept) => {
    const folder = pluginSite(temporaryFolder(), options, site);
    await built(folder);
    mark(folder);
    change(folder);
    const tree = await built(folder);
    const twins = ['a.md', 'b.md', 'index.md'];
    expect(twins.filter((twin) => tree[twin]!.includes('Kept'))).toEqual(kept);

    // Nothing else may depend on it: the same site, built where there is no cache.
    rmSync(join(folder, cache), { recursive: true });
    const fresh = await built(folder);
    expect(Object.keys(fresh)).toEqual(Object.keys(tree));
    for (const twin of twins.filter((each) => !kept.includes(each))) expect(tree[twin]).toBe(fresh[twin]);
  });

  it('a cache that cannot be written is done without', async () => {
    const folder = pluginSite(temporaryFolder(), options, site);
    const first = await built(folder);
    rmSync(join(folder, cache), { recursive: true });
    writeFiles(folder, { 'node_modules/.cache/diptych': 'a file where the folder should be' });
    expect(await built(folder)).toEqual(first);
  });
});

const configured = (settings: object): string =>
  `import diptych from 'diptych';\nexport default (c) => {\n  c.addPlugin(diptych, ${JSON.stringify(settings)});\n  c.addPassthroughCopy({ public: '/' });\n  return { dir: { input: 'src', output: '_site' } };\n};\n`;

function truncate(folder: string): void {
  for (const file of readdirSync(join(folder, cache))) {
    const path = join(folder, cache, file);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20));
  }
}
