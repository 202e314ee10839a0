import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginSite, type Run, readTree, runWarm, temporaryFolder } from '../support/cli.ts';

/** A site whose configuration has another name, and with a folder site/, which the starter would build. */
async function build(name: string): Promise<Run & { readonly written: string[] }> {
  const folder = pluginSite(
    temporaryFolder(),
    { url: 'https://www.example.com', name: 'Own' },
    {
      'src/index.md':
        '<!doctype html><html lang="en"><title>Own</title><meta name="description" content="Own."><main><h1>Own</h1></main></html>\n',
      'site/index.md': '# Not this one\n',
    },
  );
  renameSync(join(folder, 'eleventy.config.js'), join(folder, name));
  const run = await runWarm(['build'], { cwd: folder });
  const written = Object.keys(readTree(folder)).filter((file) => /^(?:_site|dist)\/index\.html$/.test(file));
  return { ...run, written };
}

it.each(['buildawesome.config.js', 'buildawesome.config.mjs', '.eleventy.js'])('%s is the configuration', async (name) => {
  expect(await build(name)).toMatchObject({ code: 0, stderr: '', written: ['_site/index.html'] });
});

it.each([
  'eleventy.config.ts',
  '.eleventy.mjs',
  'Eleventy.config.js',
  'build-awesome.config.js',
  '11ty.config.js',
  'eleventy.js',
])('%s is an error, and nothing is built with the configuration of the starter', async (name) => {
  expect(await build(name)).toEqual({
    code: 1,
    stdout: '',
    stderr: `diptych: ${name}: a configuration under a name that is not read; rename it to eleventy.config.js\n`,
    written: [],
  });
});
