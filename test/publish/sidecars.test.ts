import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pluginConfig, pluginSite, readTree, runWarm, temporaryFolder } from '../support/cli.ts';

const words = 'Every page of this site is a page of words, and words are what compresses. '.repeat(20);
const page = (title: string): string => `---\ntitle: ${title}\n---\n# ${title}\n\n${words}\n`;

const options = { url: 'https://x.example' };

it.each([
  ['stays as the plugin saw it', 'return content;', true],
  ['was changed by a later transform', "return content.replaceAll('words', 'letters');", true],
  ['was made too small for compression', "return content.replace(/<p>.*<\\/p>/s, '<p>Short.</p>');", false],
])('sidecars of a page whose HTML %s', async (_, body, expected) => {
  const late = `eleventyConfig.addPlugin((later) => later.addTransform('late', (content) => { ${body} }));`;
  const folder = pluginSite(temporaryFolder(), options, {
    'src/index.md': page('Home'),
    'eleventy.config.js': pluginConfig(options, late),
  });
  // With a warm cache, the only page that is read is one that a later transform discards: the build must end nevertheless.
  for (const build of ['cold', 'warm']) {
    const { code, stderr } = await runWarm(['build'], { cwd: folder });
    expect({ build, code, stderr }).toEqual({ build, code: 0, stderr: '' });
    const tree = readTree(join(folder, '_site'));
    const decoded = [
      ['index.html.br', brotliDecompressSync],
      ['index.html.gz', gunzipSync],
    ] as const;
    for (const [file, decode] of decoded) {
      const sidecar = tree[file];
      expect(sidecar && decode(Buffer.from(sidecar, 'latin1')).toString('latin1')).toBe(
        expected ? tree['index.html'] : undefined,
      );
    }
  }
});

it.each([
  [16_000_000, true],
  [16_000_001, false],
])('a copied file of %i bytes has sidecars: %j', async (size, expected) => {
  const folder = pluginSite(temporaryFolder(), options, { 'src/index.md': page('Home'), 'public/data.csv': 'a,b\n' });
  truncateSync(join(folder, 'public/data.csv'), size);
  expect((await runWarm(['build'], { cwd: folder })).code).toBe(0);
  for (const name of ['data.csv.br', 'data.csv.gz'])
    expect([name, existsSync(join(folder, '_site', name))]).toEqual([name, expected]);
});
