import { cpSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  eleventyCommand,
  flipBit,
  pluginConfig,
  pluginSite,
  type Run,
  readTree,
  runWarm,
  sharedFolder,
  temporaryFolder,
  writeFiles,
} from '../support/cli.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';

const site = {
  ...plainLayout,
  'src/index.md': plainPage('Home', '[About](/about/) ![Late](/late.png)'),
  'src/about.md': plainPage('About', '[Nowhere](/nowhere/)'),
  'public/style.css': 'body { margin: 0 }\n',
};
const options = { url: 'https://www.example.com', name: 'Own' };
const memory = 'node_modules/.cache/diptych/last-build.json';

const commands: Readonly<Record<string, { readonly args: readonly string[]; readonly file?: string }>> = {
  'diptych build': { args: ['build'] },
  eleventy: { args: ['--quiet'], file: eleventyCommand },
};

const marked = 'Remembered';

/** Marks what the last build said, so that a build that repeats it shows the mark. */
function mark(folder: string): void {
  const text = readFileSync(join(folder, memory), 'utf8');
  writeFiles(folder, { [memory]: text.replaceAll('nothing is published there', marked) });
}

/** Whether the next build repeats what the last build said. */
const changes: readonly (readonly [what: string, change: (folder: string) => void, repeats: boolean])[] = [
  ['nothing', () => {}, true],
  ['the time of a source', (folder) => utimesSync(join(folder, 'src/about.md'), 1, 1), true],
  ['a page', (folder) => writeFiles(folder, { 'src/about.md': plainPage('About', 'Other.') }), false],
  ['a source, but not its page', (folder) => writeFiles(folder, { 'src/about.md': `${site['src/about.md']}\n\n` }), false],
  ['a layout, but no page', (folder) => writeFiles(folder, { 'src/_includes/other.liquid': '/nowhere/' }), true],
  ['a new page', (folder) => writeFiles(folder, { 'src/nowhere.md': plainPage('Nowhere', 'Here.') }), false],
  ['a removed page', (folder) => rmSync(join(folder, 'src/about.md')), false],
  ['a copied file', (folder) => writeFiles(folder, { 'public/style.css': 'body { margin: 1 }\n' }), false],
  [
    'a redirect',
    (folder) => writeFiles(folder, { 'src/about.md': site['src/about.md'].replace('---', '---\nredirect_from: /old') }),
    false,
  ],
  ['the settings', (folder) => writeFiles(folder, { 'eleventy.config.js': pluginConfig({ ...options, name: 'Other' }) }), false],
  [
    'a later step that writes a file',
    (folder) => writeFiles(folder, { 'package.json': '{"type":"module","scripts":{"late":"draw -o _site/nowhere/index.html"}}' }),
    false,
  ],
  ['a published page', (folder) => flipBit(folder, ['_site/about/index.html']), false],
  ['a published copy', (folder) => flipBit(folder, ['_site/style.css']), false],
  ['a twin', (folder) => flipBit(folder, ['_site/about.md']), false],
  ['a compressed document', (folder) => flipBit(folder, ['_site/problems.md.br']), false],
  ['a removed document', (folder) => rmSync(join(folder, '_site/llms.txt')), false],
  ['the manifest', (folder) => flipBit(folder, ['_site/.well-known/diptych.json']), false],
  ['a file of another program that a page shows', (folder) => writeFiles(folder, { '_site/late.png': 'png' }), false],
  ['what is remembered', (folder) => writeFiles(folder, { [memory]: '{' }), false],
];

const said = ({ code, stdout, stderr }: Run) => ({ code, findings: (stdout + stderr).match(/^(?:error|warning) .*/gm) });

describe.each<[command: string, rows: typeof changes]>([
  ['diptych build', changes],
  // Eleventy copies a published copy anew.
  ['eleventy', [...changes.slice(0, 3), ['a published copy', (folder) => flipBit(folder, ['_site/style.css']), true]]],
])('%s after a change of', (command, rows) => {
  const { args, file } = commands[command]!;
  const build = (cwd: string): Promise<Run> => runWarm(args, { cwd, ...(file && { file }) });
  const base = sharedFolder();
  beforeAll(async () => {
    expect((await build(pluginSite(base, options, site))).code).toBe(0);
  });

  it.each(rows)('%s makes the same site as a build that remembers nothing', async (_, change, repeats) => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    cpSync(base, folder, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    change(folder);
    cpSync(folder, other, { recursive: true, verbatimSymlinks: true });
    rmSync(join(other, memory));
    mark(folder);
    const [now, whole] = [await build(folder), await build(other)];
    const findings = said(whole).findings?.map((line) => (repeats ? line.replace('nothing is published there', marked) : line));
    expect(said(now)).toEqual({ ...said(whole), findings });
    expect(readTree(join(folder, '_site'))).toEqual(readTree(join(other, '_site')));
  });
});

it('diptych build leaves the folder of an unchanged site as it is', async () => {
  const folder = pluginSite(temporaryFolder(), options, site);
  await runWarm(['build'], { cwd: folder });
  const before = statSync(join(folder, '_site')).ino;
  await runWarm(['build'], { cwd: folder });
  expect(statSync(join(folder, '_site')).ino).toBe(before);
  writeFiles(folder, { 'src/about.md': plainPage('About', 'Other.') });
  await runWarm(['build'], { cwd: folder });
  expect(statSync(join(folder, '_site')).ino).not.toBe(before);
});
