import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginSite, type Run, runWarm, temporaryFolder } from '../support/cli.ts';
import { plainLayout, plainPage } from '../support/small-site.ts';

/** A site whose configuration has another name, and with a folder site/, which the starter would build. */
async function build(name: string, ...options: string[]): Promise<Run & { readonly written: string[] }> {
  const folder = pluginSite(
    temporaryFolder(),
    { url: 'https://www.example.com', name: 'Own' },
    {
      ...plainLayout,
      'src/index.md': plainPage('Own', 'Text.'),
      'site/index.md': '# Not this one\n',
    },
  );
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  renameSync(join(folder, 'eleventy.config.js'), join(folder, name));
  const run = await runWarm(['build', ...options], { cwd: folder });
  const written = ['_site/index.html', 'dist/index.html'].filter((file) => existsSync(join(folder, file)));
  return { ...run, written };
}

it.each(['buildawesome.config.js', 'buildawesome.config.mjs', '.eleventy.js'])('%s is the configuration', async (name) => {
  expect(await build(name)).toMatchObject({ code: 0, stderr: '', written: ['_site/index.html'] });
});

it.each(['11ty.config.js', 'config/site.js'])('--config %s is the configuration', async (name) => {
  expect(await build(name, '--config', name)).toMatchObject({ code: 0, stderr: '', written: ['_site/index.html'] });
});

it('--config with a file that is not there', async () => {
  expect(await build('eleventy.config.js', '--config', 'own.js')).toMatchObject({
    code: 1,
    stderr: 'diptych: --config own.js: there is no such file\n',
    written: [],
  });
});

it.each(['eleventy.config.ts', 'eleventy.config.mts'])('%s is read where Node can load it', async (name) => {
  const loads = Boolean((process.features as { typescript?: unknown }).typescript);
  const { code, stderr, written } = await build(name);
  if (loads) expect({ code, written }).toEqual({ code: 0, written: ['_site/index.html'] });
  else
    expect({ code, stderr, written }).toEqual({
      code: 1,
      stderr: `diptych: ${name}: Node ${process.versions.node} cannot load TypeScript; take Node 22.18 or newer, or run the build command of the site itself, in which the plugin works\n`,
      written: [],
    });
});
